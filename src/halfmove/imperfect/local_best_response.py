"""Local best response: how much a poker strategy loses at least, by looking one bet ahead.

V. Lisý and M. Bowling, "Equilibrium approximation quality of current no-limit poker bots", AAAI workshop on
computer poker, 2017.  Whoever responds knows the strategy, and so how likely the other holds what.  He takes
the action that earns most if after it nobody bets any more: after his bet or raise the other folds as the
strategy says, or calls, and then both check to the end.  What this earns against the strategy as it really
plays is no more than what a best response earns: a bound from below, for games too large for the exact one.

Here for games that are laid out, without sampling, so that the bound and the exact value stand side by side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core.contract import CHANCE
from halfmove.core.errors import Unsuitable
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.layout import OVER, GameTable
from halfmove.imperfect.strategy import Strategy


def local_best_response(strategy: Strategy, player: int) -> float:
    """What `player` earns by a local best response to the strategy of the other.

    Actions are known by how the game writes them: `fold`, `check` or `call`; every other is a bet or raise.
    `Unsuitable` for a game that has not two players, or where somebody who is to act may not check or call.
    """
    table = strategy.table
    policy = np.array(strategy.policy)
    for number, row in _response(table, policy, player).items():
        policy[table.layout.first[number] : table.layout.first[number + 1]] = row
    values, _ = judge(table.layout, policy, compiled=table.compiled)
    return float(values[player])


def _response(table: GameTable, policy: Any, player: int) -> dict[int, list[float]]:
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
                value = _answered(table, policy, quiet, after, player, folds)
            earned[number][which] += weights[node] * value
    return {number: _best(values) for number, values in earned.items()}


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


def _best(values: Any) -> list[float]:
    """All for the action that earns most; of equal ones the first."""
    best = int(np.argmax(values))
    return [float(which == best) for which in range(len(values))]


def _answered(table: GameTable, policy: Any, quiet: Any, node: int, player: int, folds: list[int]) -> float:
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
