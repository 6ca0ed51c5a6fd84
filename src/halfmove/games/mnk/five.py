"""Five in a row on large boards, with all that its lines say kept up to date from move to move.

A row takes 16 bits, four rows a word, so that a board is at most 15 squares wide; square 0 is bit 4:

     4  5  6  7 ...
    20 21 22 23 ...
    36 37 38 39 ...

The nine rows of nine squares around a square are three words then (`around`), and the nine squares of a line
in them an index into the tables of `patterns`.  A stone changes four lines; from the tables come

    the census of each side, so that evaluating is adding up;
    the squares where a side completes five (`wins`), makes a four (`fours`), makes two at once (`forks`).

Threats are proven as in `one_word`; what is searched beyond them is the business of the selective search.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.errors import BadInput
from halfmove.core.score import loss_in, win_in
from halfmove.games.mnk.game import MNK
from halfmove.games.mnk.knowledge import HALF, ONE, clamp
from halfmove.games.mnk.patterns import (
    EVERY,
    FIELD,
    FOUR_FIELD,
    FOURS,
    PLACES,
    REACH,
    digits,
    tables,
    views,
)
from halfmove.games.turning import symmetries, turned_square

ROW = 16
"""Bits of a row."""
WAYS = (1, ROW, ROW + 1, ROW - 1)
DIRECTIONS = len(WAYS)


class State(NamedTuple):
    """Where the stones are, and what they threaten."""

    x: tuple[Bitboard, ...]
    o: tuple[Bitboard, ...]
    moves: int
    hash: Bitboard
    x_census: Bitboard
    o_census: Bitboard
    x_wins: tuple[Bitboard, ...]
    """Empty squares where X completes five."""
    o_wins: tuple[Bitboard, ...]
    x_fours: tuple[Bitboard, ...]
    """Empty squares where a stone of X makes a four."""
    o_fours: tuple[Bitboard, ...]
    x_forks: tuple[Bitboard, ...]
    """Empty squares where it could then complete five on two squares."""
    o_forks: tuple[Bitboard, ...]


class FiveInLine(MNK):
    """Put stones on a board in turn; five in a line, in any direction, win."""

    selective = True
    narrowed = True
    forcing_wins = True
    quiescence_plies = 8
    unit = 4_500
    table_symmetries = False

    nothing: tuple[Bitboard, ...]
    cells: tuple[Bitboard, ...]
    middle: tuple[Bitboard, ...]
    edges: NDArray[np.uint64]
    stars: NDArray[np.uint64]
    digit_table: NDArray[np.uint64]
    added_table: NDArray[np.uint64]
    taken_table: NDArray[np.uint64]
    shape_table: NDArray[np.uint64]
    worth_table: NDArray[np.uint16]
    five_table: NDArray[np.uint16]

    def check_size(self) -> None:
        if not self.fits(self.width, self.k):
            raise BadInput(
                f"{self.title()} is played here with five in a row on boards up to {ROW - 1} squares wide, "
                f"not with k={self.k} and width={self.width}."
            )
        self.words = (REACH + ROW * self.height + 63) // 64
        self.nothing = (0,) * self.words
        across, down = max(self.width - REACH, 0), max(self.height - REACH, 0)
        self.windows = across * self.height + down * self.width + 2 * across * down
        self.symmetry_count = symmetries(self.width, self.height)
        self.lay_out()
        self.digit_table = digits()
        self.added_table, self.taken_table, self.shape_table = tables()
        self.worth_table, self.five_table = views()

    @classmethod
    def fits(cls, width: int, k: int) -> bool:
        """Whether this is how a board of so many columns is held."""
        return k == REACH + 1 and REACH < width < ROW

    def lay_out(self) -> None:
        """For each square, by its place: which of the nine squares around it in each direction are not on the
        board, and, as a board, the others."""
        edges = np.zeros(64 * self.words, np.uint64)
        stars = np.zeros((64 * self.words, self.words), np.uint64)
        cells, middle = self.nothing, self.nothing
        for row in range(self.height):
            for column in range(self.width):
                place = self.place(row * self.width + column)
                cells = bits.wide_with(cells, place)
                if abs(2 * row + 1 - self.height) <= 1 and abs(2 * column + 1 - self.width) <= 1:
                    middle = bits.wide_with(middle, place)
                for d, (down, right) in enumerate(((0, 1), (1, 0), (1, 1), (1, -1))):
                    for t in range(-REACH, REACH + 1):
                        r, c = row + down * t, column + right * t
                        if not (0 <= r < self.height and 0 <= c < self.width):
                            edges[place] |= np.uint64(1 << (16 * d + t + REACH))
                        elif t != 0:
                            square = self.place(r * self.width + c)
                            stars[place, square >> 6] |= np.uint64(1 << (square & 63))
        self.cells, self.middle, self.edges, self.stars = cells, middle, edges, stars.ravel()

    def place(self, a: int) -> int:
        """Where a square lies on the boards."""
        return REACH + a + a // self.width * (ROW - self.width)

    def action(self, place: int) -> int:
        """The inverse of `place`."""
        return place - REACH - (place - REACH) // ROW * (ROW - self.width)

    # ---- the six functions
    def initial(self) -> State:
        none, windows = self.nothing, bits.board(self.windows)
        return State(
            none, none, 0, bits.board(0), windows, windows,
            none, none, none, none, none, none,
        )  # fmt: skip

    def to_move(self, s: State) -> int:
        return s.moves & 1

    def actions(self, s: State) -> Iterator[int]:
        for place in bits.wide_squares(self.free(s)):
            yield self.action(place)

    def is_terminal(self, s: State) -> bool:
        return s.moves >= self.squares or self.has_five(s)

    def has_five(self, s: State) -> bool:
        """Whether the player who has just moved has five in a line."""
        census = s.o_census if s.moves & 1 == 0 else s.x_census
        return bits.right(census, PLACES[5]) != bits.board(0)

    def utility(self, s: State, player: int) -> int:
        if self.has_five(s):
            return -1 if player == self.to_move(s) else 1
        return 0

    def result(self, s: State, a: int) -> State:
        return self.put(s, self.place(a), s.moves & 1)

    def put(self, s: State, place: int, side: int) -> State:
        """The state with one more stone, of X (0) or O (1)."""
        if side == 0:
            own, other, own_wins, other_wins = s.x, s.o, s.x_wins, s.o_wins
            own_fours, other_fours, own_forks, other_forks = s.x_fours, s.o_fours, s.x_forks, s.o_forks
        else:
            own, other, own_wins, other_wins = s.o, s.x, s.o_wins, s.x_wins
            own_fours, other_fours, own_forks, other_forks = s.o_fours, s.x_fours, s.o_forks, s.x_forks
        edges = bits.entry(self.edges, place)
        mine, theirs = bits.without(around(own, place), edges), bits.without(around(other, place), edges)
        added, taken = bits.board(0), bits.board(0)
        fives, fours = bits.board(0), bits.board(0)
        for d in range(DIRECTIONS):
            low, high, shut = self.digits(mine, d), self.digits(theirs, d), self.digits(edges, d)
            pattern = low + 2 * (high + shut)
            added = bits.plus(added, bits.entry(self.added_table, pattern))
            taken = bits.plus(taken, bits.entry(self.taken_table, high + 2 * (low + shut)))
            shape = bits.entry(self.shape_table, pattern)
            fives |= bits.left(shape & bits.board(EVERY), 16 * d)
            fours |= bits.left(bits.right(shape, FOURS) & bits.board(EVERY), 16 * d)
        own = bits.wide_with(own, place)
        here = bits.wide_alone(self.nothing, place)
        own_wins, other_wins = bits.wide_without(own_wins, here), bits.wide_without(other_wins, here)
        if fives != bits.board(0):
            own_wins = bits.wide_or(own_wins, self.spread(fives, place))
        star = bits.wide_entry(self.nothing, self.stars, place)
        again = bits.wide_or(here, bits.wide_and(star, own_fours))
        if fours != bits.board(0):
            again = bits.wide_or(again, self.spread(fours, place))
        if not bits.wide_empty(bits.wide_without(again, here)) or bits.wide_has(own_fours, place):
            own_fours, own_forks = bits.wide_without(own_fours, again), bits.wide_without(own_forks, again)
            for square in bits.wide_squares(bits.wide_without(again, here)):
                ways = bits.count(self.fives(own, other, square))
                if ways > 0:
                    own_fours = bits.wide_with(own_fours, square)
                    if ways > 1:
                        own_forks = bits.wide_with(own_forks, square)
        again = bits.wide_and(bits.wide_or(star, here), other_fours)
        if not bits.wide_empty(again):
            other_fours = bits.wide_without(other_fours, again)
            other_forks = bits.wide_without(other_forks, again)
            for square in bits.wide_squares(bits.wide_without(again, here)):
                ways = bits.count(self.fives(other, own, square))
                if ways > 0:
                    other_fours = bits.wide_with(other_fours, square)
                    if ways > 1:
                        other_forks = bits.wide_with(other_forks, square)
        key = s.hash ^ bits.mix(bits.board(2 * place + side + 2))
        if side == 0:
            return State(
                own, other, s.moves + 1, key,
                bits.plus(s.x_census, added), bits.minus(s.o_census, taken),
                own_wins, other_wins, own_fours, other_fours, own_forks, other_forks,
            )  # fmt: skip
        return State(
            other, own, s.moves + 1, key,
            bits.minus(s.x_census, taken), bits.plus(s.o_census, added),
            other_wins, own_wins, other_fours, own_fours, other_forks, own_forks,
        )  # fmt: skip

    def digits(self, cells: Bitboard, d: int) -> int:
        """Direction `d` of what is `around` a square as a number to the base of three; a pattern's is that of
        a side's own squares and twice that of the shut ones."""
        return bits.number(bits.entry(self.digit_table, bits.number(bits.right(cells, 16 * d)) & EVERY))

    def seen(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], place: int) -> Bitboard:
        """What both sides have around a square, 16 bits for each direction: an index to the tables of
        `views`."""
        edges = bits.entry(self.edges, place)
        mine, theirs = eight(around(own, place) | edges), eight(around(other, place) | edges)
        return mine | bits.left(theirs, 8)

    def spread(self, shapes: Bitboard, place: int) -> tuple[Bitboard, ...]:
        """As a board, squares around a place: nine bits for each direction, 16 apart."""
        squares = self.nothing
        for bit in bits.squares(shapes):
            squares = bits.wide_with(squares, place + ((bit & 15) - REACH) * WAYS[bit >> 4])
        return squares

    def fives(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], place: int) -> Bitboard:
        """Where a side completes five after a stone at a place, as far as that does it: squares around it."""
        seen, squares = self.seen(own, other, place), bits.board(0)
        for d in range(DIRECTIONS):
            fives = bits.entry(self.five_table, bits.number(bits.right(seen, 16 * d)) & 0xFFFF)
            squares |= bits.left(fives, 16 * d)
        return squares

    def key(self, s: State) -> Bitboard:
        return s.hash ^ bits.board(s.moves & 1)

    # ---- the same position from the board's other sides, as in `one_word`
    def symmetric(self, s: State, k: int) -> State:
        if k == 0:
            return s
        turned = self.initial()
        for a in range(self.squares):
            for side in range(2):
                if bits.wide_has(s.x if side == 0 else s.o, self.place(a)):
                    turned = self.put(turned, self.place(turned_square(a, self.width, self.height, k)), side)
        return turned

    def symmetric_action(self, a: int, k: int) -> int:
        return turned_square(a, self.width, self.height, k)

    # ---- what can be told without searching
    def evaluate(self, s: State, player: int) -> int:
        """The open lines of each side, weighted by the stones on them, as in `one_word`."""
        value = clamp(self.worth(s.x_census) - self.worth(s.o_census))
        return value if player == 0 else -value

    def worth(self, census: Bitboard) -> int:
        """The weights of a side's open lines."""
        value = bits.number(bits.right(census, PLACES[4]) & bits.board(FOUR_FIELD)) * self.weights[1]
        for n in range(1, 4):
            value += bits.number(bits.right(census, PLACES[n]) & bits.board(FIELD)) * self.weights[5 - n]
        return value

    def potential(self, census: Bitboard) -> int:
        """The sum of ONE / 2 ** (squares missed) over a side's open lines."""
        total = bits.number(bits.right(census, PLACES[4]) & bits.board(FOUR_FIELD)) * HALF
        for n in range(4):
            total += bits.number(bits.right(census, PLACES[n]) & bits.board(FIELD)) * (ONE >> (5 - n))
        return total

    def spoilt(self, census: Bitboard, limit: int) -> bool:
        """Whether the potential is below a limit; the windows without a stone, a unit each, are mostly
        enough."""
        if census & bits.board(FIELD) >= bits.board(limit):
            return False
        return self.potential(census) < limit

    def bounds(self, s: State) -> tuple[int, int]:
        """Wins and losses of the next moves, and sides that cannot win any more: `OneWord.bounds`."""
        if s.moves & 1 == 0:
            wins, their_wins, forks, mine, theirs = s.x_wins, s.o_wins, s.x_forks, s.x_census, s.o_census
        else:
            wins, their_wins, forks, mine, theirs = s.o_wins, s.x_wins, s.o_forks, s.o_census, s.x_census
        if not bits.wide_empty(wins):
            return win_in(1), win_in(1)
        threatened = bits.wide_count(their_wins)
        if threatened > 1:
            return loss_in(2), loss_in(2)
        if threatened == 1:
            forks = bits.wide_and(forks, their_wins)
        if not bits.wide_empty(forks):
            return win_in(3), win_in(3)
        empty = self.squares - s.moves
        lower = 0 if empty < 4 or self.spoilt(theirs, ONE) else loss_in(4)
        upper = 0 if empty < 3 or self.spoilt(mine, HALF) else win_in(3)
        return lower, upper

    def candidates(self, s: State) -> Iterator[int]:
        """All squares; but the one that stops a line, and those that stop a fork or threaten to win first:
        `OneWord.candidates`."""
        for place in bits.wide_squares(self.useful(s)):
            yield self.action(place)

    def useful(self, s: State) -> tuple[Bitboard, ...]:
        """The squares of `candidates`."""
        wins = s.o_wins if s.moves & 1 == 0 else s.x_wins
        if not bits.wide_empty(wins):
            return wins
        forks = s.o_forks if s.moves & 1 == 0 else s.x_forks
        if not bits.wide_empty(forks):
            return self.against(s, bits.wide_lowest(forks))
        return self.free(s)

    def free(self, s: State) -> tuple[Bitboard, ...]:
        """The empty squares."""
        return bits.wide_without(self.cells, bits.wide_or(s.x, s.o))

    def against(self, s: State, fork: int) -> tuple[Bitboard, ...]:
        """What is left to the mover where the other side threatens to fork at a place: it, two of the squares
        that would win then, and whatever makes a four first."""
        own, other = (s.x, s.o) if s.moves & 1 == 0 else (s.o, s.x)
        squares = s.x_fours if s.moves & 1 == 0 else s.o_fours
        fives = self.fives(other, own, fork)
        two = bits.lowest_bit(fives) | bits.lowest_bit(bits.without_lowest(fives))
        return bits.wide_or(bits.wide_with(squares, fork), self.spread(two, fork))

    # ---- the selective search
    def plausible(self, s: State) -> Iterator[int]:
        """`candidates`, but of all squares those two steps from a stone at the most."""
        for place in bits.wide_squares(self.near(s)):
            yield self.action(place)

    def near(self, s: State) -> tuple[Bitboard, ...]:
        """The squares of `plausible`; on an empty board those in its middle."""
        if self.in_check(s):
            return self.useful(s)
        if s.moves == 0:
            return self.middle
        stones = bits.wide_or(s.x, s.o)
        near = bits.wide_or(both_ways(stones, ROW - 1), both_ways(stones, 1))
        near = bits.wide_or(near, bits.wide_or(both_ways(stones, ROW), both_ways(stones, ROW + 1)))
        return bits.wide_and(near, self.free(s))

    def in_check(self, s: State) -> bool:
        """Whether the other side would complete five, or make two fours at once, if it had the move."""
        if s.moves & 1 == 0:
            return not bits.wide_empty(bits.wide_or(s.o_wins, s.o_forks))
        return not bits.wide_empty(bits.wide_or(s.x_wins, s.x_forks))

    def forcing(self, s: State) -> Iterator[int]:
        """The squares that make a four: a search of nothing else finds the wins by continuous fours."""
        for place in bits.wide_squares(s.x_fours if s.moves & 1 == 0 else s.o_fours):
            yield self.action(place)

    def quiet(self, s: State, a: int) -> bool:
        fours = s.x_fours if s.moves & 1 == 0 else s.o_fours
        return not bits.wide_has(fours, self.place(a))

    def order(self, s: State, a: int) -> int:
        """The open lines through the square, of either side; those with more stones count for more."""
        own, other = (s.x, s.o) if s.moves & 1 == 0 else (s.o, s.x)
        return self.rank(own, other, self.place(a))

    def rank(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], place: int) -> int:
        """`order` of a place."""
        seen, worth = self.seen(own, other, place), bits.board(0)
        for d in range(DIRECTIONS):
            part = bits.entry(self.worth_table, bits.number(bits.right(seen, 16 * d)) & 0xFFFF)
            worth = bits.plus(worth, part)
        return min(bits.number(worth), 1000)

    # ---- text
    def holds(self, s: State, square: int, mine: bool) -> bool:
        own = (s.moves & 1 == 0) == mine
        return bits.wide_has(s.x if own else s.o, self.place(square - square // self.stride))

    def stones(self, s: State) -> str:
        places = [self.place(a) for a in range(self.squares)]
        return "".join(
            "X" if bits.wide_has(s.x, p) else "O" if bits.wide_has(s.o, p) else "." for p in places
        )

    def state_of(self, x: list[int], o: list[int]) -> State:
        s = self.initial()
        for side, squares in enumerate((x, o)):
            for a in squares:
                s = self.put(s, self.place(a), side)
        return s


# ---- four bits, one of each row of a word, side by side: (word & mask) * magic >> 60, as for magic bitboards
COLUMN, COLUMN_MAGIC = 0x0001_0001_0001_0001, 1 << 60 | 1 << 45 | 1 << 30 | 1 << 15
FALLING, FALLING_MAGIC = 1 | 1 << 17 | 1 << 34 | 1 << 51, 1 << 60 | 1 << 44 | 1 << 28 | 1 << 12
RISING, RISING_MAGIC = 1 | 1 << 15 | 1 << 30 | 1 << 45, 1 << 60 | 1 << 46 | 1 << 32 | 1 << 18


def around(stones: tuple[Bitboard, ...], place: int) -> Bitboard:
    """The nine squares around a place in each direction, that one in the middle of them: nine bits for each
    of `WAYS`, 16 apart.  What lies beyond the board's sides is of other rows."""
    zero = bits.board(0)
    rows = (zero, *stones, zero, zero)
    first = place - REACH  # of the nine squares four rows above, on boards that begin a word earlier
    i, by = first >> 6, first & 63
    above = bits.right(rows[i], by) | bits.left(bits.left(rows[i + 1], 1), 63 - by)
    below = bits.right(rows[i + 1], by) | bits.left(bits.left(rows[i + 2], 1), 63 - by)
    last = bits.right(rows[i + 2], by) | bits.left(bits.left(rows[i + 3], 1), 63 - by)
    row = below & bits.board(EVERY)
    column = gathered(bits.right(above, 4), COLUMN, COLUMN_MAGIC)
    column |= bits.left(gathered(bits.right(below, 4), COLUMN, COLUMN_MAGIC), 4)
    column |= bits.left(bits.right(last, 4) & bits.board(1), 8)
    falling = gathered(above, FALLING, FALLING_MAGIC)
    falling |= bits.left(gathered(bits.right(below, 4), FALLING, FALLING_MAGIC), 4)
    falling |= bits.left(bits.right(last, 8) & bits.board(1), 8)
    rising = gathered(bits.right(above, 8), RISING, RISING_MAGIC)
    rising |= bits.left(gathered(bits.right(below, 4), RISING, RISING_MAGIC), 4)
    rising |= bits.left(last & bits.board(1), 8)
    return row | bits.left(column, 16) | bits.left(falling, 32) | bits.left(rising, 48)


def eight(cells: Bitboard) -> Bitboard:
    """What is `around` a square without the one in the middle: eight bits for each direction, 16 apart."""
    before = cells & bits.board(0x000F_000F_000F_000F)
    return before | (bits.right(cells, 1) & bits.board(0x00F0_00F0_00F0_00F0))


def gathered(word: Bitboard, mask: int, magic: int) -> Bitboard:
    """The four bits of a mask side by side."""
    return bits.right(bits.times(word & bits.board(mask), bits.board(magic)), 60)


def both_ways(squares: tuple[Bitboard, ...], way: int) -> tuple[Bitboard, ...]:
    """The squares one step and two to either side."""
    up = bits.wide_or(bits.wide_up(squares, way), bits.wide_up(squares, 2 * way))
    return bits.wide_or(up, bits.wide_or(bits.wide_down(squares, way), bits.wide_down(squares, 2 * way)))
