"""What Connect Four players know, as hooks: the engine that solves the game is the engine of every game."""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import ESTIMATE, INFINITY, WIN, loss_in, win_in
from halfmove.core.term import Term
from halfmove.games.connect4.rules import Rules, State, aligned, completing, lines_in

# ---- endings that a pairing strategy decides: bounds without a search
# The player to move is M, the other F, the follower.  F may answer every stone of M's in the same column
# ("claimeven": Allis, *A Knowledge-Based Approach of Connect-Four*, 1988, section 3.3).  In a column with an
# even number of empty squares F then gets the second, fourth, … of them, M the others.  In a column with an
# odd number, F pairs its lowest empty square with the lowest of another such column ("baseinverse", ibid.),
# taking the one when M takes the other, and claims even above them.
#
# With H rows, counted from 0, both kinds of column give M the empty squares on rows r with H - r even, and at
# most the lowest empty squares of the odd columns besides; F is sure of the rest:
#
#     row 5  f f f f f f f        H = 6: M may get m and the odd columns' lowest squares (*),
#     row 4  m m m m m m m               F is sure of f
#     row 3  f f f f * f f        If M has no line of four within what M may get, M cannot win.
#     row 2  m m m m x m m        If F has one within what F is sure of as well, F wins.
#     row 1  f f * f o f f
#     row 0  m m x m x m m
#
# With an even number of empty squares the odd columns can be paired off, and this is all there is.  With an
# odd number one odd column c is left over, where F can only claim even from its lowest square.  That decides
# the game if F has a threat in c on a square that F so gets: M must at last play below it (zugzwang).


def upper_bound(
    own: Bitboard,
    other: Bitboard,
    free: Bitboard,
    playable: Bitboard,
    threats: Bitboard,
    mover_rows: Bitboard,
    column: Bitboard,
    stride: int,
) -> int:
    """An upper bound on the score of the player to move, who cannot win at once.

    `own`, `other`: the stones of M and F; `free`: the empty squares; `playable`: the lowest of each column;
    `threats`: the empty squares that complete a line of F's; `mover_rows`: the rows r with H - r even;
    `column`: the first column, without its always empty square.
    """
    follower_free = bits.without(free, mover_rows)
    if bits.count(free) & 1 == 0:
        if aligned(own | (free & mover_rows) | playable, stride):
            return INFINITY
        if aligned(other | bits.without(follower_free, playable), stride):
            return loss_in(bits.count(free))
        return 0
    odd_columns = playable & follower_free
    zugzwangs = bits.without(threats & mover_rows, playable)
    while zugzwangs != bits.board(0):
        threat = bits.lowest(zugzwangs)
        zugzwangs = bits.without_lowest(zugzwangs)
        here = bits.left(column, stride * (threat // stride))
        if (odd_columns & here) != bits.board(0):
            below = free & here & bits.minus(bits.bit(threat), bits.board(1))
            elsewhere = bits.without(free, here)
            may_get = (elsewhere & (mover_rows | playable)) | (below & follower_free)
            if not aligned(own | may_get, stride):
                return loss_in(bits.count(elsewhere) + bits.count(below) + 1)
    if not aligned(own | free, stride):
        return 0
    return INFINITY


GOOD_THREAT, THREAT, LINE = 40_000, 20_000, 1_500
"""Weights of the evaluation.  Set by judgement: a search that reaches the end never asks for them."""
TERMS = (
    (
        "threats on own rows",
        GOOD_THREAT,
        "empty squares that complete four, on the rows that zugzwang favours: odd ones for the first player",
    ),
    ("other threats", THREAT, "empty squares that complete four, on the other rows"),
    ("open lines", LINE, "lines of four without a stone of the other side"),
)
"""Each term's name, weight and meaning."""


class Knowledge(Rules):
    """What `ConnectFour` knows beyond its rules."""

    symmetry_count = 2
    history_slots = 64
    sampling = {"playouts": "heavy"}
    tableless_plies = (
        8  # the empty board, two threads, 256 MB: 0 gives 22.6 s, 8 gives 19.5 s, 10 gives 19.3 s
    )

    mover_rows: Bitboard
    field: Bitboard

    def setup(self) -> None:
        super().setup()
        self.field = (1 << self.stride) - 1
        self.mover_rows = sum(self.bottom << r for r in range(self.height) if (self.height - r) % 2 == 0)

    # ---- names for the table
    def key(self, s: State) -> Bitboard:
        # one bit above each column's top stone, the mover's stones below: exact
        return bits.plus(s.own, s.mask)

    def symmetric(self, s: State, k: int) -> State:
        return s if k == 0 else State(self.mirror(s.own), self.mirror(s.mask))

    def symmetric_key(self, s: State, k: int) -> Bitboard:
        # a key's bits stay in their columns, so the key can be mirrored instead of the stones and the mask
        return self.key(s) if k == 0 else self.mirror(self.key(s))

    def symmetric_action(self, a: int, k: int) -> int:
        return a if k == 0 else self.width - 1 - a

    def mirror(self, b: Bitboard) -> Bitboard:
        """The bitboard with the order of its columns reversed."""
        mirrored = bits.board(0)
        for c in range(self.width):
            mirrored |= bits.left((b >> (self.stride * c)) & self.field, self.stride * (self.width - 1 - c))
        return mirrored

    # ---- what needs no search
    def threats(self, stones: Bitboard, mask: Bitboard) -> Bitboard:
        """The empty squares that would complete a line of four for `stones`."""
        return completing(stones, self.stride) & (self.board ^ mask)

    def playable(self, mask: Bitboard) -> Bitboard:
        """The lowest empty square of each column."""
        return bits.plus(mask, self.bottom) & self.board

    def safe(self, playable: Bitboard, theirs: Bitboard) -> Bitboard:
        """The playable squares after which the opponent, whose threats are `theirs`, cannot win at once."""
        forced = playable & theirs
        if forced != bits.board(0):
            if bits.without_lowest(forced) != bits.board(0):
                return bits.board(0)
            playable = forced
        return bits.without(playable, theirs >> 1)

    def bounds(self, s: State) -> tuple[int, int]:
        other = s.own ^ s.mask
        free = self.board ^ s.mask
        playable = self.playable(s.mask)
        empty = bits.count(free)
        if (self.threats(s.own, s.mask) & playable) != bits.board(0):
            return win_in(1), win_in(1)
        theirs = self.threats(other, s.mask)
        if empty >= 2 and self.safe(playable, theirs) == bits.board(0):
            return loss_in(2), loss_in(2)
        lower = loss_in(4) if empty >= 4 and aligned(other | free, self.stride) else 0
        upper = win_in(3) if empty >= 3 else 0
        paired = upper_bound(s.own, other, free, playable, theirs, self.mover_rows, self.column, self.stride)
        return lower, min(upper, paired)

    def plies_left(self, s: State) -> int:
        return self.squares - bits.count(s.mask)

    # ---- what to look at, and in which order
    def candidates(self, s: State) -> Iterator[int]:
        safe = self.safe(self.playable(s.mask), self.threats(s.own ^ s.mask, s.mask))
        for square in bits.squares(safe):
            yield square // self.stride

    def forced(self, s: State) -> int:
        safe = self.safe(self.playable(s.mask), self.threats(s.own ^ s.mask, s.mask))
        if safe != bits.board(0) and bits.without_lowest(safe) == bits.board(0):
            return bits.lowest(safe) // self.stride
        return -1

    def order(self, s: State, a: int) -> int:
        """Threats made, lines kept open and lines closed, the centre; not a threat of one's own filled in.

        A threat just above one of the other side's counts nothing: the game is over
        before a stone gets there.  The weights were chosen by node counts over the first positions of the
        published sets (docs/games).
        """
        child = self.result(s, a)
        stones = child.own ^ child.mask
        stone = child.mask ^ s.mask
        useless = bits.left(self.threats(child.own, child.mask), 1)
        threats = bits.count(bits.without(self.threats(stones, child.mask), useless))
        wasted = bits.count(self.threats(s.own, s.mask) & bits.left(stone, 1))
        mine = self.board ^ child.own
        kept = lines_in(mine, self.stride) - lines_in(mine ^ stone, self.stride)
        theirs = lines_in(self.board ^ stones, self.stride)
        centre = self.width - abs(2 * a - self.width + 1)
        return 32 * threats - 16 * wasted + kept - theirs + 2 * centre

    def history_slot(self, s: State, a: int) -> int:
        """The square on which the stone comes to lie."""
        return bits.lowest(s.mask ^ self.result(s, a).mask)

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        return self.one_of(self.playable(s.mask), random)

    def playout(self, s: State, last: int, random: Buffer) -> int:
        """Win at once, or else stop the other from it; nothing that lets him win above it, if there is a
        choice."""
        playable = self.playable(s.mask)
        wins = playable & self.threats(s.own, s.mask)
        theirs = self.threats(s.own ^ s.mask, s.mask)
        forced = playable & theirs
        safe = bits.without(playable, theirs >> 1)
        if wins != bits.board(0):
            playable = wins
        elif forced != bits.board(0):
            playable = forced
        elif safe != bits.board(0):
            playable = safe
        return self.one_of(playable, random)

    def one_of(self, squares: Bitboard, random: Buffer) -> int:
        """The column of one of the squares, at random."""
        return bits.select(squares, below(random, bits.count(squares))) // self.stride

    def evaluate(self, s: State, player: int) -> int:
        """Threats, those on the rows that zugzwang favours counting double, and lines still open."""
        first = s.own if self.to_move(s) == 0 else s.own ^ s.mask
        value = self.prospects(first, s.mask, self.mover_rows) - self.prospects(
            first ^ s.mask, s.mask, self.board ^ self.mover_rows
        )
        value = min(max(value, 1 - ESTIMATE), ESTIMATE - 1)
        return value if player == 0 else -value

    def evaluation_step(self) -> int:
        """A third of an open line: all that is counted are multiples of it."""
        return LINE // 3

    def terms(self, s: State) -> list[Term]:
        first = s.own if self.to_move(s) == 0 else s.own ^ s.mask
        rows = (self.mover_rows, self.board ^ self.mover_rows)
        counts: list[list[int]] = [[], []]  # of each side: threats on its rows, elsewhere, open lines
        for side, stones in enumerate((first, first ^ s.mask)):
            threats = self.threats(stones, s.mask)
            good = bits.count(threats & rows[side])
            open_lines = lines_in(stones | (self.board ^ s.mask), self.stride)
            counts[side] = [good, bits.count(threats) - good, open_lines]
        found = []
        for n, (name, weight, words) in enumerate(TERMS):
            parts = {self.player_name(side): counts[side][n] * weight / WIN for side in (0, 1)}
            worth = (counts[0][n] - counts[1][n]) * weight / WIN
            found.append(Term(name, words, parts, worth))
        beyond = self.evaluate(s, 0) / WIN - sum(term.worth for term in found)
        if abs(beyond) > 0.5 / WIN:
            found.append(Term("limit", "an estimate stays below a win", {}, beyond))
        return found

    def prospects(self, stones: Bitboard, mask: Bitboard, good_rows: Bitboard) -> int:
        """One side of the evaluation."""
        threats = self.threats(stones, mask)
        open_lines = lines_in(stones | (self.board ^ mask), self.stride)
        return (
            (GOOD_THREAT - THREAT) * bits.count(threats & good_rows)
            + THREAT * bits.count(threats)
            + LINE * open_lines
        )
