"""A chess position as an SVG drawing, its pieces drawn with simple shapes of our own."""

from __future__ import annotations

from halfmove.games.chess.fen import letter_on
from halfmove.games.chess.position import Position

SQUARE = 45
MARGIN = 18
LIGHT, DARK, INK = "#f0e2c8", "#b58b62", "#2b2b2b"

# ruff: noqa: E501  (paths are one line each)
_BASE = '<path d="M10 40h25v-3q0-2-3-2.500h-19q-3 .5-3 2.500z"/>'
_SHAPES = {
    "P": '<path d="M14 35q0-8 5.500-11.500a6.500 6.500 0 1 1 7 0q5.500 3.500 5.500 11.500z"/>',
    "N": '<path d="M13 35q0-9 9-14-6 2-9 5.500-2.500 2-4.500-.5t.5-5q4-5 6-10l1-5 4.500 4q12 1.500 12.500 16 .3 5-1 9z"/>'
    '<circle cx="18.500" cy="15.500" r="1.300" class="e"/>',
    "B": '<path d="M15 35q-1-4 2.500-6-5-3.500-4-9 1.500-7 9-11.500 7.500 4.500 9 11.500 1 5.500-4 9 3.500 2 2.500 6z"/>'
    '<circle cx="22.500" cy="6" r="2.600"/><path d="M22.500 14v9M18.500 18h8" class="l"/>',
    "R": '<path d="M12 8h5v4h3.500v-4h4v4h3.500v-4h5v8l-3.500 3.500v9l3 6.500h-20l3-6.500v-9l-3.500-3.500z"/>'
    '<path d="M15.500 19.500h14M15.500 28.500h14" class="l"/>',
    "Q": '<path d="M12 35l-1.500-8-4.500-14.500 7.500 9 1-12 5.500 11 2.500-12.500 2.500 12.500 5.500-11 1 12 7.500-9-4.500 14.500-1.500 8z"/>'
    '<circle cx="6" cy="11.500" r="2.200"/><circle cx="14.500" cy="8" r="2.200"/><circle cx="22.500" cy="6.500" r="2.200"/>'
    '<circle cx="30.500" cy="8" r="2.200"/><circle cx="39" cy="11.500" r="2.200"/>',
    "K": '<path d="M12.500 35l-1-6q-6-4.500-4.500-9.500 2.500-6 9.500-4 4 1.200 6 5 2-3.800 6-5 7-2 9.500 4 1.500 5-4.500 9.500l-1 6z"/>'
    '<path d="M22.500 19.500q-4-4.500 0-8 4 3.500 0 8z"/><path d="M22.500 11.500v-7M19 7.500h7" class="l k"/>',
}


def svg(p: Position) -> str:
    """The board with coordinates, White below."""
    side = 8 * SQUARE + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
        f'font-family="sans-serif" font-size="11" role="img" aria-label="chess position">',
        "<style>.w{fill:#fffdf8}.b{fill:#3a3a3a}.w,.b{stroke:#2b2b2b;stroke-width:1.6;stroke-linejoin:round;"
        "stroke-linecap:round}.b{stroke:#111}.l{fill:none}.b .l{stroke:#e8e8e8}.w .e{fill:#2b2b2b}"
        ".b .e{fill:#e8e8e8;stroke:none}.b .k{stroke:#111}</style>",
        f'<rect width="{side}" height="{side}" fill="#fbf7ef"/>',
    ]
    for square in range(64):
        file, rank = square & 7, square >> 3
        x, y = MARGIN + SQUARE * file, MARGIN + SQUARE * (7 - rank)
        colour = LIGHT if (file + rank) % 2 else DARK
        out.append(f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{colour}"/>')
        letter = letter_on(p, square)
        if letter != ".":
            kind = "w" if letter.isupper() else "b"
            shape = _SHAPES[letter.upper()]
            out.append(f'<g class="{kind}" transform="translate({x} {y})">{shape}{_BASE}</g>')
    for i in range(8):
        middle = MARGIN + SQUARE * i + SQUARE / 2
        out.append(f'<text x="{middle:g}" y="{side - 5}" text-anchor="middle">{"abcdefgh"[i]}</text>')
        out.append(f'<text x="{MARGIN / 2:g}" y="{middle + 4:g}" text-anchor="middle">{8 - i}</text>')
    return "".join([*out, "</svg>"])
