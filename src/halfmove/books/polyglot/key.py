"""The key by which a Polyglot book knows a position.

It is an exclusive or of some of 781 random words: 768 for a piece on a square, 4 for the rights to castle,
8 for the file of a capture en passant, one for White to move.  The words are those of F. Letouzey's program
Polyglot (2004); python-chess has them, and is asked for them.  The capture counts where a pawn stands ready
for it, even if its king would be left in check; the rights are those of either wing, whichever rook has them,
so that Chess960 has its keys as well.  Source: M. Van den Bergh, "Polyglot book format", 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.chess.geometry import PAWN
from halfmove.games.chess.legal import other_of, own_of, passing_is_legal
from halfmove.games.chess.position import BLACK, NOWHERE, WHITE, Position

_RIGHTS, _PASSED, _TURN = 768, 772, 780


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
    try:
        import chess.polyglot
    except ImportError:
        raise BadInput(
            "Opening books need the package chess (python-chess): pip install 'halfmove[arena]'."
        ) from None
    return chess.polyglot
