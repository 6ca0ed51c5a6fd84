"""Outcome-sampling Monte Carlo CFR: one play of the game an update, weighted with how likely it was drawn.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games",
NIPS 2009, section 3.1.  The player who is updated tries each action with probability `EXPLORE` at least once
in as many as it has, the others play their strategies; values are divided by the probability of the draw, so
that they are right on average, and vary the more the longer the play is.
"""

from __future__ import annotations

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import fraction
from halfmove.imperfect.layout import OVER, Layout
from halfmove.imperfect.sampling import drawn, drawn_by_nature
from halfmove.imperfect.steps import Tables, match_regrets

EXPLORE = 0.6
"""How often the updated player acts at random instead of by his strategy: the paper's choice (section 5)."""


@kernel
def outcome_walk(
    laid_out: Game,
    game: Layout,
    t: Tables,
    node: int,
    player: int,
    own: float,
    others: float,
    sampled: float,
    random: Buffer,
) -> float:
    """What `player` earns from a history on, estimated from one play.  `own` and `others` are the
    probabilities that he, and the others, play as far as this; `sampled`, that it was drawn.  Nature's steps
    are drawn as likely as they are, and are in neither."""
    mover = game.mover[node]
    if mover == OVER:
        return game.earned[game.place[node], player]  # type: ignore[no-any-return]
    if mover == CHANCE:
        after = drawn_by_nature(game, node, random)
        return outcome_walk(laid_out, game, t, after, player, own, others, sampled, random)
    i = game.place[node]
    first, last = game.first[i], game.first[i + 1]
    match_regrets(game, i, t.regret, t.policy)
    if mover != player:
        s = drawn(t.policy, first, last, random)
        likely = t.policy[s]
        after = game.child[node] + s - first
        return outcome_walk(laid_out, game, t, after, player, own, others * likely, sampled * likely, random)
    if fraction(random) < EXPLORE:
        s = first + int(fraction(random) * (last - first))
    else:
        s = drawn(t.policy, first, last, random)
    likely = EXPLORE / (last - first) + (1.0 - EXPLORE) * t.policy[s]
    after = game.child[node] + s - first
    earned = outcome_walk(
        laid_out, game, t, after, player, own * t.policy[s], others, sampled * likely, random
    )
    estimate = earned / likely
    value = t.policy[s] * estimate
    weight = others / sampled
    for k in range(first, last):
        t.average[k] += own / sampled * t.policy[k]
        t.regret[k] += weight * ((estimate if k == s else 0.0) - value)
    return value  # type: ignore[no-any-return]


@kernel
def outcome_mccfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int, random: Buffer) -> None:
    """`times` iterations after the `done` first."""
    for _ in range(done, done + times):
        for player in range(game.players):
            outcome_walk(laid_out, game, t, int(np.int64(0)), player, 1.0, 1.0, 1.0, random)
