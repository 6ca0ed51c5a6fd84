"""Games read for a book: of each its first plies, who played, when, and the result.

What python-chess cannot make sense of ends a game there, and the game counts as broken.  Variations are left
aside, as annotators' suggestions are worth less than what was played, unless they are asked for.
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
YEARS = range(1000, 2100)
"""What a year can be: one game with a slip of the pen would make all others old."""
_RESULTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


@dataclass
class Ply:
    """A move played in a position: Polyglot's key and number."""

    key: int
    number: int
    mover: int
    played: bool = True
    """Whether it was played; else an annotator suggests it."""
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


def games(path: Path, plies: int, *, variations: bool = False) -> Iterator[tuple[GameRead, int]]:
    """Each game of a PGN file, with the letters of the file that have been read: about its bytes."""
    visitor = _visitor(plies, variations)
    from chess.pgn import read_game

    from halfmove.games.chess.pgn.builder import Handle

    done = 0
    for piece in pieces(lines_of(path)):
        done += sum(map(len, piece.lines))
        handle: Any = Handle(piece)
        while (read := read_game(handle, Visitor=visitor)) is not None:
            yield read, done


def _visitor(limit: int, variations: bool) -> Any:
    """A visitor for python-chess's reader that makes a `GameRead`."""
    key = polyglot().zobrist_hash
    import chess.pgn

    from halfmove.games.chess.pgn.builder import number

    class Visitor(chess.pgn.BaseVisitor[GameRead]):
        """Notes what is played up to the limit; what comes after is not even read as moves."""

        def begin_game(self) -> None:
            self.read = GameRead()
            self.headers: dict[str, str] = {}
            self.first: int | None = None
            self.last: Ply | None = None
            self.passed_over = [False]
            """Whether moves are passed over: of the line being read, after those it is a variation of."""

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.headers[tagname] = tagvalue

        def visit_board(self, board: chess.Board) -> None:
            if self.first is None:
                self.first = board.ply()
                self.read.broken = type(board) is not chess.Board  # a variant

        def begin_variation(self) -> Any:
            left_out = not variations or self.read.broken or self.passed_over[-1]
            self.passed_over.append(left_out)
            return chess.pgn.SKIP if left_out else None

        def end_variation(self) -> None:
            self.last = None
            if len(self.passed_over) > 1:
                self.passed_over.pop()

        def begin_parse_san(self, board: chess.Board, san: str) -> Any:
            if board.ply() - (self.first or 0) >= limit:
                self.passed_over[-1] = True
            if self.read.broken or self.passed_over[-1]:
                self.last = None
                return chess.pgn.SKIP
            return None

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            played = len(self.passed_over) == 1
            if not move:  # a null move, as annotators use it
                self.last, self.passed_over[-1], self.read.broken = None, True, played
                return
            mover = 0 if board.turn else 1
            self.last = Ply(key(board), number_of(number(board, move)), mover, played)
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
            year = _whole(of("Date", of("UTCDate", ""))[:4])
            self.read.year = year if year in YEARS else 0
            return self.read

    return Visitor


def _whole(text: str) -> int:
    """A number of up to four digits; 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else 0
