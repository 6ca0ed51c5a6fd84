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
from halfmove.core.opening_keys import UsualKeys
from halfmove.core.openings import GameRead
from halfmove.core.record_text import stream_lines
from halfmove.games.chess.geometry import PAWN
from halfmove.games.chess.legal import other_of, own_of, passing_is_legal
from halfmove.games.chess.position import (
    BLACK,
    CASTLING,
    DOUBLE,
    NOWHERE,
    QUEEN,
    WHITE,
    Position,
    end_of,
    kind_of,
    start_of,
)

_RIGHTS, _PASSED, _TURN = 768, 772, 780


class ChessKeys(UsualKeys):
    """Polyglot's keys and numbers."""

    polyglot = True

    def keys(self, s: Position) -> list[int]:
        return keys(s)

    def actions(self, s: Position) -> dict[int, int]:
        return actions_of(self.game, s)

    def options(self) -> dict[str, Any]:
        """None: a position says itself how it castles, so that Chess960 and chess have one book."""
        return {}

    def games(self, path: Path, plies: int, *, variations: bool = False) -> Iterator[tuple[GameRead, int]]:
        from halfmove.games.chess.pgn.reading import Reading, build_games
        from halfmove.games.chess.records import PGN

        form, done = PGN(self.game), 0

        def lines() -> Iterator[str]:
            nonlocal done
            for line in stream_lines(path):
                done += len(line)
                yield line

        for built, place, _ in build_games(lines(), Reading(whole=True, most=plies)):
            read = self.read(form, built.game(place), plies, variations)
            read.broken = read.broken or bool(built.error)
            yield read, done

    def place(self, s: Position, action: int, before: int | None) -> tuple[int, int]:
        """After a pawn's two steps Polyglot counts a capture en passant also where it is not legal."""
        found = key(s)
        if before is not None and kind_of(before) == DOUBLE and s.passed == NOWHERE:
            square = (start_of(before) + end_of(before)) // 2
            if square in _apparent(s):
                found ^= random_words()[_PASSED + (square & 7)]
        return found, number_of(action)


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
