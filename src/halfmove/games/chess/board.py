"""The board of chess: the picture, its pieces drawn with simple shapes of our own, and the squares.

No style sheet, identifiers or fonts of pieces: several drawings may stand on one page and look the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Count, Point, Surface, at
from halfmove.games.chess.notation.fen import PIECES, format_fen, letter_on
from halfmove.games.chess.notation.uci import LETTERS, NAMES, NUMBERS, square_text, uci_text
from halfmove.games.chess.position import (
    BLACK,
    CASTLING,
    NOWHERE,
    QUEEN,
    WHITE,
    Position,
    end_of,
    kind_of,
    start_of,
)

if TYPE_CHECKING:
    from halfmove.core.history import History

SQUARE = 45
MARGIN, EDGE = 18, 5
"""Around the board: where the coordinates stand, and on the other two sides."""
BOARD = 8 * SQUARE
LIGHT, DARK, PAPER, LABEL = "#f0e2c8", "#b58b62", "#fbf7ef", "#5c4630"
MOVED, CHECK = "#e6b800", "#d33a2c"
"""Laid over the squares of the last move, and under a king in check."""
_COLOURS = {True: ("#fffdf8", "#2b2b2b", "#2b2b2b"), False: ("#3a3a3a", "#111", "#e8e8e8")}
"""Of White's and Black's pieces: the inside, the outline, and details inside."""

# ruff: noqa: E501  (paths are one line each)
_BASE = '<path d="M10 40h25v-3q0-2-3-2.500h-19q-3 .5-3 2.500z"/>'
_SHAPES = {
    "P": '<path d="M14 35q0-8 5.500-11.500a6.500 6.500 0 1 1 7 0q5.500 3.500 5.500 11.500z"/>',
    "N": '<path d="M13 35q0-9 9-14-6 2-9 5.500-2.500 2-4.500-.5t.5-5q4-5 6-10l1-5 4.500 4q12 1.500 12.500 16 .3 5-1 9z"/>'
    '<circle cx="18.500" cy="15.500" r="1.300" fill="DETAIL" stroke="none"/>',
    "B": '<path d="M15 35q-1-4 2.500-6-5-3.500-4-9 1.500-7 9-11.500 7.500 4.500 9 11.500 1 5.500-4 9 3.500 2 2.500 6z"/>'
    '<circle cx="22.500" cy="6" r="2.600"/><path d="M22.500 14v9M18.500 18h8" fill="none" stroke="DETAIL"/>',
    "R": '<path d="M12 8h5v4h3.500v-4h4v4h3.500v-4h5v8l-3.500 3.500v9l3 6.500h-20l3-6.500v-9l-3.500-3.500z"/>'
    '<path d="M15.500 19.500h14M15.500 28.500h14" fill="none" stroke="DETAIL"/>',
    "Q": '<path d="M12 35l-1.500-8-4.500-14.500 7.500 9 1-12 5.500 11 2.500-12.500 2.500 12.500 5.500-11 1 12 7.500-9-4.500 14.500-1.500 8z"/>'
    '<circle cx="6" cy="11.500" r="2.200"/><circle cx="14.500" cy="8" r="2.200"/><circle cx="22.500" cy="6.500" r="2.200"/>'
    '<circle cx="30.500" cy="8" r="2.200"/><circle cx="39" cy="11.500" r="2.200"/>',
    "K": '<path d="M12.500 35l-1-6q-6-4.500-4.500-9.500 2.500-6 9.500-4 4 1.200 6 5 2-3.800 6-5 7-2 9.500 4 1.500 5-4.500 9.500l-1 6z"/>'
    '<path d="M22.500 19.500q-4-4.500 0-8 4 3.500 0 8z"/><path d="M22.500 11.500v-7M19 7.500h7" fill="none"/>',
}


def svg(p: Position, *, last: tuple[int, ...] = (), checked: int | None = None, below: int = WHITE) -> str:
    """The board with coordinates, the side `below` at the bottom; the squares of the `last` move and the king
    that is `checked` are marked, and a disc beside the board says who is to move."""
    width = height = BOARD + MARGIN + EDGE
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{format_fen(p)}">',
        f'<rect width="{width}" height="{height}" data-part="margin" fill="{PAPER}"/>',
        f'<rect x="{MARGIN}" y="{EDGE}" width="{BOARD}" height="{BOARD}" data-part="light" fill="{LIGHT}"/>',
        f'<path data-part="dark" d="{_dark_squares()}" fill="{DARK}"/>',
    ]
    for square in last:
        x, y = corner(square, below)
        out.append(
            f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{MOVED}" fill-opacity=".5"/>'
        )
    if checked is not None:
        x, y = corner(checked, below)
        out.append(
            f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{SQUARE - 3}" height="{SQUARE - 3}" rx="6" '
            f'fill="{CHECK}" fill-opacity=".45" stroke="{CHECK}" stroke-width="3"/>'
        )
    for square in range(64):
        if (letter := letter_on(p, square)) != ".":
            out.append(piece(letter, *corner(square, below), square_text(square)))
    return "".join([*out, _labels(below), _turn(p.mover, below), "</svg>"])


def corner(square: int, below: int) -> tuple[int, int]:
    """Where a square is drawn."""
    seen = square ^ 56 if below == WHITE else square ^ 7
    return MARGIN + SQUARE * (seen & 7), EDGE + SQUARE * (seen >> 3)


def _dark_squares() -> str:
    """The same from either side of the board."""
    return "".join(
        f"M{MARGIN + SQUARE * file} {EDGE + SQUARE * row}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for row in range(8)
        for file in range(8)
        if (row + file) % 2
    )


def piece(letter: str, x: int, y: int, name: str = "") -> str:
    """A piece on the square whose corner is at x, y."""
    fill, stroke, detail = _COLOURS[letter.isupper()]
    shape = (_SHAPES[letter.upper()] + _BASE).replace("DETAIL", detail)
    part = "white" if letter.isupper() else "black"
    return (
        f'<g{at(name)} data-part="{part}" transform="translate({x} {y})" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"><g data-shape="figure">{shape}</g>'
        f"{_letter(letter)}</g>"
    )


def _letter(letter: str) -> str:
    """The piece as a letter on a disc, which is not shown unless a page chooses so."""
    paper, ink = ("#fff", "#000") if letter.isupper() else ("#000", "#fff")
    return (
        f'<g data-shape="letter" display="none"><circle cx="22.5" cy="22.5" r="17" fill="{paper}" stroke="#000" '
        f'stroke-width="2"/><text x="22.5" y="31" text-anchor="middle" font-size="24" font-weight="700" '
        f'font-family="system-ui, sans-serif" fill="{ink}" stroke="none">{letter.upper()}</text></g>'
    )


def _labels(below: int) -> str:
    files, ranks = ("abcdefgh", "87654321") if below == WHITE else ("hgfedcba", "12345678")
    texts = []
    for i in range(8):
        middle = SQUARE * i + SQUARE / 2
        texts.append(f'<text x="{MARGIN + middle:g}" y="{EDGE + BOARD + 13}">{files[i]}</text>')
        texts.append(f'<text x="{MARGIN / 2:g}" y="{EDGE + middle + 4:g}">{ranks[i]}</text>')
    return (
        f'<g data-part="labels" font-family="system-ui, sans-serif" font-size="11" text-anchor="middle" fill="{LABEL}">'
        f"{''.join(texts)}</g>"
    )


def _turn(mover: int, below: int) -> str:
    """The disc, on the mover's side of the board: in the corner at the bottom, or at the top."""
    fill, stroke, _ = _COLOURS[mover == WHITE]
    y = EDGE + BOARD + MARGIN / 2 if mover == below else EDGE + 5
    return (
        f'<circle cx="{MARGIN / 2:g}" cy="{y:g}" r="4.5" fill="{fill}" stroke="{stroke}" stroke-width="1.4">'
        f"<title>{('White', 'Black')[mover]} to move</title></circle>"
    )


# ---- to touch
WORTH = 1, 3, 3, 5, 9
"""Of the pieces from the pawn to the queen, as players count them."""
WORDS = "pawn", "knight", "bishop", "rook", "queen", "king"


class Board(Surface):
    """A piece is its letter in FEN.  The rest of an arrangement is FEN's too: `castling`, `en passant`,
    `quiet` (plies since a capture or a pawn's move) and `number` (of the move)."""

    pieces = {letter: f"white {word}" for letter, word in zip(PIECES, WORDS)} | {
        letter.lower(): f"black {word}" for letter, word in zip(PIECES, WORDS)
    }

    colours = ("#f4f4f0", "#3a3d42")

    def points(self, s: Any, *, below: int = WHITE) -> Sequence[Point]:
        turn = 56 if below == WHITE else 7
        return [
            Point(square_text(seen ^ turn), *corner(seen ^ turn, below), SQUARE, SQUARE) for seen in range(64)
        ]

    def picture(self, s: Any, *, below: int = WHITE) -> str:
        drawn: str = self.game.draw(s, below=below)
        return drawn

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        """Castling is the king's two squares, in Chess960 the king and the rook that it takes."""
        text = uci_text(self.game, s, a)
        return text[:2], text[2:4]

    def other_touches(self, s: Any, a: int) -> Sequence[tuple[str, ...]]:
        """Castling: the king onto its rook, and in Chess960 too the king's two squares where they are not
        those of a step."""
        if kind_of(a) != CASTLING:
            return ()
        king, rook = start_of(a), end_of(a)
        target = (king & 56) + (6 if rook > king else 2)
        other = target if self.game.chess960 else rook
        if abs(other - king) < 2 or other == NUMBERS[self.touches(s, a)[1]]:
            return ()
        return ((square_text(king), square_text(other)),)

    def ahead(self, s: Any, player: int) -> Sequence[tuple[str, ...]]:
        return [(square_text(start), square_text(end)) for start, end in list_premoves(s, player)]

    def choice_picture(self, s: Any, a: int) -> str:
        if not 0 < kind_of(a) <= QUEEN:
            return ""
        letter = LETTERS[kind_of(a)]
        return self.piece_picture(letter.upper() if s.mover == WHITE else letter)

    def counts(self, history: History) -> list[Count]:
        """The pieces that each has more of the other's kinds taken, and by how much he is ahead."""
        s = history.state
        boards = map(int, (s.pawns, s.knights, s.bishops, s.rooks, s.queens))
        more = [(board & int(s.white)).bit_count() - (board & int(s.black)).bit_count() for board in boards]
        ahead = sum(number * worth for number, worth in zip(more, WORTH))
        found = []
        for sign, letters in ((1, PIECES.lower()), (-1, PIECES)):
            taken = "".join(letter * (number * sign) for number, letter in zip(more, letters))
            found.append(Count(f"+{ahead * sign}" if ahead * sign > 0 else "", tuple(taken)))
        return found

    def arrangement(self, s: Any) -> Arrangement:
        letters = {square_text(square): letter_on(s, square) for square in range(64)}
        pieces = {square: letter for square, letter in letters.items() if letter != "."}
        castling, passed, quiet, number = self.game.position_text(s).split()[2:]
        rest = {"castling": castling, "en passant": passed, "quiet": quiet, "number": number}
        return Arrangement(pieces, s.mover, rest)

    def written(self, arrangement: Arrangement) -> str:
        pieces, _, rest = arrangement
        rows = ["".join(pieces.get(NAMES[8 * r + c], "1") for c in range(8)) for r in reversed(range(8))]
        board = "/".join(_run_together(row) for row in rows)
        castling = "".join(right for right in rest.get("castling", "-") if self._may_castle(right, pieces))
        counters = f"{rest.get('quiet', '0')} {rest.get('number', '1')}"
        start = f"{board} {'wb'[arrangement.mover]} {castling or '-'}"
        passed, none = (f"{start} {square} {counters}" for square in (rest.get("en passant", "-"), "-"))
        return self.first_read(passed, none)

    def _may_castle(self, right: str, pieces: Any) -> bool:
        """Whether king and rook stand where a castling right, a letter of FEN, says."""
        rank, king, rook = ("1", "K", "R") if right.isupper() else ("8", "k", "r")
        files = "abcdefgh"
        kings = [file for file in files if pieces.get(file + rank) == king]
        rooks = [file for file in files if pieces.get(file + rank) == rook]
        side = right.lower()
        if not self.game.chess960:
            return kings == ["e"] and {"k": "h", "q": "a"}.get(side) in rooks
        if len(kings) != 1 or side not in "kq":
            return len(kings) == 1 and side in rooks
        return any((file > kings[0]) == (side == "k") for file in rooks)

    def draw(self, arrangement: Arrangement, *, below: int = WHITE) -> str:
        return svg(_standing(self.checked(arrangement)), below=below)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, piece(symbol, 0, 0), SQUARE)


def _run_together(row: str) -> str:
    """A rank of FEN from one in which every empty square is a 1."""
    for run in range(8, 1, -1):
        row = row.replace("1" * run, str(run))
    return row


def _standing(arrangement: Arrangement) -> Position:
    """A position that is good for a picture only: nobody has looked whether it can be."""
    boards, sides = [0] * 6, [0, 0]
    for square, letter in arrangement.pieces.items():
        boards[PIECES.index(letter.upper())] |= 1 << NUMBERS[square]
        sides[WHITE if letter.isupper() else BLACK] |= 1 << NUMBERS[square]
    pawns, knights, bishops, rooks, queens, kings = boards
    white, black = sides
    return Position(
        *(pawns, knights, bishops, rooks, queens, kings, white, black),
        *(0, 0, arrangement.mover, NOWHERE, 0, 1),
    )


# ---- where pieces may want to go as soon as the other side has moved: what a premove is chosen from
# Which squares will be free then nobody knows, so a piece reaches what it would on a board without others; a
# pawn may capture, and the king castle onto a rook or two squares towards it.

_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_LINES = {"b": _DIAGONAL, "r": _STRAIGHT, "q": (*_DIAGONAL, *_STRAIGHT)}
_LEAPS = {
    "n": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
    "k": (*_DIAGONAL, *_STRAIGHT),
}
_PIECES = ("pawns", "p"), ("knights", "n"), ("bishops", "b"), ("rooks", "r"), ("queens", "q"), ("kings", "k")


def list_premoves(s: Position, player: int) -> Iterator[tuple[int, int]]:
    """The squares from and to which a player may want to move."""
    own = int(s.white if player == WHITE else s.black)
    for field, kind in _PIECES:
        board = int(getattr(s, field)) & own
        for square in range(64):
            if board >> square & 1:
                yield from ((square, end) for end in _list_reached(s, square, kind, player))


def _list_reached(s: Position, square: int, kind: str, player: int) -> Iterator[int]:
    file, rank = square & 7, square >> 3
    if kind == "p":
        up, home = (1, 1) if player == WHITE else (-1, 6)
        steps = [(-1, up), (0, up), (1, up)] + ([(0, 2 * up)] if rank == home else [])
    elif kind in _LINES:
        steps = [(n * x, n * y) for x, y in _LINES[kind] for n in range(1, 8)]
    else:
        steps = list(_LEAPS[kind])
    for right, up in steps:
        if 0 <= file + right < 8 and 0 <= rank + up < 8:
            yield 8 * (rank + up) + file + right
    if kind == "k":
        yield from _list_castling(s, square)


def _list_castling(s: Position, king: int) -> Iterator[int]:
    """The rooks with which the king on this square may castle still, and where it goes then."""
    for rook in range(king & 56, (king & 56) + 8):
        if int(s.castling) >> rook & 1:
            target = (king & 56) + (6 if rook > king else 2)
            yield rook
            if target != rook and abs(target - king) > 1:
                yield target
