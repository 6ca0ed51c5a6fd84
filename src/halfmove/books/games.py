"""Games read for a book: of each its first plies, who played, when, and the result.

python-chess reads the PGN.  What it cannot make sense of ends a game there, and the game counts as broken;
variations are left aside, as annotators' suggestions are worth less than what was played.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halfmove.books.polyglot.key import polyglot
from halfmove.core.errors import BadInput

GOOD, BAD = (1, 3), (2, 4)
"""Numeric annotation glyphs: `!`, `!!`; `?`, `??` (PGN standard, 8.2.4)."""
_RESULTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


@dataclass
class Ply:
    """A move played in a position."""

    key: int
    number: int
    mover: int
    good: bool = False
    bad: bool = False


@dataclass
class GameRead:
    """The beginning of a game."""

    plies: list[Ply] = field(default_factory=list)
    points: tuple[float, float] | None = None
    """Of White and Black; None where the game has no result."""
    elo: tuple[int, int] = (0, 0)
    """0: not known."""
    year: int = 0
    broken: bool = False
    """Whether something in it could not be read."""


def games(path: Path, plies: int) -> Iterator[tuple[GameRead, float]]:
    """Each game of a PGN file, with the part of the file that has been read, 0 to 1."""
    visitor, read_game = _visitor(plies)
    try:
        size = max(path.stat().st_size, 1)
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            while (read := read_game(file, Visitor=visitor)) is not None:
                yield read, min(os.lseek(file.fileno(), 0, os.SEEK_CUR) / size, 1.0)
    except OSError as error:
        raise BadInput(f"The games '{path}' cannot be read: {error.strerror}.") from None


def _visitor(limit: int) -> tuple[Any, Any]:
    """A visitor for python-chess's reader that makes a `GameRead`, and that reader."""
    key = polyglot().zobrist_hash
    import chess.pgn

    class Visitor(chess.pgn.BaseVisitor[GameRead]):
        """Notes keys and numbers of moves up to the limit; what comes after is not read as moves."""

        def begin_game(self) -> None:
            self.read = GameRead()
            self.headers: dict[str, str] = {}
            self.last: Ply | None = None

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.headers[tagname] = tagvalue

        def visit_board(self, board: chess.Board) -> None:
            if type(board) is not chess.Board:
                self.read.broken = True  # a variant

        def begin_variation(self) -> Any:
            return chess.pgn.SKIP

        def begin_parse_san(self, board: chess.Board, san: str) -> Any:
            if self.read.broken or len(self.read.plies) == limit:
                self.last = None
                return chess.pgn.SKIP
            return None

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            if not move:  # a null move, as annotators use it
                self.read.broken, self.last = True, None
                return
            self.last = Ply(key(board), _number(board, move), 0 if board.turn else 1)
            self.read.plies.append(self.last)

        def visit_nag(self, nag: int) -> None:
            if self.last is not None:
                self.last.good |= nag in GOOD
                self.last.bad |= nag in BAD

        def handle_error(self, error: Exception) -> None:
            self.read.broken = True

        def result(self) -> GameRead:
            of = self.headers.get
            self.read.points = _RESULTS.get(of("Result", ""))
            self.read.elo = _whole(of("WhiteElo", "")), _whole(of("BlackElo", ""))
            self.read.year = _whole(of("Date", of("UTCDate", ""))[:4])
            return self.read

    return Visitor, chess.pgn.read_game


def _number(board: Any, move: Any) -> int:
    """A move's number in a Polyglot book: castling is the king taking its rook."""
    end = move.to_square
    if board.is_castling(move) and not board.chess960:
        end += 1 if end > move.from_square else -2
    promotion = move.promotion - 1 if move.promotion else 0
    return int(promotion << 12 | move.from_square << 6 | end)


def _whole(text: str) -> int:
    """A number of up to four digits; 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else 0
