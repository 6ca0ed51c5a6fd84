"""What the exact solver says of positions, for networks to learn: samples of it, and self-play corrected.

In a sample made of it the policy is shared equally by the moves that keep the result, and the value is the
result.  In self-play the solver takes the place of the last moves' accidents: what a game is worth is what
its first solved position is worth with best play.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.randomness import below, stream
from halfmove.core.words import read_words, write_words
from halfmove.learn.errors import JudgedPosition, Results
from halfmove.learn.samples import Samples, Sizes
from halfmove.search.encoding import Encoding

REACH = 30
"""Positions are at most so many plies from the end of the longest game: they are solved in milliseconds."""


def find_results(game: Game) -> Results:
    """What solves a game's positions; `Unsuitable` where nothing does, or where its results are not win, draw
    and loss."""
    if game.utility_limit != 1:
        raise Unsuitable(f"{game.title()} counts points, and is not taught by its results.")
    return Results(game)


class Solved:
    """Draws positions of random games, one of each, and solves them."""

    def __init__(self, encoding: Encoding, seed: int = 0) -> None:
        self.encoding, self.game = encoding, encoding.game
        self.results = find_results(encoding.game)
        self._random = stream(seed)
        self._sizes = Sizes.of(encoding)
        self._row = Buffer(encoding.words)

    def make(self, count: int, seconds: float) -> Samples:
        """So many samples, or as many as are solved in time, at least one."""
        until = time.monotonic() + seconds
        samples, made = Samples.empty(count, self._sizes), 0
        while made < count and (made == 0 or time.monotonic() < until):
            self._fill(samples, made)
            made += 1
        return samples.take(slice(0, made))

    def _fill(self, samples: Samples, row: int) -> None:
        state = self._position()
        known = JudgedPosition(state, self.results.worth(state))
        actions, places = self.encoding.places(state)
        kept = [not self.results.spoils(known, action) for action in actions]
        write_words(state, self._row, 0)
        samples.words[row] = self._row.array
        samples.places[row, : len(places)] = places
        samples.shares[row, : len(places)] = [keeps / sum(kept) for keeps in kept]
        samples.policy_weight[row] = not all(kept)  # else there is nothing to choose
        samples.outcome[row] = samples.root[row] = known.worth

    def _position(self) -> object:
        game = self.game
        while True:
            state, met, played = game.initial(), [], 0
            while not game.is_terminal(state):
                if self.results.plies - played <= REACH:
                    met.append(state)
                actions = list(game.actions(state))
                state = game.result(state, actions[below(self._random, len(actions))])
                played += 1
            if met:
                return met[below(self._random, len(met))]


class SolvedEnds:
    """Corrects the values of games of self-play by the solver: positions from which the longest game has at
    most `plies` to go are worth what they are worth with best play, and those before them what the first of
    these is."""

    def __init__(self, encoding: Encoding, plies: int) -> None:
        self.game, self.plies = encoding.game, plies
        self.results = find_results(encoding.game)
        self._like = self.game.initial()
        self._row = Buffer(encoding.words)

    def correct(self, samples: Samples, movers: Any, begun: int) -> None:
        """Write them to the samples of one game, in the order they were played; the mover of each, and how
        many plies were played before the first."""
        first = max(self.results.plies - self.plies - begun, 0)
        if first >= len(samples):
            return
        for row in range(first, len(samples)):
            self._row.array[: samples.words.shape[1]] = samples.words[row]
            worth = self.results.worth(read_words(self._like, self._row, 0))
            samples.outcome[row] = samples.root[row] = worth
        # (a position before the first one is worth as much, or as much to the other player)
        same = np.where(movers[:first] == movers[first], 1, -1)
        samples.outcome[:first, 0] = same * samples.outcome[first, 0]
