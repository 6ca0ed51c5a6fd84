"""The board of Monopoly as a picture: the squares around, and in the middle the dice, each player's cash and
what is waited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.state import State, level_of, place_of, term_of

if TYPE_CHECKING:
    from halfmove.games.monopoly import Monopoly


SIZE, CORNER = 660, 93
SIDE = (SIZE - 2 * CORNER) / 9
BAND = 16
PAPER, LINE, DARK = "#eef4ea", "#8a9a86", "#23262e"
OFFERED_LINE = "#7a3fb0"
"""Around a lot that is part of an offer."""
GROUPS = (
    "#8b5a2b",
    "#a5d4ec",
    "#cf3f87",
    "#ec8a2a",
    "#d6322f",
    "#f0d535",
    "#2f9e54",
    "#2a57b0",
    "#30343c",
    "#9aa2ad",
)
PLAYERS = ("#4c78a8", "#e0803a", "#4f9d69", "#b05a9b", "#c9a227", "#7a6fc0", "#c0392b", "#5b6b7a")
SHORT = (
    "Go", "Mediter- ranean", "Chest", "Baltic", "Income tax 200", "Reading R.R.", "Oriental", "Chance",
    "Vermont", "Connec- ticut", "Jail", "St Charles", "Electric Co.", "States", "Virginia",
    "Pennsyl- vania R.R.", "St James", "Chest", "Tennes- see", "New York", "Free parking", "Kentucky",
    "Chance", "Indiana", "Illinois", "B&O R.R.", "Atlantic", "Ventnor", "Water works", "Marvin gardens",
    "Go to jail", "Pacific", "North Carolina", "Chest", "Pennsyl- vania", "Short line", "Chance",
    "Park place", "Luxury tax 100", "Board- walk",
)  # fmt: skip
"""What stands on each square, a word a line."""
INSIDE = CORNER + 24
DICE_AT = (INSIDE, INSIDE)
ROWS_AT = INSIDE + 76
ROW = 28
WORDS_WIDE = 44
"""Letters of a line."""
WORDS_AT = SIZE - CORNER - 152
BUTTONS_AT = SIZE - CORNER - 132
MOST_OFFERED = 7
"""Lines of each side of an offer."""
BUTTON_WIDTH, BUTTON_HEIGHT = 104, 52
"""Large enough for a finger where the board is as wide as a phone."""


def place(square: int) -> tuple[float, float, float, float]:
    """The corner at the top left of a square, its width and its height; Go is at the bottom right."""
    side, along = square // 10, square % 10
    far = SIZE - CORNER
    if along == 0:
        return ((far, far), (0, far), (0, 0), (far, 0))[side] + (CORNER, CORNER)
    if side == 0:
        return far - SIDE * along, far, SIDE, CORNER
    if side == 1:
        return 0, far - SIDE * along, CORNER, SIDE
    if side == 2:
        return CORNER + SIDE * (along - 1), 0, SIDE, CORNER
    return far, CORNER + SIDE * (along - 1), CORNER, SIDE


def svg(game: Monopoly, s: State) -> str:
    """The whole board."""
    parts = [f'<rect x="0" y="0" width="{SIZE}" height="{SIZE}" fill="{PAPER}"/>']
    parts += [_square(game, s, square) for square in range(squares.SQUARES)]
    parts += [
        _token(game, s, player) for player in range(game.players) if not (s.now[state.OUT] >> player) & 1
    ]
    parts += _middle(game, s)
    label = f"Monopoly: {game.position_text(s)}; {game.status(s)}"
    return drawing.picture(SIZE, SIZE, label, "".join(parts))


def _square(game: Monopoly, s: State, square: int) -> str:
    """A square with its name, its colour, whose it is and what stands on it."""
    x, y, width, height = place(square)
    lot = squares.LOT_AT[square]
    parts = [f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none" stroke="{LINE}"/>']
    if lot >= 0:
        parts.append(_band(square, BAND, GROUPS[squares.GROUP[lot]]))
    lines = SHORT[square].split(" ") if height >= width else wrap(SHORT[square].replace("- ", ""), 12)
    aside = (BAND - 9) / 2 * (0 if lot < 0 or height >= width else -1 if x == 0 else 1)  # of the two stripes
    middle, top = x + width / 2 + aside, y + height / 2 - 6 * (len(lines) - 2)
    room = width - (30 if width > height else 3)
    size = max(10, min(12, int(room / (0.58 * max(map(len, lines))))))
    for k, line in enumerate(lines):
        parts.append(drawing.text(middle, top + 12 * k, line, anchor="middle", size=size, fill=DARK))
    if lot >= 0 and ((s.now[state.GIVEN] | s.now[state.ASKED]) >> lot) & 1:
        parts.append(
            f'<rect x="{x + 2:g}" y="{y + 2:g}" width="{width - 4:g}" height="{height - 4:g}" fill="none" '
            f'stroke="{OFFERED_LINE}" stroke-width="3" stroke-dasharray="6 3"/>'
        )
    if lot >= 0:
        owner = game.owner(s, lot)
        if owner == state.BANK:
            price = top + 12 * len(lines)
            parts.append(
                drawing.text(middle, price, str(squares.PRICE[lot]), anchor="middle", size=11, fill="#4c554b")
            )
        else:
            parts.append(_owned(game, s, square, lot, owner))
    return "".join(parts)


def _band(square: int, thick: float, fill: str, *, outer: bool = False) -> str:
    """A stripe along the inner edge of a square, or along its outer one."""
    x, y, width, height = place(square)
    side = (square // 10 + (2 if outer else 0)) % 4
    if side == 0:
        height = thick
    elif side == 1:
        x, width = x + width - thick, thick
    elif side == 2:
        y, height = y + height - thick, thick
    else:
        width = thick
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{LINE}"/>'


def _owned(game: Monopoly, s: State, square: int, lot: int, owner: int) -> str:
    """The owner's stripe, pale where the lot is mortgaged, and the buildings as a number beside a house."""
    mortgaged = (s.now[state.MORTGAGED] >> lot) & 1
    stripe = _band(square, 9, PLAYERS[owner], outer=True)
    parts = [f'<g opacity="{0.35 if mortgaged else 1:g}">{stripe}</g>']
    x, y, width, height = place(square)
    level = level_of(s, lot) if squares.GROUP[lot] < squares.COLOURS else 0
    if level:
        fill = "#c0392b" if level == state.HOTEL else "#1e7a3c"
        middle = x + width / 2, y + height / 2 + 27 - (12 if width > height else 0)
        words = "hotel" if level == state.HOTEL else "⌂" * level
        parts.append(drawing.text(*middle, words, anchor="middle", size=12, fill=fill))
    elif mortgaged:
        middle = x + width / 2, y + height / 2 + 27 - (12 if width > height else 0)
        parts.append(drawing.text(*middle, "mortgaged", anchor="middle", size=9, fill="#8d3b30"))
    return "".join(parts)


def _token(game: Monopoly, s: State, player: int) -> str:
    """A player's token, at a place of his own on the square."""
    square = place_of(s, player)
    x, y, width, height = place(square)
    column, row = player % 4, player // 4
    cx = x + width / 2 + (column - 1.5) * min(width, 80) / 4.4
    cy = y + height - 12 - 14 * row if not term_of(s, player) else y + 12 + 14 * row
    return (
        f'<g{at(f"token {game.player_names[player]}")}><circle cx="{cx:.1f}" cy="{cy:.1f}" r="7.5" '
        f'fill="{PLAYERS[player]}" stroke="#fdfdfb" stroke-width="1.5"/>'
        f"{drawing.text(cx, cy + 3.5, game.player_names[player], anchor='middle', size=10, fill='#fff')}</g>"
    )


def dice(a: int | None) -> str:
    """The two dice; None: in the air."""
    x, y = DICE_AT
    first, second = (None, None) if a is None else (a // 10, a % 10)
    return drawing.die(x, y, first) + drawing.die(x + drawing.DIE + 10, y, second)


def _middle(game: Monopoly, s: State) -> list[str]:
    """What lies inside the board."""
    parts = []
    if s.now[state.PHASE] in (state.THROW, state.THROW_RENT):
        parts.append(dice(None))
    elif s.now[state.DICE]:
        parts.append(dice(s.now[state.DICE]))
    if s.now[state.PHASE] in (state.DRAW_CHANCE, state.DRAW_CHEST):
        parts.append(drawing.card(INSIDE + 130, INSIDE - 16, "?", suit=""))
    phase = s.now[state.PHASE]
    if phase in (state.OFFER, state.ANSWER):
        parts += _offer(game, s)
    else:
        parts += [_holding(game, s, player) for player in range(game.players)]
        if phase in (state.BUY, state.AUCTION):
            parts.append(_deed(s.now[state.LOT]))
    words = "" if phase == state.OFFER else game.status(s)
    if phase == state.ANSWER:
        words = f"{game.player_names[s.now[state.PARTNER] - 1]} may accept or refuse"
    lines = wrap(words, WORDS_WIDE)[:2]
    for k, line in enumerate(lines):
        parts.append(
            drawing.text(INSIDE, WORDS_AT - 14 + 22 * (k + (len(lines) == 1)), line, size=20, fill=DARK)
        )
    for point in pressed(game, s):  # its words as large as they fit
        size = min(20, int(1.75 * point.width / len(point.name)))
        parts.append(drawing.button(point, point.name, size=size))
    return parts


def _holding(game: Monopoly, s: State, player: int) -> str:
    """A player's cash, and a deed in its colour for each of his lots: hollow where it is mortgaged, with the
    number of houses, H for a hotel."""
    y = ROWS_AT + ROW * player
    words = "bankrupt" if (s.now[state.OUT] >> player) & 1 else f"{s.cash[player]:,}"
    parts = [
        f'<circle cx="{INSIDE + 8}" cy="{y}" r="9" fill="{PLAYERS[player]}"/>',
        drawing.text(INSIDE + 24, y + 7, game.player_names[player], size=20, fill=DARK),
        drawing.text(INSIDE + 122, y + 7, words, anchor="end", size=20, fill=DARK),
    ]
    lots = sorted(_lots(s.owned[player]), key=lambda lot: squares.GROUP[lot])
    step = min(19.0, (SIZE - CORNER - 12 - INSIDE - 134) / max(len(lots), 1))
    for k, lot in enumerate(lots):
        x, colour = INSIDE + 134 + step * k, GROUPS[squares.GROUP[lot]]
        hollow = (s.now[state.MORTGAGED] >> lot) & 1
        parts.append(
            f'<rect x="{x:.1f}" y="{y - 11}" width="{step - 2:.1f}" height="22" rx="2" '
            f'fill="{PAPER if hollow else colour}" stroke="{colour if hollow else LINE}" '
            f'stroke-width="{2.5 if hollow else 1}"/>'
        )
        level = level_of(s, lot) if squares.GROUP[lot] < squares.COLOURS else 0
        if level:
            sign = "H" if level == state.HOTEL else str(level)
            parts.append(drawing.outlined(x + step / 2 - 1, y + 6, sign, anchor="middle", size=15))
    return "".join(parts)


def _lots(owned: int) -> list[int]:
    """The lots of a set, in the order of the board."""
    return [lot for lot in range(squares.LOTS) if (owned >> lot) & 1]


def _called(lot: int) -> str:
    """A lot as people write it: `St Charles Place`."""
    return squares.NAMES[lot].replace("-", " ").title().replace(" And ", " & ")


def _deed(lot: int) -> str:
    """The deed of the lot that is for sale: its name on its colour, price and rent."""
    x, y = INSIDE + 150, INSIDE - 16
    wide, rent = SIZE - CORNER - 14 - x, squares.RENT[lot * squares.STREET_RENTS]
    words = f"price {squares.PRICE[lot]}" + (f", rent {rent}" if rent else "")
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="64" rx="5" fill="#fff" stroke="{DARK}"/>'
        f'<rect x="{x}" y="{y}" width="{wide}" height="32" rx="5" fill="{GROUPS[squares.GROUP[lot]]}"/>'
        f"{drawing.outlined(x + wide / 2, y + 23, _called(lot), anchor='middle', size=20)}"
        f"{drawing.text(x + wide / 2, y + 54, words, anchor='middle', size=19, fill=DARK)}"
    )


def _offer(game: Monopoly, s: State) -> list[str]:
    """An offer as two columns: what the player who makes it gives, and what he gets."""
    mover, partner = s.now[state.MOVER], s.now[state.PARTNER] - 1
    names, added = game.player_names, s.now[state.ADDED]
    wide = (SIZE - 2 * CORNER - 36) // 2
    columns = (
        (f"{names[mover]} gives", s.now[state.GIVEN], added, mover),
        (f"gets from {names[partner]}", s.now[state.ASKED], -added, partner),
    )
    parts = []
    for column, (title, assets, cash, player) in enumerate(columns):
        x, y = CORNER + 12 + (wide + 12) * column, ROWS_AT - 26
        parts.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="224" rx="8" fill="#fff" '
            f'stroke="{PLAYERS[player]}" stroke-width="3"/>'
        )
        parts.append(drawing.text(x + 10, y + 26, title, size=20, fill=DARK))
        has = f"has {s.cash[player]:,}"
        parts.append(drawing.text(x + wide - 8, y + 26, has, anchor="end", size=16, fill="#4c554b"))
        cards = bin(assets >> squares.LOTS).count("1")
        lines = [(_called(lot), GROUPS[squares.GROUP[lot]]) for lot in _lots(assets)]
        lines += [("Leave jail free", "#ffffff")] * cards + ([(f"{cash:,}", "#7fb58a")] if cash > 0 else [])
        if len(lines) > MOST_OFFERED:
            lines = [*lines[: MOST_OFFERED - 1], (f"and {len(lines) - MOST_OFFERED + 1} more", "#ffffff")]
        for k, (words, colour) in enumerate(lines):
            down = y + 42 + 26 * k
            parts.append(
                f'<rect x="{x + 10}" y="{down}" width="14" height="20" rx="2" fill="{colour}" '
                f'stroke="{LINE}"/>'
            )
            parts.append(drawing.text(x + 31, down + 16, words, size=18, fill=DARK))
    return parts


def pressed(game: Monopoly, s: State) -> list[Point]:
    """The buttons: what no lot stands for."""
    if game.is_terminal(s) or game.to_move(s) < 0 or s.now[state.PHASE] == state.DEBT:
        return []
    names = [game.action_text(s, a) for a in game.actions(s) if not game.about_lot(a)]
    wide, rows = BUTTON_WIDTH + 8, max(2, -(-len(names) // 4))
    high = 2 * (BUTTON_HEIGHT + 8) / rows - 8
    return [
        Point(name, INSIDE + wide * (k % 4), BUTTONS_AT + (high + 8) * (k // 4), BUTTON_WIDTH, high)
        for k, name in enumerate(names)
    ]


# ---- to touch
class Board(Surface):
    """A lot is called as in the notation; where more than one thing may be done there, one is asked which."""

    game: Monopoly
    colours = PLAYERS

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        lots = [Point(squares.NAMES[lot], *place(squares.SQUARE_OF[lot])) for lot in range(squares.LOTS)]
        return [*lots, *pressed(self.game, s)]

    def thrown(self, s: Any, a: int) -> str:
        return dice(a) if s.now[state.PHASE] in (state.THROW, state.THROW_RENT) else ""

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        if self.game.to_move(s) == CHANCE:
            return ()
        return (squares.NAMES[a % 32] if self.game.about_lot(a) else self.game.action_text(s, a),)

    def occupied(self, s: Any) -> dict[str, str]:
        found = {}
        for player, name in enumerate(self.game.player_names):
            for word in self.game.lots_text(s, player).split(",") if s.owned[player] else []:
                lot, _, houses = word.removesuffix("-m").partition("*")
                what = ", mortgaged" if word.endswith("-m") else ""
                if houses:
                    what = ", a hotel" if houses == "5" else f", houses: {houses}"
                found[lot] = f"{name}'s{what}"
        return found
