"""Reading positions of Go: the notation on one line (see `text`) and boards as `show` prints them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.go.text import NOWHERE

if TYPE_CHECKING:
    from halfmove.games.go.knowledge import Go
    from halfmove.games.go.rules import State

_SIDE = {"b": 0, "black": 0, "x": 0, "w": 1, "white": 1, "o": 1}


def read(game: Any, text: str) -> State:
    """The state that `text` describes; `BadInput` says what is wrong with it."""
    rows, words = _drawn(text) if "\n" in text.strip() else _one_line(text)
    most = 5 if game.territory else 4
    if len(words) > most - 1:
        raise BadInput(
            f"After the rows come the mover, the ko, the passes"
            f"{' and the prisoners' if game.territory else ''}, not as much as '{' '.join(words)}'."
        )
    side, ko, passes, prisoners = (*words, *("B", "-", "0", "0")[len(words) :])
    grid = _grid(game, rows)
    black, white = (_stones(game, grid, letter) for letter in "XO")
    for stones, name in ((black, "Black"), (white, "White")):
        _check_liberties(game, stones, game.empty(black, white), name)
    state: State = type(game.initial())(
        black,
        white,
        _mover(side),
        NOWHERE,
        _number(passes, "passes", 0, 2),
        _number(prisoners, "prisoners", -9999, 9999),
    )
    return state if ko == "-" else _with_ko(game, state, ko)


def _one_line(text: str) -> tuple[list[str], list[str]]:
    words = text.split()
    if not words:
        raise BadInput("There is no position in an empty text.")
    return words[0].split("/"), words[1:]


def _drawn(text: str) -> tuple[list[str], list[str]]:
    """Rows and words of a drawn board: lines with a number in front, or with nothing but points."""
    rows, words = [], []
    for line in text.strip().splitlines():
        bare = re.sub(r"^\s*\d+\s|\s\d+\s*$", " ", line)
        if re.fullmatch(r"[\sXO.+#xo]+", bare) and bare.strip():
            rows.append(re.sub(r"\s", "", bare).replace("+", "."))
        elif "to move" in line or "the end" in line:
            words = _status(line)
    return rows, words


def _status(line: str) -> list[str]:
    """The words of the one-line notation from a board's last line."""
    side = "W" if re.match(r"\s*O\b", line) else "B"
    ko = re.search(r"ko at ([A-Z]\d+)", line)
    taken = re.search(r"(Black|White) has taken (\d+) more", line)
    words = [side, ko[1] if ko else "-", "1" if "after a pass" in line else "2" if "the end" in line else "0"]
    if taken:
        words.append(taken[2] if taken[1] == "Black" else f"-{taken[2]}")
    return words


def _grid(game: Go, rows: list[str]) -> list[str]:
    if len(rows) != game.height:
        raise BadInput(
            f"The position has {len(rows)} rows, but the board has {game.height}; "
            "write the rows from the top, separated by /."
        )
    grid = []
    for number, row in enumerate(rows, 1):
        full = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), row).upper()
        if strange := re.search(r"[^XO.]", full):
            raise BadInput(
                f"'{strange[0]}' in row {number} of the position is none of X, O and '.' (an empty point)."
            )
        if len(full) != game.width:
            raise BadInput(
                f"Row {number} of the position, '{row}', has {len(full)} points, "
                f"but the board is {game.width} wide."
            )
        grid.append(full)
    return grid


def _stones(game: Go, grid: list[str], letter: str) -> Wide:
    stones = game.nothing
    for point, cell in enumerate("".join(grid)):
        if cell == letter:
            stones = bits.wide_with(stones, game.place(point))
    return stones


def _check_liberties(game: Go, stones: Wide, empty: Wide, name: str) -> None:
    """A chain without a liberty would have been taken."""
    for place in bits.wide_squares(stones):
        if not game.touches(game.alone(place), stones, empty):
            where = game.point_text(game.point(place))
            raise BadInput(f"{name}'s stone on {where} has no liberty left, so it cannot stand there.")


def _mover(word: str) -> int:
    if word.lower() not in _SIDE:
        raise BadInput(f"After the rows comes the side to move, B or W, not '{word}'.")
    return _SIDE[word.lower()]


def _number(word: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", word) or not least <= int(word) <= most:
        raise BadInput(f"The number of {what} in a position is from {least} to {most}, not '{word}'.")
    return int(word)


def _with_ko(game: Go, state: State, name: str) -> State:
    """The state with a ko, if there can be one: retaking there must take one stone that then stands where
    it could be retaken itself."""
    place = game.place(game.parse_point(name))
    stone = game.alone(place)
    own, other = game.own(state), game.other(state)
    empty = game.empty(own, other)
    possible = state.passes == 0 and bits.wide_has(empty, place)
    if possible and bits.wide_without(game.neighbours(stone), other) == game.nothing:
        taken = game.taken(place, bits.wide_or(own, stone), other)
        if bits.wide_count(taken) == 1 and not game.touches(taken, other, bits.wide_without(empty, stone)):
            return type(state)(state.black, state.white, state.mover, place, state.passes, state.prisoners)
    raise BadInput(f"There can be no ko at {name}: to retake there would not take exactly one single stone.")
