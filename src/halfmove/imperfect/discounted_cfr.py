"""Discounted CFR: old regrets count less, and negative ones less than positive ones.

Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019,
section 4.  After iteration t positive regrets are multiplied by t^α / (t^α + 1), negative ones by
t^β / (t^β + 1), and what has added up to the average strategy by (t / (t + 1))^γ, with α = 3/2, β = 0 and
γ = 2, which the paper found best over its games.
"""

from __future__ import annotations

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, add_to_average, find_reach, find_values, match_regrets, value_of

ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0


@kernel
def discounted_cfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int) -> None:
    """`times` iterations after the `done` first."""
    for before in range(done, done + times):
        number = before + 1.0
        positive = number**ALPHA / (number**ALPHA + 1.0)
        negative = number**BETA / (number**BETA + 1.0)
        for player in range(game.players):
            add_to_average(game, player, number**GAMMA, t)
            find_values(game, player, t)
            for i in range(game.sets[player], game.sets[player + 1]):
                value = value_of(game, i, t)
                for s in range(game.first[i], game.first[i + 1]):
                    total = t.regret[s] + t.value[s] - value
                    t.regret[s] = total * (positive if total > 0.0 else negative)
                match_regrets(game, i, t.regret, t.policy)
            find_reach(game, player, t.policy, t.reach)
