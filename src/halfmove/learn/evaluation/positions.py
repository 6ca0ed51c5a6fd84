"""Judged positions in a folder, and the inputs that a network has in them.

A folder holds files `positions-00001.npz`, `positions-00002.npz` … (`core.array_file`), each with `states`
(n, words: as `core.words` writes them, column by column, which packs best), `scores` (hundredths of a unit,
to the player to move) and `results` (the game's for the first player: 1, 0, −1).  The states are whole, so
that the inputs can be found anew whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.array_file import open_arrays, write_arrays
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.words import buffer_of, count_words, read_words
from halfmove.learn.evaluation.games import Bytes
from halfmove.learn.evaluation.judges import Judgements
from halfmove.search.alphabeta.samples import Rows

FORM = "halfmove judged positions 1"


class JudgedStates(NamedTuple):
    """States, n of them, what a judge says of them, and how their games ended."""

    states: Rows
    """(n, words)."""
    scores: Judgements
    """(n): to the player to move."""
    results: Bytes
    """(n): to the first player."""


class JudgedFolder:
    """The judged positions of one game, by one judge."""

    def __init__(self, folder: str | Path, game: Game, judge: str) -> None:
        """`judge` says in words who judged; positions of another game or judge there are `BadInput`."""
        self.path, self.game = Path(folder).expanduser(), game
        self.judge = judge
        self._head = {"game": str(game), "judge": judge}

    @property
    def files(self) -> list[Path]:
        """Its files, in order."""
        return sorted(self.path.glob("positions-*.npz"))

    def add(self, found: JudgedStates) -> Path:
        """Write one file more, whole or not at all."""
        self.path.mkdir(parents=True, exist_ok=True)
        file = self.path / f"positions-{len(self.files) + 1:05}.npz"
        write_arrays(
            file,
            FORM,
            {**self._head, "positions": len(found.scores)},
            compressed=True,
            states=np.asfortranarray(found.states),
            scores=found.scores,
            results=found.results,
        )
        return file

    def read(self, file: Path) -> JudgedStates:
        """What one of its files holds."""
        with self._open(file) as (_, kept):
            states = np.ascontiguousarray(kept["states"], np.int64)
            scores, results = kept["scores"].astype(np.int16), kept["results"].astype(np.int8)
            shape = len(scores), count_words(self.game.initial())
            if states.shape != shape or results.shape != scores.shape:
                raise ValueError
        return JudgedStates(states, scores, results)

    def count(self) -> int:
        """How many positions its files say they have."""
        return sum(map(self.count_in, self.files))

    def count_in(self, file: Path) -> int:
        """How many positions one of its files says it has."""
        with self._open(file) as (head, _):
            return int(head["positions"])

    @contextmanager
    def _open(self, file: Path) -> Iterator[tuple[dict[str, Any], Any]]:
        """A file of its, while it is open."""
        with open_arrays(file, FORM, f"'{file}' holds no judged positions.") as (head, kept):
            for name, words, by in (("game", "are", "of"), ("judge", "were judged", "by")):
                own = self._head[name]
                if head[name] != own:
                    raise BadInput(
                        f"The positions in '{file}' {words} {by} {head[name]}, not {by} {own}; give another "
                        "folder."
                    )
            yield head, kept


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
    like: Any,
    states: Buffer,
    size: int,
    words: Buffer,
    inputs: np.ndarray,
    counts: np.ndarray,
    buckets: np.ndarray,
    movers: np.ndarray,
    twins: np.ndarray,
) -> int:
    """Write the inputs of states of so many words each, or of those that symmetry makes of them, as far as
    there is room; the most that one has."""
    zero = size - size
    most: int = zero
    for n in range(counts.shape[0]):
        state = game.symmetric(read_words(like, states, n * size), twins[n])
        mover = game.to_move(state)
        game.write_words(state, words, zero)
        k = write_side(game, state, mover, words, inputs, n, zero)
        if inputs.shape[2] > 0:
            write_side(game, state, 1 - mover, words, inputs, n, zero + 1)
        counts[n] = k
        buckets[n] = game.output_bucket(state)
        movers[n] = mover
        most = max(most, k)
    return most


def find_positions(game: Game, judged: JudgedStates, random: np.random.Generator | None = None) -> Positions:
    """Judged states as a network sees them; `random` draws one of its symmetric twins for each."""
    n = len(judged.scores)
    counts, buckets, movers = (np.zeros(n, np.uint8) for _ in range(3))
    twins = np.zeros(n, np.int64)
    if random is not None and game.symmetry_count > 1:
        twins = random.integers(0, game.symmetry_count, n)
    like = game.initial()
    states, size, words = buffer_of(judged.states), count_words(like), Buffer(game.evaluation_words)
    none = np.zeros((n, 2, 0), np.uint16)
    most = write_inputs(game, like, states, size, words, none, counts, buckets, movers, twins)
    inputs = np.zeros((n, 2, most), np.uint16)
    write_inputs(game, like, states, size, words, inputs, counts, buckets, movers, twins)
    results = np.where(movers == 0, judged.results, -judged.results)
    scores = (judged.scores / 100).astype(np.float32)
    return Positions(inputs, counts, buckets, scores, ((1 + results) / 2).astype(np.float32))
