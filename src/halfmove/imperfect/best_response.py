"""Best responses, and how far strategies are from an equilibrium: exact, over the whole game.

*NashConv* is what all players together could gain if each, alone, answered the others' strategies as well as
can be; *exploitability* is that divided by the number of players (Lanctot et al., *OpenSpiel*, 2019, section
3.4.1).  Both are zero in equilibrium.  A best response is found backwards, set by set: an action's value
does not depend on what its player does elsewhere (perfect recall).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core.compile import interpreted, kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.imperfect.layout import LAID_OUT, Layout
from halfmove.imperfect.steps import find_leaf_values, find_reach


@kernel
def answer(laid_out: Game, game: Layout, player: int, reach: Any, value: Any) -> float:
    """What `player` earns with his best response to the others' reach; `value` is worked with."""
    find_leaf_values(game, player, reach, value)
    for i in range(game.sets[player + 1] - 1, game.sets[player] - 1, -1):
        best = value[game.first[i]]
        for s in range(game.first[i] + 1, game.first[i + 1]):
            best = max(best, value[s])
        value[game.parent[i]] += best
    return value[player]  # type: ignore[no-any-return]


@kernel
def find_all_reach(laid_out: Game, game: Layout, policy: Any, reach: Any) -> None:
    """The reach of all players' sequences under a policy."""
    for player in range(game.players):
        reach[player] = 1.0
        find_reach(game, player, policy, reach)


def values_of(layout: Layout, reach: Any) -> Any:
    """What each player earns where all play by `reach`: float64[players]."""
    likely = np.ones(len(layout.leaf))
    for player in range(layout.players):
        likely *= reach[layout.leaf[:, player]]
    return likely @ layout.pay


def judge(layout: Layout, policy: Any, *, compiled: bool = True) -> tuple[Any, Any]:
    """For a policy (a probability for each sequence): what each player earns where all play by it, and what
    he earns with his best response to the others."""
    laid_out = speed(compiled)
    reach, value = np.ones(len(policy)), np.zeros(len(policy))
    find_all_reach(laid_out, layout, policy, reach)
    best = np.array([answer(laid_out, layout, player, reach, value) for player in range(layout.players)])
    return values_of(layout, reach), best


def speed(compiled: bool) -> Game:
    """What kernels are given as their game, to run compiled or interpreted."""
    return LAID_OUT if compiled and runs_compiled(LAID_OUT) else interpreted(LAID_OUT)
