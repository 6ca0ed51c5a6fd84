"""Shogi as the Universal Shogi Interface has it: positions in SFEN, moves such as `7g7f+` and `P*5e`."""

from __future__ import annotations

from halfmove.core.dialects import UsiDialect
from halfmove.core.errors import BadInput
from halfmove.games.shogi.notation import Notation
from halfmove.games.shogi.position import Position


class UsiShogi(UsiDialect):
    """Shogi, minishogi or dōbutsu shōgi."""

    def __init__(self, game: Notation, variant: str) -> None:
        self.game = game
        self.variant = variant

    def position_text(self, s: Position) -> str:
        return self.game.sfen(s)

    def move_text(self, s: Position, a: int) -> str:
        return self.game.usi_text(a)

    def parse_move(self, s: Position, text: str) -> int:
        for a in self.game.legal(s):
            if self.game.usi_text(a) == text:
                return a
        raise BadInput(f"'{text}' is not a legal move here.")
