"""m,n,k-games on boards of more than 64 bits, such as Gomoku's.

The same knowledge as in `one_word`, found another way: lines are still counted 64 starts at a time, but what
is rare (lines that miss one square or two) is then looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.score import loss_in, win_in
from halfmove.games.mnk.game import MNK
from halfmove.games.mnk.knowledge import HALF, ONE, clamp
from halfmove.games.mnk.rules import span
from halfmove.games.turning import symmetries, turned_square

NOWHERE = -1


class State(NamedTuple):
    """The stones of X, those of O, and how many there are."""

    x: tuple[Bitboard, ...]
    o: tuple[Bitboard, ...]
    moves: int


class Threats(NamedTuple):
    """What one side may soon win by; squares are places on the padded board, or NOWHERE."""

    win: int
    """A square that completes a line."""
    second_win: int
    """Another one."""
    fork: int
    """A square where a stone threatens to win on two squares at once."""


class Census(NamedTuple):
    """The open lines of one side, as in `one_word`."""

    potential: int
    estimate: int


class ManyWords(MNK):
    """Put stones on a board in turn; k in a line, in any direction, win.

    The board takes as many words as it needs.
    """

    cells: tuple[Bitboard, ...]
    nothing: tuple[Bitboard, ...]
    near_table: NDArray[np.uint64]

    table_symmetries = False
    """Other keys of each position would cost more than the few repeated positions save."""

    def check_size(self) -> None:
        self.words = (span(self.width, self.height) + 63) // 64
        self.nothing = (0,) * self.words
        cells = self.nothing
        for a in range(self.squares):
            cells = bits.wide_with(cells, a + a // self.width)
        self.cells = cells
        self.directions = tuple(way for step in self.steps for way in (step, -step))
        near = np.zeros((64 * self.words, 1 + len(self.directions), self.words), np.uint64)
        for square in bits.wide_squares(cells):
            for ray, step in enumerate(self.directions, 1):
                for place in (square + step, square + 2 * step):
                    if 0 <= place < 64 * self.words:
                        near[square, (0, ray), place >> 6] |= np.uint64(1 << (place & 63))
        self.near_table = near.ravel()
        self.symmetry_count = symmetries(self.width, self.height)

    # ---- the six functions
    def initial(self) -> State:
        return State(self.nothing, self.nothing, 0)

    def to_move(self, s: State) -> int:
        return s.moves & 1

    def actions(self, s: State) -> Iterator[int]:
        for a in range(self.squares):
            if self.empty(s.x, s.o, a + a // self.width):
                yield a

    def result(self, s: State, a: int) -> State:
        square = a + a // self.width
        if s.moves & 1 == 0:
            return State(bits.wide_with(s.x, square), s.o, s.moves + 1)
        return State(s.x, bits.wide_with(s.o, square), s.moves + 1)

    def is_terminal(self, s: State) -> bool:
        return s.moves == self.squares or self.aligned(self.waiting(s))

    def utility(self, s: State, player: int) -> int:
        if self.aligned(self.waiting(s)):
            return -1 if player == self.to_move(s) else 1
        return 0

    def holds(self, s: State, square: int, mine: bool) -> bool:
        return bits.wide_has(self.moving(s) if mine else self.waiting(s), square)

    def moving(self, s: State) -> tuple[Bitboard, ...]:
        """The stones of the player to move."""
        return s.x if s.moves & 1 == 0 else s.o

    def waiting(self, s: State) -> tuple[Bitboard, ...]:
        """The stones of the player who has just moved."""
        return s.o if s.moves & 1 == 0 else s.x

    def empty(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], square: int) -> bool:
        """Whether a square of the board has no stone."""
        return not (bits.wide_has(own, square) or bits.wide_has(other, square))

    def aligned(self, stones: tuple[Bitboard, ...]) -> bool:
        """Whether `k` of the stones stand in a line."""
        for step in self.steps:
            if self.k > 1 and not beside(stones, step):
                continue
            for i in range(self.words):
                line = stones[i]
                for t in range(1, self.k):
                    line &= moved_down(stones, t * step, i)
                if line != bits.board(0):
                    return True
        return False

    def key(self, s: State) -> Bitboard:
        h = bits.board(s.moves)
        for i in range(self.words):
            h = bits.hash_with(bits.hash_with(h, s.x[i]), s.o[i])
        return h

    # ---- the same position from the board's other sides, as in `one_word`
    def symmetric(self, s: State, k: int) -> State:
        if k == 0:
            return s
        return State(self.turned(s.x, k), self.turned(s.o, k), s.moves)

    def turned(self, stones: tuple[Bitboard, ...], k: int) -> tuple[Bitboard, ...]:
        """Stones as symmetry number `k` shows them."""
        done = self.nothing
        for square in bits.wide_squares(stones):
            a = turned_square(square - square // self.stride, self.width, self.height, k)
            done = bits.wide_with(done, a + a // self.width)
        return done

    def symmetric_action(self, a: int, k: int) -> int:
        return turned_square(a, self.width, self.height, k)

    # ---- what can be told without searching
    def threats(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...]) -> Threats:
        """What the side with the stones `own` may soon win by.

        Lines that lack no more than two of its stones are rare, so that only where there are any the other
        side's stones are asked.
        """
        win, second_win, fork = NOWHERE, NOWHERE, NOWHERE
        once = self.nothing
        for step in self.steps:
            # three or more stones of a line of five or more cannot all stand three apart
            if self.k >= 5 and not beside(own, step) and not beside(own, 2 * step):
                continue
            for i in range(self.words):
                one, two = self.lacking(own, step, i)
                if one | two == bits.board(0):
                    continue
                still_open = self.open_lines(other, step, i)
                m1, m2 = one & still_open, two & still_open
                for p in bits.squares(m1):
                    square = 64 * i + p
                    while bits.wide_has(own, square):
                        square += step
                    if win in (NOWHERE, square):
                        win = square
                    else:
                        second_win = square
                if fork == NOWHERE:
                    for p in bits.squares(m2):
                        square = 64 * i + p
                        for _ in range(self.k):
                            if not bits.wide_has(own, square):
                                # only a square in two such lines can be a fork: look at it closer
                                seen = bits.wide_has(once, square)
                                if seen and self.wins_after(own, other, square)[1] != NOWHERE:
                                    fork = square
                                once = bits.wide_with(once, square)
                            square += step
        return Threats(win, second_win, fork)

    def pairs(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...]) -> tuple[Bitboard, ...]:
        """The squares where a stone of the side with the stones `own` threatens to win."""
        squares = self.nothing
        for step in self.steps:
            if self.k >= 5 and not beside(own, step) and not beside(own, 2 * step):
                continue
            for i in range(self.words):
                _, two = self.lacking(own, step, i)
                for p in bits.squares(two & self.open_lines(other, step, i)):
                    square = 64 * i + p
                    for _ in range(self.k):
                        if not bits.wide_has(own, square):
                            squares = bits.wide_with(squares, square)
                        square += step
        return squares

    def lacking(self, own: tuple[Bitboard, ...], step: int, i: int) -> tuple[Bitboard, Bitboard]:
        """Word `i` of the starts of the lines in a direction that lack one, and that lack two, of `own`."""
        few0, few1, few2 = bits.board(bits.FULL), bits.board(bits.FULL), bits.board(bits.FULL)
        for t in range(self.k):
            has = moved_down(own, t * step, i)
            few2 = few1 | (few2 & has)
            few1 = few0 | (few1 & has)
            few0 &= has
        return bits.without(few1, few0), bits.without(few2, few1)

    def open_lines(self, other: tuple[Bitboard, ...], step: int, i: int) -> Bitboard:
        """Word `i` of the starts of all lines in a direction that have no stone of `other`."""
        still_open = bits.board(bits.FULL)
        for t in range(self.k):
            still_open &= bits.without(moved_down(self.cells, t * step, i), moved_down(other, t * step, i))
        return still_open

    def spoilt(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], limit: int) -> bool:
        """Whether the potential of the side with the stones `own` is below a limit."""
        lines = 0
        for step in self.steps:
            for i in range(self.words):
                lines += bits.count(self.open_lines(other, step, i))
                if lines >= limit:  # each counts for one at the least: mostly the first rows are enough
                    return False
        return self.census(own, other).potential < limit

    def census(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...]) -> Census:
        """The open lines of the side with the stones `own`: bit p of m0 … m4 as in `OneWord.census`."""
        potential = value = 0
        for step in self.steps:
            for i in range(self.words):
                m0, still_open = bits.board(bits.FULL), self.open_lines(other, step, i)
                m1, m2, m3, m4 = bits.board(0), bits.board(0), bits.board(0), bits.board(0)
                for t in range(self.k):
                    has = moved_down(own, t * step, i)
                    m4 = (m4 & has) | bits.without(m3, has)
                    m3 = (m3 & has) | bits.without(m2, has)
                    m2 = (m2 & has) | bits.without(m1, has)
                    m1 = (m1 & has) | bits.without(m0, has)
                    m0 &= has
                n1, n2 = bits.count(m1 & still_open), bits.count(m2 & still_open)
                n3, n4 = bits.count(m3 & still_open), bits.count(m4 & still_open)
                far = bits.count(still_open) - n1 - n2 - n3 - n4
                potential += 16 * n1 + 8 * n2 + 4 * n3 + 2 * n4 + far
                value += n1 * self.weights[1] + n2 * self.weights[2]
                value += n3 * self.weights[3] + n4 * self.weights[4]
        return Census(potential, value)

    def wins_after(
        self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], square: int
    ) -> tuple[int, int]:
        """Up to two squares that complete a line through `square` once `own` has a stone there."""
        first, second = NOWHERE, NOWHERE
        for n in range(len(self.steps)):
            # of the other squares of a line of three or more only one may lack a stone: one is near
            if self.k >= 3 and not (self.near(own, square, 2 * n + 1) or self.near(own, square, 2 * n + 2)):
                continue
            step = self.steps[n]
            for t in range(self.k):
                place = square - t * step
                missing, gap = 0, NOWHERE
                for u in range(self.k):
                    if u != t and missing < 2:
                        if not self.on_board(place + u * step) or bits.wide_has(other, place + u * step):
                            missing = self.k
                        elif not bits.wide_has(own, place + u * step):
                            missing += 1
                            gap = place + u * step
                if missing == 1:
                    if first == NOWHERE:
                        first = gap
                    elif gap != first:
                        second = gap
        return first, second

    def on_board(self, square: int) -> bool:
        """Whether a place is a square of the board, and not padding or outside."""
        return 0 <= square < 64 * self.words and bits.wide_has(self.cells, square)

    def evaluate(self, s: State, player: int) -> int:
        """The open lines of each side, weighted by the stones on them."""
        own, other = self.moving(s), self.waiting(s)
        value = clamp(self.census(own, other).estimate - self.census(other, own).estimate)
        return value if player == self.to_move(s) else -value

    def bounds(self, s: State) -> tuple[int, int]:
        """Wins and losses of the next moves, and sides that cannot win any more.

        `OneWord.bounds` has the proofs.
        """
        own, other = self.moving(s), self.waiting(s)
        mine = self.threats(own, other)
        if mine.win != NOWHERE:
            return win_in(1), win_in(1)
        theirs = self.threats(other, own)
        if theirs.second_win != NOWHERE:
            return loss_in(2), loss_in(2)
        if mine.fork != NOWHERE and (theirs.win == NOWHERE or theirs.win == mine.fork):
            return win_in(3), win_in(3)
        empty = self.squares - s.moves
        lower = 0 if empty < 4 or self.spoilt(other, own, ONE) else loss_in(4)
        upper = 0 if empty < 3 or self.spoilt(own, other, HALF) else win_in(3)
        return lower, upper

    def candidates(self, s: State) -> Iterator[int]:
        """All squares; but the one that stops a line, and those that stop a fork or threaten to win first.

        `OneWord.candidates` has the proof.
        """
        own, other = self.moving(s), self.waiting(s)
        theirs = self.threats(other, own)
        first, second = NOWHERE, NOWHERE
        threatening = self.nothing
        if theirs.win == NOWHERE and theirs.fork != NOWHERE:
            first, second = self.wins_after(other, own, theirs.fork)
            threatening = self.pairs(own, other)
        for a in range(self.squares):
            square = a + a // self.width
            if self.empty(own, other, square):
                if theirs.win != NOWHERE:
                    if square == theirs.win:
                        yield a
                elif (
                    theirs.fork == NOWHERE
                    or square in (theirs.fork, first, second)
                    or bits.wide_has(threatening, square)
                ):
                    yield a

    def order(self, s: State, a: int) -> int:
        """The stones that the eight rays from a square meet before the other side's, nearer ones for more."""
        own, other = self.moving(s), self.waiting(s)
        square = a + a // self.width
        stones = bits.wide_or(own, other)
        if not self.near(stones, square, 0):
            return 0  # so are most squares of a large board: each ray ends at its second empty square
        rank = 0
        for n in range(len(self.steps)):
            mine = theirs = 0
            for ray in range(2 * n, 2 * n + 2):
                if self.near(stones, square, ray + 1):
                    mine += self.ray(own, other, square, self.directions[ray])
                    theirs += self.ray(other, own, square, self.directions[ray])
            rank += (mine + 1) * mine + theirs * theirs
        return min(rank, 1000)

    def near(self, stones: tuple[Bitboard, ...], square: int, ray: int) -> bool:
        """Whether there are stones one or two steps from a square: on a ray from 1 on, or (0) on any."""
        table = square * (1 + len(self.directions)) + ray
        return not bits.wide_empty(
            bits.wide_and(stones, bits.wide_entry(self.nothing, self.near_table, table))
        )

    def ray(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], square: int, step: int) -> int:
        """How strong the side is on a ray: 2 a stone, 1 after a gap, 1 less for a shut end."""
        strength, worth = 0, 2
        for t in range(1, self.k):
            place = square + t * step
            if not self.on_board(place) or bits.wide_has(other, place):
                return max(0, strength - 1)
            if bits.wide_has(own, place):
                strength += worth
            else:
                if worth == 1 or t > 2:
                    break
                worth = 1
        return strength

    # ---- text
    def stones(self, s: State) -> str:
        squares = [a + a // self.width for a in range(self.squares)]
        return "".join(
            "X" if bits.wide_has(s.x, p) else "O" if bits.wide_has(s.o, p) else "." for p in squares
        )

    def state_of(self, x: list[int], o: list[int]) -> State:
        sides = []
        for side in (x, o):
            words = self.nothing
            for a in side:
                words = bits.wide_with(words, a + a // self.width)
            sides.append(words)
        return State(sides[0], sides[1], len(x) + len(o))


def beside(words: tuple[Bitboard, ...], step: int) -> bool:
    """Whether two squares of a board are a step of 1 to 63 apart."""
    return not bits.wide_empty(bits.wide_and(words, bits.wide_down(words, step)))


def moved_down(words: tuple[Bitboard, ...], n: int, i: int) -> Bitboard:
    """Word `i` of a board of several words whose squares have all moved down by `n`."""
    at, by = i + (n >> 6), n & 63
    word = bits.board(0)
    if at < len(words):
        word = bits.right(words[at], by)
        if by > 0 and at + 1 < len(words):
            word |= bits.left(words[at + 1], 64 - by)
    return word
