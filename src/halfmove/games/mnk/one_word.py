"""m,n,k-games on a board that fits one machine word, with what can be told without searching.

The knowledge is of three kinds, each proven in the method that uses it: wins of the next few moves
(`bounds`), replies that are forced (`candidates`), and draws by the potential of Erdős and Selfridge
(`bounds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.endings import Endings
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below
from halfmove.core.score import loss_in, win_in
from halfmove.games.mnk.game import MNK
from halfmove.games.mnk.knowledge import HALF, ONE, clamp
from halfmove.games.mnk.rules import span
from halfmove.games.turning import TurnedBoard, turned_square

# ---- every position of a small board numbered, so that it can be solved backwards
# A square is a digit to the base of three, 0 empty, 1 a stone of X, 2 one of O.

MOST_SQUARES = 12
"""Half a million numbers; sixteen squares have 43 million."""


class EndingRules(MNK):
    """The hooks of databases, for states of one word."""

    def endings(self) -> Endings | None:
        if self.squares > MOST_SQUARES:
            return None
        return Endings(("all",), f"mnk {self.width}x{self.height} {self.k}", lambda name: ())

    def ending_table(self, s: Any) -> int:
        return 0 if self.squares <= MOST_SQUARES else -1

    def ending_count(self, table: int) -> int:
        return int(3**self.squares)

    def ending_index(self, s: Any) -> int:
        number = 0
        x = s.own if self.to_move(s) == 0 else s.own ^ s.mask
        for row in range(self.height):
            for column in range(self.width):
                place = row * self.stride + column
                here = 0 if not bits.has(s.mask, place) else (1 if bits.has(x, place) else 2)
                number = 3 * number + here
        return number

    def digits(self, index: int, digit: int) -> Bitboard:
        """The squares of which a number has this digit."""
        found = bits.board(0)
        for row in range(self.height - 1, -1, -1):
            for column in range(self.width - 1, -1, -1):
                if index % 3 == digit:
                    found |= bits.bit(row * self.stride + column)
                index //= 3
        return found


class State(NamedTuple):
    """The stones of the player to move, and all stones."""

    own: Bitboard
    mask: Bitboard


class Census(NamedTuple):
    """The open lines of one side (no stone of the other on them), by how many squares they still miss."""

    wins: Bitboard
    """Squares that complete a line."""
    pairs: Bitboard
    """Squares of lines that miss two: a stone there threatens to win."""
    forks: Bitboard
    """Squares where a stone threatens to win on two squares at once (most such squares, not all)."""
    potential: int
    """Sum over the open lines of ONE / 2 ** (squares missed)."""
    estimate: int
    """Sum over the open lines of a weight that grows with the stones on them."""


class OneWord(TurnedBoard, EndingRules):
    """Put stones on a board in turn; k in a line, in any direction, win.

    The board takes up to 64 bits, its padding included.
    """

    cells: Bitboard

    def check_size(self) -> None:
        if span(self.width, self.height) > 64:
            raise BadInput(
                f"A {self.title()} board of {self.width} by {self.height} does not fit 64 bits; "
                f"ask for it as mnk: width={self.width}, height={self.height}, k={self.k}."
            )
        self.set_symmetries()
        self.cells = self.row * self.column
        self.exact = span(self.width, self.height) <= 32

    # ---- the six functions
    def initial(self) -> State:
        return State(0, 0)

    def to_move(self, s: State) -> int:
        return bits.count(s.mask) & 1

    def actions(self, s: State) -> Iterator[int]:
        for square in bits.squares(self.cells ^ s.mask):
            yield square - square // self.stride

    def result(self, s: State, a: int) -> State:
        return State(s.own ^ s.mask, s.mask | bits.bit(a + a // self.width))

    def is_terminal(self, s: State) -> bool:
        return s.mask == self.cells or self.aligned(s.own ^ s.mask)

    def utility(self, s: State, player: int) -> int:
        if self.aligned(s.own ^ s.mask):
            return -1 if player == self.to_move(s) else 1
        return 0

    def holds(self, s: State, square: int, mine: bool) -> bool:
        return bits.has(s.own if mine else s.own ^ s.mask, square)

    def aligned(self, stones: Bitboard) -> bool:
        """Whether `k` of the stones stand in a line."""
        for step in self.steps:
            line = stones
            for t in range(1, self.k):
                line &= stones >> (t * step)
            if line != bits.board(0):
                return True
        return False

    # ---- endings
    def ending_state(self, table: int, index: int) -> State:
        x, o = self.digits(index, 1), self.digits(index, 2)
        return State(x if bits.count(x) == bits.count(o) else o, x | o)

    def ending_weight(self, table: int, index: int) -> int:
        x, o = bits.count(self.digits(index, 1)), bits.count(self.digits(index, 2))
        s = self.ending_state(table, index)
        # no position, if one side has too many stones, or the game was over before
        return 1 if (x == o or x == o + 1) and not self.aligned(s.own) else 0

    # ---- the same position eight times: mirrored, turned upside down, transposed
    def key(self, s: State) -> Bitboard:
        if self.exact:
            return s.own | bits.left(s.mask, 32)
        return bits.hash_with(bits.mix(s.own), s.mask)

    def symmetric(self, s: State, k: int) -> State:
        return State(self.turned(s.own, k), self.turned(s.mask, k))

    def symmetric_action(self, a: int, k: int) -> int:
        return turned_square(a, self.width, self.height, k)

    # ---- what can be told without searching
    def census(self, own: Bitboard, free: Bitboard) -> Census:
        """The open lines of the side that has the stones `own`, where the squares `free` are empty.

        Bit p of m0 … m4 says that the line of k squares from p on, in the direction at hand, has no square
        of the other side and misses 0 … 4; the k squares are added one by one.
        """
        wins, pairs, forks = bits.board(0), bits.board(0), bits.board(0)
        potential = value = 0
        for step in self.steps:
            m0, still_open = bits.board(bits.FULL), bits.board(bits.FULL)
            m1, m2, m3, m4 = bits.board(0), bits.board(0), bits.board(0), bits.board(0)
            for t in range(self.k):
                has, lacks = own >> (t * step), free >> (t * step)
                m4 = (m4 & has) | (m3 & lacks)
                m3 = (m3 & has) | (m2 & lacks)
                m2 = (m2 & has) | (m1 & lacks)
                m1 = (m1 & has) | (m0 & lacks)
                m0 &= has
                still_open &= has | lacks
            n1, n2, n3, n4 = bits.count(m1), bits.count(m2), bits.count(m3), bits.count(m4)
            far = bits.count(still_open) - n1 - n2 - n3 - n4  # five and more are counted as five
            potential += 16 * n1 + 8 * n2 + 4 * n3 + 2 * n4 + far
            value += n1 * self.weights[1] + n2 * self.weights[2] + n3 * self.weights[3] + n4 * self.weights[4]
            if m1 != bits.board(0):
                wins |= self.along(m1, step) & free
            if m2 != bits.board(0):
                here = self.along(m2, step) & free
                forks |= (pairs & here) | self.straight(m2, free, step)
                pairs |= here
        return Census(wins, pairs, forks, potential, value)

    def along(self, starts: Bitboard, step: int) -> Bitboard:
        """All squares of the lines that start at `starts`."""
        squares = starts
        for t in range(1, self.k):
            squares |= bits.left(starts, t * step)
        return squares

    def straight(self, m2: Bitboard, free: Bitboard, step: int) -> Bitboard:
        """Squares that fill the gap between two empty ends, k + 1 squares in all: both ends then win."""
        squares = bits.board(0)
        if self.k * step < 64:
            starts = m2 & (m2 >> step) & free & (free >> (self.k * step))
            if starts != bits.board(0):
                for t in range(1, self.k):
                    squares |= bits.left(starts, t * step)
        return squares & free

    def evaluate(self, s: State, player: int) -> int:
        """The open lines of each side by the stones on them, as in the textbook's 3·X₂ + X₁ − (3·O₂ + O₁)."""
        free = self.cells ^ s.mask
        value = clamp(self.census(s.own, free).estimate - self.census(s.own ^ s.mask, free).estimate)
        return value if player == self.to_move(s) else -value

    def bounds(self, s: State) -> tuple[int, int]:
        """Wins and losses of the next moves, and sides that cannot win any more.

        With a fork the mover threatens two squares at once, while the other side has nothing to threaten: a
        win in 3. By Erdős and Selfridge (J. Combin. Theory A 14, 1973) whoever only wants to spoil lines can
        do so while their potential is below one, if it is his move, or below one half, if it is not: that
        side loses no more.
        """
        free = self.cells ^ s.mask
        mine = self.census(s.own, free)
        if mine.wins != bits.board(0):
            return win_in(1), win_in(1)
        theirs = self.census(s.own ^ s.mask, free)
        if bits.without_lowest(theirs.wins) != bits.board(0):
            return loss_in(2), loss_in(2)
        forks = mine.forks if theirs.wins == bits.board(0) else mine.forks & theirs.wins
        if forks != bits.board(0):
            return win_in(3), win_in(3)
        empty = bits.count(free)
        lower = 0 if empty < 4 or theirs.potential < ONE else loss_in(4)
        upper = 0 if empty < 3 or mine.potential < HALF else win_in(3)
        return lower, upper

    def candidates(self, s: State) -> Iterator[int]:
        """All squares; but the one that stops a line, and those that stop a fork or threaten to win first.

        Where the other side can fork at q and then win at u or v, any move but q, u, v that makes no threat
        loses in 4, which is as soon as a loss can come where `bounds` has left the value open.
        """
        free = self.cells ^ s.mask
        useful = free
        theirs = self.census(s.own ^ s.mask, free)
        if theirs.wins != bits.board(0):
            useful = theirs.wins
        elif theirs.forks != bits.board(0):
            stops = self.stops(s.own ^ s.mask, free, bits.lowest(theirs.forks))
            useful = stops | self.census(s.own, free).pairs
        for square in bits.squares(useful):
            yield square - square // self.stride

    def pick(self, s: State, random: Buffer) -> int:
        free = self.cells ^ s.mask
        square = bits.select(free, below(random, bits.count(free)))
        return square - square // self.stride

    def stops(self, stones: Bitboard, free: Bitboard, fork: int) -> Bitboard:
        """The fork's square, and two squares on which it would win."""
        squares = bits.bit(fork)
        for step in self.steps:
            for t in range(self.k):
                start = fork - t * step
                if start >= 0:
                    line = self.along(bits.bit(start), step)
                    open_squares = line & free
                    full = bits.count(line & stones) == self.k - 2 and bits.count(open_squares) == 2
                    if full and bits.has(open_squares, fork) and bits.count(squares) < 3:
                        squares |= open_squares
        return squares

    def order(self, s: State, a: int) -> int:
        """The open lines through the square, of either side; those with more stones count for more."""
        place = a + a // self.width
        other = s.own ^ s.mask
        rank = 0
        for step in self.steps:
            for t in range(self.k):
                start = place - t * step
                if start >= 0:
                    line = self.along(bits.bit(start), step)
                    if bits.without(line, self.cells) == bits.board(0) and bits.count(line) == self.k:
                        mine, theirs = bits.count(line & s.own), bits.count(line & other)
                        if theirs == 0:
                            rank += 1 << (2 * min(mine, 4))
                        elif mine == 0:
                            rank += 1 << (2 * min(theirs, 4))
        return min(rank, 1000)

    # ---- text
    def stones(self, s: State) -> str:
        own, other = ("X", "O") if self.to_move(s) == 0 else ("O", "X")
        squares = [a + a // self.width for a in range(self.squares)]
        return "".join("." if not s.mask >> p & 1 else own if s.own >> p & 1 else other for p in squares)

    def state_of(self, x: list[int], o: list[int]) -> State:
        xs, os = (sum(1 << (a + a // self.width) for a in side) for side in (x, o))
        return State(xs if len(x) == len(o) else os, xs | os)


class TicTacToe(OneWord):
    """Three in a row on a board of three by three."""

    # the first game of every course: 549,946 nodes by plain minimax, 5,478 positions, a draw
    name = "tictactoe"

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Those of one word; larger boards are asked for as mnk."""
        found = super().presets()
        return {name: of for name, of in found.items() if span(of["width"], of["height"]) <= 64}
