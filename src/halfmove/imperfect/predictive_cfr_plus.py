"""Predictive CFR+: CFR+ that takes the last regret for a prediction of the next.

Farina, Kroer and Sandholm, "Faster game solving via predictive Blackwell approachability: connecting regret
matching and mirror descent", AAAI 2021, algorithm 3 and section 6: regret matching+ plays by the regrets as
they will be if the next iteration is like the last; the strategy of iteration t weighs t² in the average.
"""

from __future__ import annotations

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, add_to_average, find_reach, find_values, match_regrets, value_of


@kernel
def predictive_cfr_plus(laid_out: Game, game: Layout, t: Tables, done: int, times: int) -> None:
    """`times` iterations after the `done` first."""
    for before in range(done, done + times):
        weight = (before + 1.0) * (before + 1.0)
        for player in range(game.players):
            add_to_average(game, player, weight, t)
            find_values(game, player, t)
            for i in range(game.sets[player], game.sets[player + 1]):
                value = value_of(game, i, t)
                for s in range(game.first[i], game.first[i + 1]):
                    now = t.value[s] - value
                    t.regret[s] = max(t.regret[s] + now, 0.0)
                    t.guess[s] = t.regret[s] + now
                match_regrets(game, i, t.guess, t.policy)
            find_reach(game, player, t.policy, t.reach)
