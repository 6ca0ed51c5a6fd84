"""Games read for a book: of each its first plies, who played, when, and the result.

What python-chess cannot make sense of ends a game there, and the game counts as broken.  Variations are left
aside, as annotators' suggestions are worth less than what was played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halfmove.books.polyglot.key import polyglot
from halfmove.books.polyglot.numbers import number_of
from halfmove.games.chess.pgn.pieces import pieces
from halfmove.games.chess.pgn.reading import lines_of

GOOD, BAD = (1, 3), (2, 4)
"""Numeric annotation glyphs: `!`, `!!`; `?`, `??` (PGN standard, 8.2.4)."""
_RESULTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


@dataclass
class Ply:
    """A move played in a position: Polyglot's key and number."""

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


def games(path: Path, plies: int) -> Iterator[tuple[GameRead, int]]:
    """Each game of a PGN file, with the letters of the file that have been read: about its bytes."""
    visitor = _visitor(plies)
    from chess.pgn import read_game

    from halfmove.games.chess.pgn.builder import Handle

    done = 0
    for piece in pieces(lines_of(path)):
        done += sum(map(len, piece.lines))
        handle: Any = Handle(piece)
        while (read := read_game(handle, Visitor=visitor)) is not None:
            yield read, done


def _visitor(limit: int) -> Any:
    """A visitor for python-chess's reader that makes a `GameRead`."""
    key = polyglot().zobrist_hash
    import chess.pgn

    from halfmove.games.chess.pgn.builder import number

    class Visitor(chess.pgn.BaseVisitor[GameRead]):
        """Notes what is played up to the limit; what comes after is not even read as moves."""

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
            self.last = Ply(key(board), number_of(number(board, move)), 0 if board.turn else 1)
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

    return Visitor


def _whole(text: str) -> int:
    """A number of up to four digits; 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else 0
