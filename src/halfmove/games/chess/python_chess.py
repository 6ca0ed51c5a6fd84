"""For python-chess's parser, with which books are made: the lines of a game, and its moves as ours.  Imported
only where python-chess is wanted."""

from __future__ import annotations

import chess

from halfmove.games.chess.pgn.pieces import Piece
from halfmove.games.chess.position import CASTLING, DOUBLE, EN_PASSANT


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
