"""Opening books: Polyglot's keys and numbers for positions and moves, and the games a book is made from.

A key is an exclusive or of some of 781 random words: 768 for a piece on a square, 4 for the rights to castle,
8 for the file of a capture en passant, one for White to move.  The words are those of F. Letouzey's program
Polyglot (2004); python-chess has them, and is asked for them.  The capture counts where a pawn stands ready
for it, even if its king would be left in check; the rights are those of either wing, whichever rook has them,
so that Chess960 has its keys as well.  Source: M. Van den Bergh, "Polyglot book format", 2009.

The number of a move:

bits  0 to 5    the square it goes to; castling: the square of the rook
bits  6 to 11   the square it starts from
bits 12 to 14   a promotion: 1 knight, 2 bishop, 3 rook, 4 queen

Some programs write castling as the king's two steps instead; that is understood where it can mean nothing
else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.core import bits
from halfmove.core.contract import Game
from halfmove.core.extras import need
from halfmove.core.openings import BAD, GOOD, GameRead, OpeningKeys, Ply, whole_number, year_of
from halfmove.core.record_text import stream_lines
from halfmove.games.chess.geometry import PAWN
from halfmove.games.chess.legal import other_of, own_of, passing_is_legal
from halfmove.games.chess.pgn.pieces import pieces
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

_RIGHTS, _PASSED, _TURN = 768, 772, 780
_RESULTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


class ChessKeys(OpeningKeys):
    """Polyglot's keys and numbers."""

    polyglot = True

    def __init__(self, game: Game) -> None:
        self.game = game

    def keys(self, s: Position) -> list[int]:
        return keys(s)

    def actions(self, s: Position) -> dict[int, int]:
        return actions_of(self.game, s)

    def options(self) -> dict[str, Any]:
        """None: a position says itself how it castles, so that Chess960 and chess have one book."""
        return {}

    def games(self, path: Path, plies: int, *, variations: bool = False) -> Iterator[tuple[GameRead, int]]:
        return _games(path, plies, variations=variations)


# ---- positions


def key(p: Position) -> int:
    """The position's key; a capture en passant counts where it is legal."""
    words = random_words()
    found = words[_TURN] if p.mover == WHITE else 0
    for kind, board in enumerate((p.pawns, p.knights, p.bishops, p.rooks, p.queens, p.kings)):
        for number, own in enumerate((p.black, p.white)):
            for square in bits.squares(board & own):
                found ^= words[64 * (2 * kind + number) + square]
    for side, own, rank in ((WHITE, p.white, 0), (BLACK, p.black, 56)):
        king = bits.lowest(p.kings & own)
        wings = {square > king for square in bits.squares(p.castling & own & 0xFF << rank)}
        for kingside in wings:
            found ^= words[_RIGHTS + 2 * side + (0 if kingside else 1)]
    return found if p.passed == NOWHERE else found ^ words[_PASSED + (p.passed & 7)]


def keys(p: Position) -> list[int]:
    """Every key the position may have in a book: after a pawn's two steps Polyglot also counts a capture that
    is not legal, while for the rules, and for us, that is the same position as without."""
    first = key(p)
    if p.passed != NOWHERE:
        return [first]
    return [first, *(first ^ random_words()[_PASSED + (square & 7)] for square in _apparent(p))]


def _apparent(p: Position) -> list[int]:
    """Squares that a pawn may just have passed, where it could be taken but for the mover's king."""
    own, other = own_of(p), other_of(p)
    king = bits.lowest(p.kings & own)
    rank, ahead = (40, 8) if p.mover == WHITE else (16, -8)
    found = []
    for square in range(rank, rank + 8):
        path = 1 << square | 1 << square + ahead
        if not (p.pawns & other) >> square - ahead & 1 or (own | other) & path:
            continue
        ready = [*bits.squares(bits.entry(PAWN, 64 * (1 - p.mover) + square) & p.pawns & own)]
        if ready and not any(passing_is_legal(p, s, square, king, own, other) for s in ready):
            found.append(square)
    return found


@lru_cache(maxsize=1)
def random_words() -> Sequence[int]:
    """Polyglot's 781 random words."""
    words: Sequence[int] = polyglot().POLYGLOT_RANDOM_ARRAY
    return words


def polyglot() -> Any:
    """python-chess's module about Polyglot; `BadInput` where it is not installed."""
    return need("chess.polyglot", "Opening books need")


# ---- moves
def number_of(action: int) -> int:
    """The number of one of our actions."""
    promotion = kind_of(action) if 0 < kind_of(action) <= QUEEN else 0
    return promotion << 12 | start_of(action) << 6 | end_of(action)


def actions_of(game: Game, s: Position) -> dict[int, int]:
    """Each legal action by its numbers: in a book that has others, they are no moves of this position."""
    found: dict[int, int] = {}
    castling = []
    for a in game.actions(s):
        found[number_of(a)] = int(a)
        if kind_of(a) == CASTLING:
            castling.append(int(a))
    for a in castling:
        king, rook = start_of(a), end_of(a)
        found.setdefault(king << 6 | (king & 56) + (6 if rook > king else 2), a)
    return found


# ---- games
def _games(path: Path, plies: int, *, variations: bool) -> Iterator[tuple[GameRead, int]]:
    """Each game of a PGN file, with the letters of the file that have been read: about its bytes."""
    visitor = _visitor(plies, variations)
    from chess.pgn import read_game

    from halfmove.games.chess.python_chess import Handle

    done = 0
    for piece in pieces(stream_lines(path)):
        done += sum(map(len, piece.lines))
        handle: Any = Handle(piece)
        while (read := read_game(handle, Visitor=visitor)) is not None:
            yield read, done


def _visitor(limit: int, variations: bool) -> Any:
    """A visitor for python-chess's reader that makes a `GameRead`."""
    hashed = polyglot().zobrist_hash
    import chess.pgn

    from halfmove.games.chess.python_chess import number

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
            self.last = Ply(hashed(board), number_of(number(board, move)), mover, played)
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
            self.read.elo = whole_number(of("WhiteElo", "")), whole_number(of("BlackElo", ""))
            self.read.year = year_of(of("Date", of("UTCDate", "")))
            return self.read

    return Visitor
