"""The number of a move in a Polyglot book.

bits  0 to 5    the square it goes to; castling: the square of the rook
bits  6 to 11   the square it starts from
bits 12 to 14   a promotion: 1 knight, 2 bishop, 3 rook, 4 queen

Some programs write castling as the king's two steps instead; that is understood where it can mean nothing
else.
"""

from __future__ import annotations

from halfmove.core.game import Game
from halfmove.games.chess.position import CASTLING, QUEEN, Position, end_of, kind_of, start_of


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
