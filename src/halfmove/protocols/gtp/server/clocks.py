"""The clocks of both sides, as `time_settings` and `time_left` set them: main time, then Canadian byo-yomi
(GTP version 2, section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from halfmove.arena.clock import Budget
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit


@dataclass
class Clocks:
    """What both sides have left; nothing at all until it is told."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    bounded: bool = False
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Of each seat: seconds, and the stones to be played in them; 0 stones are main time."""

    def set(self, main: float, period: float, stones: int) -> None:
        """A new time control: a period without stones is none at all."""
        if main < 0 or period < 0 or stones < 0:
            raise BadInput("times cannot be negative")
        self.main, self.period, self.stones = main, period, stones
        self.bounded = not (period > 0 and stones == 0)
        self.restart()

    def restart(self) -> None:
        """A new game begins."""
        self.left = {}

    def tell(self, seat: int, seconds: float, stones: int) -> None:
        """What a seat has left."""
        self.left[seat] = (max(seconds, 0.0), stones)
        self.bounded = True

    def spent(self, seat: int, seconds: float) -> None:
        """A seat has moved: the clock goes on even where nobody tells what is left."""
        if not self.bounded:
            return
        left, stones = self._left(seat)
        left -= seconds
        if stones:
            stones -= 1
            self.left[seat] = (left, stones) if stones else (self.period, self.stones)
        elif left <= 0 and self.stones:
            self.left[seat] = (self.period, self.stones)
        else:
            self.left[seat] = (max(left, 0.0), 0)

    def budget(self, seat: int, usual: Limit) -> Budget:
        """What a seat may spend on its move; `usual` where no clock runs."""
        if not self.bounded:
            return Budget(usual)
        seconds, stones = self._left(seat)
        bounds = Limit(simulations=usual.simulations, nodes=usual.nodes, depth=usual.depth)
        clocks = tuple(seconds if one == seat else None for one in range(2))
        if stones:
            return Budget(bounds, clocks, moves_to_go=stones)
        # what a stone of the period may take comes on top of the main time, as an increment would
        per_stone = self.period / self.stones if self.stones else 0.0
        return Budget(bounds, clocks, increments=(per_stone, per_stone))

    def _left(self, seat: int) -> tuple[float, int]:
        first = (self.main, 0) if self.main > 0 else (self.period, self.stones)
        return self.left.get(seat, first)
