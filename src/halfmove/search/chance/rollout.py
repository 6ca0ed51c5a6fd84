"""The kernel of rollouts: a position of a game of chance played on, many times, with the luck taken out.

A trial plays from a state; whoever moves takes the action after which the evaluation is best for him.  After
so many throws it stops, and what the evaluation says there, or the payoff where the game has ended, is its
plain result.

Luck.  Before each throw the worth of every outcome is known to the same players: the evaluation after the
best reply to it.  The luck of a throw is its worth less the mean over all throws,

    luck = worth(throw) - sum of p * worth(each throw),

whose expectation is 0 whatever the evaluation is worth.  The plain result less all luck has therefore the
same expectation and, with a good evaluation, a far smaller variance: a control variate, as backgammon
programs take it (Fredrik Dahl and David Montgomery, in JellyFish and Snowie; GNU Backgammon manual, "Variance
reduction").

Throws are stratified.  With a cycle of c (36 of two dice) trial t takes its first throw from the stratum
t mod c, its second from (t + t // c) mod c, so that in every c trials each of the c equal parts of the first
throw's distribution comes once, in every c * c each pair of parts.  Further throws are independent.
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core import bits, randomness
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.score import INFINITY
from halfmove.search.chance.search import estimate, payoff

LONGEST = 10_000
"""Throws after which a trial stops, however long it was to be."""
ADJUSTED, PLAIN, ENDED, THROWN = range(4)
"""What a trial leaves: its result less the luck and its plain result, in millionths of player 0's payoff,
whether the game ended, and the throws."""
WIDTH = 4


def estimate_state(game: Game, state: Any) -> int:
    """What a state is worth to player 0 as the players of a rollout see it."""
    return payoff(game, state) if game.is_terminal(state) else estimate(game, state)


def reply(game: Game, state: Any) -> tuple[Any, int]:
    """The state after the best action of whoever moves, by the evaluation, and what it is worth to player 0;
    the state itself where nobody chooses."""
    found = state
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return found, estimate_state(game, state)
    sign = 1 if game.to_move(state) == 0 else -1
    best = -INFINITY
    for action in game.actions(state):
        child = game.result(state, action)
        value = sign * estimate_state(game, child)
        if value > best:
            best, found = value, child
    return found, sign * best


def draw_number(random: Buffer, trial: int, thrown: int, cycle: int) -> float:
    """A number from 0 to 1 that chooses a throw; the first two of a trial come from strata."""
    inside = randomness.fraction(random)
    if thrown == 0:
        return (trial % cycle + inside) / cycle
    if thrown == 1:
        return ((trial + trial // cycle) % cycle + inside) / cycle
    return inside


@kernel
def roll_out(
    game: Game,
    state: Any,
    first: int,
    trials: int,
    throws: int,
    cycle: int,
    seed: int,
    random: Buffer,
    out: Buffer,
) -> int:
    """Trials number `first` and on from a state, `throws` long; each leaves its `WIDTH` numbers in `out`.

    A trial is made of the seed and its number alone: who makes it, and when, makes no difference.  `random`
    is a buffer of one unsigned word.
    """
    for number in range(trials):
        trial = first + number
        random[0] = bits.mix(bits.plus(bits.mix(bits.board(seed + 1)), bits.board(trial + 1)))
        s = state
        thrown = 0
        luck = 0.0
        while not game.is_terminal(s) and thrown < throws:
            if game.to_move(s) != CHANCE:
                s, _ = reply(game, s)
                continue
            u = draw_number(random, trial, thrown, cycle)
            after = s
            came = False
            worth = 0
            below, mean = 0.0, 0.0
            for action, p in game.outcomes(s):
                if p <= 0.0:
                    continue
                child, value = reply(game, game.result(s, action))
                below += p
                mean += p * value
                if not came:  # the last one, should rounding leave a gap
                    after, worth = child, value
                    came = u < below
            luck += worth - mean
            thrown += 1
            s = after
        result = estimate_state(game, s)
        at = number * WIDTH
        out[at + ADJUSTED] = math.floor(result - luck + 0.5)
        out[at + PLAIN] = result
        out[at + ENDED] = 1 if game.is_terminal(s) else 0
        out[at + THROWN] = thrown
    return trials


@kernel
def average_outcomes(game: Game, state: Any) -> float:
    """What a state can be expected to be worth to player 0, in millionths: the mean over all outcomes of the
    next throw, each after the best reply to it; before the throw, who chooses takes what the evaluation likes
    best."""
    s = state
    while not game.is_terminal(s) and game.to_move(s) != CHANCE:
        s, _ = reply(game, s)
    if game.is_terminal(s):
        return float(payoff(game, s))
    mean = 0.0
    for action, p in game.outcomes(s):
        _, value = reply(game, game.result(s, action))
        mean += p * value
    return mean
