"""Matrix games: two players choose once, at the same moment, and a table says what each earns.

J. von Neumann, "Zur Theorie der Gesellschaftsspiele", *Mathematische Annalen* 100, 1928; the games that have
names stand in Osborne and Rubinstein, *A Course in Game Theory*, 1994, chapter 2.  The first player chooses a
row and the second a column.  The table is text, one line a row (or rows with `;` between them), cells with
blanks between them; a cell is what the row player earns, where the other loses as much, or what each earns:

              cooperate  defect
    cooperate 3,3        0,5
    defect    5,0        1,1

Names may be left out.  It may also be CSV, as spreadsheets write it (a cell with two numbers is `"3,5"`), and
JSON, `[[0, -1], [1, 0]]`, `[[[3, 3], [0, 5]], …]` or `{"payoffs": …, "rows": […], "columns": […], "players":
[…]}`; in Python any of these as a value.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core.contract import SIMULTANEOUS, Dynamics, Game, Payoffs
from halfmove.core.errors import BadInput
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.drawing import PLAYER_COLOURS

GAMES = {"matrix": "Matrix", "rock-paper-scissors": "RockPaperScissors"}
USUAL_FOR = {"matrices": "matrix"}

MOST = 100
"""Rows, and columns."""
NOT_YET = -1
LARGEST = 10**9
"""No payoff is larger: sums of them stay exact."""
NAMES = {
    "prisoner's dilemma": "cooperate defect; cooperate 3,3 0,5; defect 5,0 1,1",
    "battle of the sexes": "Bach Stravinsky; Bach 2,1 0,0; Stravinsky 0,0 1,2",
    "stag hunt": "stag hare; stag 4,4 0,3; hare 3,0 3,3",
    "hawk and dove": "dove hawk; dove 3,3 1,4; hawk 4,1 0,0",
    "matching pennies": "heads tails; heads 1 -1; tails -1 1",
}
"""Games that people know by name."""


class Table(NamedTuple):
    """A table of payoffs, read."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    pay: tuple[tuple[tuple[float, float], ...], ...]
    """By row and column: what the row player and what the column player earns."""
    players: tuple[str, ...] = ("row", "column")

    @property
    def zero_sum(self) -> bool:
        """Whether one always earns what the other loses."""
        return all(a + b == 0 for row in self.pay for a, b in row)

    @property
    def constant_sum(self) -> bool:
        """Whether both together always earn the same."""
        first = sum(self.pay[0][0])
        return all(math.isclose(a + b, first, abs_tol=1e-12) for row in self.pay for a, b in row)

    def cell(self, row: int, column: int) -> str:
        """What is written in a cell."""
        a, b = self.pay[row][column]
        return number(a) if self.zero_sum else f"{number(a)},{number(b)}"

    def text(self) -> str:
        """The table on one line, which `read_table` reads back."""
        plain = (
            self.rows == numbered("r", len(self.rows))
            and self.columns == numbered("c", len(self.columns))
            and (len(self.columns) > 1 or self.zero_sum)  # a column of pairs alone is CSV of two columns
        )
        rows = [] if plain else [" ".join(self.columns)]
        for number, name in enumerate(self.rows):
            cells = [self.cell(number, column) for column in range(len(self.columns))]
            rows.append(" ".join(cells if plain else [name, *cells]))
        return "; ".join(rows)

    def content(self) -> dict[str, Any]:
        """The table as JSON has it."""
        pay = [[[_tidy(a), _tidy(b)] for a, b in row] for row in self.pay]
        return {"players": self.players, "rows": self.rows, "columns": self.columns, "payoffs": pay}


def _tidy(value: float) -> float:
    """A whole number without a fraction."""
    return int(value) if value == int(value) else value


def number(value: float) -> str:
    """A payoff as it is written: `3`, `-0.5`."""
    return repr(_tidy(value))


def numbered(letter: str, count: int) -> tuple[str, ...]:
    """Names for rows or columns without any."""
    return tuple(f"{letter}{i + 1}" for i in range(count))


class OneShot(Game):
    """Both choose once, at the same moment; a table says what each earns."""

    dynamics = Dynamics.SIMULTANEOUS
    player_names: tuple[str, ...] = ("row", "column")
    uncompiled_parameters = ("read",)

    read: Table

    def written(self) -> str:
        """The table as text."""
        raise NotImplementedError

    def setup(self) -> None:
        import numpy as np

        self.read = read = read_table(self.written())
        self.player_names = read.players
        self.height, self.width = len(read.rows), len(read.columns)
        cells = [cell for row in read.pay for cell in row]
        self.pays = np.array([[a for a, _ in cells], [b for _, b in cells]], np.float64).ravel()
        if not read.zero_sum:
            self.payoffs = Payoffs.CONSTANT_SUM if read.constant_sum else Payoffs.GENERAL
        numbers = [n for cell in cells for n in cell]
        self.utility_limit = max(1, math.ceil(max(map(abs, numbers))))
        self.whole_utilities = all(n == int(n) for n in numbers)
        self.actions_limit = self.height * self.width

    # ---- the rules
    def initial(self) -> State:
        return State(NOT_YET, NOT_YET)

    def to_move(self, s: State) -> int:
        return SIMULTANEOUS

    def actions_of(self, s: State, player: int) -> Iterator[int]:
        if s.row == NOT_YET:
            for a in range(self.height if player == 0 else self.width):  # noqa: UP028  no machine code
                yield a

    def result(self, s: State, a: tuple[int, int]) -> State:
        return State(a[0], a[1])

    def is_terminal(self, s: State) -> bool:
        return s.row != NOT_YET

    def utility(self, s: State, player: int) -> float:
        return float(self.pays[(player * self.height + s.row) * self.width + s.column])

    def plies_left(self, s: State) -> int:
        return 1 if s.row == NOT_YET else 0

    # ---- text: a position is `-`, or what both chose, `rock/paper`
    def choice_text(self, s: State, player: int, a: int) -> str:
        return (self.read.columns if player else self.read.rows)[a]

    def position_text(self, s: State) -> str:
        return "-" if s.row == NOT_YET else f"{self.read.rows[s.row]}/{self.read.columns[s.column]}"

    def parse(self, text: str) -> State:
        if text.strip() == "-":
            return self.initial()
        first, _, second = text.strip().partition("/")
        if first not in self.read.rows or second not in self.read.columns:
            both = f"{self.read.rows[0]}/{self.read.columns[0]}"
            raise BadInput(f"A position is '-', or what both chose, such as '{both}', not '{text.strip()}'.")
        return State(self.read.rows.index(first), self.read.columns.index(second))

    # ---- pictures
    def show(self, s: State) -> str:
        read = self.read
        cells = [["", *read.columns]]
        for row, name in enumerate(read.rows):
            cells.append([name, *(read.cell(row, column) for column in range(self.width))])
        if s.row != NOT_YET:
            cells[s.row + 1][s.column + 1] = f"[{cells[s.row + 1][s.column + 1]}]"
        widths = [max(len(row[i]) for row in cells) for i in range(self.width + 1)]
        lines = ["  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in cells]
        return "\n".join([*lines, self.status(s)])

    def status(self, s: State) -> str:
        """What is to be done, or what came of it."""
        names = self.player_names
        if s.row == NOT_YET:
            return f"{names[0]} chooses a row, {names[1]} a column"
        earned = [f"{names[p]} earns {self.utility(s, p):g}" for p in (0, 1)]
        return f"{self.position_text(s)}: {', '.join(earned)}"

    def draw(self, s: State) -> str:
        return svg(self, s)

    def surface(self) -> Surface:
        return Board(self)


class State(NamedTuple):
    """The row and the column that were chosen; `NOT_YET` before."""

    row: int
    column: int


class Matrix(OneShot):
    """Two players choose a row and a column at once; a table of your own says what each earns."""

    name = "matrix"
    file_parameters = ("table",)

    table: str = NAMES["prisoner's dilemma"]

    def __init__(self, **parameters: Any) -> None:
        table = parameters.get("table")
        if table is not None:
            written = table if isinstance(table, str) else json.dumps(table, default=_plain)
            read = read_table(written)
            # Names of players are in JSON only.
            named = read.players != Table._field_defaults["players"]
            parameters["table"] = json.dumps(read.content(), ensure_ascii=False) if named else read.text()
        super().__init__(**parameters)

    def written(self) -> str:
        return self.table

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: {"table": table} for name, table in NAMES.items()}


class RockPaperScissors(OneShot):
    """Rock breaks scissors, scissors cut paper, paper wraps rock."""

    name = "rock-paper-scissors"

    def written(self) -> str:
        return "rock paper scissors; rock 0 -1 1; paper 1 0 -1; scissors -1 1 0"


# ---- reading a table
HOW = (
    "A table of payoffs has a line for each row, such as '3,3 0,5; 5,0 1,1', or '0 -1; 1 0' where one loses "
    "what the other wins"
)


def read_table(text: str) -> Table:
    """The table that a text is (see the head of this module); `BadInput` for what is none."""
    text = text.removeprefix("\ufeff")  # as spreadsheets begin a file
    if text.lstrip()[:1] in ("[", "{"):
        return _of_json(text)
    lines = [line.strip() for line in re.split(r"[\r\n;]", text) if line.strip()]
    if not lines:
        raise BadInput(f"{HOW}; this one is empty.")
    separated = ["," in line and len(_outside(line).split()) == 1 for line in lines]
    if all(separated):
        cells = [[cell.strip() for cell in row] for row in csv.reader(lines)]
    else:
        cells = [line.split() for line in lines]
    return _of_cells(cells)


def _outside(line: str) -> str:
    """A line of CSV without what is in quotes."""
    return re.sub(r'"[^"]*"', "0", line).replace(" ", "" if "," in line and '"' in line else " ")


def _of_cells(cells: list[list[str]]) -> Table:
    """The table that cells are, with names on the margin or without."""
    if _numbers(cells[0][-1]) is not None:
        return _checked([[_cell(cell) for cell in row] for row in cells], None, None)
    columns, body = cells[0], cells[1:]
    if not body:
        only = "the names of its columns and no rows" if len(columns) > 1 else f"'{columns[0]}' and no more"
        raise BadInput(f"{HOW}; this one has {only}, and no file is called so.")
    if columns[0] == "" or len(columns) == len(body[0]):
        columns = columns[1:]  # a corner that is empty, or has a word of its own
    return _checked([[_cell(cell) for cell in row[1:]] for row in body], [row[0] for row in body], columns)


def _numbers(text: str) -> tuple[float, ...] | None:
    """The one or two numbers of a cell; None where it is no such thing."""
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        return None
    return found if len(found) <= 2 else None


def _cell(text: str) -> tuple[float, float]:
    found = _numbers(text)
    if found is None:
        raise BadInput(f"A cell of the table is a number, or two with a comma between them, not '{text}'.")
    return (found[0], -found[0]) if len(found) == 1 else (found[0], found[1])


def _of_json(text: str) -> Table:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The table of payoffs is no JSON: {error}.") from None
    said = content if isinstance(content, dict) else {"payoffs": content}
    unknown = set(said) - {"payoffs", "rows", "columns", "players"}
    if unknown or "payoffs" not in said:
        what = f"there is no '{min(unknown)}'" if unknown else "'payoffs' is missing"
        raise BadInput(
            f"A table of payoffs in JSON has 'payoffs', and may have 'rows', 'columns' and 'players'; {what}."
        )
    for key in ("rows", "columns", "players"):
        names = said.get(key)
        if names is not None and not (isinstance(names, list) and all(isinstance(n, str) for n in names)):
            raise BadInput(f"'{key}' of a table of payoffs is a list of names.")
    rows = said["payoffs"]
    if not (isinstance(rows, list) and rows and all(isinstance(row, list) and row for row in rows)):
        raise BadInput("'payoffs' is a list of rows, each a list of numbers or of pairs of numbers.")
    read = _checked([[_value(cell) for cell in row] for row in rows], said.get("rows"), said.get("columns"))
    players = said.get("players")
    if players is None:
        return read
    if len(players) != 2 or not all(name.strip() for name in players) or players[0] == players[1]:
        raise BadInput("'players' of a table of payoffs are two names that differ.")
    return read._replace(players=tuple(players))


def _value(cell: Any) -> tuple[float, float]:
    pair = cell if isinstance(cell, list) else [cell]
    if len(pair) not in (1, 2) or any(isinstance(n, bool) or not isinstance(n, int | float) for n in pair):
        raise BadInput(f"A cell of the table is a number or a pair of numbers, not {json.dumps(cell)}.")
    return (float(pair[0]), -float(pair[0])) if len(pair) == 1 else (float(pair[0]), float(pair[1]))


def _checked(
    pay: list[list[tuple[float, float]]], rows: Sequence[str] | None, columns: Sequence[str] | None
) -> Table:
    """The table, if it is one."""
    height, width = len(pay), len(pay[0])
    if not (1 <= height <= MOST and 1 <= width <= MOST):
        raise BadInput(f"A table of payoffs has 1 to {MOST} rows and columns, not {height} by {width}.")
    for number, row in enumerate(pay, 1):
        if len(row) != width:
            raise BadInput(f"The first row of the table has {width} cells, and row {number} has {len(row)}.")
    strange = [n for row in pay for cell in row for n in cell if not abs(n) <= LARGEST]
    if strange:
        raise BadInput(f"A payoff is a number from {-LARGEST:,} to {LARGEST:,}, not {strange[0]}.")
    named = []
    for names, letter, count, what in ((rows, "r", height, "rows"), (columns, "c", width, "columns")):
        given = numbered(letter, count) if names is None else tuple(names)
        if len(given) != count:
            raise BadInput(f"The table has {count} {what} and {len(given)} names for them.")
        for name in given:
            if not re.fullmatch(r"[^\s,;/|]+", name) or name == "-" or _numbers(name) is not None:
                raise BadInput(
                    f"'{name}' is no name for one of the {what}: that is a word without blanks , ; / or |, "
                    "and no number."
                )
        if len(set(given)) < count:
            raise BadInput(f"Two of the {what} have the same name, '{_twice(given)}'.")
        named.append(given)
    tidy = tuple(tuple((a + 0.0, b + 0.0) for a, b in row) for row in pay)  # no -0.0
    return Table(named[0], named[1], tidy)


def _twice(names: Sequence[str]) -> str:
    return next(name for name in names if names.count(name) > 1)


def _plain(value: Any) -> Any:
    """A NumPy array or number as JSON has it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise BadInput(f"A table of payoffs is text, a list of rows or a dictionary, not {type(value).__name__}.")


# ---- to look at and to touch
TOP, LEFT, ROW, LETTER = 78, 12, 44, 9.5
NARROWEST = 72
CHOSEN, PAPER = "#f2c14e", "#fdfdfb"


def svg(game: OneShot, s: State) -> str:
    """The table; the row and the column that were chosen are marked."""
    read, (rows, columns) = game.read, _margins(game)
    right, bottom = columns[-1].x + columns[-1].width, rows[-1].y + ROW
    parts = [
        drawing.text(LEFT, 30, f"{game.player_names[0]} ↓", fill=PLAYER_COLOURS[0]),
        drawing.text(columns[0].x, 30, f"{game.player_names[1]} →", fill=PLAYER_COLOURS[1]),
    ]
    for points, names, colour, chosen in (
        (rows, read.rows, PLAYER_COLOURS[0], s.row),
        (columns, read.columns, PLAYER_COLOURS[1], s.column),
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
