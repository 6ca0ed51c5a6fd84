"""The clocks of both sides, as controllers set them: main time, then byo-yomi (GTP version 2, section 4.2);
or an increment after every move (KataGo's extension)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from halfmove.arena.clock import Budget
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit


@dataclass(frozen=True)
class Setting:
    """A time control; times in seconds. A period without stones stands for no limit at all."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    """To be played in each period."""
    counts_periods: bool = False
    """Whether `time_left` counts the periods that are left, as in Japanese byo-yomi, and not stones."""
    increment: float = 0.0
    most_main: float = math.inf
    """What increments may bring the main time to."""
    most_move: float | None = None
    """What one move may take."""

    def __post_init__(self) -> None:
        if min(self.main, self.period, self.stones, self.increment) < 0:
            raise BadInput("times cannot be negative")

    @property
    def bounded(self) -> bool:
        """Whether a clock runs."""
        return not (self.period > 0 and self.stones == 0)


UNBOUNDED = Setting(period=1)


@dataclass
class Clocks:
    """What both sides have left; nothing at all until it is told."""

    setting: Setting = UNBOUNDED
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Of each seat: seconds, and the stones to be played in them; 0 stones are main time."""

    def set(self, setting: Setting) -> None:
        """A new time control."""
        self.setting = setting
        self.restart()

    def restart(self) -> None:
        """A new game begins."""
        self.left = {}

    def tell(self, seat: int, seconds: float, count: int) -> None:
        """What a seat has left: in main time with a count of 0, else with so many stones or periods to go."""
        if count < 0:
            raise BadInput("stones cannot be negative")
        if not self.setting.bounded:
            self.setting = Setting()
        stones = min(count, 1) if self.setting.counts_periods else count
        self.left[seat] = (max(seconds, 0.0), stones)

    def spent(self, seat: int, seconds: float) -> None:
        """A seat has moved: the clock goes on even where nobody tells what is left."""
        setting = self.setting
        if not setting.bounded:
            return
        left, stones = self._left(seat)
        left -= seconds
        if stones > 1:
            self.left[seat] = (left, stones - 1)
        elif stones or (left <= 0 and setting.stones):
            self.left[seat] = (setting.period, setting.stones)
        else:
            self.left[seat] = (min(max(left, 0.0) + setting.increment, setting.most_main), 0)

    def budget(self, seat: int, usual: Limit) -> Budget:
        """What a seat may spend on its move; `usual` where no clock runs."""
        setting = self.setting
        if not setting.bounded:
            return Budget(usual)
        seconds, stones = self._left(seat)
        bounds = replace(usual, seconds=setting.most_move)
        clocks = tuple(seconds if one == seat else None for one in range(2))
        if stones:
            return Budget(bounds, clocks, moves_to_go=stones)
        # what a stone of the period may take comes on top of the main time, as an increment does
        increment = setting.increment + (setting.period / setting.stones if setting.stones else 0.0)
        return Budget(bounds, clocks, increments=(increment, increment))

    def _left(self, seat: int) -> tuple[float, int]:
        setting = self.setting
        first = (setting.main, 0) if setting.main > 0 else (setting.period, setting.stones)
        return self.left.get(seat, first)
