"""The clocks of a game: so many minutes for each player, and an increment for each move."""

from __future__ import annotations

import time


class Clock:
    """One clock a player; at most one of them runs.  Without `base` there are none."""

    def __init__(self, players: int) -> None:
        self.base: float | None = None
        """Seconds that each player has; None: as many as he likes."""
        self.increment = 0.0
        self._left = dict.fromkeys(range(players), 0.0)
        self._since: float | None = None
        """When the clock that runs was started; None while none runs."""
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
            self._since = time.monotonic()
        elif self._ticking != player:
            self._settle()
            self._since = time.monotonic()
        self._ticking = player

    def moved(self, player: int) -> None:
        """A player has made his move; before the first of a game no clock has run."""
        if self.base is None or player < 0:
            return
        if self._since is not None:
            self._settle()
            self._left[player] += self.increment
        self._since, self._ticking = time.monotonic(), None

    def stop(self) -> None:
        """The game is over."""
        self._since = None

    def flagged(self) -> int | None:
        """The player whose time is up, whose clock stands still from then on."""
        player = self._ticking
        if self._since is None or player not in self._left or self.left(player) > 0:
            return None
        self._left[player] = 0.0
        self._since = None
        return player

    def _spent(self) -> float:
        return 0.0 if self._since is None else time.monotonic() - self._since

    def _settle(self) -> None:
        """Take the time that has run off the clock that ran."""
        if self._ticking in self._left:
            self._left[self._ticking] -= self._spent()


def shown(seconds: float) -> str:
    """`0:09.4`, `4:59`, `1:00:00`."""
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if minutes >= 60 else f"{minutes}:{rest:02d}"
