"""A network asked about states: how likely each legal action is the best, and what the states are worth.

States become words, words become planes, and the legal actions become places of the policy, each for all
states in one kernel; the softmax is over the legal actions only.

A game's symmetries can be shown to it as well, as AlphaGo did (Silver et al., *Mastering the game of Go with
deep neural networks and tree search*, 2016, p. 489): each state by one that is drawn (its implicit ensemble),
or by all, of which the mean is taken (the explicit one).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.words import read_words, write_words
from halfmove.search.encoding import Encoding
from halfmove.search.neural.backends import Evaluate


@kernel
def write_legal(
    game: Game,
    like: Any,
    words: Buffer,
    twins: Buffer,
    count: int,
    size: int,
    moves: Buffer,
    places: Buffer,
    told: Buffer,
) -> int:
    """The legal actions of `count` states whose words stand one after the other, as places of a policy of
    `size` as symmetry number `twins[i]` shows each, one state's after the other's; how many there are of
    each, and who is to move, in `told`.  How many there are in all."""
    at, end = 0, 0
    for i in range(count):
        state = read_words(like, words, at)
        at = write_words(state, words, at)
        legal = game.list_actions(state, moves, 0)
        seen = game.symmetric(state, twins[i])
        for j in range(legal):
            places[end + j] = game.policy_index(seen, game.symmetric_action(moves[j], twins[i])) % size
        told[2 * i] = legal
        told[2 * i + 1] = game.to_move(state)
        end += legal
    return end


@kernel
def write_one(game: Game, state: Any, words: Buffer, at: int) -> int:
    """The words of a state from `at` on; the place after them."""
    return write_words(state, words, at)


Integers = NDArray[np.integer[Any]]


class Judgements(NamedTuple):
    """What a network says of some states."""

    shares: NDArray[np.float32]
    """How likely each legal action is the best: the actions of all states, one state's after the other's, in
    the game's order; those of a state add up to 1."""
    bounds: Integers
    """Where the actions of each state begin; one more for the end."""
    movers: Integers
    values: NDArray[np.float32]
    """States × values, from −1 to 1: see `architecture.values_of`."""


class Judge:
    """Asks a network about states in which a player is to move; not thread-safe."""

    def __init__(self, encoding: Encoding, evaluate: Evaluate, symmetries: str = "one") -> None:
        """`symmetries`: each state is shown as it is (`one`), by a symmetry that is drawn (`random`), or by
        all symmetries of the game, of which the mean is taken (`all`)."""
        self.encoding, self.evaluate = encoding, evaluate
        self.game = encoding.game
        self.drawn = symmetries == "random"
        self.views = self.game.symmetry_count if symmetries == "all" else 1
        """How often each state is shown."""
        self.reseed(0)
        self.limit = float(self.game.utility_limit)
        self._like = self.game.initial()
        self._moves = Buffer(self.game.actions_limit + 2)
        self._words = self._twins = self._told = self._places = Buffer(1)
        self._room = 0
        self._write_one: Callable[..., int] = write_one
        """The kernel, looked up once a search (`prepare`)."""

    def judge(self, states: Sequence[Any]) -> Judgements:
        """What the network says, by one call of it."""
        count = len(states) * self.views
        self._make_room(count)
        at = 0
        for state in states:
            at = self._write_one(self.game, state, self._words, at)
        for view in range(1, self.views):
            self._words.array[view * at : (view + 1) * at] = self._words.array[:at]
        self._twins.array[:count] = (
            self._random.integers(0, self.game.symmetry_count, count)
            if self.drawn
            else np.repeat(np.arange(self.views), len(states))
        )
        end = write_legal(
            self.game, self._like, self._words, self._twins, count, self.encoding.policy, self._moves,
            self._places, self._told,
        )  # fmt: skip
        told = self._told.array[: 2 * count].reshape(count, 2)
        planes = self.encoding.of_words(self._words, self._twins, count)
        logits, values = self.evaluate(planes)
        found = softmax(logits, self._places.array[:end], told[:, 0], told[:, 1].copy(), values)
        return found if self.views == 1 else mean_of(found, self.views)

    def reseed(self, seed: int, number: int = 0) -> None:
        """Draw the random numbers of a seed, and of a number by which processes differ."""
        self._random = np.random.default_rng((seed, number))

    def __call__(
        self, states: Sequence[Any], actions: Sequence[Sequence[Any]]
    ) -> list[tuple[list[float], Any]]:
        """The same as an evaluator for `MonteCarlo`: for each state the shares, and the utility to the player
        to move or to each player."""
        found = self.judge(states)
        judged = []
        for number in range(len(states)):
            shares = found.shares[found.bounds[number] : found.bounds[number + 1]].tolist()
            values = (found.values[number] * self.limit).tolist()
            judged.append((shares, values[0] if len(values) == 1 else values))
        return judged

    def prepare(self, state: Any) -> None:
        """Make the machine code."""
        self._make_room(1)
        self.encoding.prepare(state)
        write_one.prepare(self.game, state, self._words, 0)
        self._write_one = write_one.specialised(self.game, state, self._words, 0)
        write_legal.prepare(
            self.game, state, self._words, self._twins, 1, self.encoding.policy, self._moves, self._places,
            self._told,
        )  # fmt: skip

    def _make_room(self, count: int) -> None:
        if count > self._room:
            self._room = count
            self._words, self._twins = Buffer(count * self.encoding.words), Buffer(count)
            self._told, self._places = Buffer(2 * count), Buffer(count * (self.game.actions_limit + 2))


def softmax(
    logits: NDArray[np.float32],
    places: Integers,
    counts: Integers,
    movers: Integers,
    values: NDArray[np.float32],
) -> Judgements:
    """Shares of the legal actions alone, which stand at `places`, so many for each state."""
    bounds = np.concatenate(([0], np.cumsum(counts)))
    told = logits[np.repeat(np.arange(len(counts)), counts), places]
    told -= np.repeat(np.maximum.reduceat(told, bounds[:-1]), counts)
    shares = np.exp(told)
    shares /= np.repeat(np.add.reduceat(shares, bounds[:-1]), counts)
    return Judgements(shares, bounds, movers, np.clip(values, -1, 1))


def mean_of(found: Judgements, views: int) -> Judgements:
    """The mean of judgements of the same states, all of them in one view after the other."""
    count, actions = len(found.movers) // views, len(found.shares) // views
    return Judgements(
        found.shares.reshape(views, actions).mean(axis=0),
        found.bounds[: count + 1],
        found.movers[:count],
        found.values.reshape(views, count, -1).mean(axis=0),
    )
