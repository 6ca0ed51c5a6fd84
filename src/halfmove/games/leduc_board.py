"""Leduc hold'em to look at and to touch: the cards, the chips, and a button for each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface
from halfmove.games import drawing

if TYPE_CHECKING:
    from halfmove.games.leduc import Leduc, State

WIDTH, ROW, TOP = 380, 92, 12
OPEN_X, CARD_X, CHIPS_X = 296, 90, 165


def svg(game: Leduc, s: State, viewer: int | None) -> str:
    """The table as `viewer` may see it."""
    parts = []
    for owner, card in enumerate(game.seen(s, viewer)):
        y = TOP + ROW * owner
        folded = bool(s.folded >> owner & 1)
        parts.append(drawing.text(12, y + 43, game.player_names[owner]))
        if card:
            parts.append(drawing.card(CARD_X, y, "" if card == "?" else card, name=f"card {owner + 1}"))
        else:
            parts.append(drawing.empty(CARD_X, y))
        parts.append(drawing.chip(CHIPS_X + 2, y + 38, drawing.RED))
        words = f"{game.put_in(s, owner)}{', folded' if folded else ''}"
        parts.append(drawing.text(CHIPS_X + 20, y + 43, words))
    middle = TOP + ROW * (game.players - 1) / 2
    if s.open:
        parts.append(drawing.card(OPEN_X, middle, game.rank(s.open), suit="♥", name="open card"))
    else:
        parts.append(drawing.empty(OPEN_X, middle))
    parts.append(drawing.text(OPEN_X + 26, middle + 94, "open", anchor="middle", size=14))
    below = TOP + ROW * game.players
    parts.append(drawing.text(12, below + 14, _lately(game, s), size=14))
    touched = _buttons(game, s)
    parts += [drawing.button(point, point.name) for point in touched]
    if not touched:
        parts.append(drawing.text(12, below + 50, game.status(s)))
    label = f"Leduc hold'em: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(WIDTH, _height(game), label, "".join(parts))


def _lately(game: Leduc, s: State) -> str:
    """What was done, the last of it where it is much."""
    words = game.done(s)
    return ", ".join(["…", *words[-6:]] if len(words) > 7 else words) or "no bets yet"


def _height(game: Leduc) -> int:
    return TOP + ROW * game.players + 80


def _buttons(game: Leduc, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or game.to_move(s) == CHANCE:
        return []
    return drawing.buttons([game.action_text(s, a) for a in game.actions(s)], 12, _height(game) - 52)


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Leduc
    title = "Leduc Hold'em"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
