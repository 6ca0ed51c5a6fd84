"""The board of checkers: the picture, and the squares that can be touched; the board turns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Count, Point, Surface, at
from halfmove.games.checkers.geometry import BLACK, SIDE, SQUARES, cell

if TYPE_CHECKING:
    from halfmove.core.history import History

SQUARE = 48
RADIUS = 17
DARK, LIGHT, LABEL, MARK = "#7d5b45", "#ead9c0", "#e6d3bb", "#ffd75e"
FILLS = {"b": "#1d1e22", "w": "#f6f1e6"}
EDGES = {"b": "#6f7078", "w": "#9a8f80"}


def corner(number: int, below: int) -> tuple[int, int]:
    """The upper left corner of a square, seen by the player who sits below."""
    row, column = cell(number)
    if below == BLACK:
        row, column = SIDE - 1 - row, SIDE - 1 - column
    return SQUARE * column, SQUARE * row


def svg(letters: Mapping[int, str], may: Collection[int], below: int) -> str:
    """The picture of pieces by square (`b`, `w`, kings `B`, `W`), with a ring around those that may move."""
    side = SQUARE * SIDE
    words = ", ".join(f"{letter} {number}" for number, letter in letters.items())
    dark = "".join(
        "M{} {}h{s}v{s}h-{s}z".format(*corner(number, below), s=SQUARE) for number in range(1, SQUARES + 1)
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
        f'role="img" aria-label="Checkers: {words}">',
        f'<rect width="{side}" height="{side}" data-part="ground" fill="{LIGHT}"/>',
        f'<path d="{dark}" data-part="squares" fill="{DARK}"/>',
        _labels(below),
        *(piece(letter, *corner(number, below), str(number)) for number, letter in letters.items()),
        *(_ring(*corner(number, below)) for number in may),
    ]
    return "".join([*parts, "</svg>"])


def piece(letter: str, x: int, y: int, name: str = "") -> str:
    """A piece on the square with its corner there."""
    side = letter.lower()
    part = "first-stone" if side == "b" else "second-stone"
    middle_x, middle_y = x + SQUARE // 2, y + SQUARE // 2
    drawn = (
        f'<g{at(name)} data-part="{part}"><circle cx="{middle_x}" cy="{middle_y + 2}" r="{RADIUS}" '
        f'fill="{EDGES[side]}"/><circle cx="{middle_x}" cy="{middle_y}" r="{RADIUS}" fill="{FILLS[side]}" '
        f'stroke="{EDGES[side]}" stroke-width="1"/><circle cx="{middle_x}" cy="{middle_y}" '
        f'r="{RADIUS - 5}" fill="none" stroke="{EDGES[side]}" stroke-width="1"/>'
    )
    if letter.isupper():
        drawn += (
            f'<path d="M{middle_x - 10} {middle_y + 7}v-13l5 6 5-9 5 9 5-6v13z" fill="#d8a21b" '
            'stroke="#6b4c05" stroke-width="1" stroke-linejoin="round"/>'
        )
    return f"{drawn}</g>"


def _ring(x: int, y: int) -> str:
    middle = f'cx="{x + SQUARE // 2}" cy="{y + SQUARE // 2}"'
    return (
        f'<circle data-part="legal" {middle} r="{RADIUS + 2}" fill="none" stroke="{MARK}" '
        'stroke-width="2.5"/>'
    )


def _labels(below: int) -> str:
    texts = []
    for number in range(1, SQUARES + 1):
        x, y = corner(number, below)
        texts.append(f'<text x="{x + 2}" y="{y + 10}">{number}</text>')
    return (
        '<g data-part="labels" font-family="system-ui, sans-serif" font-size="9.5" '
        f'fill="{LABEL}">{"".join(texts)}</g>'
    )


# ---- to touch
class Board(Surface):
    """A square is its number; the rest of an arrangement is `quiet`, the plies since a capture or a man's
    move."""

    pieces = {"b": "black man", "w": "white man", "B": "black king", "W": "white king"}
    colours = (FILLS["b"], FILLS["w"])

    def points(self, s: Any, *, below: int = BLACK) -> Sequence[Point]:
        numbers = sorted(range(1, SQUARES + 1), key=cell, reverse=below == BLACK)
        return [Point(str(number), *corner(number, below), SQUARE, SQUARE) for number in numbers]

    def picture(self, s: Any, *, below: int = BLACK) -> str:
        drawn: str = self.game.draw(s, below=below)
        return drawn

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return tuple(map(str, self.game.path(s, a)))

    def counts(self, history: History) -> list[Count]:
        letters = list(self.game.letters(history.state).values())
        found = []
        for side in "bw":
            men, kings = letters.count(side), letters.count(side.upper())
            crowned = f", {kings} {'king' if kings == 1 else 'kings'}" if kings else ""
            found.append(Count(f"{men} {'man' if men == 1 else 'men'}{crowned}"))
        return found

    def arrangement(self, s: Any) -> Arrangement:
        pieces = {str(number): letter for number, letter in self.game.letters(s).items()}
        return Arrangement(pieces, self.game.to_move(s), {"quiet": str(s.quiet)})

    def written(self, arrangement: Arrangement) -> str:
        text = "BW"[arrangement.mover]
        for side in "wb":
            pieces = [
                f"{'K' if letter.isupper() else ''}{number}"
                for number, letter in arrangement.pieces.items()
                if letter.lower() == side
            ]
            text += f":{side.upper()}{','.join(pieces)}"
        return f"{text}:H{arrangement.rest.get('quiet', '0')}"

    def draw(self, arrangement: Arrangement, *, below: int = BLACK) -> str:
        pieces = self.checked(arrangement).pieces
        return svg({int(number): letter for number, letter in pieces.items()}, (), below)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, piece(symbol, 0, 0), SQUARE)
