"""How large a game is, guessed by a few plays at random: what "auto" asks before it takes an exact search.

D. E. Knuth, "Estimating the efficiency of backtrack programs", *Mathematics of Computation* 29, 1975: the
product of the numbers of choices on a random way to the end has the number of leaves as its mean.
"""

from __future__ import annotations

from functools import lru_cache

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import below, stream

PLAYS = 20


@lru_cache(maxsize=256)
def is_within(game: Game, most: int) -> bool:
    """Whether `game` seems to have no more than `most` histories from its beginning.

    A guess, the same each time; a single play that counts `PLAYS` times as many ends it.
    """
    if game.chance is Chance.SAMPLED:
        return False
    rules, random, found = interpreted(in_turn(game) if game.simultaneous else game), stream(1), 0.0
    for _ in range(PLAYS):
        state, size = rules.initial(), 1.0
        while not rules.is_terminal(state):
            if rules.to_move(state) == CHANCE:
                actions = [a for a, p in rules.outcomes(state) if p > 0]
            else:
                actions = list(rules.actions(state))
            size *= len(actions)
            found += size / PLAYS
            if found > most:
                return False
            state = rules.result(state, actions[below(random, len(actions))])
    return True
