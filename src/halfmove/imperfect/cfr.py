"""Counterfactual regret minimisation over the whole tree: CFR as it was first described, and what came of it.

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


# ---- CFR+: regrets that never fall below zero, and an average in which later strategies weigh more
# O. Tammelin, "Solving large imperfect information games using CFR+", 2014; Bowling, Burch, Johanson and
# Tammelin, "Heads-up limit hold'em poker is solved", *Science* 347, 2015, who solved that game with it.  A
# regret that would become negative is set to zero (regret matching+), so that an action that turns out well
# is played at once; the strategy of iteration t weighs t in the average.


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


# ---- linear CFR: iteration t weighs t, in the regrets as in the average
# Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019,
# section 3.  The bad choices of the first iterations, which CFR takes long to make up for, soon count little.


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


# ---- discounted CFR: old regrets count less, and negative ones less than positive ones
# Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019,
# section 4.  After iteration t positive regrets are multiplied by t^α / (t^α + 1), negative ones by
# t^β / (t^β + 1), and what has added up to the average strategy by (t / (t + 1))^γ, with α = 3/2, β = 0 and
# γ = 2, which the paper found best over its games.

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


# ---- predictive CFR+: CFR+ that takes the last regret for a prediction of the next
# Farina, Kroer and Sandholm, "Faster game solving via predictive Blackwell approachability: connecting regret
# matching and mirror descent", AAAI 2021, algorithm 3 and section 6: regret matching+ plays by the regrets as
# they will be if the next iteration is like the last; the strategy of iteration t weighs t² in the average.


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
