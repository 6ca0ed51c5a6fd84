"""Dark chess to look at and to touch: chess's board, with fog on what a player does not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.bits import Bitboard
from halfmove.core.surface import Point, Surface
from halfmove.games.chess.board import SQUARE, corner
from halfmove.games.chess.board import Board as ChessBoard
from halfmove.games.chess.board import svg as chess_svg
from halfmove.games.chess.notation.fen import letter_on
from halfmove.games.chess.notation.uci import LETTERS, square_text, uci_text
from halfmove.games.chess.position import NOWHERE, QUEEN, WHITE, Position, kind_of

if TYPE_CHECKING:
    from halfmove.games.dark_chess import DarkChess, State

FOG = "#6b7280"
_END_OF_SQUARES = '<g data-part="labels"'


def svg(game: DarkChess, s: State, viewer: int | None, below: int = WHITE) -> str:
    """The board as `viewer` may see it: the picture is made of what he sees and of nothing else."""
    seen = game.seen(s, viewer)
    drawn = chess_svg(only(s.board, seen), below=below)
    fog = "".join(
        f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" data-part="fog" fill="{FOG}" '
        'fill-opacity=".82"/>'
        for square in range(64)
        if not seen >> square & 1
        for x, y in [corner(square, below)]
    )
    return drawn.replace(_END_OF_SQUARES, fog + _END_OF_SQUARES, 1)


def only(p: Position, seen: Bitboard) -> Position:
    """A position with nothing on other squares, without what is told besides."""
    pawns, knights, bishops, rooks, queens, kings, white, black = [b & seen for b in p[:8]]
    return p._replace(
        pawns=pawns, knights=knights, bishops=bishops, rooks=rooks, queens=queens, kings=kings,
        white=white, black=black, castling=0, hash=0, passed=NOWHERE,
    )  # fmt: skip


class Board(Surface):
    """The square a piece starts from, then the one it goes to; the board turns."""

    game: DarkChess
    title = "Dark Chess"
    colours = ChessBoard.colours

    def points(self, s: Any, *, below: int = WHITE) -> Sequence[Point]:
        turn = 56 if below == WHITE else 7
        return [
            Point(square_text(seen ^ turn), *corner(seen ^ turn, below), SQUARE, SQUARE) for seen in range(64)
        ]

    def picture(self, s: Any, *, below: int = WHITE) -> str:
        return self.game.draw(s, below=below)

    def picture_to(self, s: Any, viewer: int | None, *, below: int = WHITE) -> str:
        return self.game.draw(s, viewer=viewer, below=below)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        text = uci_text(self.game, s.board, a)
        return text[:2], text[2:4]

    def choice_picture(self, s: Any, a: int) -> str:
        if not 0 < kind_of(a) <= QUEEN:
            return ""
        letter = LETTERS[kind_of(a)]
        return ChessBoard(self.game).piece_picture(letter.upper() if s.board.mover == WHITE else letter)

    def occupied_to(self, s: Any, viewer: int | None) -> Mapping[str, str]:
        seen = int(self.game.seen(s, viewer))
        letters = {square_text(q): letter_on(s.board, q) for q in range(64) if seen >> q & 1}
        return {square: ChessBoard.pieces[letter] for square, letter in letters.items() if letter != "."}

    def occupied(self, s: Any) -> Mapping[str, str]:
        return self.occupied_to(s, None)
