"""Games of policies alone, many at once: moves are drawn by their shares, and nothing is searched.

The forest (`search.neural.forest`) plays them.  Gumbel's root with one action considered and one simulation
plays the action with the largest logit plus Gumbel variable, which is a draw from the softmax; what the
simulation meets changes nothing, so nobody is asked about it.

Two kinds of games are AlphaGo's (Silver et al., *Mastering the game of Go with deep neural networks and tree
search*, 2016): `Match`, a learner against an earlier version of itself, for the policy gradient, and
`ValueGames`, which give one position each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.words import read_words, write_words
from halfmove.learn.samples import Samples
from halfmove.learn.selfplay import Evaluate, Options, PlayedGame, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.forest_memory import (
    DEPTH,
    MOVER,
    NODE,
    PLIES,
    R_ACTION,
    R_MOVER,
    ROWS,
    TREE,
)

Integers = NDArray[np.integer[Any]]
Floats = NDArray[np.float32]
HORIZON = 40
"""The random move of a place's first value game comes before this ply."""


@kernel
def write_taken(game: Game, like: Any, words: Buffer, taken: Buffer, count: int, size: int) -> None:
    """In `taken` for the action of each of `count` states its place in a policy of `size`."""
    at = 0
    for i in range(count):
        state = read_words(like, words, at)
        at = write_words(state, words, at)
        taken[i] = game.policy_index(state, taken[i]) % size


class PolicyGames(SelfPlay):
    """Games whose moves are drawn; the policy's target of each sample is the move that was played."""

    def __init__(self, encoding: Encoding, options: Options, *, seed: int = 0) -> None:
        drawn = replace(
            options, selection="gumbel", considered=1, simulations=1, full_share=1.0, opening_share=0.0,
            answers=0, keep=False,
        )  # fmt: skip
        super().__init__(encoding, self._answer, drawn, seed=seed)
        self._words = Buffer(self.plan.plies * self.plan.words)
        self._taken = Buffer(self.plan.plies)

    def fill(self, trees: Integers, planes: NDArray[np.int8], logits: Floats) -> None:
        """Write the logits of the states from which the games `trees` are to move."""
        raise NotImplementedError

    def word(self, trees: Integers, word: int) -> Integers:
        """A word of each of these games (`forest_memory`)."""
        return self.forest.trees.array[trees * TREE + word]

    def movers(self, trees: Integers) -> Integers:
        """Who is to move in each of these games."""
        return self.forest.nodes.array[trees * self.plan.nodes_room * NODE + MOVER]

    def _answer(self, planes: NDArray[np.int8]) -> tuple[Floats, Floats]:
        logits = np.zeros((len(planes), self.plan.policy), np.float32)
        trees = self.forest.waiting.array[: len(planes)]
        due = np.flatnonzero(self.word(trees, DEPTH) == 0)
        if len(due):
            told = np.zeros((len(due), self.plan.policy), np.float32)
            self.fill(trees[due], planes[due], told)
            logits[due] = told
        return logits, np.zeros((len(planes), self.plan.values), np.float32)

    def _record_game(self, tree: int) -> PlayedGame:
        game = super()._record_game(tree)
        samples = game.samples
        rows = len(samples)
        self._words.array[: samples.words.size] = samples.words.ravel()
        self._taken.array[:rows] = self.record(tree, rows)[:, R_ACTION]
        write_taken(self.game, self.start, self._words, self._taken, rows, self.plan.policy)
        taken = samples.places == self._taken.array[:rows, None]
        samples.shares[:] = 0
        samples.shares[np.arange(rows), taken.argmax(1)] = 1
        samples.root[:] = samples.outcome
        return game

    def record(self, tree: int, rows: int) -> Integers:
        """The rows that the forest wrote of a game."""
        start = tree * self.plan.plies * self.plan.row
        return self.forest.record.array[start : start + rows * self.plan.row].reshape(rows, self.plan.row)


class Match(PolicyGames):
    """As many games as there are places, one in each, of a learner against an opponent; the learner has the
    first seat in every other."""

    def __init__(
        self, encoding: Encoding, learner: Evaluate, opponent: Evaluate, options: Options, *, seed: int = 0
    ) -> None:
        self._sides = learner, opponent
        self._open = np.ones(options.games, np.bool_)
        self._samples: list[Samples] = []
        self.points = 0.0
        """The learner's, a draw half of one."""
        self.results = [0, 0, 0]
        """Games that the first player won, drew and lost."""
        self.example: list[int] = []
        """The actions of one."""
        super().__init__(encoding, options, seed=seed)

    def fill(self, trees: Integers, planes: NDArray[np.int8], logits: Floats) -> None:
        """Each player is asked where he is to move; games after the first of a place go on at random."""
        seats = self.movers(trees) ^ (trees & 1)
        for side, evaluate in enumerate(self._sides):
            own = (seats == side) & self._open[trees]
            if own.any():
                logits[own] = evaluate(planes[own])[0]

    def play(self, stop: Callable[[], bool] = lambda: False) -> Samples | None:
        """All games; the learner's moves, and None where it was stopped before."""
        while self._open.any():
            if stop():
                return None
            self.step()
        return Samples.concatenate(self._samples)

    def _record_game(self, tree: int) -> PlayedGame:
        game = super()._record_game(tree)
        if self._open[tree]:
            self._open[tree] = False
            own = self.record(tree, len(game.samples))[:, R_MOVER] == tree & 1
            self._samples.append(game.samples.take(np.flatnonzero(own)))
            self.points += (1 + game.outcome[tree & 1]) / 2
            self.results[1 - int(np.sign(game.outcome[0]))] += 1
            self.example = game.actions
        return game


class ValueGames(PolicyGames):
    """Games of which one position each is kept: moves by the `former` policy, then one of any legal move with
    equal chances, and from the position after it to the end by the `latest` policy.

    So the position is one that the latest policy need not come to by itself, and positions of one game, which
    hang together, are not learnt from.  When the random move comes is drawn below the length of the last game
    in the same place; a game that ends before has no position.
    """

    def __init__(
        self, encoding: Encoding, former: Evaluate, latest: Evaluate, options: Options, *, seed: int = 0
    ) -> None:
        self._former, self._latest = former, latest
        self._random = np.random.default_rng([seed, options.games])
        super().__init__(encoding, options, seed=seed)
        self._turn = self._random.integers(0, min(HORIZON, self.plan.plies), self.plan.trees)

    @property
    def evaluate(self) -> Evaluate:
        """The latest policy."""
        return self._latest

    @evaluate.setter
    def evaluate(self, evaluate: Evaluate) -> None:
        self._latest = evaluate

    def fill(self, trees: Integers, planes: NDArray[np.int8], logits: Floats) -> None:
        """The former policy, none, or the latest, by how many moves were made."""
        made = self.word(trees, ROWS) - self._turn[trees]
        for own, evaluate in ((made < 0, self._former), (made > 0, self._latest)):
            if own.any():
                logits[own] = evaluate(planes[own])[0]

    def _record_game(self, tree: int) -> PlayedGame:
        game = super()._record_game(tree)
        at = int(self._turn[tree]) + 1
        samples = game.samples.take(slice(at, at + 1))
        samples.followed[:] = False
        length = max(int(self.forest.trees.array[tree * TREE + PLIES]), 1)
        self._turn[tree] = self._random.integers(0, length)
        return replace(game, samples=samples)
