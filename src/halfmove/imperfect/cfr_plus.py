"""CFR+: regrets that never fall below zero, and an average in which later strategies weigh more.

O. Tammelin, "Solving large imperfect information games using CFR+", 2014; Bowling, Burch, Johanson and
Tammelin, "Heads-up limit hold'em poker is solved", *Science* 347, 2015, who solved that game with it.  A
regret that would become negative is set to zero (regret matching+), so that an action that turns out well is
played at once; the strategy of iteration t weighs t in the average.
"""

from __future__ import annotations

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, add_to_average, find_reach, find_values, match_regrets, value_of


@kernel
def cfr_plus(laid_out: Game, game: Layout, t: Tables, done: int, times: int) -> None:
    """`times` iterations after the `done` first."""
    for before in range(done, done + times):
        for player in range(game.players):
            add_to_average(game, player, before + 1.0, t)
            find_values(game, player, t)
            for i in range(game.sets[player], game.sets[player + 1]):
                value = value_of(game, i, t)
                for s in range(game.first[i], game.first[i + 1]):
                    t.regret[s] = max(t.regret[s] + t.value[s] - value, 0.0)
                match_regrets(game, i, t.regret, t.policy)
            find_reach(game, player, t.policy, t.reach)
