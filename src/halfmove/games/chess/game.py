"""Chess as a game: its rules and knowledge with its notations and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT, direction_of
from halfmove.core.errors import BadInput
from halfmove.games.chess.board import svg
from halfmove.games.chess.knowledge import Knowledge
from halfmove.games.chess.legal import other_of, own_of
from halfmove.games.chess.notation.fen import START, chess960_start, format_fen, letter_on, parse_fen
from halfmove.games.chess.notation.san import san_action, san_text, split_moves
from halfmove.games.chess.position import NOWHERE, ROOK, WHITE, Position, end_of, kind_of, start_of
from halfmove.games.chess.rules import DRAWS

if TYPE_CHECKING:
    from halfmove.core.dialects import Dialect
    from halfmove.core.formats import RecordFormat
    from halfmove.core.openings import OpeningKeys
    from halfmove.core.surface import Surface
    from halfmove.core.tablebases import Tablebase
    from halfmove.core.tuning import Tunable

CHESS = 518
CHECKMATE, STALEMATE = "checkmate", "stalemate"


PLANES = 16
"""Each side's pawns, knights, bishops, rooks, queens and king, the mover's first; the rooks with which each
may castle; where a pawn can be taken in passing; plies since the last capture or pawn's move, up to 100."""
MOVES = 73
LEAPS = 56
UNDERPROMOTIONS = 64


class Chess(Knowledge):
    """Chess; with `chess960`, from the starting position with number `start`."""

    uncompiled_parameters = ("chess960", "start")  # castling is written otherwise, but the rules are one
    start: int = CHESS
    """The starting position, 0 to 959 in Scharnagl's numbering; 518 is that of chess."""

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"draws": DRAWS}

    def setup(self) -> None:
        super().setup()
        if not 0 <= self.start < 960:
            raise BadInput(f"Starting positions are numbered from 0 to 959; there is no {self.start}.")
        if self.start != CHESS and not self.chess960:
            raise BadInput(f"Starting position {self.start} is of Chess960; set chess960=true as well.")

    def initial(self) -> Position:
        return parse_fen(START if self.start == CHESS else chess960_start(self.start))

    def show(self, s: Position) -> str:
        rows = []
        for rank in range(7, -1, -1):
            rows.append(f"{rank + 1}  " + " ".join(letter_on(s, 8 * rank + file) for file in range(8)))
        return "\n".join([*rows, "", "   a b c d e f g h", "", self.words(s)])

    def words(self, s: Position) -> str:
        """Who moves, or how the game ended."""
        side, other = self.player_names[s.mover], self.player_names[1 - s.mover]
        if not self.is_terminal(s):
            return f"{side} to move{', in check' if self.in_check(s) else ''}"
        how = self.ending(s)
        if how == CHECKMATE:
            return f"Checkmate: {other} wins"
        return f"Stalemate: {side} has no move" if how == STALEMATE else f"Draw: {how}"

    def ending(self, s: Position) -> str:
        if self.is_dead(s):
            return "nobody can be mated"
        if self.in_check(s) and self.utility(s, s.mover):
            return CHECKMATE
        if s.quiet >= self.plies_allowed and any(True for _ in self.actions(s)):
            return f"{self.plies_allowed // 2} moves without a capture or a pawn's move"
        return STALEMATE

    def draw(self, s: Position, *, last: int | None = None, below: int = WHITE) -> str:
        """The board as SVG, a king in check marked; if asked, the `last` action too, and Black below."""
        squares = () if last is None else (start_of(last), end_of(last))
        checked = bits.lowest(s.kings & own_of(s)) if self.in_check(s) else None
        return svg(s, last=squares, checked=checked, below=below)

    def pass_turn(self, s: Position) -> Position | None:
        return None if self.in_check(s) else self.passed(s)

    def surface(self) -> Surface:
        from halfmove.games.chess.board import Board

        return Board(self)

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.chess.records import EPD, PGN

        return PGN(self), EPD(self)

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """King and rook against king: one move mates at once."""
        return {}, "k7/8/1K6/8/8/8/8/7R w - - 0 1", 2

    def dialects(self) -> Sequence[Dialect]:
        from halfmove.games.chess.notation.uci import UciChess

        return (UciChess(self),)

    def opening_keys(self) -> OpeningKeys:
        from halfmove.games.chess.polyglot import ChessKeys

        return ChessKeys(self)

    def tablebase(self, folder: str, tell: Callable[[str], None]) -> Tablebase | None:
        if self.draws == "none":
            return None  # Syzygy's values reckon with the rule of fifty moves
        from halfmove.games.chess.syzygy import Syzygy

        return Syzygy(self, folder, tell)

    def opening_table(self) -> str:
        from halfmove.games.chess.openings import TABLE

        return TABLE if self.start == CHESS else ""

    def tunable(self) -> Tunable:
        from halfmove.games.chess.evaluation.weights import TUNABLE

        return TUNABLE

    def position_text(self, s: Position) -> str:
        return format_fen(s, shredder=self.chess960)

    def parse(self, text: str) -> Position:
        if text.strip() in ("start", "startpos"):
            return self.initial()
        position = parse_fen(text)
        if not self.chess960:
            for rook in range(64):
                if position.castling >> rook & 1 and (
                    rook & 7 not in (0, 7) or position.kings >> (rook & 56) + 4 & 1 == 0
                ):
                    raise BadInput("These castling rights are of Chess960; set chess960=true as well.")
        return position

    def action_text(self, s: Position, a: int) -> str:
        return san_text(self, s, a)

    def parse_action(self, s: Position, text: str) -> int:
        if s.quiet >= self.plies_allowed or self.is_dead(s):
            raise BadInput(f"The game is over, so '{text}' cannot be played.")
        return san_action(self, s, text)

    def split_moves(self, text: str) -> list[str]:
        return split_moves(text)

    # ---- Chess before a network: sixteen planes, and AlphaZero's 73 planes of moves
    # The board is seen from the mover's side: for Black the ranks are turned over, so that both sides' pawns
    # go up, and one network plays both.  A move has the square it starts from, and a plane for how it goes:
    #
    #     7 × direction + distance − 1  as a queen goes, eight directions, 1 to 7 squares; promotion to one
    #     56 + leap                     as a knight goes
    #     64 + 3 × piece + turn         promotion to a knight, bishop, rook, to the left, ahead, to the right
    #
    # Castling goes to the rook's square, which no other move of the king can, in chess and Chess960 alike.
    #
    # There are 4,672 places, of which 1,858 can be moves of chess.  All are kept, as a convolution makes them
    # from 64 × 73 weights where there are 64 filters; the 1,858 by themselves need a dense layer of 64 × 64 ×
    # 1,858. Source: Silver et al., *Mastering Chess and Shogi by Self-Play* (2017), table S2.
    plane_shape = (PLANES, 8, 8)
    policy_size = MOVES * 64

    def write_planes(self, s: Position, out: Buffer, at: int) -> int:
        own, other = own_of(s), other_of(s)
        at = self.write_pieces(s, own, out, at)
        at = self.write_pieces(s, other, out, at)
        at = self.write_squares(s, s.castling & own, out, at)
        at = self.write_squares(s, s.castling & other, out, at)
        passing = bits.board(0) if s.passed == NOWHERE else bits.bit(s.passed)
        at = self.write_squares(s, passing, out, at)
        quiet = min(s.quiet, PRESENT)
        for square in range(64):
            out[at + square] = quiet
        return at + 64

    def write_pieces(self, s: Position, side: Bitboard, out: Buffer, at: int) -> int:
        """A plane for each kind of piece of a side; the place after them."""
        at = self.write_squares(s, s.pawns & side, out, at)
        at = self.write_squares(s, s.knights & side, out, at)
        at = self.write_squares(s, s.bishops & side, out, at)
        at = self.write_squares(s, s.rooks & side, out, at)
        at = self.write_squares(s, s.queens & side, out, at)
        return self.write_squares(s, s.kings & side, out, at)

    def write_squares(self, s: Position, b: Bitboard, out: Buffer, at: int) -> int:
        """A plane of the squares of a set, from the mover's side; the place after it."""
        seen = b if s.mover == WHITE else bits.swap(b)
        for square in range(64):
            out[at + square] = PRESENT if bits.has(seen, square) else 0
        return at + 64

    def policy_index(self, s: Position, a: int) -> int:
        turned = 0 if s.mover == WHITE else 56
        start, end, kind = start_of(a) ^ turned, end_of(a) ^ turned, kind_of(a)
        right, up = (end & 7) - (start & 7), (end >> 3) - (start >> 3)
        if 0 < kind <= ROOK:
            return 64 * (UNDERPROMOTIONS + 3 * (kind - 1) + right + 1) + start
        if abs(right * up) == 2:
            leap = (4 if abs(right) == 2 else 0) + (2 if right > 0 else 0) + (1 if up > 0 else 0)
            return 64 * (LEAPS + leap) + start
        return 64 * (7 * direction_of(right, up) + max(abs(right), abs(up)) - 1) + start
