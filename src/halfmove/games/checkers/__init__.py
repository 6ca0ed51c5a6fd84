"""Checkers (American checkers, English draughts): forced captures, several jumps as one action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.checkers.endings import EndingRules
from halfmove.games.checkers.geometry import BLACK, NUMBERS, SQUARES, WHITE, moved
from halfmove.games.checkers.inputs import Inputs
from halfmove.games.checkers.notation import Notation
from halfmove.games.checkers.rules import DRAWS, PLIES_ALLOWED, State, jumps_of, start_of, way_of

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface
    from halfmove.core.tuning import Tunable

GAMES = {"checkers": "Checkers"}
__all__ = ["Checkers", "State"]


PLANES = 5
WAYS = 9


class Checkers(Notation, EndingRules, Inputs):
    """Capture the other side's pieces, or leave them no move."""

    def movable(self, s: State) -> list[int]:
        """The squares of the pieces that have a legal move."""
        if self.is_terminal(s):
            return []
        return sorted({NUMBERS[start_of(a)] for a in self.actions(s)})

    def draw(self, s: State, *, below: int = WHITE) -> str:
        """The board as SVG; if asked, Black below."""
        from halfmove.games.checkers.board import svg

        return svg(self.letters(s), self.movable(s), below)

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"draws": DRAWS}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """Two kings against one that stands in a corner."""
        return {}, "W:WK18,K23:BK32", 3

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.checkers.records import PDN

        return (PDN(self),)

    def opening_table(self) -> str:
        from halfmove.games.checkers.openings import TABLE

        return TABLE

    def tunable(self) -> Tunable:
        from halfmove.games.checkers.weights import TUNABLE

        return TUNABLE

    def surface(self) -> Surface:
        from halfmove.games.checkers.board import Board

        return Board(self)

    # ---- Checkers before a network: own men and kings, the other side's, and how near a draw by rule is
    # The board lies as the mover sees it, his men going down, 8 rows of the 4 dark squares.  The policy has a
    # plane for each square where a piece may end, its places the squares where it may start; of several moves
    # with the same two the second and later ones lie in further planes.  There are never more than nine: a
    # piece that jumps stays on 8 squares with 9 ways between them, and of all sets of these ways none allows
    # more.
    plane_shape = (PLANES, 8, 4)
    policy_size = WAYS * SQUARES * SQUARES

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        at = self.write_squares(bits.without(s.own, s.kings), s.mover, out, at)
        at = self.write_squares(s.own & s.kings, s.mover, out, at)
        at = self.write_squares(bits.without(s.other, s.kings), s.mover, out, at)
        at = self.write_squares(s.other & s.kings, s.mover, out, at)
        near = min(s.quiet, PLIES_ALLOWED) * PRESENT // PLIES_ALLOWED
        for square in range(SQUARES):
            out[at + square] = near
        return at + SQUARES

    def write_squares(self, b: Bitboard, mover: int, out: Buffer, at: int) -> int:
        """A plane of the squares of a set; the place after it."""
        for n in range(SQUARES):
            seen = n if mover == BLACK else SQUARES - 1 - n
            out[at + seen] = PRESENT if bits.has(b, n + n // 8) else 0
        return at + SQUARES

    def end_of(self, a: int) -> int:
        """The bit of the square where an action's piece ends."""
        piece, way = bits.bit(start_of(a)), way_of(a)
        for _ in range(max(jumps_of(a), 1)):
            piece = moved(piece, way & 3)
            if jumps_of(a) > 0:
                piece = moved(piece, way & 3)
            way >>= 2
        return bits.lowest(piece)

    def policy_index(self, s: State, a: int) -> int:
        start, end = start_of(a), self.end_of(a)
        before = 0
        if jumps_of(a) > 1:
            for other in self.actions(s):
                if other < a and start_of(other) == start and self.end_of(other) == end:
                    before += 1
        start, end = start - start // 9, end - end // 9
        if s.mover != BLACK:
            start, end = SQUARES - 1 - start, SQUARES - 1 - end
        return (before * SQUARES + end) * SQUARES + start
