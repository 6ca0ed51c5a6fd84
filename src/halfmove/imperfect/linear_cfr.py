"""Linear CFR: iteration t weighs t, in the regrets as in the average.

Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019,
section 3.  The bad choices of the first iterations, which CFR takes long to make up for, soon count little.
"""

from __future__ import annotations

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, add_to_average, find_reach, find_values, match_regrets, value_of


@kernel
def linear_cfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int) -> None:
    """`times` iterations after the `done` first."""
    for before in range(done, done + times):
        weight = before + 1.0
        for player in range(game.players):
            add_to_average(game, player, weight, t)
            find_values(game, player, t)
            for i in range(game.sets[player], game.sets[player + 1]):
                value = value_of(game, i, t)
                for s in range(game.first[i], game.first[i + 1]):
                    t.regret[s] += weight * (t.value[s] - value)
                match_regrets(game, i, t.regret, t.policy)
            find_reach(game, player, t.policy, t.reach)
