"""VR-MCCFR: outcome sampling whose estimates vary less, by baselines learnt from earlier plays.

Schmid, Burch, Lanctot, Moravčík, Kadlec and Bowling, "Variance reduction in Monte Carlo counterfactual regret
minimization (VR-MCCFR) for extensive form games using baselines", AAAI 2019; Davis, Schmid and Bowling,
"Low-variance and zero-variance baselines for extensive-form games", ICML 2020, which gives each history a
baseline of its own, as here.  A baseline guesses what a history is worth.  Where one step is drawn, of a
player or of nature, the others are taken to be worth their baselines, and the drawn one its baseline and what
the play brought beyond it, divided by the probability of the draw.  That is right on average whatever the
baselines are, and varies less the better they are.  They are means of what was estimated, in which the last
estimate weighs `DECAY`.
"""

from __future__ import annotations

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import fraction
from halfmove.imperfect.layout import OVER, Layout
from halfmove.imperfect.outcome_mccfr import EXPLORE
from halfmove.imperfect.sampling import drawn, drawn_by_nature
from halfmove.imperfect.steps import Tables, match_regrets

DECAY = 0.5
"""How much the newest estimate weighs in a baseline."""


@kernel
def vr_walk(
    laid_out: Game,
    game: Layout,
    t: Tables,
    node: int,
    player: int,
    own: float,
    sampled: float,
    random: Buffer,
) -> float:
    """What `player` earns from a history on, estimated from one play and the baselines: `guess` has at
    `history * players + player` what a history is worth to a player.  `own` is the probability that he plays
    as far as this, `sampled` that his actions were drawn.  The others' actions, and nature's, are drawn as
    likely as they are."""
    mover = game.mover[node]
    if mover == OVER:
        return game.earned[game.place[node], player]  # type: ignore[no-any-return]
    child, wide = game.child[node], game.players
    if mover == CHANCE:
        after = drawn_by_nature(game, node, random)
        earned = vr_walk(laid_out, game, t, after, player, own, sampled, random)
        value = earned - t.guess[after * wide + player]
        for k in range(child, game.child[node + 1]):
            value += game.chance[k] * t.guess[k * wide + player]
        t.guess[after * wide + player] += DECAY * (earned - t.guess[after * wide + player])
        return value  # type: ignore[no-any-return]
    i = game.place[node]
    first, last = game.first[i], game.first[i + 1]
    match_regrets(game, i, t.regret, t.policy)
    explores = mover == player and fraction(random) < EXPLORE
    s = first + int(fraction(random) * (last - first)) if explores else drawn(t.policy, first, last, random)
    likely = t.policy[s]
    reach = own
    if mover == player:
        reach = own * likely
        likely = EXPLORE / (last - first) + (1.0 - EXPLORE) * likely
    after = child + s - first
    deeper = sampled * likely if mover == player else sampled
    earned = vr_walk(laid_out, game, t, after, player, reach, deeper, random)
    place = after * wide + player
    beyond = (earned - t.guess[place]) / likely
    value = t.policy[s] * beyond
    for k in range(first, last):
        value += t.policy[k] * t.guess[(child + k - first) * wide + player]
    if mover == player:
        for k in range(first, last):
            estimate = t.guess[(child + k - first) * wide + player] + (beyond if k == s else 0.0)
            t.average[k] += own / sampled * t.policy[k]
            t.regret[k] += (estimate - value) / sampled
    t.guess[place] += DECAY * (earned - t.guess[place])
    return value  # type: ignore[no-any-return]


@kernel
def vr_mccfr(laid_out: Game, game: Layout, t: Tables, done: int, times: int, random: Buffer) -> None:
    """`times` iterations after the `done` first."""
    for _ in range(done, done + times):
        for player in range(game.players):
            vr_walk(laid_out, game, t, int(np.int64(0)), player, 1.0, 1.0, random)
