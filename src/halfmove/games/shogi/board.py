"""The board of shogi to look at and to touch: squares, and a stand with the pieces in hand for each side.

A piece is a wedge that points to the other side.  It bears its character, or for those who do not read these
a letter with marks for where it goes: a dot is one step, a line goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.surface import Arrangement, Count, Point, Surface, at
from halfmove.games import drawing
from halfmove.games.shogi.geometry import BISHOP, BLACK, KING, LANCE, PROMOTED, RAYS, ROOK, WHITE
from halfmove.games.shogi.glyphs import GLYPHS, JEWEL
from halfmove.games.shogi.japanese import RANKS as JAPANESE_RANKS
from halfmove.games.shogi.notation import RANKS
from halfmove.games.shogi.position import DECLARE, DROP, Position, end_of, hand_of, held, promotes, start_of

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.shogi.family import Family

WIDTH, HEIGHT = 44, 48
EDGE, STAND, MARGIN = 8, 56, 20
"""Left of the board; the height of a stand; what the coordinates take above and right of the board."""
WOOD, DARK_WOOD, PAPER, PIECE, RIM, INK, RED = (
    "#e6c88c", "#c9a565", "#fbf7ef", "#f8e6ba", "#6b4f26", "#1d1710", "#b3261e"
)  # fmt: skip
MOVED, CHECK = "#e6b800", "#d33a2c"
"""Laid over the squares of the last move, and under a king in check."""


class Picture:
    """A board with its stands, seen from a side."""

    def __init__(self, game: Family, below: int) -> None:
        self.game, self.below = game, below
        self.width = EDGE + WIDTH * game.files + MARGIN
        self.top = STAND + MARGIN
        self.bottom = self.top + HEIGHT * game.ranks + EDGE
        self.height = self.bottom + STAND

    def corner(self, square: int) -> tuple[int, int]:
        """Where a square is drawn."""
        file, rank = self.game.geometry.place(square)
        if self.below == BLACK:
            file = self.game.files - 1 - file
        else:
            rank = self.game.ranks - 1 - rank
        return EDGE + WIDTH * file, self.top + HEIGHT * rank

    def slot(self, side: int, kind: int) -> tuple[int, int]:
        """Where the pieces of a kind in a hand are drawn."""
        place = self.game.hand_kinds.index(kind)
        return EDGE + WIDTH * self.game.files // len(self.game.hand_kinds) * place, (
            self.bottom if side == self.below else 0
        ) + 4

    def board(self) -> str:
        """The board without pieces, and the stands."""
        g, out = self.game, []
        for y in (0, self.bottom):
            out.append(
                f'<rect x="{EDGE}" y="{y}" width="{self.width - EDGE - MARGIN}" height="{STAND}" rx="5" '
                f'data-part="frame" fill="{DARK_WOOD}"/>'
            )
        wide, high = WIDTH * g.files, HEIGHT * g.ranks
        out.append(
            f'<rect x="{EDGE}" y="{self.top}" width="{wide}" height="{high}" data-part="ground" '
            f'fill="{WOOD}"/>'
        )
        lines = "".join(f"M{EDGE + WIDTH * n} {self.top}v{high}" for n in range(g.files + 1))
        lines += "".join(f"M{EDGE} {self.top + HEIGHT * n}h{wide}" for n in range(g.ranks + 1))
        out.append(f'<path data-part="lines" d="{lines}" stroke="{RIM}" stroke-width="1.2" fill="none"/>')
        if g.files == 9:  # dots at the corners of the zones of promotion
            for file, rank in ((3, 3), (6, 3), (3, 6), (6, 6)):
                x, y = EDGE + WIDTH * file, self.top + HEIGHT * rank
                out.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{RIM}"/>')
        return "".join(out)

    def labels(self) -> str:
        """Files above the board, ranks on its right."""
        g, texts = self.game, []
        kanji = g.notation == "japanese"
        for square in (g.geometry.square(file, 0) for file in range(g.files)):
            x, _ = self.corner(square)
            file = g.geometry.place(square)[0]
            texts.append(f'<text x="{x + WIDTH / 2:g}" y="{self.top - 6}">{file + 1}</text>')
        for rank in range(g.ranks):
            _, y = self.corner(g.geometry.square(0, rank))
            name = JAPANESE_RANKS[rank] if kanji else RANKS[rank]
            x = EDGE + WIDTH * g.files + 10
            texts.append(f'<text x="{x}" y="{y + HEIGHT / 2 + 4:g}">{name}</text>')
        return (
            f'<g data-part="labels" font-size="12" text-anchor="middle" fill="{drawing.INK}">'
            f"{''.join(texts)}</g>"
        )

    def mark(self, square: int, colour: str) -> str:
        """A square laid over with a colour."""
        x, y = self.corner(square)
        return f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="{colour}" fill-opacity=".45"/>'

    def piece(self, kind: int, side: int, x: float, y: float, name: str = "") -> str:
        """A piece on a square with its corner at x, y; those of the side above are turned round."""
        turned = side != self.below
        part = "black" if side == BLACK else "white"
        kanji = self.game.pieces == "kanji" and kind in GLYPHS
        letter = self.letter(kind, side, turned)
        body = f'<path d="M22 4L36 11L40 44H4L8 11Z" fill="{PIECE}" stroke="{RIM}" stroke-width="1.4"/>'
        if kanji:
            ink = RED if kind > KING else INK
            path = GLYPHS[kind] + (JEWEL if kind == KING and side == BLACK else "")
            figure = (
                f'<path transform="translate(9.500 13) scale(.25 .28)" d="{path}" fill="none" '
                f'stroke="{ink}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>'
            )
            body += f'<g data-shape="figure">{figure}</g><g data-shape="letter" display="none">{letter}</g>'
        else:
            body += letter
        if turned:
            body = f'<g transform="rotate(180 22 24)">{body}</g>'
        return (
            f'<g{at(name)} data-part="{part}-piece" transform="translate({x:g} {y:g})" '
            f'stroke-linejoin="round">{body}</g>'
        )

    def letter(self, kind: int, side: int, turned: bool) -> str:
        """A piece's letter, upright for the viewer, and marks for where it goes."""
        ink = RED if kind > KING else INK
        shown = self.game.letters[kind & 7 if kind > KING else kind]
        upright = ' transform="rotate(180 22 28)"' if turned else ""
        sign = (
            f'<text x="22" y="34.500" text-anchor="middle" font-size="18" font-weight="700" fill="{ink}"'
            f"{upright}>{shown}</text>"
        )
        dots = []
        for left, down in self.game.pieces_steps.get(kind, ()):
            y = 28 + (13 * down if abs(down) < 2 else 7 * down)
            dots.append(f'<circle cx="{22 - 11 * left}" cy="{y}" r="1.700"/>')
        for left, down in self.lines(kind):
            dots.append(
                f'<path d="M{22 - 9 * left:g} {28 + 10 * down:g}l{-4 * left} {5 * down}" stroke="{ink}" '
                'stroke-width="2" stroke-linecap="round"/>'
            )
        return f'{sign}<g fill="{ink}">{"".join(dots)}</g>'

    def lines(self, kind: int) -> Sequence[tuple[int, int]]:
        """The directions in which a piece goes any distance."""
        if not self.game.sliding:
            return ()
        if kind == LANCE:
            return ((0, -1),)
        if kind & 7 == ROOK:
            return [way for way in RAYS if 0 in way]
        return [way for way in RAYS if 0 not in way] if kind & 7 == BISHOP else ()

    def held(self, side: int, counts: dict[int, int]) -> str:
        """A side's pieces in hand, with their number where there are more."""
        out = []
        for kind, count in counts.items():
            x, y = self.slot(side, kind)
            out.append(self.piece(kind, side, x, y, f"{self.game.symbol(kind, side)}*"))
            if count > 1:
                out.append(
                    f'<g font-size="12" font-weight="700"><circle cx="{x + WIDTH - 1}" cy="{y + 40}" r="8" '
                    f'fill="{PAPER}" stroke="{RIM}"/><text x="{x + WIDTH - 1}" y="{y + 44}" '
                    f'text-anchor="middle" fill="{INK}">{count}</text></g>'
                )
        return "".join(out)

    def turn(self, mover: int) -> str:
        """A triangle beside the mover's stand."""
        y = self.bottom + STAND / 2 if mover == self.below else STAND / 2
        x, up = self.width - MARGIN / 2, 6 if mover == self.below else -6
        return (
            f'<path d="M{x:g} {y - up:g}l6 {2 * up}h-12z" fill="{drawing.INK}">'
            f"<title>{self.game.player_names[mover]} to move</title></path>"
        )


def svg(
    game: Family, s: Position, *, last: tuple[int, ...] = (), checked: int | None = None, below: int = BLACK
) -> str:
    """The board with both stands, the side `below` at the bottom, the squares of the `last` move marked and
    the king that is `checked`."""
    p = Picture(game, below)
    out = [p.board(), *(p.mark(square, MOVED) for square in last)]
    if checked is not None:
        out.append(p.mark(checked, CHECK))
    for square in game.geometry.squares:
        kind = game.kind_on(s, square)
        if kind:
            side = BLACK if bits.wide_has(s.black, square) else WHITE
            out.append(p.piece(kind, side, *p.corner(square), game.square_text(square)))
    out += [p.held(side, counts(game, s, side)) for side in (BLACK, WHITE)]
    out += [p.labels(), p.turn(s.mover)]
    return drawing.picture(p.width, p.height, game.sfen(s), "".join(out))


def counts(game: Family, s: Position, side: int) -> dict[int, int]:
    """How many pieces of each kind a side has in hand, without those it has none of."""
    found = {kind: held(hand_of(s, side), kind) for kind in game.hand_kinds}
    return {kind: count for kind, count in found.items() if count}


class Board(Surface):
    """A piece is its letters in SFEN, the point of a square its name, and that of pieces in hand `P*` or, of
    White's, `p*`.  The rest of an arrangement is the `hands`, as SFEN has them, the move's `number`, and
    of the `past` what `position_text` says after it."""

    game: Family

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.title = game.board_title
        kinds = [kind for kind in range(1, 16) if kind in game.kinds]
        self.pieces = {
            game.symbol(kind, side): f"{game.player_names[side].lower()} {game.kind_name(kind)}"
            for side in (BLACK, WHITE)
            for kind in kinds
        }

    def points(self, s: Any, *, below: int = BLACK) -> Sequence[Point]:
        p = Picture(self.game, below)
        found = list(self.cells(s, below=below))
        for side in (BLACK, WHITE):
            for kind in counts(self.game, s, side):
                name = f"{self.game.symbol(kind, side)}*"
                found.append(Point(name, *p.slot(side, kind), WIDTH, HEIGHT))
        return found

    def cells(self, s: Any, *, below: int = BLACK) -> Sequence[Point]:
        g, p = self.game, Picture(self.game, below)
        order = [
            g.geometry.square(file, rank) for rank in range(g.ranks) for file in reversed(range(g.files))
        ]
        if below == WHITE:
            order.reverse()
        return [Point(g.square_text(square), *p.corner(square), WIDTH, HEIGHT) for square in order]

    def picture(self, s: Any, *, below: int = BLACK) -> str:
        return self.game.draw(s, below=below)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        if a == DECLARE:
            return ()
        start, end = start_of(a), self.game.square_text(end_of(a))
        if start > DROP:
            return f"{self.game.symbol(start - DROP, s.mover)}*", end
        return self.game.square_text(start), end

    def occupied(self, s: Any) -> dict[str, str]:
        found = dict(super().occupied(s))
        for side in (BLACK, WHITE):
            for kind, count in counts(self.game, s, side).items():
                symbol = self.game.symbol(kind, side)
                found[f"{symbol}*"] = f"{count} × {self.pieces[symbol]} in hand"
        return found

    def counts(self, history: History) -> list[Count]:
        found = []
        for side in (BLACK, WHITE):
            held = counts(self.game, history.state, side)
            number = sum(held.values())
            kinds = tuple(self.game.symbol(kind, side) for kind in held)
            found.append(Count(f"{number} in hand" if number else "", kinds))
        return found

    def ahead(self, s: Any, player: int) -> Sequence[tuple[str, ...]]:
        return list(self._list_ahead(s, player))

    def _list_ahead(self, s: Any, player: int) -> Iterator[tuple[str, ...]]:
        """Where a player's pieces go on a board without others, and drops on every square."""
        g = self.game
        nothing = bits.wide_without(s.black, s.black)
        for square in g.geometry.squares:
            kind = g.kind_on(s, square)
            if kind and bits.wide_has(s.black, square) == (player == BLACK):
                for end in bits.wide_squares(g.reach(nothing, player, kind, square)):
                    yield g.square_text(square), g.square_text(end)
        for kind in counts(g, s, player):
            for square in g.geometry.squares:
                yield f"{g.symbol(kind, player)}*", g.square_text(square)

    def choice_picture(self, s: Any, a: int) -> str:
        if a == DECLARE or start_of(a) > DROP:
            return ""
        kind = self.game.kind_on(s, start_of(a))
        return self.piece_picture(self.game.symbol(kind | PROMOTED if promotes(a) else kind, s.mover))

    # ---- to set up
    def arrangement(self, s: Any) -> Arrangement:
        g = self.game
        symbols = {g.square_text(square): g.symbol_at(s, square) for square in g.geometry.squares}
        pieces = {square: symbol for square, symbol in symbols.items() if symbol != "."}
        number, *past = g.position_text(s).split()[3:]
        rest = {"hands": g.hands_text(s), "number": number, "past": " ".join(past)}
        return Arrangement(pieces, s.mover, rest)

    def written(self, arrangement: Arrangement) -> str:
        g, pieces = self.game, arrangement.pieces
        rows = []
        for rank in range(g.ranks):
            row, gap = "", 0
            for file in reversed(range(g.files)):
                symbol = pieces.get(g.square_text(g.geometry.square(file, rank)), "")
                if not symbol:
                    gap += 1
                    continue
                row, gap = row + (str(gap) if gap else "") + symbol, 0
            rows.append(row + (str(gap) if gap else ""))
        rest = arrangement.rest
        start = f"{'/'.join(rows)} {'bw'[arrangement.mover]}"
        number, hands = rest.get("number", "1"), rest.get("hands", "-")
        past = f"{start} {hands} {number} {rest.get('past', '')}".rstrip()
        return self.first_read(past, f"{start} {hands} {number}", f"{start} - {number}")

    def draw(self, arrangement: Arrangement, *, below: int = BLACK) -> str:
        g = self.game
        board = {}
        for name, symbol in self.checked(arrangement).pieces.items():
            side = BLACK if symbol[-1].isupper() else WHITE
            kind = g.letters.index(symbol[-1].upper()) + PROMOTED * (len(symbol) - 1)
            board[g.square_named(name)] = kind, side
        hands = g.parse_hands(arrangement.rest.get("hands", "-"))
        return svg(g, g.position_of(board, hands, arrangement.mover, 1), below=below)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        side = BLACK if symbol[-1].isupper() else WHITE
        kind = self.game.letters.index(symbol[-1].upper()) + PROMOTED * (len(symbol) - 1)
        drawn = Picture(self.game, side).piece(kind, side, 2, 0)
        return self.small(symbol, drawn, HEIGHT)
