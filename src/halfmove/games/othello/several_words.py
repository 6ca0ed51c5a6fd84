"""Othello on boards of more than eight squares a side: sets of discs take as many words as they need.

The rules and the knowledge of `rules` and `knowledge`, written for such sets (`bits.Wide`).  What a disc
turns over is found by filling: from the disc the run of the other side's discs in each direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.othello.features import Counts, Features
from halfmove.games.turning import symmetries, turned_square


class LargeState(NamedTuple):
    """The discs of the player to move, the other player's, and who is to move."""

    own: tuple[Bitboard, ...]
    other: tuple[Bitboard, ...]
    mover: int


class SeveralWords(Features):
    """Enclose the other side's discs to turn them over; most discs win."""

    table_symmetries = False
    """Other keys of each position would cost more than the few repeated positions save."""

    nothing: tuple[Bitboard, ...]
    board: tuple[Bitboard, ...]
    inner: tuple[Bitboard, ...]
    """All columns but the first and the last."""
    not_left: tuple[Bitboard, ...]
    not_right: tuple[Bitboard, ...]
    corners: tuple[Bitboard, ...]
    edges: tuple[tuple[Bitboard, ...], ...]
    """The squares of each of the four."""

    def setup(self) -> None:
        super().setup()
        w, last = self.width, self.width - 1
        self.nothing = (0,) * ((self.squares + 63) // 64)
        every = range(self.squares)
        self.board = self.squares_where(every)
        self.not_left = self.squares_where(n for n in every if n % w != 0)
        self.not_right = self.squares_where(n for n in every if n % w != last)
        self.inner = bits.wide_and(self.not_left, self.not_right)
        bottom = self.squares - w
        self.corners = self.squares_where((0, last, bottom, bottom + last))
        self.edges = tuple(
            self.squares_where(edge)
            for edge in (range(w), range(bottom, self.squares), every[::w], every[last::w])
        )
        self.steps = (1, w, w - 1, w + 1)
        self.longest = max(self.width, self.height) - 2
        self.symmetry_count = symmetries(self.width, self.height)

    def squares_where(self, squares: Iterable[int]) -> tuple[Bitboard, ...]:
        """The set of these squares."""
        found = self.nothing
        for square in squares:
            found = bits.wide_with(found, square)
        return found

    # ---- sets of discs
    def holds(self, discs: tuple[Bitboard, ...], square: int) -> bool:
        return bits.wide_has(discs, square)

    def disc_count(self, discs: tuple[Bitboard, ...]) -> int:
        return bits.wide_count(discs)

    def placed(self, own: Iterable[int], other: Iterable[int], mover: int) -> LargeState:
        return LargeState(self.squares_where(own), self.squares_where(other), mover)

    # ---- the functions of the rules
    def actions(self, s: LargeState) -> Iterator[int]:
        moves = self.moves(s.own, s.other)
        for square in bits.wide_squares(moves):  # noqa: UP028  `yield from` has no machine code
            yield square
        if bits.wide_empty(moves) and not bits.wide_empty(self.moves(s.other, s.own)):
            yield self.squares

    def result(self, s: LargeState, a: int) -> LargeState:
        if a == self.squares:
            return LargeState(s.other, s.own, 1 - s.mover)
        flips = self.flips(s.own, s.other, a)
        own = bits.wide_with(bits.wide_or(s.own, flips), a)
        return LargeState(bits.wide_without(s.other, flips), own, 1 - s.mover)

    def is_terminal(self, s: LargeState) -> bool:
        return bits.wide_empty(self.moves(s.own, s.other)) and bits.wide_empty(self.moves(s.other, s.own))

    # ---- what they are made of
    def run_up(
        self, start: tuple[Bitboard, ...], through: tuple[Bitboard, ...], step: int
    ) -> tuple[Bitboard, ...]:
        """The unbroken runs of `through` that begin `step` above one of the squares."""
        run = bits.wide_and(through, bits.wide_up(start, step))
        for _ in range(self.longest - 1):
            run = bits.wide_or(run, bits.wide_and(through, bits.wide_up(run, step)))
        return run

    def run_down(
        self, start: tuple[Bitboard, ...], through: tuple[Bitboard, ...], step: int
    ) -> tuple[Bitboard, ...]:
        """The same to lower squares."""
        run = bits.wide_and(through, bits.wide_down(start, step))
        for _ in range(self.longest - 1):
            run = bits.wide_or(run, bits.wide_and(through, bits.wide_down(run, step)))
        return run

    def moves(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...]) -> tuple[Bitboard, ...]:
        found = self.nothing
        for step in self.steps:
            through = other if step == self.width else bits.wide_and(other, self.inner)
            found = bits.wide_or(found, bits.wide_up(self.run_up(own, through, step), step))
            found = bits.wide_or(found, bits.wide_down(self.run_down(own, through, step), step))
        return bits.wide_without(bits.wide_and(found, self.board), bits.wide_or(own, other))

    def flips(
        self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...], square: int
    ) -> tuple[Bitboard, ...]:
        """The discs of `other` that a disc on the square turns over."""
        disc = bits.wide_alone(self.nothing, square)
        found = self.nothing
        for step in self.steps:
            through = other if step == self.width else bits.wide_and(other, self.inner)
            run = self.run_up(disc, through, step)
            if not bits.wide_empty(bits.wide_and(bits.wide_up(run, step), own)):
                found = bits.wide_or(found, run)
            run = self.run_down(disc, through, step)
            if not bits.wide_empty(bits.wide_and(bits.wide_down(run, step), own)):
                found = bits.wide_or(found, run)
        return found

    def count_actions(self, s: LargeState) -> int:
        count = bits.wide_count(self.moves(s.own, s.other))
        if count == 0 and not bits.wide_empty(self.moves(s.other, s.own)):
            return 1
        return count

    def is_legal(self, s: LargeState, a: int) -> bool:
        moves = self.moves(s.own, s.other)
        if a == self.squares:
            return bits.wide_empty(moves) and not bits.wide_empty(self.moves(s.other, s.own))
        return bits.wide_has(moves, a)

    # ---- the same position, and from the board's other sides
    def key(self, s: LargeState) -> Bitboard:
        return bits.wide_hash(bits.wide_hash(bits.board(s.mover), s.own), s.other)

    def symmetric(self, s: LargeState, k: int) -> LargeState:
        return LargeState(self.turned(s.own, k), self.turned(s.other, k), s.mover)

    def symmetric_action(self, a: int, k: int) -> int:
        return a if a == self.squares else turned_square(a, self.width, self.height, k)

    def turned(self, discs: tuple[Bitboard, ...], k: int) -> tuple[Bitboard, ...]:
        """Discs as symmetry number `k` shows them."""
        done = self.nothing
        for square in bits.wide_squares(discs):
            done = bits.wide_with(done, turned_square(square, self.width, self.height, k))
        return done

    # ---- features of one side
    def beside(self, b: tuple[Bitboard, ...]) -> tuple[Bitboard, ...]:
        """The squares to the left and right of those of `b`."""
        right, left = bits.wide_up(b, 1), bits.wide_down(b, 1)
        return bits.wide_or(bits.wide_and(right, self.not_left), bits.wide_and(left, self.not_right))

    def above(self, b: tuple[Bitboard, ...]) -> tuple[Bitboard, ...]:
        """The squares above and below those of `b`."""
        return bits.wide_and(
            bits.wide_or(bits.wide_up(b, self.width), bits.wide_down(b, self.width)), self.board
        )

    def stable(self, own: tuple[Bitboard, ...], taken: tuple[Bitboard, ...]) -> tuple[Bitboard, ...]:
        """Discs of `own` on the edges, corners left out, that can never be turned."""
        held = bits.wide_and(own, self.corners)
        found = held
        for edge in self.edges:
            discs = bits.wide_and(own, edge)
            run = bits.wide_and(held, edge)
            for _ in range(self.longest):
                near = bits.wide_or(self.beside(run), self.above(run))
                run = bits.wide_or(run, bits.wide_and(near, discs))
            if bits.wide_empty(bits.wide_without(edge, taken)):
                run = discs
            found = bits.wide_or(found, run)
        return bits.wide_without(found, self.corners)

    def feature_counts(self, own: tuple[Bitboard, ...], other: tuple[Bitboard, ...]) -> Counts:
        taken = bits.wide_or(own, other)
        free = bits.wide_without(self.corners, taken)
        across = self.beside(other)
        around = bits.wide_or(across, self.above(bits.wide_or(other, across)))
        c_squares = bits.wide_or(self.beside(free), self.above(free))
        return Counts(
            bits.wide_count(self.moves(own, other)),
            bits.wide_count(bits.wide_without(around, taken)),
            bits.wide_count(bits.wide_and(own, self.corners)),
            bits.wide_count(bits.wide_and(own, self.above(self.beside(free)))),
            bits.wide_count(bits.wide_and(own, c_squares)),
            bits.wide_count(self.stable(own, taken)),
        )

    # ---- which moves first, and playouts
    def order(self, s: LargeState, a: int) -> int:
        """Corners, then what leaves the other side few moves and no corner; squares beside an empty corner
        last."""
        if a == self.squares:
            return 0
        child = self.result(s, a)
        replies = self.moves(child.own, child.other)
        rank = -16 * (bits.wide_count(replies) + bits.wide_count(bits.wide_and(replies, self.corners)))
        free = bits.wide_without(self.corners, bits.wide_or(s.own, s.other))
        if bits.wide_has(self.corners, a):
            rank += 400
        elif bits.wide_has(self.above(self.beside(free)), a):
            rank -= 160
        elif bits.wide_has(bits.wide_or(self.beside(free), self.above(free)), a):
            rank -= 48
        return rank

    def pick(self, s: LargeState, random: Buffer) -> int:
        moves = self.moves(s.own, s.other)
        count = bits.wide_count(moves)
        return self.squares if count == 0 else bits.wide_select(moves, below(random, count))
