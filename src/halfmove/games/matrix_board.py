"""A matrix game to look at and to touch: its table, whose margins are the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.pig_board import COLOURS

if TYPE_CHECKING:
    from halfmove.games.matrix import OneShot, State

TOP, LEFT, ROW, LETTER = 78, 12, 44, 9.5
NARROWEST = 72
CHOSEN, PAPER = "#f2c14e", "#fdfdfb"


def svg(game: OneShot, s: State) -> str:
    """The table; the row and the column that were chosen are marked."""
    read, (rows, columns) = game.read, _margins(game)
    right, bottom = columns[-1].x + columns[-1].width, rows[-1].y + ROW
    parts = [
        drawing.text(LEFT, 30, f"{game.player_names[0]} ↓", fill=COLOURS[0]),
        drawing.text(columns[0].x, 30, f"{game.player_names[1]} →", fill=COLOURS[1]),
    ]
    for points, names, colour, chosen in (
        (rows, read.rows, COLOURS[0], s.row),
        (columns, read.columns, COLOURS[1], s.column),
    ):
        for which, (point, name) in enumerate(zip(points, names, strict=True)):
            parts.append(_box(point, name, colour, marked=which == chosen))
    for row, beside in enumerate(rows):
        for column, above in enumerate(columns):
            cell = Point(f"cell {row + 1} {column + 1}", above.x, beside.y, above.width, ROW - 6)
            if (row, column) == (s.row, s.column):
                parts.append(
                    f'<rect{at("cell")} x="{cell.x:g}" y="{cell.y:g}" width="{cell.width:g}" '
                    f'height="{cell.height:g}" rx="6" fill="{CHOSEN}" fill-opacity="0.55"/>'
                )
            parts.append(_word(cell, read.cell(row, column)))
    parts.append(drawing.text(LEFT, bottom + 24, game.status(s), size=14))
    label = f"{game.title()}: {game.show(s)}".replace("\n", "; ")
    return drawing.picture(max(right + 12, _line(game)), bottom + 40, label, "".join(parts))


def _line(game: OneShot) -> float:
    """The width of the longest line that may stand below the table."""
    read, names = game.read, game.player_names
    chosen = max(map(len, read.rows)) + max(map(len, read.columns)) + len(names[0] + names[1])
    numbers = max(len(read.cell(r, c)) for r in range(game.height) for c in range(game.width))
    end = chosen + 2 * numbers + len("/:  earns ,  earns ")
    return LEFT + 7.5 * max(end, len(game.status(game.initial()))) + 12


def _box(point: Point, name: str, colour: str, *, marked: bool) -> str:
    """A choice; filled if it was made."""
    return (
        f'<rect{at(point.name)} x="{point.x:g}" y="{point.y:g}" width="{point.width:g}" '
        f'height="{point.height:g}" rx="6" fill="{colour if marked else PAPER}" stroke="{colour}" '
        f'stroke-width="2"/>{_word(point, name, fill="#fff" if marked else drawing.BLACK)}'
    )


def _word(point: Point, words: str, fill: str = "") -> str:
    middle = point.x + point.width / 2
    return drawing.text(middle, point.y + point.height / 2 + 5, words, anchor="middle", fill=fill)


def _margins(game: OneShot) -> tuple[list[Point], list[Point]]:
    """The names of the rows and of the columns, each in its box."""
    read, player = game.read, game.player_names
    first = max(NARROWEST, *(LETTER * len(name) + 16 for name in (*read.rows, f"{player[0]} ↓")))
    rows = [
        Point(f"{player[0]} {name}", LEFT, TOP + ROW * i, first, ROW - 6) for i, name in enumerate(read.rows)
    ]
    x, columns = LEFT + first + 8, []
    for i, name in enumerate(read.columns):
        cells = (read.cell(row, i) for row in range(game.height))
        width = max(NARROWEST, *(LETTER * len(words) + 16 for words in (name, *cells)))
        columns.append(Point(f"{player[1]} {name}", x, TOP - ROW + 4, width, ROW - 10))
        x += width + 6
    return rows, columns


class Board(Surface):
    """A choice is called by its player and its name, `row defect`."""

    game: OneShot

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        if self.game.is_terminal(s):
            return []
        rows, columns = _margins(self.game)
        return [*rows, *columns]

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        if not isinstance(a, tuple):
            return ()
        return tuple(name for player in (0, 1) for name in self.touches_of(s, player, a[player]))

    def touches_of(self, s: Any, player: int, a: int) -> tuple[str, ...]:
        return (_margins(self.game)[player][a].name,)
