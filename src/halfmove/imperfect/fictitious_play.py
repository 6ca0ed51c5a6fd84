"""Fictitious play in extensive form: each answers, as well as can be, what the others have played on average.

G. W. Brown, "Iterative solution of games by fictitious play", *Activity Analysis of Production and
Allocation*, 1951, for matrix games; J. Heinrich, M. Lanctot and D. Silver, "Fictitious self-play in
extensive-form games", ICML 2015, algorithm 1 (XFP), for trees.  An iteration finds for every player a best
response to the average strategies of the others, and then counts it in his own average: by how likely it is
to come to each sequence, not by its probabilities alone (their theorem 7).  In two-player zero-sum games the
average approaches an equilibrium (J. Robinson, "An iterative method of solving a game", *Annals of
Mathematics* 54, 1951), more slowly than by regret minimisation.

The first strategy, by which all actions are alike, counts as one response.  Of actions that are
equally good the first is played.  Where algorithms of regret minimisation keep a regret, here is by how much
an action was worse than the best; 0 of the one that was played.
"""

from __future__ import annotations

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, add_to_average, find_leaf_values


@kernel
def fictitious_play(laid_out: Game, game: Layout, t: Tables, done: int, times: int) -> None:
    """`times` iterations after the `done` first."""
    for before in range(done, done + times):
        for player in range(game.players):
            if before == 0:
                add_to_average(game, player, 1.0, t)
            respond(game, player, t)
        for player in range(game.players):  # only now, so that all have answered the same averages
            for i in range(game.sets[player], game.sets[player + 1]):
                played = t.guess[game.parent[i]] if game.parent[i] >= game.players else 1.0
                for s in range(game.first[i], game.first[i + 1]):
                    t.guess[s] = played * t.policy[s]
                    t.average[s] += t.guess[s]
                    t.reach[s] = t.average[s] / (before + 2.0)


def respond(game: Layout, player: int, t: Tables) -> None:
    """A best response of a player to the others' reach, found backwards, as his policy."""
    find_leaf_values(game, player, t.reach, t.value)
    for i in range(game.sets[player + 1] - 1, game.sets[player] - 1, -1):
        first, last = game.first[i], game.first[i + 1]
        best = first
        for s in range(first + 1, last):
            if t.value[s] > t.value[best]:
                best = s
        for s in range(first, last):
            t.policy[s] = 1.0 if s == best else 0.0
            t.regret[s] = t.value[s] - t.value[best]
        t.value[game.parent[i]] += t.value[best]
