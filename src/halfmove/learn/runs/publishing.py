"""How often self-play gets a new network: never so often that handing it over takes much of the time.

The learner settles the norms and writes a file; each process that plays reads it, makes what computes the
network (in eight bits, positions have to be judged first), and forgets the answers that it kept.  Both are
measured as the run goes on, so the same rule holds for a card that learns 4,096 positions in a third of a
second and for a processor that takes a minute.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from halfmove.learn.selfplay import Throughput

FORGOTTEN = 1 / 8
"""Of a move's simulations, those that are evaluated again for each game as kept answers are forgotten: 3 to 4
of 32 on Connect Four; fewer in games that seldom come to a state again."""


class Pace:
    """When a network may follow the last one, so that neither the learner nor a process that plays spends
    more than `share` of its time on handing over."""

    def __init__(self, share: float, now: Callable[[], float] = time.monotonic) -> None:
        self._share, self._now = share, now
        self._last = now()
        self._learner = self._loading = self._again = 0.0

    def note_published(self, began: float) -> None:
        """A network that the learner began to hand over then is there now."""
        self._last = self._now()
        self._learner = self._last - began

    def note_played(self, done: Throughput, simulations: int) -> None:
        """Processes that play did this, with so many simulations a move."""
        if done.batches:
            self._again = FORGOTTEN * simulations * done.seconds / done.batches
        if done.loaded:
            self._loading = done.loading_seconds / done.loaded

    @property
    def interval(self) -> float:
        """Seconds from one network to the next, at least."""
        return max(self._learner, self._loading + self._again) / self._share

    def is_slow_enough(self) -> bool:
        """Whether another one may follow now."""
        return self._now() - self._last >= self.interval
