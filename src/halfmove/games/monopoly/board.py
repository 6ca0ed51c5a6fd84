"""Monopoly to touch: a lot for what is done with it, a button for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface
from halfmove.games.monopoly.picture import PLAYERS, dice, place, pressed
from halfmove.games.monopoly.squares import LOTS, NAMES, SQUARE_OF
from halfmove.games.monopoly.state import PHASE, THROW, THROW_RENT

if TYPE_CHECKING:
    from halfmove.games.monopoly.game import Monopoly


class Board(Surface):
    """A lot is called as in the notation; where more than one thing may be done there, one is asked which."""

    game: Monopoly
    colours = PLAYERS

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        lots = [Point(NAMES[lot], *place(SQUARE_OF[lot])) for lot in range(LOTS)]
        return [*lots, *pressed(self.game, s)]

    def thrown(self, s: Any, a: int) -> str:
        return dice(a) if s.now[PHASE] in (THROW, THROW_RENT) else ""

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        if self.game.to_move(s) == CHANCE:
            return ()
        return (NAMES[a % 32] if self.game.about_lot(a) else self.game.action_text(s, a),)

    def occupied(self, s: Any) -> dict[str, str]:
        found = {}
        for player, name in enumerate(self.game.player_names):
            for word in self.game.lots_text(s, player).split(",") if s.owned[player] else []:
                lot, _, houses = word.removesuffix("-m").partition("*")
                what = ", mortgaged" if word.endswith("-m") else ""
                if houses:
                    what = ", a hotel" if houses == "5" else f", houses: {houses}"
                found[lot] = f"{name}'s{what}"
        return found
