"""A table at which cards are played: seats round an oval, cards, chips, the pot, the dealer's button, cups.

A game says what lies where as `Seat` and `Face`, and `table` draws it with one player at the bottom and the
others clockwise from his left; a hand of many cards overlaps.  The parts are there by themselves too: a row
of cards, a token under which a bid is hidden, a cup over dice.  What comes to lie on the table carries in
`data-from` where it comes from, so that a page can let it slide there.

The table brings its own ground and reads on a light page and on a dark one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from halfmove.games import drawing

WIDTH = 440
FELT, RIM, PLATE, PLATE_INK, SOFT, GOLD = "#1d6b4b", "#4a3222", "#20242c", "#ffffff", "#c9d0da", "#f2c14e"
TURN = "#7db3ff"
CHIPS = ((1000, "#2b2f3a"), (100, "#2f6db5"), (10, "#2e8b57"), (1, "#c0392b"))
"""The least amount that a colour stands for, and the colour."""
PLATE_WIDTH, PLATE_HEIGHT = 94, 36
SMALL, BOARD_SCALE = 0.62, 0.84
"""The size of the others' cards, and of those in the middle, beside one's own."""
SIDE_X, TOP_Y = 51, 66
STEP = drawing.CARD_WIDTH + 4


class Face(NamedTuple):
    """A card as somebody sees it."""

    rank: str = ""
    """Empty: its back."""
    suit: str = "♠"


class Seat(NamedTuple):
    """A player at the table."""

    name: str
    cards: Sequence[Face | None] = ()
    """None: a place where no card lies."""
    holds: str = ""
    """What he has before him, such as his chips."""
    bet: int = 0
    won: int = 0
    """What he is paid of the pot."""
    remark: str = ""
    turn: bool = False
    out: bool = False
    """Whether he has folded."""
    dealer: bool = False
    """Whether the button lies before him."""
    colour: str = ""
    """That of his pieces, where they have one."""


# ---- where things are
def height(players: int) -> int:
    """Of the table; more players need a taller one."""
    return 370 if players <= 3 else 420 if players <= 6 else 540


def find_near(below: int | None, viewer: int | None, players: int) -> int:
    """Who sits at the bottom: who is said to, else who looks, else the first player."""
    if below is not None:
        return below
    return viewer if viewer is not None and 0 <= viewer < players else 0


def places(players: int, below: int = 0) -> list[tuple[float, float]]:
    """The middle of each player's plate: `below` sits at the bottom, the others clockwise from his left."""
    others, high = players - 1, height(players)
    top = 1 if players == 2 else 2 if others % 2 == 0 else 1
    sides = (others - top) // 2
    ys = [TOP_Y + 84 + (high - 280) * (k + (sides == 1) * 0.6) / max(sides - 1, 1) for k in range(sides)]
    near = SIDE_X + 57 if not sides else SIDE_X + 98
    across: list[float] = [WIDTH / 2] if top == 1 else [near, WIDTH - near]
    left: list[tuple[float, float]] = [(SIDE_X, y) for y in reversed(ys)]
    right: list[tuple[float, float]] = [(WIDTH - SIDE_X, y) for y in ys]
    around = [(WIDTH / 2, high - 24.0), *left, *((x, float(TOP_Y)) for x in across), *right]
    return [around[(player - below) % players] for player in range(players)]


def middle(players: int) -> tuple[float, float]:
    """The middle of what lies open for all."""
    return WIDTH / 2, (TOP_Y + 44 + height(players) - 140) / 2


# ---- the parts
def felt(width: float, high: float) -> str:
    """The ground: an oval in a rim of wood."""
    return (
        f'<rect x="14" y="30" width="{width - 28:g}" height="{high - 52:g}" rx="{(high - 52) / 2.4:.0f}" '
        f'fill="{FELT}" stroke="{RIM}" stroke-width="9"/>'
    )


def cloth(width: float, high: float) -> str:
    """The ground of a game that has no seats round it."""
    return (
        f'<rect x="2" y="2" width="{width - 4:g}" height="{high - 4:g}" rx="14" fill="{FELT}" stroke="{RIM}" '
        'stroke-width="4"/>'
    )


def card(
    x: float,
    y: float,
    face: Face | None,
    *,
    name: str = "",
    scale: float = 1.0,
    source: tuple[float, float] | None = None,
) -> str:
    """A card with its corner at the top left, or the place for one."""
    if face is None:
        return drawing.moved(drawing.empty(0, 0), x, y, scale=scale)
    return drawing.moved(drawing.face(face.rank, face.suit), x, y, scale=scale, name=name, source=source)


def row(
    x: float,
    y: float,
    faces: Sequence[Face | None],
    *,
    name: str = "",
    scale: float = 1.0,
    source: tuple[float, float] | None = None,
    widest: float = WIDTH,
) -> str:
    """Cards side by side, their middle at `x` and their upper edge at `y`; they overlap where they would be
    wider than `widest`.  A card is called by `name` and its number."""
    wide = drawing.CARD_WIDTH * scale
    step = STEP * scale
    if len(faces) > 1:
        step = min(step, (widest - wide) / (len(faces) - 1))
    left = x - (wide + step * (len(faces) - 1)) / 2
    return "".join(
        card(left + step * k, y, face, name=f"{name} {k + 1}" if name else "", scale=scale, source=source)
        for k, face in enumerate(faces)
    )


def stack(
    x: float,
    y: float,
    amount: int,
    *,
    name: str = "",
    source: tuple[float, float] | None = None,
    sign: str = "",
) -> str:
    """Chips and how many they are, side by side, their middle at `x`, `y`."""
    words = f"{sign}{amount:,}"
    wide = 24 + 7.6 * len(words)
    number = sum(amount >= least for least, _ in CHIPS)
    colours = [colour for least, colour in reversed(CHIPS) if amount >= least]
    left = 11 - wide / 2
    coins = "".join(
        drawing.chip(left, 3 - 4 * k, colour) for k, colour in zip(range(number), colours, strict=False)
    )
    ground = (
        f'<rect x="{left + 6:g}" y="-10" width="{wide - 17:g}" height="20" rx="10" fill="#000" '
        'fill-opacity="0.42"/>'
    )
    said = drawing.text(left + 15, 5, words, size=14, fill=PLATE_INK)
    return drawing.moved(ground + coins + said, x, y, name=name, source=source)


def button(x: float, y: float, *, name: str = "button") -> str:
    """The dealer's button."""
    return drawing.moved(
        f'<circle r="10" fill="#fdfdfb" stroke="{drawing.BLACK}"/>'
        f"{drawing.text(0, 5, 'D', anchor='middle', size=13, fill=drawing.BLACK)}",
        x,
        y,
        name=name,
    )


def plate(x: float, y: float, seat: Seat) -> str:
    """A player's name and what he has, their middle at `x`, `y`: framed where it is his turn, or he wins."""
    frame = GOLD if seat.won else TURN if seat.turn else "#5a6170"
    fade = ' opacity="0.6"' if seat.out and not seat.won else ""
    line = y + 5 if not seat.holds else y - 2
    parts = [
        f'<rect x="{x - PLATE_WIDTH / 2:g}" y="{y - PLATE_HEIGHT / 2:g}" width="{PLATE_WIDTH}" '
        f'height="{PLATE_HEIGHT}" rx="9" fill="{PLATE}" stroke="{frame}" '
        f'stroke-width="{3.5 if seat.turn or seat.won else 1}"/>',
        drawing.text(x, line, seat.name, anchor="middle", size=14, fill=PLATE_INK),
    ]
    if seat.holds:
        parts.append(drawing.text(x, y + 13, seat.holds, anchor="middle", size=13, fill=SOFT))
    if seat.colour:
        parts.append(f'<circle cx="{x + 13 - PLATE_WIDTH / 2:g}" cy="{y:g}" r="6" fill="{seat.colour}"/>')
    return f"<g{fade}>{''.join(parts)}</g>"


def token(x: float, y: float, words: str = "?", *, fill: str = drawing.BACK, name: str = "") -> str:
    """A disk with what is bid; with `?`, face down."""
    inner = (
        f'<circle r="20" fill="{fill}" stroke="#fdfdfb" stroke-width="2"/>'
        f'<circle r="15" fill="none" stroke="#dfe6ee" stroke-dasharray="4 3"/>'
        f"{drawing.text(0, 6, words, anchor='middle', size=18, fill='#fff')}"
    )
    return drawing.moved(inner, x, y, name=name)


def cup(x: float, y: float, wide: float, *, name: str = "") -> str:
    """A cup turned over dice, its foot's left corner at `x`, `y`."""
    high = 46
    inner = (
        f'<path d="M0 0 L{wide * 0.1:g} {-high} H{wide * 0.9:g} L{wide:g} 0 Z" fill="#7b4a2b" '
        f'stroke="#3d2413" stroke-width="2" stroke-linejoin="round"/>'
        f'<path d="M{wide * 0.02:g} -8 H{wide * 0.98:g} M{wide * 0.09:g} {8 - high} H{wide * 0.91:g}" '
        f'stroke="#c99a62" stroke-width="2.5" fill="none"/>'
    )
    return drawing.moved(inner, x, y, name=name)


# ---- all of it
def table(seats: Sequence[Seat], *, below: int = 0, board: Sequence[Face | None] = (), pot: int = 0) -> str:
    """The table with everything on it: `below` sits at the bottom, `board` lies open in the middle."""
    players = len(seats)
    across, centre = middle(players)
    parts = [felt(WIDTH, height(players))]
    top = centre - drawing.CARD_HEIGHT * BOARD_SCALE / 2
    parts.append(row(across, top, board, name="board", scale=BOARD_SCALE, source=(across, 40)))
    low = top + drawing.CARD_HEIGHT * BOARD_SCALE + 17 if board else centre
    if pot:
        parts.append(stack(across, low, pot, name=f"pot {pot}", sign="pot "))
    order = sorted(range(players), key=lambda p: p == below)  # the nearest lies above the others
    for player in order:
        x, y = places(players, below)[player]
        parts.append(_seat(seats[player], player, x, y, player == below, (across, low)))
    return "".join(parts)


def _seat(seat: Seat, player: int, x: float, y: float, near: bool, source: tuple[float, float]) -> str:
    """A player with his cards, chips and remark; `near` is the one at the bottom, whose cards are large."""
    scale = 1.0 if near else SMALL
    high = drawing.CARD_HEIGHT * scale
    over = y - PLATE_HEIGHT / 2 - high + (4 if near else 6)
    fade = ' opacity="0.45"' if seat.out else ""
    name = f"card {player + 1}"
    cards = row(x, over, seat.cards, name=name, scale=scale, source=source, widest=260 if near else 104)
    parts = [f"<g{fade}>{cards}</g>" if fade else cards, plate(x, y, seat)]
    if seat.dealer:
        inward = -1 if x > WIDTH / 2 else 1
        parts.append(button(x + inward * (PLATE_WIDTH / 2 - 3), y - PLATE_HEIGHT / 2 + 1))
    bet_x, bet_y = (x + 104, y - 58) if near else (x, y + PLATE_HEIGHT / 2 + 14)
    if seat.bet:
        named = f"bet {player + 1} {seat.bet}"
        parts.append(stack(bet_x, bet_y, seat.bet, name=named, source=(x, y)))
    if seat.won:
        named = f"won {player + 1}"
        parts.append(stack(bet_x, bet_y, seat.won, name=named, source=source, sign="+"))
    if near:
        parts += [drawing.outlined(x, over - 5, seat.remark, anchor="middle")] if seat.remark else []
        return "".join(parts)
    lines = seat.remark.replace(", ", ",|", len(seat.remark) > 18).split("|")
    down = bet_y + (21 if seat.bet or seat.won else 4)
    half = 4.0 * max(map(len, lines)) + 3
    x = min(max(x, half), WIDTH - half)
    parts += [
        drawing.outlined(x, down + 12 * k, line, anchor="middle") for k, line in enumerate(lines) if line
    ]
    return "".join(parts)
