"""The clocks of a game: so many minutes for each player, and an increment for each move."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE

if TYPE_CHECKING:
    from halfmove.web.board.record import Record

MOST = 36_000
"""Seconds that a clock may show."""

TAG = "TimeControl"
UNKNOWN = "?"
"""PGN's word for a control that no other tells."""

CLOCKS = {
    "": "No clocks",
    "1+0": "Bullet: 1 minute",
    "3+2": "Blitz: 3 minutes + 2 s a move",
    "5+0": "Blitz: 5 minutes",
    "10+5": "Rapid: 10 minutes + 5 s a move",
    "15+10": "Rapid: 15 minutes + 10 s a move",
    "30+20": "Classical: 30 minutes + 20 s a move",
}
"""Clocks by minutes and seconds for each move, and what they are called."""


class Clock:
    """One clock a player; at most one of them runs.  Without `base` there are none."""

    def __init__(self, players: int, now: Callable[[], float] | None = None) -> None:
        """`now` tells the time, in seconds from any moment on; that of the machine, by default."""
        self.now = now or (lambda: time.monotonic())
        self.base: float | None = None
        """Seconds that each player has; None: as many as he likes."""
        self.increment = 0.0
        self._left = dict.fromkeys(range(players), 0.0)
        self._since: float | None = None
        """When the clock that runs was started; None while none runs."""
        self._held = False
        """Whether all stand still for now."""
        self._ticking: int | None = None
        """Whose clock that is, wherever in the game one looks meanwhile."""

    def set(self, base: float | None) -> None:
        """So many seconds each from now on, or none at all."""
        self.base = base
        self.reset()

    def reset(self) -> None:
        """As at the beginning of a game."""
        self._left = dict.fromkeys(self._left, self.base or 0.0)
        self._since = self._ticking = None

    def left(self, player: int) -> float:
        """Seconds that a player has left now."""
        return self._left[player] - (self._spent() if self._ticking == player else 0.0)

    def run_for(self, player: int) -> None:
        """It is this player's turn: his clock runs, if it does not already."""
        if self._since is None:
            self._since = self.now()
        elif self._ticking != player:
            self._settle()
            self._since = self.now()
        self._ticking = player

    def press(self, player: int) -> None:
        """A player has made his move; before the first of a game no clock has run."""
        if self.base is None or player < 0:
            return
        if self._since is not None:
            self._settle()
            self._left[player] += self.increment
        self._since, self._ticking = self.now(), None

    def stop(self) -> None:
        """The game is over."""
        self._settle()
        self._since = None

    def hold(self, held: bool) -> None:
        """Stand still while no answer is possible, whoever's turn it is; then go on."""
        if held == self._held:
            return
        if held:
            self._settle()
        if self._since is not None:
            self._since = self.now()
        self._held = held

    # ---- kept by the browser
    def kept(self) -> dict[str, Any] | None:
        """As it stands, to whole seconds; None where there are no clocks."""
        if self.base is None:
            return None
        left = [max(round(self.left(player)), 0) for player in self._left]
        return {"base": self.base, "increment": self.increment, "left": left}

    def restore(self, kept: Any) -> None:
        """As it stood; what is none is left alone."""
        if not isinstance(kept, dict):
            return
        left = kept.get("left") or [kept.get("base")] * len(self._left)
        numbers = [kept.get("base"), kept.get("increment"), *(left if isinstance(left, list) else [None])]
        if len(numbers) != 2 + len(self._left) or not all(
            isinstance(number, int | float) and 0 <= number <= MOST for number in numbers
        ):
            return
        self.base, self.increment = float(numbers[0]), float(numbers[1])
        self._left = dict(enumerate(map(float, numbers[2:])))
        self._since = self._ticking = None

    def flagged(self) -> int | None:
        """The player whose time is up, whose clock stands still from then on."""
        player = self._ticking
        if self._since is None or player not in self._left or self.left(player) > 0:
            return None
        self._left[player] = 0.0
        self._since = None
        return player

    def _spent(self) -> float:
        return 0.0 if self._since is None or self._held else self.now() - self._since

    def _settle(self) -> None:
        """Take the time that has run off the clock that ran."""
        if self._ticking in self._left:
            self._left[self._ticking] -= self._spent()

    def note(self, record: Record) -> None:
        """Write into a record what its player has left after the last move, in whole seconds (PGN has it as
        `[%clk 0:04:58]`, SGF as `BL[298]`), and the time control, `300+2`; what a file says stays."""
        node = record.here
        if self.base is None or node.of_file or node.mover == CHANCE:
            return
        node.paper.clock = float(math.floor(max(self.left(node.mover), 0.0)))
        if record.headers.keys() - {TAG}:
            return  # a file's game
        control = f"{self.base:g}" + (f"+{self.increment:g}" if self.increment else "")
        told = record.headers.get(TAG)
        begins = node.ply == 1 or (told is None and node.ply <= record.game.players)
        record.headers[TAG] = control if begins or told == control else UNKNOWN


def format_time(seconds: float) -> str:
    """`0:09.4`, `4:59`, `1:00:00`."""
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if minutes >= 60 else f"{minutes}:{rest:02d}"
