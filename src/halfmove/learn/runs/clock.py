"""Where a process's time goes: seconds by part, each second in one of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

OTHER = "other"
"""What is in no part."""


class Clock:
    """Seconds by part since they were taken last; of a part within another, the inner one counts."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._part = now, OTHER
        self._since = now()
        self._seconds: dict[str, float] = {}

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """The time of this block is that part's."""
        before = self._change(name)
        try:
            yield
        finally:
            self._change(before)

    def take(self) -> dict[str, float]:
        """The seconds of each part, and begin anew."""
        self._change(self._part)
        seconds, self._seconds = self._seconds, {}
        return seconds

    def _change(self, name: str) -> str:
        now, before = self._now(), self._part
        self._seconds[before] = self._seconds.get(before, 0.0) + now - self._since
        self._since, self._part = now, name
        return before


def find_shares(seconds: Mapping[str, float]) -> dict[str, float]:
    """Each part's share of the whole; nothing where no time has passed.

    >>> find_shares({"search": 1.0, "network": 3.0, "waiting": 0.0})
    {'search': 0.25, 'network': 0.75}
    """
    whole = sum(seconds.values())
    return {name: part / whole for name, part in seconds.items() if part > 0} if whole > 0 else {}
