"""Counterfactual regret minimisation, as it was first described.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS
2007.  At each information set the regret of an action is what it would have earned more than the strategy
did, added up over the iterations and weighted with the probability that nature and the others lead there
(equation 7).  The next strategy plays each action in proportion to its positive regret (equation 8).  The
average of all strategies approaches an equilibrium of a two-player zero-sum game as 1/√T.

Players are updated in turn, each against the newest strategy of those before him.
"""

from __future__ import annotations

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, add_to_average, find_reach, find_values, match_regrets, value_of


@kernel
def cfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int) -> None:
    """`times` iterations after the `done` first."""
    for _ in range(done, done + times):
        for player in range(game.players):
            add_to_average(game, player, 1.0, t)
            find_values(game, player, t)
            for i in range(game.sets[player], game.sets[player + 1]):
                value = value_of(game, i, t)
                for s in range(game.first[i], game.first[i + 1]):
                    t.regret[s] += t.value[s] - value
                match_regrets(game, i, t.regret, t.policy)
            find_reach(game, player, t.policy, t.reach)
