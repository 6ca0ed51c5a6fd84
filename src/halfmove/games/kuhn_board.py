"""Kuhn poker to look at and to touch: the cards, the chips, and a button for each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface
from halfmove.games import drawing

if TYPE_CHECKING:
    from halfmove.games.kuhn import Kuhn, State

WIDTH = 340
CARD_X, CHIPS_X = 90, 165
TOP, ROW = 12, 92
"""Where the first player's card begins, and how far below it the next."""
BELOW = 66
"""The height of what stands below the cards."""


def svg(game: Kuhn, s: State, viewer: int | None) -> str:
    """The table as `viewer` may see it."""
    parts = []
    chips = game.chips(s)
    for owner, card in enumerate(game.seen(s, viewer)):
        y = TOP + ROW * owner
        parts.append(drawing.text(12, y + 43, game.player_names[owner]))
        if card:
            parts.append(drawing.card(CARD_X, y, "" if card == "?" else card, name=f"card {owner + 1}"))
        else:
            parts.append(drawing.empty(CARD_X, y))
        parts += [drawing.chip(CHIPS_X + 24 * n, y + 38, drawing.RED) for n in range(chips[owner])]
    words = ", ".join([*game.done(s)]) or "no bets yet"
    parts.append(drawing.text(CHIPS_X + 56, TOP + 89, words, size=14))
    touched = _buttons(game, s)
    parts += [drawing.button(point, point.name) for point in touched]
    if not touched:
        parts.append(drawing.text(12, _height(game) - 38, game.status(s)))
    label = f"Kuhn poker: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(WIDTH, _height(game), label, "".join(parts))


def _height(game: Kuhn) -> int:
    return TOP + ROW * game.players + BELOW


def _buttons(game: Kuhn, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or game.dealing(s):
        return []
    return drawing.buttons([game.action_text(s, a) for a in game.actions(s)], CARD_X, _height(game) - 64)


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Kuhn
    title = "Kuhn Poker"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return (self.game.action_text(s, a),) if not self.game.dealing(s) else ()
