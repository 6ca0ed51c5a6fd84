"""Go as a game: its rules and knowledge with its notation, its picture and what it offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.games.go.encoding import Encoding
from halfmove.games.go.knowledge import Knowledge
from halfmove.games.go.notation import Notation
from halfmove.games.go.points import star_points
from halfmove.games.go.rules import NOWHERE, RULES, State
from halfmove.games.go.symmetry import Symmetry

if TYPE_CHECKING:
    from halfmove.core.dialects import Dialect
    from halfmove.core.formats import RecordFormat
    from halfmove.core.history import History
    from halfmove.core.ownership import Ownership
    from halfmove.core.settlement import Settlement
    from halfmove.core.surface import Surface


HOPELESS = 0.05
"""The chance to win below which a player resigns."""
RESIGN_AFTER = 0.4
"""The moves before which nobody does, as a part of the points of the board."""


class Go(Notation, Encoding, Symmetry, Knowledge):
    """Surround more of the board than the other side does."""

    def draw(self, s: State) -> str:
        from halfmove.games.go.board import svg

        ko = None if s.ko == NOWHERE else divmod(self.point(s.ko), self.width)
        return svg(self.grid(s), star_points(self.width, self.height), ko)

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"rules": tuple(RULES), "handicap": (0, *range(2, 10))}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{side} × {side}": {"width": side, "height": side} for side in (9, 13, 19)}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """The end of a game on a small board: to pass wins."""
        return {"width": 5, "height": 5}, "XXX1O/XXOXO/1X1OX/XXXXX/XXO2 B - 1", 2

    def surface(self) -> Surface:
        from halfmove.games.go.board import Crossings

        return Crossings(self)

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.go.records import SGF

        return (SGF(self),)

    def dialects(self) -> Sequence[Dialect]:
        from halfmove.games.go.gtp import GtpGo

        return (GtpGo(self),)

    def hopeless(self, share: float, plies: int) -> bool:
        return plies >= RESIGN_AFTER * self.points and share < HOPELESS

    def settlement(self, history: History) -> Settlement | None:
        """The dead stones, after two passes."""
        from halfmove.games.go.settlement import DeadStones

        if not self.is_terminal(history.state):
            return None
        actions = history.actions
        passes = next(
            (n for n, action in enumerate(reversed(actions)) if action != self.points), len(actions)
        )
        return DeadStones(self, history.state, closing=min(passes, 2))

    def ownership(self, s: State) -> Ownership:
        from halfmove.games.go.ownership import judge_ownership

        return judge_ownership(self, s)
