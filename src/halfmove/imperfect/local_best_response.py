"""Local best response: how much a poker strategy loses at least, by looking one bet ahead.

V. Lisý and M. Bowling, "Equilibrium approximation quality of current no-limit poker bots", AAAI workshop on
computer poker, 2017.  Whoever responds knows the strategy, and so how likely the other holds what.  He takes
the action that earns most if after it nobody bets any more: after his bet or raise the other folds as the
strategy says, or calls, and then both check to the end.  What this earns against the strategy as it really
plays is no more than what a best response earns: a bound from below, for games too large for the exact one.

Of a game that is laid out the bound is exact; in a larger one, against a strategy over buckets, hands are
sampled.
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
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.betting import CALLS, FOLDS
from halfmove.imperfect.layout import OVER, GameTable
from halfmove.imperfect.strategy import Strategy


def local_best_response(strategy: Strategy, player: int) -> float:
    """What `player` earns by a local best response to the strategy of the other.

    Actions are known by how the game writes them: `fold`, `check` or `call`; every other is a bet or raise.
    `Unsuitable` for a game that has not two players, or where somebody who is to act may not check or call.
    """
    table = strategy.table
    policy = np.array(strategy.policy)
    for number, row in _find_response(table, policy, player).items():
        policy[table.layout.first[number] : table.layout.first[number + 1]] = row
    values, _ = judge(table.layout, policy, compiled=table.compiled)
    return float(values[player])


def _find_response(table: GameTable, policy: Any, player: int) -> dict[int, list[float]]:
    """The action of a local best response at each information set of the player, as probabilities."""
    layout = table.layout
    if layout.players != 2:
        raise Unsuitable(
            f"A local best response is one to a single opponent; {table.game.title()} has "
            f"{layout.players} players."
        )
    folds, calls = _folds_and_calls(table)
    quiet = _quiet_values(table, player, calls)
    weights = _weights_but_own(table, policy, player)
    earned = {
        number: np.zeros(len(table.actions[number]))
        for number in range(layout.sets[player], layout.sets[player + 1])
    }
    for node in np.flatnonzero(layout.mover == player):
        number = int(layout.place[node])
        for which in range(len(table.actions[number])):
            after = int(layout.child[node]) + which
            value = quiet[after]
            if which not in (folds[number], calls[number]) and layout.mover[after] == 1 - player:
                value = _value_bet(table, policy, quiet, after, player, folds)
            earned[number][which] += weights[node] * value
    return {number: _choose_best(values) for number, values in earned.items()}


def _folds_and_calls(table: GameTable) -> tuple[list[int], list[int]]:
    """For each information set: the place of folding among its actions, -1 where there is none; and that of
    checking or calling."""
    folds, calls = [], []
    for number in range(table.sets):
        texts = table.texts(number)
        called = [which for which, text in enumerate(texts) if text in ("check", "call")]
        if len(called) != 1:
            raise Unsuitable(
                f"A local best response is for poker; {table.game.title()} has turns without a check or call."
            )
        calls += called
        folds.append(texts.index("fold") if "fold" in texts else -1)
    return folds, calls


def _choose_best(values: Any) -> list[float]:
    """All for the action that earns most; of equal ones the first."""
    best = int(np.argmax(values))
    return [float(which == best) for which in range(len(values))]


def _value_bet(table: GameTable, policy: Any, quiet: Any, node: int, player: int, folds: list[int]) -> float:
    """What the player earns with a bet that the other folds to as the policy says, or calls."""
    layout = table.layout
    number = int(layout.place[node])
    which = folds[number]
    if which < 0:
        return float(quiet[node])
    likely = policy[layout.first[number] + which]
    won = layout.earned[layout.place[layout.child[node] + which], player]
    return float(likely * won + (1.0 - likely) * quiet[node])


def _quiet_values(table: GameTable, player: int, calls: list[int]) -> Any:
    """float64[histories]: what the player earns where from here on all call and check."""
    layout = table.layout
    values = np.zeros(table.histories)
    for node in range(table.histories - 1, -1, -1):  # children come after their parents
        mover, first, last = layout.mover[node], layout.child[node], layout.child[node + 1]
        if mover == OVER:
            values[node] = layout.earned[layout.place[node], player]
        elif mover == CHANCE:
            values[node] = np.dot(layout.chance[first:last], values[first:last])
        else:
            values[node] = values[first + calls[layout.place[node]]]
    return values


def _weights_but_own(table: GameTable, policy: Any, player: int) -> Any:
    """float64[histories]: how likely nature and the other make each: what he may hold, once weighed."""
    own = table.layout.first[table.layout.sets[player : player + 2]]
    others = np.array(policy)
    others[own[0] : own[1]] = 1.0
    return table.likelihoods(others)


# ---- by sampling, against a strategy over buckets

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
                worth = self.value_bet(state, after, player, likely, buckets)
            if worth > best:
                best, found = worth, which
        return found

    def value_bet(self, state: State, node: int, player: int, likely: Any, buckets: Any) -> float:
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
