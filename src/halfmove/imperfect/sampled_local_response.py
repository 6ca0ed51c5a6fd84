"""Local best response by sampling: a bound on what a strategy over buckets loses, in a large game.

Who responds knows the strategy, and so how likely the other holds each hand after all that he has done.  He
takes the action that earns most if afterwards all check and call to the end: a bet or raise wins the pot as
often as the strategy folds to it (V. Lisý and M. Bowling, "Equilibrium approximation quality of current
no-limit poker bots", AAAI workshop on computer poker, 2017).  What he wins in the hands that are then really
played is in the mean no more than what a best response wins: a bound from below.  The same without sampling,
where a game can be laid out, is `local_best_response`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS
from halfmove.core.contract import CHANCE, State
from halfmove.core.errors import Unsuitable
from halfmove.core.randomness import stream
from halfmove.imperfect.abstract_strategy import AbstractStrategy
from halfmove.imperfect.betting import CALLS, FOLDS

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class LocalResponse:
    """What a local best response has won."""

    deals: int
    value: float
    """Utility a deal, both seats alike."""
    error: float
    """Its standard error."""

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95 %."""
        return self.value - NORMAL_95 * self.error, self.value + NORMAL_95 * self.error


class Responder:
    """One who knows a strategy and answers it, a bet ahead."""

    def __init__(self, strategy: AbstractStrategy, seed: int = 0) -> None:
        self.strategy, self.game, self.abstraction = strategy, strategy.game, strategy.abstraction
        self.tree, self.table = strategy.table.tree, strategy.table
        if not self.abstraction.holdings:
            raise Unsuitable(f"No local best response is known of in {self.game!r}.")
        self._random, self._stream = Random(seed), stream(seed)

    def play(self, player: int) -> float:
        """What `player` wins in one deal by answering the strategy."""
        game, other = self.game, 1 - player
        state = game.initial()
        likely = np.ones(self.abstraction.holdings)
        buckets: Any = None
        while not game.is_terminal(state):
            mover = game.to_move(state)
            if mover == CHANCE:
                cards, shares = zip(*game.outcomes(state), strict=True)
                state, buckets = game.result(state, self._random.choices(cards, shares)[0]), None
                continue
            if buckets is None:
                buckets = self.abstraction.holding_buckets(state, other)
                likely = np.where(buckets >= 0, likely, 0.0)
            node = self.table.nodes[self.abstraction.bets(state)]
            if mover == player:
                which = self.answer(state, node, player, likely, buckets)
            else:
                mix = self.strategy.at(state)
                which = self._random.choices(range(len(mix)), list(mix.values()))[0]
                likely = likely * self.strategy.shares(node, buckets)[:, which]
            state = game.result(state, self.table.actions[node][which])
        return float(game.utility(state, player))

    def answer(self, state: State, node: int, player: int, likely: Any, buckets: Any) -> int:
        """The place of the action that earns most if afterwards nobody bets."""
        if not likely.any():  # what the strategy never does was drawn all the same, by rounding
            likely = np.where(buckets >= 0, 1.0, 0.0)
        winning = self.abstraction.chance(state, player, likely, self._stream)
        best, found = -np.inf, 0
        for which, action in enumerate(self.table.actions[node]):
            after = int(self.tree.child[node]) + which
            text = self.game.action_text(state, action)
            if text in FOLDS or text in CALLS or self.tree.mover[after] != 1 - player:
                worth = self.quiet(after, player, winning)
            else:
                worth = self.answered(state, after, player, likely, buckets)
            if worth > best:
                best, found = worth, which
        return found

    def answered(self, state: State, node: int, player: int, likely: Any, buckets: Any) -> float:
        """What a bet earns to which the other, to move at `node`, folds as the strategy says, or calls."""
        fold = self.table.place(node, FOLDS)
        if fold < 0:
            return self.quiet(node, player, self.abstraction.chance(state, player, likely, self._stream))
        folds = self.strategy.shares(node, buckets)[:, fold]
        share = float((likely * folds).sum() / likely.sum())
        won = self._earned(int(self.tree.child[node]) + fold, player, FIRST_WINS)
        stays = likely * (1.0 - folds)
        if not stays.any():
            return won
        winning = self.abstraction.chance(state, player, stays, self._stream)
        return share * won + (1.0 - share) * self.quiet(node, player, winning)

    def quiet(self, node: int, player: int, winning: float) -> float:
        """What a player earns from a node on where all check and call, and he wins this share of the pot."""
        node = self.table.quiet(node)
        mine, yours = (FIRST_WINS, SECOND_WINS) if player == 0 else (SECOND_WINS, FIRST_WINS)
        return winning * self._earned(node, player, mine) + (1 - winning) * self._earned(node, player, yours)

    def _earned(self, node: int, player: int, result: int) -> float:
        earned = float(self.tree.earned[node, result])
        return earned if player == 0 else -earned


def sampled_local_response(
    strategy: AbstractStrategy,
    *,
    deals: int,
    seed: int = 0,
    progress: Callable[[LocalResponse], None] = lambda found: None,
    stop: Callable[[], bool] = lambda: False,
) -> LocalResponse:
    """What a local best response wins in so many deals, in turn in either seat; fewer where `stop()` says."""
    responder = Responder(strategy, seed)
    total = squares = 0.0
    found = LocalResponse(0, 0.0, float("inf"))
    for number in range(1, deals + 1):
        won = responder.play(number & 1)
        total, squares = total + won, squares + won * won
        variance = max(squares - total * total / number, 0.0) / max(number - 1, 1)
        found = LocalResponse(number, total / number, sqrt(variance / number) if number > 1 else float("inf"))
        progress(found)
        if stop():
            break
    return found
