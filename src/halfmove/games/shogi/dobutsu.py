"""Dōbutsu shōgi, on three by four squares (Madoka Kitao, 2008): lion, giraffe, elephant and chick.

    g l e     Every piece moves one square: the lion any way, the giraffe straight, the elephant diagonally,
    . c .     the chick ahead.  A chick that moves to the far rank becomes a hen, which moves as a gold does;
    . C .     one dropped there stays a chick.  Whoever takes the lion wins, and whoever brings the own lion
    E L G     to the far rank where it cannot be taken at once (*try*).  A position's third time is a draw.

Nothing need be done about a lion in danger, chicks may stand on one file, and a drop may mate.  Sources: the
rules at joshi-shogi.com/doubutsushogi/rule.html, and Tetsurō Tanaka, *An Analysis of a Board Game "Doubutsu
Shogi"*, IPSJ SIG Technical Report 2009-GI-22: the second player wins in 78 plies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.shogi.dobutsu_words import PositionWords, reach_table
from halfmove.games.shogi.family import Family
from halfmove.games.shogi.geometry import BISHOP, DOBUTSU_STEPS, KING, PAWN, PROMOTED, ROOK
from halfmove.games.shogi.position import Position, kings_of, other_of, own_of, taken, with_turn

START = "gle/1c1/1C1/ELG b - 1"


class Dobutsu(PositionWords, Family):
    """Dōbutsu shōgi: take the lion, or bring yours to the far rank."""

    name = "dobutsu"
    files = 3
    ranks = 4
    zone = 1
    pieces_steps = DOBUTSU_STEPS
    actions_limit = 128
    repetition_count = 3
    most = (0, 2, 0, 0, 0, 0, 2, 2, 1)
    letters = ".C....EGL"
    piece_names = ("", "chick", "", "", "", "", "elephant", "giraffe", "lion")
    promoted_names = {PAWN + PROMOTED: "hen"}
    hand_kinds = (ROOK, BISHOP, PAWN)
    kinds = (PAWN, BISHOP, ROOK, KING, PAWN + PROMOTED)
    sliding = False
    board_title = "Dōbutsu shōgi"
    mate_in_one = "l2/2L/3/3 b - 1"

    def setup(self) -> None:
        super().setup()
        self.reaches, self.backs = reach_table(), reach_table(back=True)

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"notation": ("western", "usi")}

    def start(self) -> str:
        return START

    # ---- what is other than in shogi
    def goes_on(self, s: Position) -> bool:
        other = other_of(s)
        lion = bits.wide_and(kings_of(s), other)
        far = bits.wide_and(lion, self.table_entry(self.zones, 1 - s.mover))
        if not bits.wide_empty(far):
            square = bits.wide_lowest(far)
            if bits.wide_empty(self.attackers(s, square, own_of(s), s.mover, taken(s))):
                return False
        return not bits.wide_empty(bits.wide_and(kings_of(s), own_of(s)))

    def attackers(self, s: Position, square: int, by: Wide, side: int, occupied: Wide) -> Wide:
        found = bits.wide_without(by, by)
        for kind in (PAWN, BISHOP, ROOK, KING, PAWN + PROMOTED):
            here = bits.wide_and(self.step(1 - side, kind, square), self.of_kind(s, kind))
            found = bits.wide_or(found, here)
        return bits.wide_and(found, by)

    def of_kind(self, s: Position, kind: int) -> Wide:
        """The pieces of a kind, of both sides."""
        found = taken(s)
        found = bits.wide_and(found, s.plane0) if kind & 1 else bits.wide_without(found, s.plane0)
        found = bits.wide_and(found, s.plane1) if kind & 2 else bits.wide_without(found, s.plane1)
        found = bits.wide_and(found, s.plane2) if kind & 4 else bits.wide_without(found, s.plane2)
        return bits.wide_and(found, s.plane3) if kind & 8 else bits.wide_without(found, s.plane3)

    def reach(self, occupied: Wide, side: int, kind: int, square: int) -> Wide:
        return self.step(side, kind, square)

    def king_moves(self, s: Position, king: int, own: Wide) -> Wide:
        return bits.wide_without(self.step(s.mover, KING, king), own)

    def targets(self, s: Position, king: int, own: Wide) -> Wide:
        return bits.wide_without(self.table_entry(self.masks, 0), own)

    def pins(self, s: Position, king: int, own: Wide) -> Wide:
        return bits.wide_without(own, own)

    def promoting(self, reach: Wide, side: int, kind: int, start: int) -> Wide:
        if kind != PAWN:
            return bits.wide_without(reach, reach)
        return bits.wide_and(reach, self.table_entry(self.zones, side))

    def drops(self, s: Position, kind: int, free: Wide) -> Wide:
        return free

    def with_checks(self, s: Position) -> Position:
        other = other_of(s)
        lion = self.king_square(s, own_of(s))
        checkers = self.attackers(s, lion, other, 1 - s.mover, taken(s))
        return with_turn(s, checkers, (0, 0), s.hash, s.mover, s.number, s.declared)

    def repetition_loser(self, s: Position, plies: int) -> int:
        return -1

    def checking(self, s: Position) -> Iterator[int]:
        for a in self.actions(s):
            after = self.result(s, a)
            if self.is_terminal(after) or self.in_check(after):
                yield a

    def may_pass(self, s: Position) -> bool:
        return bits.wide_empty(s.checkers) and self.goes_on(self.passed(s))

    # ---- text
    def checks_seen(self, s: Position) -> tuple[int, int]:
        return 0, 0

    def check_dead(self, board: dict[int, tuple[int, int]]) -> None:
        """A chick may be dropped where it cannot move."""

    def check_sides(self, s: Position) -> None:
        if bits.wide_empty(bits.wide_and(kings_of(s), other_of(s))):
            raise BadInput(f"{self.player_names[1 - s.mover]} has moved last, so there is a lion left.")

    def ending(self, s: Position) -> str:
        if bits.wide_empty(bits.wide_and(kings_of(s), own_of(s))):
            return "the lion is taken"
        return "the lion has arrived" if not self.goes_on(s) else "no legal move"
