"""The rules of chess (FIDE Laws of Chess, 2023): actions, their results, and how a game ends.

Repetition needs the history, so the game declares it (`Game.repetition`) and `core.history` counts; the rest
is in the position.  Draws that a player may claim end the game, as every arena, engine and server has it: the
third occurrence of a position, and fifty moves without a capture or a pawn's move.  With draws=automatic only
those end it that need no claim: the fifth occurrence and seventy-five moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.chess.geometry import (
    BETWEEN,
    KING,
    LIGHT,
    LINES,
    PAWN,
)
from halfmove.games.chess.legal import (
    attackers,
    castle,
    castling_squares,
    count_legal,
    danger,
    kind_of_piece,
    may_castle,
    none_legal,
    other_of,
    own_of,
    passing_is_legal,
    pawn_targets,
    piece_reach,
    pins,
)
from halfmove.games.chess.position import (
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    KING_KIND,
    NOWHERE,
    PASSED,
    PAWN_KIND,
    PLACED,
    PLAIN,
    QUEEN,
    RIGHTS,
    ROOK_KIND,
    TURN,
    WHITE,
    Position,
    end_of,
    kind_of,
    start_of,
    with_turn,
)

DRAWS = ("claimed", "automatic", "none")


def piece_key(side: int, kind: int, square: int) -> Bitboard:
    """What a piece on a square adds to the hash."""
    return bits.entry(PLACED, (6 * side + kind) * 64 + square)


class Rules(Game):
    """The six functions."""

    name = "chess"
    player_names = ("White", "Black")
    actions_limit = 256
    history_slots = 768
    repetition = "draw"
    repetition_count = 3
    stuck_is_over = True
    runtime_parameters: tuple[str, ...] = ("plies_allowed", "dead_is_over", "repetition_count")

    chess960: bool = False
    """Chess960: castling with rooks from any file, written as the king taking its rook."""
    draws: str = "claimed"
    """`claimed`, `automatic` or `none`: which draws by rule end the game (stalemate always does)."""
    plies_allowed: int
    """Plies without a capture or a pawn's move after which the game is drawn."""
    dead_is_over: bool
    """Whether a position in which nobody can be mated ends the game."""

    def setup(self) -> None:
        if self.draws not in DRAWS:
            raise BadInput(f"draws is one of {', '.join(DRAWS)}, not '{self.draws}'.")
        self.repetition = "none" if self.draws == "none" else "draw"
        self.repetition_count = 5 if self.draws == "automatic" else 3
        self.plies_allowed = {"claimed": 100, "automatic": 150, "none": 1 << 40}[self.draws]
        self.dead_is_over = self.draws != "none"

    def to_move(self, s: Position) -> int:
        return s.mover

    def actions(self, s: Position) -> Iterator[int]:
        own, other = own_of(s), other_of(s)
        occupied = own | other
        nothing = bits.board(0)
        king = bits.lowest(s.kings & own)
        unsafe = danger(s, own, other)
        for end in bits.squares(bits.without(bits.entry(KING, king), own | unsafe)):
            yield king | (end << 6)
        checkers = nothing
        if unsafe & bits.bit(king) != nothing:
            checkers = attackers(s, king, other, 1 - s.mover, occupied)
        if bits.without_lowest(checkers) == nothing:  # of two checks only the king gets out
            target = bits.invert(own)
            if checkers != nothing:
                target = checkers | bits.entry(BETWEEN, 64 * king + bits.lowest(checkers))
            pinned = pins(s, king, own, other)
            for start in bits.squares(own & bits.invert(s.pawns | s.kings)):
                for end in bits.squares(piece_reach(s, start, occupied, king, pinned) & target):
                    yield start | (end << 6)
            for start in bits.squares(s.pawns & own):
                reach = pawn_targets(s, start, own, other) & target
                if pinned & bits.bit(start) != nothing:
                    reach &= bits.entry(LINES, 64 * king + start)
                for end in bits.squares(reach):
                    first, last = PLAIN, PLAIN
                    if end < 8 or end > 55:
                        first, last = QUEEN - 3, QUEEN
                    elif end - start == 16 or start - end == 16:
                        first, last = DOUBLE, DOUBLE
                    for kind in range(last, first - 1, -1):
                        yield start | (end << 6) | (kind << 12)
            if s.passed != NOWHERE:
                for start in bits.squares(bits.entry(PAWN, 64 * (1 - s.mover) + s.passed) & s.pawns & own):
                    if passing_is_legal(s, start, s.passed, king, own, other):
                        yield start | (s.passed << 6) | (EN_PASSANT << 12)
            if checkers == nothing:
                for rook in bits.squares(s.castling & own):
                    if may_castle(s, rook, king, own, other, unsafe):
                        yield king | (rook << 6) | (CASTLING << 12)

    def count_actions(self, s: Position) -> int:
        return count_legal(s)

    def result(self, s: Position, a: int) -> Position:
        if kind_of(a) == CASTLING:
            return self.castle(s, start_of(a), end_of(a))
        start, end, kind = start_of(a), end_of(a), kind_of(a)
        origin, goal = bits.bit(start), bits.bit(end)
        nothing = bits.board(0)
        side = s.mover
        captured = end
        if kind == EN_PASSANT:
            captured = end - 8 if side == WHITE else end + 8
        taken = bits.bit(captured)
        stay = bits.invert(origin | taken)
        pawns, knights, bishops = s.pawns & stay, s.knights & stay, s.bishops & stay
        rooks, queens, kings = s.rooks & stay, s.queens & stay, s.kings & stay
        own = bits.without(own_of(s), origin) | goal
        other = bits.without(other_of(s), taken)
        key = s.hash ^ bits.board(TURN) ^ bits.entry(PASSED, s.passed)
        moved = kind_of_piece(s, origin)
        if other != other_of(s):
            key ^= piece_key(1 - side, kind_of_piece(s, taken), captured)
        key ^= piece_key(side, moved, start)
        becomes = kind if 0 < kind <= QUEEN else moved
        key ^= piece_key(side, becomes, end)
        if becomes == PAWN_KIND:
            pawns |= goal
        elif becomes == 1:
            knights |= goal
        elif becomes == 2:
            bishops |= goal
        elif becomes == ROOK_KIND:
            rooks |= goal
        elif becomes == 4:
            queens |= goal
        else:
            kings |= goal
        castling = s.castling & stay
        if moved == KING_KIND:
            castling = castling & other
        for square in bits.squares(s.castling ^ castling):
            key ^= bits.entry(RIGHTS, square)
        irreversible = moved == PAWN_KIND or other != other_of(s)
        after = Position(
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            own if side == WHITE else other,
            other if side == WHITE else own,
            castling,
            key,
            1 - side,
            NOWHERE,
            0 if irreversible else s.quiet + 1,
            s.number + side,
        )
        if kind == DOUBLE:
            passed = (start + end) // 2
            beside = bits.entry(PAWN, 64 * side + passed) & pawns & other
            if beside != nothing:
                return self.passing(after, passed, beside, own, other)
        return after

    def passing(
        self, after: Position, passed: int, beside: Bitboard, own: Bitboard, other: Bitboard
    ) -> Position:
        """The position after a pawn's two steps past enemy pawns, which may legally take it or not."""
        king = bits.lowest(after.kings & other)
        for square in bits.squares(beside):
            if passing_is_legal(after, square, passed, king, other, own):
                return with_turn(
                    after, after.mover, passed, after.hash ^ bits.entry(PASSED, passed), after.quiet
                )
        return after

    def castle(self, s: Position, king: int, rook: int) -> Position:
        """The position after castling with the rook on a square."""
        king_to, rook_to = castling_squares(king, rook)
        key = s.hash ^ bits.board(TURN) ^ bits.entry(PASSED, s.passed)
        key ^= piece_key(s.mover, KING_KIND, king) ^ piece_key(s.mover, KING_KIND, king_to)
        key ^= piece_key(s.mover, ROOK_KIND, rook) ^ piece_key(s.mover, ROOK_KIND, rook_to)
        castling = s.castling & other_of(s)
        for square in bits.squares(s.castling ^ castling):
            key ^= bits.entry(RIGHTS, square)
        return castle(s, king, rook, castling, key)

    # ---- the end
    def is_terminal(self, s: Position) -> bool:
        return s.quiet >= self.plies_allowed or self.is_dead(s) or none_legal(s)

    def is_drawn(self, s: Position) -> bool:
        if self.is_dead(s):
            return True
        return s.quiet >= self.plies_allowed and not (self.in_check(s) and none_legal(s))

    def is_dead(self, s: Position) -> bool:
        """Whether no mate is possible: kings alone but for one minor piece, or for bishops of one
        colour."""
        nothing = bits.board(0)
        if not self.dead_is_over or (s.pawns | s.rooks | s.queens) != nothing:
            return False
        minors = s.knights | s.bishops
        if bits.without_lowest(minors) == nothing:
            return True
        light = bits.board(LIGHT)
        one_colour = s.bishops & light == nothing or bits.without(s.bishops, light) == nothing
        return s.knights == nothing and one_colour

    def utility(self, s: Position, player: int) -> int:
        if self.is_dead(s) or not self.in_check(s) or not none_legal(s):
            return 0
        return -1 if player == s.mover else 1

    def in_check(self, s: Position) -> bool:
        other = other_of(s)
        king = bits.lowest(s.kings & own_of(s))
        return attackers(s, king, other, 1 - s.mover, s.white | s.black) != bits.board(0)

    # ---- looking back
    def key(self, s: Position) -> Bitboard:
        """The hash, and in the latter half of the way to a draw by rule how far the way has been gone: before
        that, no search sees so far, and the ways to a position shall meet in the table."""
        if 2 * s.quiet < self.plies_allowed:
            return s.hash
        return bits.hash_with(s.hash, bits.board(s.quiet))

    def repetition_key(self, s: Position) -> Bitboard:
        return s.hash

    def may_repeat(self, s: Position, a: int) -> bool:
        return self.quiet(s, a) and s.pawns & bits.bit(start_of(a)) == bits.board(0)

    def reversible(self, s: Position) -> int:
        return s.quiet

    def quiet(self, s: Position, a: int) -> bool:
        kind = kind_of(a)
        if kind == CASTLING:
            return True
        if kind != PLAIN and kind != DOUBLE:
            return False
        return (s.white | s.black) & bits.bit(end_of(a)) == bits.board(0)

    def history_slot(self, s: Position, a: int) -> int:
        return 64 * (6 * s.mover + kind_of_piece(s, bits.bit(start_of(a)))) + end_of(a)

    def may_pass(self, s: Position) -> bool:
        own = own_of(s)
        return own & bits.invert(s.pawns | s.kings) != bits.board(0)

    def passed(self, s: Position) -> Position:
        key = s.hash ^ bits.board(TURN) ^ bits.entry(PASSED, s.passed)
        return with_turn(s, 1 - s.mover, NOWHERE, key, s.quiet + 1)
