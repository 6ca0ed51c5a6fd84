"""Actions as UCI writes them: `e2e4`, `e7e8q`; castling `e1g1`, in Chess960 king takes rook, `e1h1`."""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.games.chess.position import CASTLING, QUEEN, Position, end_of, kind_of, start_of

LETTERS = " nbrq"


def square_text(square: int) -> str:
    """`e4`."""
    return "abcdefgh"[square & 7] + str(1 + (square >> 3))


def uci_text(game: Game, s: Position, a: int) -> str:
    """An action as UCI writes it, in Chess960's way where the game is that."""
    end = end_of(a)
    if kind_of(a) == CASTLING and not game.parameters.get("chess960"):
        end = (start_of(a) & 56) + (6 if end > start_of(a) else 2)
    promotion = LETTERS[kind_of(a)] if 0 < kind_of(a) <= QUEEN else ""
    return square_text(start_of(a)) + square_text(end) + promotion


def uci_action(game: Game, s: Position, text: str) -> int:
    """The legal action that UCI writes as `text`, castling in either way; `BadInput` if there is none."""
    wanted = text.strip().lower()
    for a in game.actions(s):
        if uci_text(game, s, a) == wanted:
            return int(a)
        if kind_of(a) == CASTLING and square_text(start_of(a)) + square_text(end_of(a)) == wanted:
            return int(a)
    raise BadInput(f"'{text}' is not a legal move here.")
