"""Monte Carlo CFR: regret minimisation that draws histories in place of going through all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import fraction
from halfmove.imperfect.layout import OVER, Layout
from halfmove.imperfect.steps import Tables, match_regrets

# ---- a step drawn in the tree of histories


def drawn(weights: Any, first: int, last: int, random: Buffer) -> int:
    """A place from `first` up to, but never, `last`, as likely as its weight; weights add up to 1."""
    left = fraction(random)
    for place in range(first, last - 1):
        left -= weights[place]
        if left < 0.0:
            return place
    return last - 1


def drawn_by_nature(game: Layout, node: int, random: Buffer) -> int:
    """The history that nature's step leads to."""
    return drawn(game.chance, game.child[node], game.child[node + 1], random)


# ---- chance sampling: nature is drawn, all actions of all players are tried
# Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS
# 2007, section 4, where it solved abstract poker; named in Lanctot, Waugh, Zinkevich and Bowling, "Monte
# Carlo sampling for regret minimization in extensive games", NIPS 2009, section 3.  An iteration goes once
# through the tree for each player, and draws at each of nature's nodes anew.  Where players hide what they
# do, a walk meets an information set more than once: its strategy is that of the first meeting, and counts
# once in the average.


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


# ---- external sampling: nature and the others are drawn, one's own actions are all tried
# Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games",
# NIPS 2009, section 3.2.  An iteration goes once through the tree for each player.  What the others do is
# drawn from their strategies, and so is in the averages: whoever is drawn counts his strategy of now in his
# own (simple averaging, as in Lanctot's thesis, 2013, section 4.5.2, for two players; with more, the player
# who comes next counts).


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


# ---- outcome sampling: one play of the game an update, weighted with how likely it was drawn
# Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games",
# NIPS 2009, section 3.1.  The player who is updated tries each action with probability `EXPLORE` at least
# once in as many as it has, the others play their strategies; values are divided by the probability of the
# draw, so that they are right on average, and vary the more the longer the play is.

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


# ---- VR-MCCFR: outcome sampling whose estimates vary less, by baselines learnt from earlier plays
# Schmid, Burch, Lanctot, Moravčík, Kadlec and Bowling, "Variance reduction in Monte Carlo counterfactual
# regret minimization (VR-MCCFR) for extensive form games using baselines", AAAI 2019; Davis, Schmid and
# Bowling, "Low-variance and zero-variance baselines for extensive-form games", ICML 2020, which gives each
# history a baseline of its own, as here.  A baseline guesses what a history is worth.  Where one step is
# drawn, of a player or of nature, the others are taken to be worth their baselines, and the drawn one its
# baseline and what the play brought beyond it, divided by the probability of the draw.  That is right on
# average whatever the baselines are, and varies less the better they are.  They are means of what was
# estimated, in which the last estimate weighs `DECAY`.

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
