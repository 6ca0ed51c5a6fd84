"""The habits of ghosts that nature moves: with which probability each goes where.

- random: every way is equally likely (Berkeley's RandomGhost).
- directional: with probability 0.8 one of the ways that bring it nearest to Pac-Man (Manhattan distance),
  while scared farthest from him, and with 0.2 any way (Berkeley's DirectionalGhost).
- chase, ambush, patrol, shy: certain to take the way whose next square is nearest, as the crow flies, to an
  aim; among equally near ones north, west, south, east in this order.  Scared, any way is equally likely.
  That is how the ghosts of the arcade game find their ways (J. Pittman, "The Pac-Man Dossier", 2009), who
  aim at: chase, Pac-Man (Blinky); ambush, four squares ahead of him (Pinky); shy, him from farther than
  eight squares and else a corner (Clyde).  patrol is ours: the corners in turn, for 20 moves each.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.pacman.maze import EAST, NORTH, SOUTH, STOP, WEST
from halfmove.games.pacman.rules import (
    HABITS,
    Rules,
    State,
    between,
    heading_of,
    scared_of,
    square_of,
)

RANDOM, DIRECTIONAL, CHASE, AMBUSH, PATROL, SHY = range(1, len(HABITS))
INTENT = 0.8
"""With which probability a directional ghost goes for Pac-Man or flees."""
AHEAD, SHYNESS, ROUND = 4, 8, 20
_FAR = 1 << 30


class Habits(Rules):
    """The rules with what nature does."""

    def offered(self, s: State, ghost: int) -> Bitboard:
        """The directions that a ghost may take, a bit each: where its habit makes it certain, that one."""
        word = s.ghosts[ghost]
        free = self.free(word)
        habit = self.habit(ghost)
        if habit < CHASE or scared_of(word) > 0 or bits.count(free) == 1:
            return free
        return bits.bit(self.aimed(s, ghost, habit, free))

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        ghost = s.mover - 1
        offered = self.offered(s, ghost)
        intended, intent = bits.board(0), 0.0
        if self.habit(ghost) == DIRECTIONAL:
            intended, intent = self.intended(s, s.ghosts[ghost], offered), INTENT
        for direction in bits.squares(offered):
            extra = intent / bits.count(intended) if bits.has(intended, direction) else 0.0
            yield direction, extra + (1.0 - intent) / bits.count(offered)

    def intended(self, s: State, word: int, offered: Bitboard) -> Bitboard:
        """Of the directions offered, those that bring a ghost nearest to Pac-Man; farthest from him while it
        is scared."""
        sign = -1 if scared_of(word) > 0 else 1
        least, found = _FAR, bits.board(0)
        for direction in bits.squares(offered):
            far = sign * self.half_steps(word, direction, s.pacman)
            if far < least:
                least, found = far, bits.board(0)
            if far == least:
                found |= bits.bit(direction)
        return found

    def half_steps(self, word: int, direction: int, square: int) -> int:
        """The Manhattan distance, in half steps, between where a move brings a ghost and a square."""
        here = square_of(word)
        step = 1 if scared_of(word) > 0 else 2
        row, column = 2 * self.row(here), 2 * self.column(here)
        if between(word):
            row += down(heading_of(word))
            column += across(heading_of(word))
        row += step * down(direction)
        column += step * across(direction)
        return abs(row - 2 * self.row(square)) + abs(column - 2 * self.column(square))

    def aimed(self, s: State, ghost: int, habit: int, free: Bitboard) -> int:
        """The direction that a ghost of the arcade takes."""
        here = square_of(s.ghosts[ghost])
        row, column = self.row(here), self.column(here)
        to_row, to_column = self.row(s.pacman), self.column(s.pacman)
        corner = ghost
        if habit == AMBUSH:
            to_row += AHEAD * down(s.heading)
            to_column += AHEAD * across(s.heading)
        elif habit == PATROL:
            corner = ghost + s.moves // ROUND
        away = (to_row - row) * (to_row - row) + (to_column - column) * (to_column - column)
        if habit == PATROL or (habit == SHY and away <= SHYNESS * SHYNESS):
            to_row = 0 if corner % 4 < 2 else self.height - 1
            to_column = 0 if corner % 4 == 0 or corner % 4 == 3 else self.width - 1
        least, found = _FAR, STOP
        for direction in (NORTH, WEST, SOUTH, EAST):
            if bits.has(free, direction):
                r, c = row + down(direction) - to_row, column + across(direction) - to_column
                if r * r + c * c < least:
                    least, found = r * r + c * c, direction
        return found

    def row(self, square: int) -> int:
        """From the top."""
        return int(self.places[2 * square])

    def column(self, square: int) -> int:
        """From the left."""
        return int(self.places[2 * square + 1])


def down(direction: int) -> int:
    """Rows that a step leads down."""
    return (1 if direction == SOUTH else 0) - (1 if direction == NORTH else 0)


def across(direction: int) -> int:
    """Columns that a step leads to the right."""
    return (1 if direction == EAST else 0) - (1 if direction == WEST else 0)
