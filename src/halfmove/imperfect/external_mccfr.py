"""External-sampling Monte Carlo CFR: nature and the others are drawn, one's own actions are all tried.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games",
NIPS 2009, section 3.2.  An iteration goes once through the tree for each player.  What the others do is drawn
from their strategies, and so is in the averages: whoever is drawn counts his strategy of now in his own
(simple averaging, as in Lanctot's thesis, 2013, section 4.5.2, for two players; with more, the player who
comes next counts).
"""

from __future__ import annotations

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.imperfect.layout import OVER, Layout
from halfmove.imperfect.sampling import drawn, drawn_by_nature
from halfmove.imperfect.steps import Tables, match_regrets


@kernel
def external_walk(laid_out: Game, game: Layout, t: Tables, node: int, player: int, random: Buffer) -> float:
    """What `player` earns from a history on, in one draw of everything else; his regrets are added to."""
    mover = game.mover[node]
    if mover == OVER:
        return game.earned[game.place[node], player]  # type: ignore[no-any-return]
    if mover == CHANCE:
        return external_walk(laid_out, game, t, drawn_by_nature(game, node, random), player, random)
    i = game.place[node]
    first, last = game.first[i], game.first[i + 1]
    match_regrets(game, i, t.regret, t.policy)
    if mover != player:
        if mover == (player + 1) % game.players:
            for s in range(first, last):
                t.average[s] += t.policy[s]
        taken = drawn(t.policy, first, last, random)
        return external_walk(laid_out, game, t, game.child[node] + taken - first, player, random)
    value = 0.0
    for s in range(first, last):  # an information set of his is met once in a walk, so its row is free
        t.value[s] = external_walk(laid_out, game, t, game.child[node] + s - first, player, random)
        value += t.policy[s] * t.value[s]
    for s in range(first, last):
        t.regret[s] += t.value[s] - value
    return value


@kernel
def external_mccfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int, random: Buffer) -> None:
    """`times` iterations after the `done` first."""
    for _ in range(done, done + times):
        for player in range(game.players):
            external_walk(laid_out, game, t, int(np.int64(0)), player, random)
