"""Chess to touch: the square a piece starts from, then the one it goes to; the board turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.surface import Arrangement, Point, Surface
from halfmove.games.chess.ahead import ahead
from halfmove.games.chess.notation.fen import PIECES, letter_on
from halfmove.games.chess.notation.uci import LETTERS, NAMES, NUMBERS, square_text, uci_text
from halfmove.games.chess.picture import SQUARE, corner, piece, svg
from halfmove.games.chess.position import (
    BLACK,
    CASTLING,
    NOWHERE,
    QUEEN,
    WHITE,
    Position,
    end_of,
    kind_of,
    start_of,
)

WORDS = "pawn", "knight", "bishop", "rook", "queen", "king"


class Board(Surface):
    """A piece is its letter in FEN.  The rest of an arrangement is FEN's too: `castling`, `en passant`,
    `quiet` (plies since a capture or a pawn's move) and `number` (of the move)."""

    pieces = {letter: f"white {word}" for letter, word in zip(PIECES, WORDS)} | {
        letter.lower(): f"black {word}" for letter, word in zip(PIECES, WORDS)
    }

    colours = ("#f4f4f0", "#3a3d42")

    def points(self, s: Any, *, below: int = WHITE) -> Sequence[Point]:
        turn = 56 if below == WHITE else 7
        return [
            Point(square_text(seen ^ turn), *corner(seen ^ turn, below), SQUARE, SQUARE) for seen in range(64)
        ]

    def picture(self, s: Any, *, below: int = WHITE) -> str:
        drawn: str = self.game.draw(s, below=below)
        return drawn

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        """Castling is the king's two squares, in Chess960 the king and the rook that it takes."""
        text = uci_text(self.game, s, a)
        return text[:2], text[2:4]

    def other_touches(self, s: Any, a: int) -> Sequence[tuple[str, ...]]:
        """Castling: the king onto its rook, and in Chess960 too the king's two squares where they are not
        those of a step."""
        if kind_of(a) != CASTLING:
            return ()
        king, rook = start_of(a), end_of(a)
        target = (king & 56) + (6 if rook > king else 2)
        other = target if self.game.chess960 else rook
        if abs(other - king) < 2 or other == NUMBERS[self.touches(s, a)[1]]:
            return ()
        return ((square_text(king), square_text(other)),)

    def ahead(self, s: Any, player: int) -> Sequence[tuple[str, ...]]:
        return [(square_text(start), square_text(end)) for start, end in ahead(s, player)]

    def choice_picture(self, s: Any, a: int) -> str:
        if not 0 < kind_of(a) <= QUEEN:
            return ""
        letter = LETTERS[kind_of(a)]
        return self.piece_picture(letter.upper() if s.mover == WHITE else letter)

    def arrangement(self, s: Any) -> Arrangement:
        letters = {square_text(square): letter_on(s, square) for square in range(64)}
        pieces = {square: letter for square, letter in letters.items() if letter != "."}
        castling, passed, quiet, number = self.game.position_text(s).split()[2:]
        rest = {"castling": castling, "en passant": passed, "quiet": quiet, "number": number}
        return Arrangement(pieces, s.mover, rest)

    def written(self, arrangement: Arrangement) -> str:
        pieces, _, rest = arrangement
        rows = ["".join(pieces.get(NAMES[8 * r + c], "1") for c in range(8)) for r in reversed(range(8))]
        board = "/".join(_run_together(row) for row in rows)
        castling = "".join(right for right in rest.get("castling", "-") if self._may_castle(right, pieces))
        counters = f"{rest.get('quiet', '0')} {rest.get('number', '1')}"
        start = f"{board} {'wb'[arrangement.mover]} {castling or '-'}"
        passed, none = (f"{start} {square} {counters}" for square in (rest.get("en passant", "-"), "-"))
        return self.first_read(passed, none)

    def _may_castle(self, right: str, pieces: Any) -> bool:
        """Whether king and rook stand where a castling right, a letter of FEN, says."""
        rank, king, rook = ("1", "K", "R") if right.isupper() else ("8", "k", "r")
        files = "abcdefgh"
        kings = [file for file in files if pieces.get(file + rank) == king]
        rooks = [file for file in files if pieces.get(file + rank) == rook]
        side = right.lower()
        if not self.game.chess960:
            return kings == ["e"] and {"k": "h", "q": "a"}.get(side) in rooks
        if len(kings) != 1 or side not in "kq":
            return len(kings) == 1 and side in rooks
        return any((file > kings[0]) == (side == "k") for file in rooks)

    def draw(self, arrangement: Arrangement, *, below: int = WHITE) -> str:
        return svg(_standing(self.checked(arrangement)), below=below)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, piece(symbol, 0, 0), SQUARE)


def _run_together(row: str) -> str:
    """A rank of FEN from one in which every empty square is a 1."""
    for run in range(8, 1, -1):
        row = row.replace("1" * run, str(run))
    return row


def _standing(arrangement: Arrangement) -> Position:
    """A position that is good for a picture only: nobody has looked whether it can be."""
    boards, sides = [0] * 6, [0, 0]
    for square, letter in arrangement.pieces.items():
        boards[PIECES.index(letter.upper())] |= 1 << NUMBERS[square]
        sides[WHITE if letter.isupper() else BLACK] |= 1 << NUMBERS[square]
    pawns, knights, bishops, rooks, queens, kings = boards
    white, black = sides
    return Position(
        *(pawns, knights, bishops, rooks, queens, kings, white, black),
        *(0, 0, arrangement.mover, NOWHERE, 0, 1),
    )
