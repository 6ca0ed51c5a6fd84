"""What the search is told about chess besides its evaluation: what to look at first, what cannot wait.

Exchanges are counted with Deep Blue's values of the pieces (Campbell, Hoane and Hsu, *Artificial
Intelligence* 134, 2002: 1, 3, 3.25, 5 and 9).  A pawn is `PAWN` of the engine's score units.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.packed_weights import middle_of
from halfmove.games.chess.evaluation.inputs import Inputs
from halfmove.games.chess.evaluation.weights import WEIGHTS, placement_index
from halfmove.games.chess.geometry import (
    KING,
    KNIGHT,
    LINES,
    RANK_1,
    RANK_8,
    bishop_attacks,
    rook_attacks,
)
from halfmove.games.chess.geometry import PAWN as PAWN_STEPS
from halfmove.games.chess.legal import (
    attackers,
    kind_of_piece,
    other_of,
    own_of,
    passing_is_legal,
    pawn_attacks,
    pawn_targets,
    piece_reach,
    pins,
    screens,
)
from halfmove.games.chess.position import (
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    KING_KIND,
    NOWHERE,
    PLAIN,
    QUEEN,
    WHITE,
    Position,
    end_of,
    kind_of,
    start_of,
)

PAWN = 10_000
"""A pawn, in the engine's score units: `Game.unit`."""
VALUES = (100, 300, 325, 500, 900, 0)
"""Deep Blue's, in hundredths of a pawn."""


class Knowledge(Inputs):
    """The hooks."""

    selective = True
    unit = PAWN
    estimate_unit = "pawns"
    moves_in_pairs = True
    draws_agreed = True

    def order(self, s: Position, a: int) -> int:
        """The most valuable victim first, taken by the least valuable piece."""
        kind = kind_of(a)
        if kind == CASTLING:
            return 40
        promotion = VALUES[kind] if PLAIN < kind <= QUEEN else 0
        victim = self.victim(s, a)
        if victim < 0:
            return promotion if promotion > 0 else self.promise(s, a)
        attacker = kind_of_piece(s, bits.bit(start_of(a)))
        return min(VALUES[victim] + promotion // 10 - attacker * 4, 1000)

    def promise(self, s: Position, a: int) -> int:
        """How plausible a quiet action looks: where the piece stands better, and whether pawns attack it."""
        start, end = start_of(a), end_of(a)
        kind = kind_of_piece(s, bits.bit(start))
        better = middle_of(int(WEIGHTS[placement_index(kind, end, s.mover)])) - middle_of(
            int(WEIGHTS[placement_index(kind, start, s.mover)])
        )
        if kind != 0 and kind != KING_KIND:
            nothing = bits.board(0)
            guarded = pawn_attacks(s.pawns & other_of(s), 1 - s.mover)
            if guarded & bits.bit(start) != nothing:
                better += VALUES[kind] // 8
            if guarded & bits.bit(end) != nothing:
                better -= VALUES[kind] // 4
        return better

    def victim(self, s: Position, a: int) -> int:
        """The kind of piece that an action captures, or -1."""
        kind = kind_of(a)
        if kind == EN_PASSANT:
            return 0
        goal = bits.bit(end_of(a))
        if kind == CASTLING or goal & (s.white | s.black) == bits.board(0):
            return -1
        return kind_of_piece(s, goal)

    def forcing(self, s: Position) -> Iterator[int]:
        """Captures and promotions to a queen; in check, everything."""
        nothing = bits.board(0)
        own, other = own_of(s), other_of(s)
        occupied = own | other
        king = bits.lowest(s.kings & own)
        if attackers(s, king, other, 1 - s.mover, occupied) != nothing:
            for a in self.actions(s):  # noqa: UP028  `yield from` has no machine code
                yield a
        else:
            pinned = pins(s, king, own, other)
            open_board = bits.without(occupied, bits.bit(king))
            for end in bits.squares(bits.entry(KING, king) & other):
                if attackers(s, end, other, 1 - s.mover, open_board) == nothing:
                    yield king | (end << 6)
            for start in bits.squares(own & bits.invert(s.pawns | s.kings)):
                for end in bits.squares(piece_reach(s, start, occupied, king, pinned) & other):
                    yield start | (end << 6)
            last = bits.board(RANK_1 | RANK_8)
            seventh = bits.board(RANK_1 << 48 if s.mover == WHITE else RANK_1 << 8)
            takers = s.pawns & own & (pawn_attacks(other, 1 - s.mover) | seventh)
            for start in bits.squares(takers):
                reach = pawn_targets(s, start, own, other) & (other | last)
                if pinned & bits.bit(start) != nothing:
                    reach &= bits.entry(LINES, 64 * king + start)
                for end in bits.squares(reach):
                    yield start | (end << 6) | ((QUEEN if end < 8 or end > 55 else PLAIN) << 12)
            if s.passed != NOWHERE:
                for start in bits.squares(
                    bits.entry(PAWN_STEPS, 64 * (1 - s.mover) + s.passed) & s.pawns & own
                ):
                    if passing_is_legal(s, start, s.passed, king, own, other):
                        yield start | (s.passed << 6) | (EN_PASSANT << 12)

    def threatening(self, s: Position) -> Iterator[int]:
        """Quiet actions that give check, where the mover is not in check: by the piece itself, and by a piece
        (not the king or a pawn) that leaves a line; not by castling."""
        nothing = bits.board(0)
        own, other = own_of(s), other_of(s)
        occupied = own | other
        free = bits.invert(occupied)
        king, target = bits.lowest(s.kings & own), bits.lowest(s.kings & other)
        if attackers(s, king, other, 1 - s.mover, occupied) == nothing:
            pinned = pins(s, king, own, other)
            screening = screens(s, target, own, other, own)
            straight, oblique = rook_attacks(occupied, target), bishop_attacks(occupied, target)
            for start in bits.squares(own & bits.invert(s.pawns | s.kings)):
                piece = bits.bit(start)
                goal = nothing
                if screening & piece != nothing:
                    goal = free
                if s.knights & piece != nothing:
                    goal |= bits.entry(KNIGHT, target)
                if (s.rooks | s.queens) & piece != nothing:
                    goal |= straight
                if (s.bishops | s.queens) & piece != nothing:
                    goal |= oblique
                if goal & free != nothing:
                    for end in bits.squares(piece_reach(s, start, occupied, king, pinned) & goal & free):
                        yield start | (end << 6)
            before = bits.entry(PAWN_STEPS, 64 * (1 - s.mover) + target) & free
            if before != nothing:
                for start in bits.squares(s.pawns & own):
                    reach = pawn_targets(s, start, own, other) & before
                    if pinned & bits.bit(start) != nothing:
                        reach &= bits.entry(LINES, 64 * king + start)
                    for end in bits.squares(reach):
                        far = end - start > 8 or start - end > 8
                        yield start | (end << 6) | ((DOUBLE if far else PLAIN) << 12)

    def structure(self, s: Position) -> int:
        """The pawns."""
        return bits.number(bits.right(bits.mix(bits.mix(s.pawns & s.white) ^ s.pawns), 1))

    def gain(self, s: Position, a: int) -> int:
        victim = self.victim(s, a)
        gained = VALUES[victim] if victim >= 0 else 0
        if PLAIN < kind_of(a) <= QUEEN:
            gained += VALUES[kind_of(a)] - VALUES[0]
        return gained * (PAWN // 100)

    def exchange(self, s: Position, a: int) -> int:
        """Static exchange evaluation: captures on one square, each side the least valuable piece first, and
        free to stop (Reinfeld's "swap off", as a minimax of one line of captures).

        Pins are not looked at, nor that a pawn that recaptures may promote; a king takes last, where nobody
        can take it.  Where what is taken is worth no less than what takes it, the answer is what is gained
        even if that is then lost: no more than the truth, and not negative.
        """
        kind = kind_of(a)
        if kind == CASTLING:
            return 0
        square = end_of(a)
        occupied = s.white | s.black
        attacker = kind_of_piece(s, bits.bit(start_of(a)))
        victim = self.victim(s, a)
        balance = VALUES[victim] if victim >= 0 else 0
        if PLAIN < kind <= QUEEN:
            balance += VALUES[kind] - VALUES[0]
            attacker = kind
        if kind == EN_PASSANT:
            behind = square - 8 if s.mover == WHITE else square + 8
            occupied = bits.without(occupied, bits.bit(behind))
        worth = 100_000 if attacker == KING_KIND else VALUES[attacker]
        occupied = bits.without(occupied, bits.bit(start_of(a)))
        if balance - worth >= 0:
            return (balance - worth) * (PAWN // 100)  # even if the piece is lost for nothing
        return (balance - self.recaptured(s, square, occupied, 1 - s.mover, worth)) * (PAWN // 100)

    def recaptured(self, s: Position, square: int, occupied: Bitboard, side: int, worth: int) -> int:
        """What the side gains by capturing a piece `worth` so much on a square, 0 if it had better not.

        There is one line of captures, each by the least valuable piece; `total` is the side's balance along
        it, and both may stop: the side has `low` for sure by then, the other allows no more than `high`.
        """
        nothing = bits.board(0)
        low, high = 0, 100_000
        total, sign, mover = 0, 1, side
        while True:
            own = s.white if mover == WHITE else s.black
            theirs = attackers(s, square, own, mover, occupied) & occupied
            if theirs == nothing:
                break
            kind, piece = self.least(s, theirs)
            if kind == KING_KIND:
                enemies = s.black if mover == WHITE else s.white
                if attackers(s, square, enemies, 1 - mover, occupied) & occupied != nothing:
                    break
            total += sign * worth
            worth = 100_000 if kind == KING_KIND else VALUES[kind]
            occupied = bits.without(occupied, piece)
            if sign > 0:
                high = min(high, max(total, low))
            else:
                low = max(low, min(total, high))
            if low >= high:
                break
            sign, mover = -sign, 1 - mover
        return low if sign > 0 else high

    def least(self, s: Position, pieces: Bitboard) -> tuple[int, Bitboard]:
        """The least valuable of some pieces: its kind, and its square as a set."""
        nothing = bits.board(0)
        for kind in range(6):
            board = s.pawns
            if kind == 1:
                board = s.knights
            elif kind == 2:
                board = s.bishops
            elif kind == 3:
                board = s.rooks
            elif kind == 4:
                board = s.queens
            elif kind == 5:
                board = s.kings
            if board & pieces != nothing:
                return kind, bits.lowest_bit(board & pieces)
        return KING_KIND, nothing
