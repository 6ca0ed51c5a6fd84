"""Actions as UCI writes them: `e2e4`, `e7e8q`; castling `e1g1`, in Chess960 king takes rook, `e1h1`."""

from __future__ import annotations

from halfmove.core.contract import Game
from halfmove.core.dialects import UciDialect
from halfmove.core.errors import BadInput
from halfmove.games.chess.arrivals import kind_on, list_arriving
from halfmove.games.chess.position import CASTLING, QUEEN, Position, end_of, kind_of, start_of

LETTERS = " nbrq"
NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]
NUMBERS = {name: square for square, name in enumerate(NAMES)}


def square_text(square: int) -> str:
    """`e4`."""
    return NAMES[square]


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
    found = _plain(game, s, wanted)
    if found is not None:
        return found
    for a in game.actions(s):
        if uci_text(game, s, a) == wanted:
            return int(a)
        if kind_of(a) == CASTLING and square_text(start_of(a)) + square_text(end_of(a)) == wanted:
            return int(a)
    raise BadInput(f"'{text}' is not a legal move here.")


def _plain(game: Game, s: Position, text: str) -> int | None:
    """The legal action that a text names; None if there is none, or it is castling."""
    if text[:2] not in NUMBERS or text[2:4] not in NUMBERS:
        return None
    start = NUMBERS[text[:2]]
    for a in list_arriving(s, kind_on(s, start), NUMBERS[text[2:4]]):
        if start_of(a) == start:
            if kind_of(a) == QUEEN and text[4:] in ("n", "b", "r"):
                a += (LETTERS.index(text[4:]) - QUEEN) << 12
            return a if uci_text(game, s, a) == text else None
    return None


class UciChess(UciDialect):
    """Chess, or Chess960."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chess960 = bool(game.parameters.get("chess960"))

    def position_text(self, s: Position) -> str:
        return self.game.position_text(s)

    def move_text(self, s: Position, a: int) -> str:
        return uci_text(self.game, s, a)

    def parse_move(self, s: Position, text: str) -> int:
        return uci_action(self.game, s, text)
