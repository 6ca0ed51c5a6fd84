"""Games of the engine with itself, and the states that its searches estimate in them.

A network will be asked for the estimates of a search: of states after a blunder, in the middle of an
exchange, which games of good players never come to.  So the states are taken from the searches, about one in
`EVERY` that they estimate (docs/decisions/0117).  An opening is random, and so is a move now and then, or
games would be alike.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.contract import Game
from halfmove.core.contract.hooks import defines
from halfmove.core.evaluation_network import AUTO, TERMS
from halfmove.core.history import History
from halfmove.search.alphabeta.root import RootMove, search_levels
from halfmove.search.alphabeta.samples import Rows, empty, list_samples, new_samples
from halfmove.search.alphabeta.threads import Engine

EVERY = 8
"""Unless told otherwise."""
OPENING = 4, 10
"""The random plies at first: at least, at most."""
STRAY = 30
"""One ply in so many is random later on."""
LOPSIDED = 1
"""Of games whose opening is worth more than so many times `evaluation_spread` to one player, most are not
played on ..."""
MOST_LOPSIDED = 0.7
"""... namely so many of them."""
DECIDED, DECIDED_PLIES, ENDED = 4, 6, 0.2
"""Beyond so many times `evaluation_spread` for more than so many plies a game ends, with this chance at each
further one."""
LONGEST = 250
MEGABYTES = 8
ROOM = 100_000
"""States of one game that there is room for."""

Bytes = np.ndarray[tuple[int], np.dtype[np.int8]]


class EstimatedStates(NamedTuple):
    """States that searches have estimated, n of them."""

    states: Rows
    """(n, words): as `core.words` writes them."""
    results: Bytes
    """(n): how their games ended for the first player: 1, 0 or −1."""


class SelfPlay:
    """The engine, which plays games with itself and keeps states that its searches estimate."""

    def __init__(
        self, game: Game, *, nodes: int, seed: int, evaluation: str = AUTO, every: int = EVERY
    ) -> None:
        """`nodes`: of the search for a move; `evaluation`: what it estimates by
        (`core.evaluation_network.open_network`); about one in `every` states that are estimated is kept."""
        self.game, self.nodes = game, nodes
        self._random = Random(seed)
        self._knows = knows_estimates(game, evaluation)
        self._engine = engine = Engine(game, megabytes=MEGABYTES, evaluation=evaluation)
        start = engine.subject.initial()
        engine.prepare(start)
        self._like = start
        self._samples = new_samples(start, every=every, room=ROOM)
        engine.memories[0] = engine.memories[0]._replace(samples=self._samples)

    def play(self, states: int, stop: Callable[[], bool]) -> EstimatedStates:
        """Games until there are so many states, or until `stop()`."""
        empty(self._samples)
        rows, results = [list_samples(self._samples, self._like)], [np.zeros(0, np.int8)]
        while sum(map(len, rows)) < states and not stop():
            result = self._play_game(stop)
            if result is not None:
                rows.append(list_samples(self._samples, self._like))
                results.append(np.full(len(rows[-1]), result, np.int8))
        return EstimatedStates(np.concatenate(rows), np.concatenate(results))

    def _play_game(self, stop: Callable[[], bool]) -> int | None:
        """The result of a game for the first player; None where it is not played to an end."""
        engine, random = self._engine, self._random
        history = History(self.game, self._draw_opening())
        engine.clear()
        empty(self._samples)
        decided = 0
        for ply in range(LONGEST):
            if history.over:
                return _sign(history.utility(0))
            if stop():
                return None
            if ply > 0 and random.randrange(STRAY) == 0:
                action = random.choice(history.legal())
            else:
                best = self._search(history)
                lead = abs(best.score) / (self.game.unit * self.game.evaluation_spread)
                if ply == 0 and lead > LOPSIDED and random.random() < MOST_LOPSIDED:
                    return None
                decided = decided + 1 if lead > DECIDED else 0
                if decided > DECIDED_PLIES and random.random() < ENDED:
                    return _sign(best.score) * (1 if history.mover == 0 else -1)
                action = engine.named(best.action)
            history.play(action)
        return 0

    def _draw_opening(self) -> Any:
        """A state after some random plies."""
        game = self.game
        while True:
            state = game.initial()
            for _ in range(self._random.randint(*OPENING)):
                if game.is_terminal(state):
                    break
                state = game.result(state, self._random.choice(list(game.actions(state))))
            if not game.is_terminal(state):
                return state

    def _search(self, history: History) -> RootMove:
        """The best action by a search of `nodes`."""
        shuffling = None if self._knows else self._random
        *_, root = search_levels(self._engine, history.state, self.nodes, history, shuffling)
        return root.moves[0]


def knows_estimates(game: Game, evaluation: str) -> bool:
    """Whether the engine has anything to estimate by: else all states are alike to it but for what it proves,
    and the order of the actions, which may favour one side, would decide its games."""
    by_network = evaluation not in (AUTO, TERMS) or game.evaluation_network() is not None
    return by_network or defines(type(game), "evaluate")


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
