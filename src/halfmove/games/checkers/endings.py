"""The endings of checkers for databases: all positions of two to six pieces, numbered.

A table is named by its pieces, the stronger side's first: `KMvK` is a king and a man against a king.  The
stronger side, which has more pieces, or as many and more kings, plays Black; where it is White's, the board
is turned round and colours change.  Chinook's databases are parted so too (Lake, Schaeffer and Lu, *Solving
Large Retrograde Analysis Problems Using a Network of Workstations*, Advances in Computer Chess 7, 1994).

A number, from the right: who moves; the weaker side's kings and men, the stronger side's kings and men, each
as the number of their set among all sets of as many of the 32 squares, or of the 28 where a man may stand
(D. E. Knuth, *The Art of Computer Programming* 4A, 7.2.1.3: the combinatorial number system).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.endings import Endings
from halfmove.games.checkers.geometry import BLACK, BOARD, DIRECTIONS, SQUARES, moved
from halfmove.games.checkers.rules import Rules, State

MOST_PIECES = 6
USUAL_PIECES = 5
"""Tables of more pieces are made where they are named: all of them together take hours."""
NEAR_PIECES = 8
"""With more pieces, no search comes to the tables in numbers that would be worth their memory."""
MEN_SQUARES = 28
"""Squares of a side's men, which are kings on the last row."""
BASE = MOST_PIECES + 1


class Pieces(NamedTuple):
    """What a table has: the stronger side's men and kings, and the weaker side's."""

    men: int
    kings: int
    weak_men: int
    weak_kings: int

    @property
    def in_all(self) -> int:
        """How many pieces."""
        return sum(self)

    @property
    def name(self) -> str:
        """`KMvK`."""
        return "K" * self.kings + "M" * self.men + "v" + "K" * self.weak_kings + "M" * self.weak_men


def _tables() -> tuple[Pieces, ...]:
    """All tables, each after those that it converts to: fewer pieces first, then fewer men."""
    found = []
    for pieces in map(Pieces._make, product(range(BASE), repeat=4)):
        strong, weak = pieces.men + pieces.kings, pieces.weak_men + pieces.weak_kings
        if weak > 0 and pieces.in_all <= MOST_PIECES and (strong, pieces.kings) >= (weak, pieces.weak_kings):
            found.append(pieces)
    return tuple(sorted(found, key=lambda p: (p.in_all, p.men + p.weak_men, p)))


TABLES = _tables()
NAMES = tuple(pieces.name for pieces in TABLES)
USUAL = tuple(pieces.name for pieces in TABLES if pieces.in_all <= USUAL_PIECES)


def place_of(pieces: Pieces) -> int:
    """Where a table's number stands in `_NUMBERS`."""
    return ((pieces.men * BASE + pieces.kings) * BASE + pieces.weak_men) * BASE + pieces.weak_kings


def _numbers() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    numbers = np.zeros(BASE**4, np.uint64)
    for number, pieces in enumerate(TABLES):
        numbers[place_of(pieces)] = number + 1
    return numbers


_NUMBERS = _numbers()
"""The number of each table plus 1, by its pieces; 0: none."""
_MEN, _KINGS, _WEAK_MEN, _WEAK_KINGS = (
    np.array([pieces[k] for pieces in TABLES], np.uint64) for k in range(4)
)
_CHOOSE = np.array([comb(n, k) for n in range(SQUARES + 1) for k in range(BASE)], np.uint64)


def choose(n: int, k: int) -> int:
    """The sets of k of n."""
    return bits.number(bits.entry(_CHOOSE, n * BASE + k))


def entry(table: np.ndarray[tuple[int], np.dtype[np.uint64]], index: int) -> int:
    """Entry of a table of small numbers."""
    return bits.number(bits.entry(table, index))


def rank_of(b: Bitboard, first: int, turned: bool) -> int:
    """The number of a set of squares among all of as many, squares counted from `first`; of the same set on
    the board turned round, if asked."""
    count = bits.count(b)
    rank, before = 0, 0
    for place in bits.squares(b):
        square = place - place // 9
        if turned:
            rank += choose(SQUARES - 1 - square - first, count - before)
        else:
            rank += choose(square - first, before + 1)
        before += 1  # noqa: SIM113  `enumerate` has no machine code
    return rank


def set_of(rank: int, count: int, first: int) -> Bitboard:
    """The set of so many squares, counted from `first`, that has a number."""
    found = bits.board(0)
    square = SQUARES - 1
    for k in range(count, 0, -1):
        while choose(square, k) > rank:
            square -= 1
        rank -= choose(square, k)
        number = square + first
        found |= bits.bit(number + number // 8)
    return found


def list_conversions(name: str) -> Sequence[str]:
    """The tables that one converts to: by captures, and by a man that becomes a king."""
    pieces = TABLES[NAMES.index(name)]
    sides = ((pieces.men, pieces.kings), (pieces.weak_men, pieces.weak_kings))
    found = set()
    for (men, kings), (prey_men, prey_kings) in (sides, sides[::-1]):
        for crowned, men_left, kings_left in product((0, 1), range(prey_men + 1), range(prey_kings + 1)):
            if crowned <= men and men_left + kings_left > 0:
                found.add(name_of((men - crowned, kings + crowned), (men_left, kings_left)))
    return [other for other in NAMES if other in found and other != name]


def name_of(side: tuple[int, int], other: tuple[int, int]) -> str:
    """The table of two sides' men and kings."""
    strong, weak = sorted((side, other), key=lambda s: (sum(s), s[1]), reverse=True)
    return Pieces(*strong, *weak).name


class Counts(NamedTuple):
    """A position by its pieces: the place of its table in `_NUMBERS`, and whether the board is turned."""

    place: int
    turned: bool


class EndingRules(Rules):
    """The rules with numbered endings."""

    ending_unmoves = True
    runtime_parameters = (*Rules.runtime_parameters, "endings_at")

    def endings(self) -> Endings | None:
        return Endings(NAMES, "checkers", list_conversions, self.near, usual=USUAL)

    def near(self, s: State) -> tuple[str, ...] | None:
        """The tables that a search of a position may come to: none with many pieces on the board."""
        return None if bits.count(s.own | s.other) <= NEAR_PIECES else ()

    def ending_counts(self, s: State) -> Counts:
        """What a position of no more pieces than the largest table has."""
        black, white = (s.own, s.other) if s.mover == BLACK else (s.other, s.own)
        kings, white_kings = bits.count(black & s.kings), bits.count(white & s.kings)
        men, white_men = bits.count(black) - kings, bits.count(white) - white_kings
        own, other = men + kings, white_men + white_kings
        if other > own or (other == own and white_kings > kings):
            return Counts(((white_men * BASE + white_kings) * BASE + men) * BASE + kings, True)
        return Counts(((men * BASE + kings) * BASE + white_men) * BASE + white_kings, False)

    def ending_table(self, s: State) -> int:
        if bits.count(s.own | s.other) > MOST_PIECES:
            return -1
        return entry(_NUMBERS, self.ending_counts(s).place) - 1

    def ending_count(self, table: int) -> int:
        strong = choose(MEN_SQUARES, entry(_MEN, table)) * choose(SQUARES, entry(_KINGS, table))
        weak = choose(MEN_SQUARES, entry(_WEAK_MEN, table)) * choose(SQUARES, entry(_WEAK_KINGS, table))
        return 2 * strong * weak

    def ending_index(self, s: State) -> int:
        turned = self.ending_counts(s).turned
        black, white = (s.own, s.other) if s.mover == BLACK else (s.other, s.own)
        strong, weak = (white, black) if turned else (black, white)
        men, weak_men = bits.without(strong, s.kings), bits.without(weak, s.kings)
        index = rank_of(men, 0, turned)
        index = index * choose(SQUARES, bits.count(strong & s.kings)) + rank_of(strong & s.kings, 0, turned)
        index = index * choose(MEN_SQUARES, bits.count(weak_men)) + rank_of(weak_men, 4, turned)
        index = index * choose(SQUARES, bits.count(weak & s.kings)) + rank_of(weak & s.kings, 0, turned)
        return 2 * index + (s.mover if not turned else 1 - s.mover)

    def ending_weight(self, table: int, index: int) -> int:
        s = self.ending_state(table, index)
        pieces = entry(_MEN, table) + entry(_KINGS, table)
        pieces += entry(_WEAK_MEN, table) + entry(_WEAK_KINGS, table)
        kings = entry(_KINGS, table) + entry(_WEAK_KINGS, table)
        apart = bits.count(s.own | s.other) == pieces and bits.count(s.kings) == kings
        return 1 if apart else 0

    def ending_state(self, table: int, index: int) -> State:
        mover, rest = index & 1, index >> 1
        men, kings = entry(_MEN, table), entry(_KINGS, table)
        weak_men, weak_kings = entry(_WEAK_MEN, table), entry(_WEAK_KINGS, table)
        sets = choose(SQUARES, weak_kings)
        weak = set_of(rest % sets, weak_kings, 0)
        crowned, rest = weak, rest // sets
        sets = choose(MEN_SQUARES, weak_men)
        weak |= set_of(rest % sets, weak_men, 4)
        rest //= sets
        sets = choose(SQUARES, kings)
        strong = set_of(rest % sets, kings, 0)
        crowned |= strong
        strong |= set_of(rest // sets, men, 0)
        return State(strong, weak, crowned, 0, 0) if mover == 0 else State(weak, strong, crowned, 1, 0)

    def ending_sources(self, s: State) -> Iterator[State]:
        side = 1 - s.mover
        empty = bits.board(BOARD) ^ (s.own | s.other)
        for d in range(DIRECTIONS):
            gone = s.other if (d < 2) == (side == BLACK) else s.other & s.kings
            for end in bits.squares(gone & moved(empty, d)):
                piece = bits.bit(end)
                start = moved(piece, 3 - d)
                kings = s.kings
                if kings & piece != bits.board(0):
                    kings ^= piece | start
                before = State(s.other ^ piece ^ start, s.own, kings, side, 0)
                if self.jumpers(before) == bits.board(0):
                    yield before

    def ending_in_time(self, s: State, plies: int) -> bool:
        return s.quiet + plies <= self.plies_allowed
