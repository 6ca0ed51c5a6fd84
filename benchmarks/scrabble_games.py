"""Games of Scrabble's static player, as the benchmarks take positions from them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from halfmove import game
from halfmove.games.scrabble.engine import ScrabbleExpert
from halfmove.games.scrabble.game import Scrabble
from halfmove.games.scrabble.rules import DRAW, State


@cache
def rules_of_scrabble() -> Scrabble:
    """The game as it is shipped."""
    rules = game("scrabble")
    assert isinstance(rules, Scrabble)
    return rules


def turns_of_game(seed: int) -> Iterator[State]:
    """The state at each turn of a game of two static players, and at its end."""
    rules = rules_of_scrabble()
    static, draw, s = ScrabbleExpert(rules), random.Random(seed), rules.initial()
    while not rules.is_terminal(s):
        if s.phase == DRAW:
            tiles, weights = zip(*rules.outcomes(s), strict=True)
            s = rules.result(s, draw.choices(tiles, weights)[0])
        else:
            yield s
            s = rules.result(s, static.candidates(s, 1)[0].action)
    yield s
