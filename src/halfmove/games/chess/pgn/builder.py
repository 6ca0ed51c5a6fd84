"""python-chess's parser, and what becomes of what it finds.  Imported only where python-chess is wanted."""

from __future__ import annotations

import re
from functools import cache

import chess
import chess.pgn

from halfmove.core.errors import BadInput
from halfmove.core.formats import MainLine, Move
from halfmove.games.chess.game import Chess
from halfmove.games.chess.pgn.commands import joined, take
from halfmove.games.chess.pgn.game import RESULTS, PgnGame
from halfmove.games.chess.pgn.pieces import Piece
from halfmove.games.chess.position import CASTLING, DOUBLE, EN_PASSANT, Position

_ESCAPED = re.compile(r'\\(["\\])')
_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")


@cache
def rules(chess960: bool) -> Chess:
    """The game that is played."""
    return Chess(chess960=chess960)


class Handle:
    """The lines of a game as python-chess reads them, one after the other."""

    def __init__(self, piece: Piece) -> None:
        self._piece = piece
        self._next = 0

    def readline(self) -> str:
        """The next line; nothing at the end."""
        if self._next >= len(self._piece.lines):
            return ""
        self._next += 1
        return self._piece.lines[self._next - 1]

    @property
    def next_line(self) -> int:
        """The number of the line that is read next."""
        return self._piece.line + self._next

    @property
    def line(self) -> int:
        """The number of the line that was read last; of the first, before any was."""
        return self._piece.line + max(self._next - 1, 0)


class Builder(chess.pgn.BaseVisitor["Builder"]):
    """Makes our data of one game.  What is wrong with it is in `error`, and where in `line`."""

    def __init__(self, handle: Handle, whole: bool) -> None:
        self._handle, self._whole = handle, whole
        self.headers: dict[str, str] = {}
        self.error = ""
        self.line = handle.line
        self.start: Position | None = None
        self.rules = rules(False)
        self.actions: list[int] = []
        self.comment = ""
        self._lines: list[list[Move]] = [[]]
        """The line that is being read, after those that it is a variation of."""
        self._said: list[str] = [""]
        """What is said before the next move of each."""
        self._fresh: list[bool] = [True]
        """Whether a comment there is about the move to come: at the beginning, and after a variation."""
        self._token = ""
        self._before: chess.Board | None = None
        self._begun = False

    def game(self, place: str) -> PgnGame:
        """The game, with all that is said of it."""
        return PgnGame(self.rules, self.start, self.headers, self.comment, self._lines[0], place)

    def main_line(self, place: str) -> MainLine:
        """What was played."""
        share = RESULTS.get(self.headers.get("Result", "*"))
        return MainLine(place, self.headers, self.rules, self.start, tuple(self.actions), share)

    # ---- what python-chess calls
    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = _ESCAPED.sub(r"\1", tagvalue)

    def visit_board(self, board: chess.Board) -> None:
        if not self._begun:
            self._begun = True
            self._begin(board)

    def _begin(self, board: chess.Board) -> None:
        if type(board) is not chess.Board:
            self._fail(f"it is {type(board).aliases[0]}, not chess")
            return
        self.rules = rules(board.chess960)
        if self.headers.get("Variant", "").lower() in _CHESS960:
            del self.headers["Variant"]
        self.headers.pop("SetUp", None)
        fen = self.headers.pop("FEN", None)
        if fen is not None:
            try:
                start = self.rules.parse(fen)
            except BadInput as error:
                self._fail(f"its FEN cannot be read: {str(error).rstrip('.')}")
                return
            self.start = None if start == self.rules.initial() else start

    def begin_parse_san(self, board: chess.Board, san: str) -> chess.pgn.SkipType | None:
        self._token, self._before = san, board
        return chess.pgn.SKIP if self.error else None

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if not move and (not self._whole or board.is_check()):
            self._fail(f"{self._called()} is no move")
            return
        action = number(board, move) if move else None
        if not self._whole:
            assert action is not None
            self.actions.append(action)
            return
        self._lines[-1].append(Move(action, board.san(move), before=self._said[-1]))
        self._said[-1], self._fresh[-1] = "", False

    def visit_nag(self, nag: int) -> None:
        if not self._passes_over and self._lines[-1]:
            self._lines[-1][-1].nags += (nag,)

    def visit_comment(self, comment: str) -> None:
        if self._passes_over:
            return
        if not self._fresh[-1]:
            take(self._lines[-1][-1], comment)
        elif len(self._lines) == 1 and not self._lines[0]:
            self.comment = joined(self.comment, comment)
        else:
            self._said[-1] = joined(self._said[-1], comment)

    def begin_variation(self) -> chess.pgn.SkipType | None:
        if self._passes_over:
            return chess.pgn.SKIP
        if not self._lines[-1]:
            self._fail("a variation begins before any move that it could be beside")
            return chess.pgn.SKIP
        self._lines.append([])
        self._said.append("")
        self._fresh.append(True)
        return None

    def end_variation(self) -> None:
        if self._passes_over:
            return
        self._end_line()
        line = self._lines.pop()
        said = self._said.pop()
        self._fresh.pop()
        if line:
            self._lines[-1][-1].variations.append(line)
        self._said[-1] = joined(self._said[-1], said)
        self._fresh[-1] = True

    def visit_result(self, result: str) -> None:
        if result != "*" and self.headers.get("Result", "*") == "*":
            self.headers["Result"] = result

    def end_game(self) -> None:
        if not self._passes_over:
            self._end_line()

    def handle_error(self, error: Exception) -> None:
        if not self._begun:
            if "FEN" in self.headers and "variant" not in str(error):
                self._fail(f"its FEN cannot be read: {error}")
            else:
                self._fail(f"its variant is '{self.headers.get('Variant')}', which is not chess")
        else:
            several = isinstance(error, chess.AmbiguousMoveError)
            self._fail(f"{self._called()} {'could be several moves' if several else 'is not legal'}")

    def result(self) -> Builder:
        return self

    # ----
    @property
    def _passes_over(self) -> bool:
        """Whether what is said does not count: in a main line alone, and after an error, as python-chess then
        ends variations that never began."""
        return not self._whole or bool(self.error)

    def _end_line(self) -> None:
        """What was said before a move that never came is about the last one that did."""
        if self._lines[-1] and self._said[-1]:
            take(self._lines[-1][-1], self._said[-1])
            self._said[-1] = ""

    def _called(self) -> str:
        """The move that was read last, as in `12... 'Nf6'`."""
        assert self._before is not None
        return f"{self._before.fullmove_number}{'.' if self._before.turn else '...'} '{self._token}'"

    def _fail(self, words: str) -> None:
        if not self.error:
            self.error, self.line = words, self._handle.line


def number(board: chess.Board, move: chess.Move) -> int:
    """A legal move of python-chess's as an action of ours (`position`)."""
    start, end, kind = move.from_square, move.to_square, 0
    piece = 1 << start
    if move.promotion:
        kind = move.promotion - 1  # its pieces are counted from the pawn as 1, ours from the knight
    elif board.pawns & piece:
        if abs(end - start) == 16:
            kind = DOUBLE
        elif (end - start) % 8 and not board.occupied >> end & 1:
            kind = EN_PASSANT
    elif board.kings & piece and board.is_castling(move):
        kind = CASTLING
        if not board.occupied_co[board.turn] & board.rooks & 1 << end:  # it names where the king goes
            end = (start & 56) + (7 if end > start else 0)
    return start | end << 6 | kind << 12
