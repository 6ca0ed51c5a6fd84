"""Judged games in a folder, and the inputs that a network has in their positions.

A folder holds files `games-00001.npz`, `games-00002.npz` … (`core.array_file`), each with a row for every ply
of its games: `actions`, `aside`, `scores` (hundredths of a unit, to the player to move; −32768: not judged),
and the `results` (9: the game goes on).  Games begin at the initial position, so a position takes some four
bytes, and whatever a network's inputs are, they are found by playing the games again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.array_file import open_arrays, write_arrays
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.learn.evaluation.games import (
    ACTION,
    ASIDE,
    COLUMNS,
    GOES_ON,
    RESULT,
    SCORE,
    UNJUDGED,
    Rows,
)

FORM = "halfmove judged games 1"
NO_SCORE = -32768
MOST_SCORE = 32000


class JudgedFolder:
    """The judged games of one game, by one judge."""

    def __init__(self, folder: str | Path, game: Game, judge: str) -> None:
        """`judge` says in words who judged; games of another game or judge in the folder are `BadInput`."""
        self.path, self.game = Path(folder).expanduser(), game
        self.judge = judge
        self._head = {"game": str(game), "judge": judge}

    @property
    def files(self) -> list[Path]:
        """Its files, in order."""
        return sorted(self.path.glob("games-*.npz"))

    def add(self, rows: Rows) -> Path:
        """Write one file more, whole or not at all."""
        self.path.mkdir(parents=True, exist_ok=True)
        file = self.path / f"games-{len(self.files) + 1:05}.npz"
        scores = rows[:, SCORE]
        judged = scores != UNJUDGED
        write_arrays(
            file,
            FORM,
            {**self._head, "positions": int(judged.sum())},
            actions=rows[:, ACTION].astype(np.int32),
            aside=rows[:, ASIDE].astype(np.int32),
            scores=np.where(judged, scores.clip(-MOST_SCORE, MOST_SCORE), NO_SCORE).astype(np.int16),
            results=rows[:, RESULT].astype(np.int8),
        )
        return file

    def read(self, file: Path) -> Rows:
        """The rows of one of its files."""
        with open_arrays(file, FORM, f"'{file}' holds no judged games.") as (head, kept):
            if head["game"] != self._head["game"]:
                raise BadInput(f"The games in '{file}' are of {head['game']}, not of {self._head['game']}.")
            actions = kept["actions"]
            rows = np.empty((len(actions), COLUMNS), np.int64)
            rows[:, ACTION], rows[:, ASIDE] = actions, kept["aside"]
            scores = kept["scores"].astype(np.int64)
            rows[:, SCORE] = np.where(scores == NO_SCORE, UNJUDGED, scores)
            rows[:, RESULT] = kept["results"]
        return rows

    def count(self) -> int:
        """How many judged positions its files say they have."""
        total = 0
        for file in self.files:
            with open_arrays(file, FORM, f"'{file}' holds no judged games.") as (head, _):
                total += int(head["positions"])
        return total


class Positions(NamedTuple):
    """Positions as a network sees them, n of them, each with at most k inputs a player."""

    inputs: np.ndarray[tuple[int, int, int], np.dtype[np.uint16]]
    """(n, 2, k): of the mover, then of the other."""
    counts: np.ndarray[tuple[int], np.dtype[np.uint8]]
    """(n): how many of the k are inputs."""
    buckets: np.ndarray[tuple[int], np.dtype[np.uint8]]
    scores: np.ndarray[tuple[int], np.dtype[np.float32]]
    """To the mover, in units."""
    results: np.ndarray[tuple[int], np.dtype[np.float32]]
    """To the mover: 1 a win, 0.5, 0 a loss."""


def write_side(
    game: Game, state: Any, player: int, words: Buffer, inputs: np.ndarray, n: int, seat: int
) -> int:
    """Write a player's inputs in a state whose words are given, as far as there is room; how many he has."""
    view = game.word_view(state, player)
    k = n - n
    for word in range(game.evaluation_words):
        for bit in bits.squares(bits.board(words[word])):
            if k < inputs.shape[2]:
                inputs[n, seat, k] = game.word_row(view, player, word, bit)
            k += 1
    return k


@kernel
def write_inputs(
    game: Game,
    start: Any,
    rows: np.ndarray,
    words: Buffer,
    inputs: np.ndarray,
    counts: np.ndarray,
    buckets: np.ndarray,
    movers: np.ndarray,
) -> int:
    """Play the games again and write the inputs of each judged position, as far as there is room; the most
    that one has."""
    zero = rows.shape[0] - rows.shape[0]
    n = zero
    most: int = zero
    state = start
    for row in range(rows.shape[0]):
        if rows[row, SCORE] != UNJUDGED:
            judged = state
            if rows[row, ASIDE] >= 0:
                judged = game.result(state, rows[row, ASIDE])
            mover = game.to_move(judged)
            game.write_words(judged, words, zero)
            k = write_side(game, judged, mover, words, inputs, n, zero)
            if inputs.shape[2] > 0:
                write_side(game, judged, 1 - mover, words, inputs, n, zero + 1)
            counts[n] = k
            buckets[n] = game.output_bucket(judged)
            movers[n] = mover
            most = max(most, k)
            n += 1
        if rows[row, RESULT] != GOES_ON:
            state = start
        else:
            state = game.result(state, rows[row, ACTION])
    return most


def find_positions(game: Game, rows: Rows) -> Positions:
    """The judged positions of games as a network sees them."""
    judged = rows[:, SCORE] != UNJUDGED
    n = int(judged.sum())
    counts, buckets, movers = (np.zeros(n, np.uint8) for _ in range(3))
    words = Buffer(game.evaluation_words)
    start = game.initial()
    none = np.zeros((n, 2, 0), np.uint16)
    most = write_inputs(game, start, rows, words, none, counts, buckets, movers)
    inputs = np.zeros((n, 2, most), np.uint16)
    write_inputs(game, start, rows, words, inputs, counts, buckets, movers)
    ends = np.flatnonzero(rows[:, RESULT] != GOES_ON)
    first_players = rows[ends, RESULT][np.searchsorted(ends, np.flatnonzero(judged))]
    results = np.where(movers == 0, first_players, -first_players)
    scores = (rows[judged, SCORE] / 100).astype(np.float32)
    return Positions(inputs, counts, buckets, scores, ((1 + results) / 2).astype(np.float32))
