"""What Go players know, as hooks for Monte Carlo tree search."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.go.ladders import read_ladder
from halfmove.games.go.patterns import is_pattern, pattern_table, spread
from halfmove.games.go.rules import Rules, State

# ---- eyes: points that a player who wants to live does not fill
# The eye of a playout is the usual one: an empty point whose neighbours are all the player's own, and of
# whose diagonal points the other player holds at most one, at the edge none.  (Whether it is an eye for good
# depends on what lies around; Benson's theorem says when, see `benson`.)


class Eyes(Rules):
    """What `Go` inherits: eyes, and what a playout need not fill."""

    def is_eye(self, place: int, own: Wide, other: Wide) -> bool:
        """Whether an empty point is an eye of the player with the stones `own`."""
        if not bits.wide_empty(bits.wide_without(self.beside(place), own)):
            return False
        corners = self.corners(place)
        held = bits.wide_count(bits.wide_and(corners, other))
        return held == 0 or (held == 1 and bits.wide_count(corners) == 4)

    def fills(self, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
        """Whether a playout should not play on an empty point: an eye, or not allowed (but for the ko)."""
        if not bits.wide_empty(bits.wide_and(self.beside(place), empty)):
            return False
        return self.is_eye(place, own, other) or not self.breathes(place, own, other, empty)


NONE = -1
LADDER: Any = np.int64(50)
"""How deep `prior` reads a ladder, and how many nodes that may cost.  A plain number would be a literal to
the recursive kernel, whose machine code then crashes the process that loads it from the cache (Numba 0.68).
"""


class Knowledge(Eyes):
    """What `Go` knows beyond its rules."""

    sampled = True
    sampling = {"formula": "rave", "c": "0", "rave": "300", "playouts": "heavy", "prior": "15"}

    pattern_words: Any
    beyond_table: Any

    def setup(self) -> None:
        super().setup()
        self.pattern_words = pattern_table()
        self.beyond_table = self._beyond()

    def _beyond(self) -> np.ndarray[Any, Any]:
        """For every place which of the five by five points around it lie beyond the edge, as `square`."""
        table = np.zeros(64 * len(self.nothing), np.uint64)
        for point in range(self.points):
            row, column = divmod(point, self.width)
            beyond = [
                not (0 <= row + down < self.height and 0 <= column + right < self.width)
                for down in range(-2, 3)
                for right in range(-2, 3)
            ]
            table[self.place(point)] = sum(1 << at for at, out in enumerate(beyond) if out)
        return table

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        own, other = self.own(s), self.other(s)
        empty = self.empty(own, other)
        number = bits.wide_count(empty) + 1
        while True:  # what is not legal is drawn again, which leaves the others equally likely
            drawn = below(random, number)
            if drawn == number - 1:
                return self.points
            place = bits.wide_select(empty, drawn)
            if place != s.ko and (
                not bits.wide_empty(bits.wide_and(self.beside(place), empty))
                or self.breathes(place, own, other, empty)
            ):
                return self.point(place)

    def sample(self, s: State, random: Buffer) -> int:
        """A point that is no eye of the mover's own; where there is none left, the pass."""
        own, other = self.own(s), self.other(s)
        empty = self.empty(own, other)
        left = empty
        number = bits.wide_count(left)
        while number > 0:
            place = bits.wide_select(left, below(random, number))
            if place != s.ko and not self.fills(place, own, other, empty):
                return self.point(place)
            left = bits.wide_without(left, self.alone(place))
            number -= 1
        return self.points

    def playout(self, s: State, last: int, random: Buffer) -> int:
        """An answer to the last move: save what it puts in atari, take what it left in atari, or a pattern
        beside it (Gelly, Wang, Munos and Teytaud 2006); where there is none, a `reasonable` move."""
        own, other = self.own(s), self.other(s)
        empty = self.empty(own, other)
        if 0 <= last < self.points and bits.wide_has(other, self.place(last)):
            place = self.place(last)
            answer = self.rescue(place, own, other, empty, s.ko)
            if answer == NONE:
                answer = self.capture(place, own, other, empty, s.ko)
            if answer == NONE:
                answer = self.by_pattern(place, own, other, empty, s.ko, random)
            if answer != NONE:
                return self.point(answer)
        return self.reasonable(s, own, other, empty, random)

    def reasonable(self, s: State, own: Wide, other: Wide, empty: Wide, random: Buffer) -> int:
        """As `sample`, but no move that leaves its own chain with a single liberty, if there is another."""
        left = empty
        number = bits.wide_count(left)
        poor = self.points
        while number > 0:
            place = bits.wide_select(left, below(random, number))
            if place != s.ko and not self.fills(place, own, other, empty):
                if not self.is_self_atari(place, own, other, empty):
                    return self.point(place)
                poor = self.point(place)
            left = bits.wide_without(left, self.alone(place))
            number -= 1
        return poor

    def is_self_atari(self, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
        """Whether a stone there takes nothing and is part of a chain with one liberty then."""
        around = self.beside(place)
        if bits.wide_count(bits.wide_and(around, empty)) > 1:
            return False
        stone = self.alone(place)
        left = bits.wide_without(empty, stone)
        if bits.wide_empty(self.cornered(place, own, left)):
            return False
        return not self.takes(around, other, left)

    def takes(self, around: Wide, other: Wide, left: Wide) -> bool:
        """Whether one of the other player's chains with a stone in `around` has no liberty in `left`."""
        beside = bits.wide_and(around, other)
        while not bits.wide_empty(beside):
            seed = bits.wide_lowest(beside)
            if not self.has_liberty(seed, other, left):
                return True
            beside = bits.wide_without(beside, self.alone(seed))
        return False

    # ---- what a good player looks at first
    def prior(self, s: State, a: int) -> int:
        """Stones to take and to save, at once or by a ladder, patterns; not self-atari, what a ladder
        refutes, nor the edge of an empty board."""
        if a == self.points:
            return 10
        place = self.place(a)
        own, other = self.own(s), self.other(s)
        empty = self.empty(own, other)
        if self.is_eye(place, own, other):
            return 1
        around = self.beside(place)
        stone = self.alone(place)
        left = bits.wide_without(empty, stone)
        weight = 100
        if self.takes(around, other, left):
            weight = 500
        elif self.is_self_atari(place, own, other, empty):
            return 10
        elif self.takes(around, own, left):  # own stones whose last liberty this is, and that get more by it
            if self.is_laddered(s, a, place):
                return 10
            weight = 400
        elif self.starts_ladder(s, a, place, own, other, empty):
            weight = 400
        if self.has_pattern(place, own, other):
            weight = 2 * weight
        near = bits.wide_or(around, self.corners(place))
        if bits.wide_empty(bits.wide_without(near, empty)):
            row, column = a // self.width, a % self.width
            line = min(min(row, self.height - 1 - row), min(column, self.width - 1 - column))
            if line == 0:
                weight = 15
            elif line == 1:
                weight = 60
        return weight

    def is_laddered(self, s: State, a: int, place: int) -> bool:
        """Whether the other player takes the mover's chain at `place`, after the move, in a ladder."""
        answer, _ = read_ladder(self, self.result(s, a), place, s.mover, LADDER, LADDER)
        return answer != NONE

    def starts_ladder(self, s: State, a: int, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
        """Whether a move begins a ladder that takes a chain of the other player's with two liberties."""
        around = bits.wide_and(self.beside(place), other)
        while not bits.wide_empty(around):
            seed = bits.wide_lowest(around)
            chain = self.flood(self.alone(seed), other)
            around = bits.wide_without(around, chain)
            if bits.wide_count(bits.wide_and(self.neighbours(chain), empty)) == 2:
                answer, _ = read_ladder(self, self.result(s, a), seed, 1 - s.mover, LADDER, LADDER)
                if answer == NONE:
                    return True
        return False

    def rescue(self, place: int, own: Wide, other: Wide, empty: Wide, ko: int) -> int:
        """The place that saves an own chain beside `place` with one liberty left: where it takes one of those
        around it, or gets two liberties or more; -1 if none does."""
        chains = bits.wide_and(self.beside(place), own)
        while not bits.wide_empty(chains):
            stone = bits.wide_lowest(chains)
            chain = self.cornered(stone, own, empty)
            chains = bits.wide_without(bits.wide_without(chains, chain), self.alone(stone))
            if bits.wide_empty(chain):
                continue
            left = bits.wide_and(self.neighbours(chain), empty)
            if not bits.wide_empty(left):
                answer = self.counter(chain, own, other, empty, ko)
                if answer != NONE:
                    return answer
                where = bits.wide_lowest(left)
                if bits.wide_empty(self.cornered(where, own, bits.wide_without(empty, left))):
                    return where
        return NONE

    def counter(self, chain: Wide, own: Wide, other: Wide, empty: Wide, ko: int) -> int:
        """Where a chain of the other player's beside `chain`, with one liberty left, is taken; -1 if there is
        none."""
        around = bits.wide_and(self.neighbours(chain), other)
        while not bits.wide_empty(around):
            stone = bits.wide_lowest(around)
            theirs = self.cornered(stone, other, empty)
            around = bits.wide_without(bits.wide_without(around, theirs), self.alone(stone))
            where = self.last_liberty(theirs, empty, ko)
            if where != NONE:
                return where
        return NONE

    def capture(self, place: int, own: Wide, other: Wide, empty: Wide, ko: int) -> int:
        """The last liberty of the chain at `place`; -1 if it has more."""
        return self.last_liberty(self.cornered(place, other, empty), empty, ko)

    def last_liberty(self, chain: Wide, empty: Wide, ko: int) -> int:
        """The only liberty of a chain that is `cornered`; -1 if it is nothing, or the ko forbids it."""
        if bits.wide_empty(chain):
            return NONE
        left = bits.wide_and(self.neighbours(chain), empty)
        if not bits.wide_empty(left):
            where = bits.wide_lowest(left)
            if where != ko:
                return where
        return NONE

    def by_pattern(self, place: int, own: Wide, other: Wide, empty: Wide, ko: int, random: Buffer) -> int:
        """One of the points around `place` where a pattern is, at random; -1 if there is none."""
        chosen = NONE
        number = 0
        code = self.surroundings(place, own, other)
        for row in range(3):
            for column in range(3):
                at = place + (row - 1) * self.stride + column - 1
                if (
                    (row != 1 or column != 1)
                    and at != ko
                    and is_pattern(self.pattern_words, code, row, column)
                    and not self.fills(at, own, other, empty)
                ):
                    number += 1
                    if below(random, number) == 0:
                        chosen = at
        return chosen

    def has_pattern(self, place: int, own: Wide, other: Wide) -> bool:
        """Whether the eight points around an empty one make a pattern."""
        return is_pattern(self.pattern_words, self.surroundings(place, own, other), 1, 1)

    def surroundings(self, place: int, own: Wide, other: Wide) -> Bitboard:
        """The five by five points around one: two bits each, row by row from the lowest, as `patterns` has
        them."""
        beyond = bits.entry(self.beyond_table, place)
        mine = spread(self.square(place, own) | beyond)
        theirs = spread(self.square(place, other) | beyond)
        return mine | bits.left(theirs, 1)

    def square(self, place: int, stones: Wide) -> Bitboard:
        """Of the five by five points around one those with a stone: a bit each, row by row."""
        row = bits.board(31)
        upper = bits.wide_window(stones, place - 2 * self.stride - 2)
        lower = bits.wide_window(stones, place - 2)
        return (
            (upper & row)
            | bits.left(bits.right(upper, self.stride) & row, 5)
            | bits.left(lower & row, 10)
            | bits.left(bits.right(lower, self.stride) & row, 15)
            | bits.left(bits.right(lower, 2 * self.stride) & row, 20)
        )
