"""What Go players know, as hooks for Monte Carlo tree search."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.go.eyes import Eyes
from halfmove.games.go.ladders import read
from halfmove.games.go.patterns import BEYOND, OTHER, OWN, STEPS, pattern_table
from halfmove.games.go.rules import State

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

    def setup(self) -> None:
        super().setup()
        self.pattern_words = pattern_table()
        self.steps = tuple(down * self.stride + right for down, right in STEPS)

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
        friends = bits.wide_or(own, stone)
        chain = self.flood(stone, friends)
        left = bits.wide_without(empty, stone)
        if bits.wide_count(bits.wide_and(self.neighbours(chain), left)) > 1:
            return False
        return not self.takes(around, other, left)

    def takes(self, around: Wide, other: Wide, left: Wide) -> bool:
        """Whether one of the other player's chains with a stone in `around` has no liberty in `left`."""
        beside = bits.wide_and(around, other)
        while not bits.wide_empty(beside):
            seed = self.alone(bits.wide_lowest(beside))
            if not self.touches(seed, other, left):
                return True
            beside = bits.wide_without(beside, seed)
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
        answer, _ = read(self, self.result(s, a), place, s.mover, LADDER, LADDER)
        return answer != NONE

    def starts_ladder(self, s: State, a: int, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
        """Whether a move begins a ladder that takes a chain of the other player's with two liberties."""
        around = bits.wide_and(self.beside(place), other)
        while not bits.wide_empty(around):
            seed = bits.wide_lowest(around)
            chain = self.flood(self.alone(seed), other)
            around = bits.wide_without(around, chain)
            if bits.wide_count(bits.wide_and(self.neighbours(chain), empty)) == 2:
                answer, _ = read(self, self.result(s, a), seed, 1 - s.mover, LADDER, LADDER)
                if answer == NONE:
                    return True
        return False

    def rescue(self, place: int, own: Wide, other: Wide, empty: Wide, ko: int) -> int:
        """The place that saves an own chain beside `place` with one liberty left: where it takes one of those
        around it, or gets two liberties or more; -1 if none does."""
        chains = bits.wide_and(self.beside(place), own)
        while not bits.wide_empty(chains):
            chain = self.flood(self.alone(bits.wide_lowest(chains)), own)
            chains = bits.wide_without(chains, chain)
            left = bits.wide_and(self.neighbours(chain), empty)
            if bits.wide_count(left) == 1:
                answer = self.counter(chain, own, other, empty, ko)
                if answer != NONE:
                    return answer
                where = bits.wide_lowest(left)
                longer = bits.wide_or(own, left)
                grown = self.flood(left, longer)
                if bits.wide_count(bits.wide_and(self.neighbours(grown), bits.wide_without(empty, left))) > 1:
                    return where
        return NONE

    def counter(self, chain: Wide, own: Wide, other: Wide, empty: Wide, ko: int) -> int:
        """Where a chain of the other player's beside `chain`, with one liberty left, is taken; -1 if there is
        none."""
        around = bits.wide_and(self.neighbours(chain), other)
        while not bits.wide_empty(around):
            theirs = self.flood(self.alone(bits.wide_lowest(around)), other)
            around = bits.wide_without(around, theirs)
            where = self.last_liberty(theirs, empty, ko)
            if where != NONE:
                return where
        return NONE

    def capture(self, place: int, own: Wide, other: Wide, empty: Wide, ko: int) -> int:
        """The last liberty of the chain at `place`; -1 if it has more."""
        return self.last_liberty(self.flood(self.alone(place), other), empty, ko)

    def last_liberty(self, chain: Wide, empty: Wide, ko: int) -> int:
        """The only liberty of a chain; -1 if it has more, or if the ko forbids to play there."""
        left = bits.wide_and(self.neighbours(chain), empty)
        if bits.wide_count(left) == 1:
            where = bits.wide_lowest(left)
            if where != ko:
                return where
        return NONE

    def by_pattern(self, place: int, own: Wide, other: Wide, empty: Wide, ko: int, random: Buffer) -> int:
        """One of the points around `place` where a pattern is, at random; -1 if there is none."""
        chosen = NONE
        number = 0
        for step in self.steps:
            at = place + step
            if (
                at != ko
                and bits.wide_has(empty, at)
                and self.has_pattern(at, own, other)
                and not self.fills(at, own, other, empty)
            ):
                number += 1
                if below(random, number) == 0:
                    chosen = at
        return chosen

    def has_pattern(self, place: int, own: Wide, other: Wide) -> bool:
        """Whether the eight points around an empty one make a pattern."""
        code = 0
        shift = 0
        for step in self.steps:
            at = place + step
            if bits.wide_has(own, at):
                code |= OWN << shift
            elif bits.wide_has(other, at):
                code |= OTHER << shift
            elif not bits.wide_has(self.cells, at):
                code |= BEYOND << shift
            shift += 2
        return bits.has(bits.entry(self.pattern_words, code >> 6), code & 63)
