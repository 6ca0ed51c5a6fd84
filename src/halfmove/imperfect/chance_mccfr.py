"""Chance-sampling Monte Carlo CFR: nature is drawn, all actions of all players are tried.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS
2007, section 4, where it solved abstract poker; named in Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo
sampling for regret minimization in extensive games", NIPS 2009, section 3.  An iteration goes once through
the tree for each player, and draws at each of nature's nodes anew.  Where players hide what they do, a walk
meets an information set more than once: its strategy is that of the first meeting, and counts once in the
average.
"""

from __future__ import annotations

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.imperfect.layout import OVER, Layout
from halfmove.imperfect.sampling import drawn_by_nature
from halfmove.imperfect.steps import Tables, match_regrets


@kernel
def chance_walk(
    laid_out: Game,
    game: Layout,
    t: Tables,
    node: int,
    player: int,
    own: float,
    others: float,
    walk: float,
    random: Buffer,
) -> float:
    """What `player` earns from a history on, in one draw of nature; his regrets are added to.  `own` and
    `others` are the probabilities that he, and the others, play as far as this; `walk` numbers the walks from
    1, and `guess` has at each information set that which met it last."""
    mover = game.mover[node]
    if mover == OVER:
        return game.earned[game.place[node], player]  # type: ignore[no-any-return]
    if mover == CHANCE:
        after = drawn_by_nature(game, node, random)
        return chance_walk(laid_out, game, t, after, player, own, others, walk, random)
    i = game.place[node]
    first, last = game.first[i], game.first[i + 1]
    if t.guess[first] != walk:
        t.guess[first] = walk
        match_regrets(game, i, t.regret, t.policy)
        if mover == player:
            for s in range(first, last):
                t.average[s] += own * t.policy[s]
    value = 0.0
    for s in range(first, last):
        after, likely = game.child[node] + s - first, t.policy[s]
        if mover == player:
            earned = chance_walk(laid_out, game, t, after, player, own * likely, others, walk, random)
            t.value[s] = earned  # no history goes through a set twice, so the row is free until it is read
        else:
            earned = chance_walk(laid_out, game, t, after, player, own, others * likely, walk, random)
        value += likely * earned
    if mover == player:
        for s in range(first, last):
            t.regret[s] += others * (t.value[s] - value)
    return value


@kernel
def chance_mccfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int, random: Buffer) -> None:
    """`times` iterations after the `done` first."""
    for before in range(done, done + times):
        for player in range(game.players):
            walk = float(before * game.players + player + 1)
            chance_walk(laid_out, game, t, int(np.int64(0)), player, 1.0, 1.0, walk, random)
