"""Leduc hold'em whose deals are drawn at once, with buckets that put nothing together: a game in a file."""

from typing import NamedTuple

from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS, SHARED, Abstraction
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.leduc import Leduc, State

CARDS = 6


class Nothing(NamedTuple):
    """Leduc needs no tables."""

    none: Buffer


class Dealt(Leduc):
    """Leduc whose deals can be drawn at once: a rank each, and one for all."""

    def deal(self, t: Nothing, random: Buffer, out: Buffer) -> int:
        first = below(random, CARDS)
        second = below(random, CARDS - 1)
        if second >= first:
            second += 1
        common = below(random, CARDS)
        while common in (first, second):
            common = below(random, CARDS)
        a, b, c = first >> 1, second >> 1, common >> 1
        out[0], out[1], out[2], out[3] = a, 3 * a + c, b, 3 * b + c
        mine, yours = a + (3 if a == c else 0), b + (3 if b == c else 0)
        out[4] = SHARED if mine == yours else (FIRST_WINS if mine > yours else SECOND_WINS)
        return 0

    def abstraction(self, sizes=(), file=None):
        return Ranks()


class Ranks(Abstraction):
    """A bucket for each rank, and for each pair of one's own and the open one."""

    sizes = (3, 9)
    examples = ((3, 1, 2), (2, 2, 1), (1, 3, 2))

    def __init__(self):
        self._tables = Nothing(Buffer(1))

    @property
    def tables(self):
        return self._tables

    def bucket(self, state: State, player: int) -> int:
        rank = Leduc().card(state, player) - 1
        return 3 * rank + state.open - 1 if state.second else rank

    def bets(self, state: State) -> int:
        return state.betting

    def identity(self):
        return {"buckets": list(self.sizes)}
