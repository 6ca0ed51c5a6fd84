"""Pig to look at and to touch: the points as bars, the die, and buttons to roll and to hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface
from halfmove.games import drawing

if TYPE_CHECKING:
    from halfmove.games.pig import Pig, State

WIDTH, ROW, BAR_X, BAR = 380, 34, 56, 246
DIE_X, BUTTONS_X = 12, 72
COLOURS = ("#4c78a8", "#e0803a", "#4f9d69", "#b05a9b", "#c9a227", "#7a6fc0")


def svg(game: Pig, s: State) -> str:
    """The points of all players, with what the turn may add drawn lighter."""
    parts = []
    for player, name in enumerate(game.player_names):
        y, points = ROW * player, game.points(s, player)
        more = s.turn if player == s.mover else 0
        parts.append(drawing.player_name(y + 18, name, COLOURS[player]))
        parts.append(_bar(BAR_X, y + 9, BAR, drawing.INK, 0.18))
        parts.append(_bar(BAR_X, y + 9, _long(game, points + more), COLOURS[player], 0.45))
        parts.append(_bar(BAR_X, y + 9, _long(game, points), COLOURS[player], 1.0))
        parts.append(drawing.text(BAR_X + BAR + 12, y + 24, f"{points}{f' + {more}' if more else ''}"))
    y = _under(game)
    touched, words = _buttons(game, s), game.status(s)
    parts += [drawing.button(point, point.name) for point in touched]
    if s.rolling:
        parts.append(drawing.die(DIE_X, y, None))
    if not touched:
        parts.append(drawing.text(BUTTONS_X, y + 28, words))
    label = f"Pig: {game.position_text(s)}; {words}"
    return drawing.picture(WIDTH, y + drawing.DIE + 12, label, "".join(parts))


def _under(game: Pig) -> int:
    """Where the die lies, below the points."""
    return ROW * game.players + 12


def _long(game: Pig, points: int) -> float:
    return BAR * min(points / game.target, 1.0)


def _bar(x: float, y: float, width: float, fill: str, opacity: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:.1f}" height="18" rx="4" fill="{fill}" '
        f'fill-opacity="{opacity:g}"/>'
    )


def _buttons(game: Pig, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or s.rolling:
        return []
    names = [game.action_text(s, a) for a in game.actions(s)]
    return drawing.buttons(names, BUTTONS_X, _under(game) + 2)


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Pig

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def thrown(self, s: Any, a: int) -> str:
        return drawing.die(DIE_X, _under(self.game), a)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
