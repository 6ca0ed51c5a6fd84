"""Backgammon to touch: where a chequer starts and where it goes, die by die; buttons for all else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface
from halfmove.games import drawing
from halfmove.games.backgammon.notation import BAR, OFF, Step
from halfmove.games.backgammon.picture import CHEQUERS, FRAME, UNDER, choices, points, svg
from halfmove.games.backgammon.plays import NO_PLAY
from halfmove.games.backgammon.rules import OPENING, THROW

if TYPE_CHECKING:
    from halfmove.games.backgammon.game import Backgammon
    from halfmove.games.backgammon.rules import State

MOST = 80
"""Of more plays than this each can be touched in one order only: there are as many as 24 of each."""


class Board(Surface):
    """A point is named as the first player counts it."""

    game: Backgammon
    colours = CHEQUERS

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [*points(below), *choices(self.game, s)]

    def picture(self, s: Any, *, below: int = 0) -> str:
        return svg(self.game, s, below)

    def thrown(self, s: Any, a: int) -> str:
        dice = (a // 10, a % 10)
        return "".join(drawing.die(FRAME + at * (drawing.DIE + 8), UNDER, die) for at, die in enumerate(dice))

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        if s.dice in (THROW, OPENING):
            return ()
        if s.dice < 0 or a == NO_PLAY:
            return (self.game.action_text(s, a),)
        return self._touched(s, self.game.steps(s, a))

    def other_touches(self, s: Any, a: int) -> Sequence[tuple[str, ...]]:
        if s.dice <= 0 or a == NO_PLAY or sum(1 for _ in self.game.actions(s)) > MOST:
            return ()
        steps = self.game.steps(s, a)
        usual = self._touched(s, steps)
        orders = {self._touched(s, list(order)) for order in permutations(steps) if self._possible(s, order)}
        return sorted(orders - {usual})

    def lands(self, s: Any, a: int) -> tuple[float, float] | None:
        return None

    def occupied(self, s: Any) -> dict[str, str]:
        found = {}
        for point, (player, count) in self.game.standing_on(s).items():
            found[str(point)] = f"{count} {self.game.player_names[player].lower()}"
        return found

    def _touched(self, s: State, steps: list[Step]) -> tuple[str, ...]:
        return tuple(self._name(s, point) for step in steps for point in (step.start, step.end))

    def _name(self, s: State, point: int) -> str:
        if point in (BAR, OFF):
            return "bar" if point == BAR else "off"
        return str(point if s.mover == 0 else 25 - point)

    def _possible(self, s: State, order: Sequence[Step]) -> bool:
        """Whether no chequer goes on before it has come; what may be touched before what else, the rules do
        not care."""
        come = dict.fromkeys(range(1, 25), 0)
        for step in order:
            here = self.game.own_on(s, step.start) + come.get(step.start, 0)
            if here <= 0:
                return False
            come[step.start] = come.get(step.start, 0) - 1
            come[step.end] = come.get(step.end, 0) + 1
        return True
