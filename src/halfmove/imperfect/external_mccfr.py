"""External-sampling Monte Carlo CFR: nature and the others are drawn, one's own actions are all tried.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games",
NIPS 2009, section 3.2.  An iteration goes once through the tree for each player.  What the others do is drawn
from their strategies, and so is in the averages: whoever is drawn counts his strategy of now in his own
(simple averaging, as in Lanctot's thesis, 2013, section 4.5.2, for two players; with more, the player who
comes next counts).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.imperfect.layout import OVER, Layout
from halfmove.imperfect.sampling import drawn, drawn_by_nature
from halfmove.imperfect.steps import Tables, match_regrets


@kernel
def external_mccfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int, random: Buffer) -> None:
    """`times` iterations after the `done` first."""
    path = np.zeros((2, len(game.first)), dtype=np.int64)
    values = np.zeros(len(game.first))
    for _ in range(done, done + times):
        for player in range(game.players):
            external_walk(game, t, player, path, values, random)


def external_walk(game: Layout, t: Tables, player: int, path: Any, values: Any, random: Buffer) -> None:
    """One draw of everything but the player's actions, all of which are tried; his regrets are added to.

    Written as a recursion in the paper, it keeps its own path here, of his choices: the history of each and
    the action that is being tried, and what those before have earned.
    """
    node, depth = 0, 0
    while True:
        mover = game.mover[node]
        if mover == CHANCE:
            node = drawn_by_nature(game, node, random)
        elif mover != OVER:
            i = game.place[node]
            first, last = game.first[i], game.first[i + 1]
            match_regrets(game, i, t.regret, t.policy)
            if mover == player:
                path[0, depth], path[1, depth], values[depth] = node, first, 0.0
                depth, node = depth + 1, game.child[node]
            else:
                if mover == (player + 1) % game.players:
                    for s in range(first, last):
                        t.average[s] += t.policy[s]
                node = game.child[node] + drawn(t.policy, first, last, random) - first
        else:
            earned = game.earned[game.place[node], player]
            while depth > 0:  # an information set of his is met once in a walk, so its row is free
                node, s = path[0, depth - 1], path[1, depth - 1]
                i = game.place[node]
                first, last = game.first[i], game.first[i + 1]
                t.value[s] = earned
                values[depth - 1] += t.policy[s] * earned
                if s + 1 < last:
                    path[1, depth - 1] = s + 1
                    node = game.child[node] + s + 1 - first
                    break
                depth -= 1
                earned = values[depth]
                for s in range(first, last):
                    t.regret[s] += t.value[s] - earned
            if depth == 0:
                return
