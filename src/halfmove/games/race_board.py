"""The race to look at and to touch: a track each, the die, and buttons to walk and to throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.pig_board import COLOURS

if TYPE_CHECKING:
    from halfmove.games.race import Race, State

LEFT, TRACK, ROW = 64, 296, 40
BUTTONS_X = LEFT + drawing.DIE + 16


def svg(game: Race, s: State) -> str:
    """The runners on their tracks, every fifth square marked."""
    parts = []
    step = TRACK / game.length
    bottom = ROW * game.players
    for square in range(0, game.length + 1, 5 if game.length <= 100 else 50):
        x = LEFT + step * square
        parts.append(f'<path d="M{x:.1f} 4V{bottom - 4}" stroke="{drawing.INK}" stroke-opacity="0.35"/>')
        parts.append(drawing.text(x, bottom + 14, str(square), anchor="middle", size=13))
    for player, name in enumerate(game.player_names):
        y, x = ROW * player + ROW / 2, LEFT + step * game.square(s, player)
        parts.append(drawing.player_name(y, name, COLOURS[player]))
        parts.append(f'<path d="M{LEFT} {y:g}H{LEFT + TRACK}" stroke="{drawing.INK}" stroke-width="2"/>')
        parts.append(
            f'<circle{at(f"runner {name}")} cx="{x:.1f}" cy="{y:g}" r="11" fill="{COLOURS[player]}" '
            f'stroke="#fdfdfb" stroke-width="2"/>'
        )
    touched = _buttons(game, s)
    parts += [drawing.button(point, point.name) for point in touched]
    if s.rolling:
        parts.append(drawing.die(LEFT, bottom + 24, None))
    if not touched:
        parts.append(drawing.text(BUTTONS_X, bottom + 52, game.status(s)))
    label = f"Race: {game.position_text(s)}; {game.status(s)}"
    return drawing.picture(LEFT + TRACK + 20, bottom + drawing.DIE + 36, label, "".join(parts))


def _buttons(game: Race, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or s.rolling:
        return []
    names = [game.action_text(s, a) for a in game.actions(s)]
    return drawing.buttons(names, BUTTONS_X, ROW * game.players + 26)


class Track(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Race

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def thrown(self, s: Any, a: int) -> str:
        return drawing.die(LEFT, ROW * self.game.players + 24, a)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
