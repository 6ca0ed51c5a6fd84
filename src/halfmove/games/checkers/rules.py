"""Checkers: men go forward, kings both ways, captures are forced, who cannot move has lost.

An action is a whole move, all its jumps together (docs/decisions/0031-a-jump-is-one-action.md).  Its number:

    bits 0 to 5    the bit of the square where the piece starts (`geometry`)
    bits 6 to 9    how many pieces it jumps, 0 to 9
    bits 10 on     its directions, two bits each, the first lowest; one where it jumps nothing

No more than 9 pieces can be jumped: a piece that jumps stays on 8 squares with 9 ways between them.

Rules: World Checkers Draughts Federation, *Rules of Draughts (Checkers)*.  A draw by repetition needs the
history (`Game.repetition`); forty moves of each side without a capture or a man's move are in the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.checkers.geometry import (
    BLACK,
    BOARD,
    DIRECTIONS,
    crown,
    moved,
    squares_of,
)

DRAWS = ("rules", "none")
PLIES_ALLOWED = 80
"""Forty moves of each side."""
NEVER = 1 << 40


class State(NamedTuple):
    """The pieces of the player to move, the other player's, which of both are kings, who is to move, and
    how many plies ago something was captured or a man moved."""

    own: Bitboard
    other: Bitboard
    kings: Bitboard
    mover: int
    quiet: int


def start_of(a: int) -> int:
    """The bit of the square where an action's piece starts."""
    return a & 63


def jumps_of(a: int) -> int:
    """How many pieces an action jumps."""
    return (a >> 6) & 15


def way_of(a: int) -> int:
    """An action's directions, two bits each."""
    return a >> 10


class Rules(Game):
    """Capture the other side's pieces, or leave them no move."""

    name = "checkers"
    player_names = ("Black", "White")
    actions_limit = 128
    action_bits = 32
    repetition = "draw"
    repetition_count = 3
    stuck_is_over = True
    runtime_parameters: tuple[str, ...] = ("plies_allowed",)

    draws: str = "rules"
    """`rules`: the third occurrence of a position and forty moves without progress end the game; `none`."""
    plies_allowed: int

    def setup(self) -> None:
        if self.draws not in DRAWS:
            raise BadInput(f"Checkers' parameter 'draws' is one of {', '.join(DRAWS)}, not '{self.draws}'.")
        self.repetition = "draw" if self.draws == "rules" else "none"
        self.plies_allowed = PLIES_ALLOWED if self.draws == "rules" else NEVER

    # ---- the six functions
    def initial(self) -> State:
        return State(squares_of(*range(1, 13)), squares_of(*range(21, 33)), 0, BLACK, 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        nothing = bits.board(0)
        empty = bits.board(BOARD) ^ (s.own | s.other)
        jumpers = self.jumpers(s)
        if jumpers == nothing:
            for d in range(DIRECTIONS):
                for start in bits.squares(self.goers(s, d) & moved(empty, 3 - d)):
                    yield start | (d << 10)
        for start in bits.squares(jumpers):
            king = bits.has(s.kings, start)
            first = 0 if king or s.mover == BLACK else 2
            beyond = 4 if king else first + 2
            piece, prey, free = bits.bit(start), s.other, empty | bits.bit(start)
            length, way, d, ended = 0, 0, first, True
            while length >= 0:
                victim = moved(piece, d) & prey if d < beyond else nothing
                goal = moved(victim, d) & free if d < beyond else nothing
                if goal != nothing:
                    way |= d << (2 * length)
                    length += 1
                    prey ^= victim
                    piece, d, ended = goal, first, True
                elif d + 1 < beyond:
                    d += 1
                else:
                    if ended:
                        yield start | (length << 6) | (way << 10)
                    length -= 1
                    if length >= 0:
                        last = (way >> (2 * length)) & 3
                        way ^= last << (2 * length)
                        victim = moved(piece, 3 - last)
                        prey ^= victim
                        piece, d, ended = moved(victim, 3 - last), last + 1, False

    def result(self, s: State, a: int) -> State:
        start, way = bits.bit(start_of(a)), way_of(a)
        piece, taken = start, bits.board(0)
        if jumps_of(a) == 0:
            piece = moved(piece, way & 3)
        for _ in range(jumps_of(a)):
            victim = moved(piece, way & 3)
            taken |= victim
            piece = moved(victim, way & 3)
            way >>= 2
        king = s.kings & start != bits.board(0)
        kings = bits.without(s.kings, start | taken)
        if king or piece & crown(s.mover) != bits.board(0):
            kings |= piece
        quiet = s.quiet + 1 if king and taken == bits.board(0) else 0
        own = bits.without(s.own, start) | piece
        return State(bits.without(s.other, taken), own, kings, 1 - s.mover, quiet)

    def is_terminal(self, s: State) -> bool:
        return s.quiet >= self.plies_allowed or self.stuck(s)

    def utility(self, s: State, player: int) -> int:
        if not self.stuck(s):
            return 0
        return -1 if player == s.mover else 1

    # ---- what they are made of
    def goers(self, s: State, d: int) -> Bitboard:
        """The mover's pieces that may go in direction `d`."""
        return s.own if (d < 2) == (s.mover == BLACK) else s.own & s.kings

    def jumpers(self, s: State) -> Bitboard:
        """The mover's pieces that can capture, and so must."""
        empty = bits.board(BOARD) ^ (s.own | s.other)
        found = bits.board(0)
        for d in range(DIRECTIONS):
            found |= self.goers(s, d) & moved(moved(empty, 3 - d) & s.other, 3 - d)
        return found

    def steps(self, s: State) -> int:
        """How many moves the mover has that capture nothing, if he need not capture."""
        empty = bits.board(BOARD) ^ (s.own | s.other)
        count = 0
        for d in range(DIRECTIONS):
            count += bits.count(self.goers(s, d) & moved(empty, 3 - d))
        return count

    def stuck(self, s: State) -> bool:
        """Whether the mover has no move, and so has lost."""
        return self.steps(s) == 0 and self.jumpers(s) == bits.board(0)

    def is_drawn(self, s: State) -> bool:
        return s.quiet >= self.plies_allowed and not self.stuck(s)

    def count_actions(self, s: State) -> int:
        if self.jumpers(s) == bits.board(0):
            return self.steps(s)
        count = 0
        for _ in self.actions(s):
            count += 1
        return count

    # ---- looking back
    def repetition_key(self, s: State) -> Bitboard:
        word = bits.plus(bits.mix(s.own), bits.board(s.mover))
        return bits.hash_with(bits.hash_with(word, bits.number(s.other)), bits.number(s.kings))

    def key(self, s: State) -> Bitboard:
        """The pieces, and in the latter half of the way to a draw by rule how far the way has been gone."""
        found = self.repetition_key(s)
        if 2 * s.quiet < self.plies_allowed:
            return found
        return bits.hash_with(found, s.quiet)

    def may_repeat(self, s: State, a: int) -> bool:
        return jumps_of(a) == 0 and bits.has(s.kings, start_of(a))

    def reversible(self, s: State) -> int:
        return s.quiet
