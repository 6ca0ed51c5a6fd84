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

from halfmove.core.contract import CHANCE, Action
from halfmove.core.errors import Unsuitable
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.layout import OVER, GameTable
from halfmove.imperfect.strategy import Strategy


def local_best_response(strategy: Strategy, player: int, *, fold: Action, call: Action) -> float:
    """What `player` earns by a local best response to the strategy of the other.

    `fold` and `call` are the game's actions: `call` is also check, every other action is a bet or raise.
    `Unsuitable` for a game that has not two players, or where somebody who is to act may not call.
    """
    table = strategy.table
    policy = np.array(strategy.policy)
    for number, row in _response(table, policy, player, fold, call).items():
        policy[table.layout.first[number] : table.layout.first[number + 1]] = row
    values, _ = judge(table.layout, policy, compiled=table.compiled)
    return float(values[player])


def _response(
    table: GameTable, policy: Any, player: int, fold: Action, call: Action
) -> dict[int, list[float]]:
    """The action of a local best response at each information set of the player, as probabilities."""
    layout = table.layout
    if layout.players != 2:
        raise Unsuitable(
            f"A local best response is one to a single opponent; {table.game.title()} has "
            f"{layout.players} players."
        )
    if any(call not in actions for actions in table.actions):
        raise Unsuitable(f"{table.game.title()} has turns without a call or check: it is no poker.")
    quiet = _quiet_values(table, player, call)
    weights = _weights_but_own(table, policy, player)
    earned = {
        number: np.zeros(len(table.actions[number]))
        for number in range(layout.sets[player], layout.sets[player + 1])
    }
    for node in np.flatnonzero(layout.mover == player):
        number = int(layout.place[node])
        for which, action in enumerate(table.actions[number]):
            after = int(layout.child[node]) + which
            value = quiet[after]
            if action not in (fold, call) and layout.mover[after] == 1 - player:
                value = _answered(table, policy, quiet, after, player, fold)
            earned[number][which] += weights[node] * value
    return {number: _best(values) for number, values in earned.items()}


def _best(values: Any) -> list[float]:
    """All for the action that earns most; of equal ones the first."""
    best = int(np.argmax(values))
    return [float(which == best) for which in range(len(values))]


def _answered(table: GameTable, policy: Any, quiet: Any, node: int, player: int, fold: Action) -> float:
    """What the player earns with a bet that the other folds to as the policy says, or calls."""
    layout = table.layout
    number = int(layout.place[node])
    if fold not in table.actions[number]:
        return float(quiet[node])
    which = table.actions[number].index(fold)
    folds = policy[layout.first[number] + which]
    won = layout.earned[layout.place[layout.child[node] + which], player]
    return float(folds * won + (1.0 - folds) * quiet[node])


def _quiet_values(table: GameTable, player: int, call: Action) -> Any:
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
            values[node] = values[first + table.actions[layout.place[node]].index(call)]
    return values


def _weights_but_own(table: GameTable, policy: Any, player: int) -> Any:
    """float64[histories]: how likely nature and the other make each: what he may hold, once weighed."""
    own = table.layout.first[table.layout.sets[player : player + 2]]
    others = np.array(policy)
    others[own[0] : own[1]] = 1.0
    return table.likelihoods(others)
