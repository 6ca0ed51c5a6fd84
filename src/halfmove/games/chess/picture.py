"""A chess position as an SVG drawing, its pieces drawn with simple shapes of our own.

No style sheet, identifiers or fonts of pieces: several drawings may stand on one page and look the same
everywhere.
"""

from __future__ import annotations

from halfmove.core.surface import at
from halfmove.games.chess.notation.fen import letter_on, written
from halfmove.games.chess.notation.uci import square_text
from halfmove.games.chess.position import WHITE, Position

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
        f'height="{height}" role="img" aria-label="{written(p)}">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
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
