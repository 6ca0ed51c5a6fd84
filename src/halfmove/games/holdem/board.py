"""The table of hold'em to touch: a button for each action that is offered, and a bet of any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Amount, Point, Surface
from halfmove.games.holdem.picture import buttons

if TYPE_CHECKING:
    from halfmove.games.holdem.notation import Notation


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Notation
    title = "Texas Hold'em"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return buttons(self.game, s)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if s.mover == CHANCE else (self.game.action_text(s, a),)

    def amount(self, s: Any) -> Amount | None:
        game = self.game
        if game.is_terminal(s) or s.mover == CHANCE or game.limit or not game.may_raise(s):
            return None
        return Amount(game.raising(s), game.least(s), game.most(s))
