"""Seconds of search that each user may have in a minute and in an hour.

What was used is forgotten as fast as more is granted (a leaky bucket): of 20 seconds a minute a user who has
had them all gets one again every three seconds.  A second of search is one in which a process was his.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from halfmove.core.errors import HalfmoveError

PERIODS = {"minute": 60.0, "hour": 3600.0}
LEAST = 1.0
"""Seconds that a search is begun for; where a quota is less, that."""
MOST_USERS = 10_000
"""After which those are forgotten who have all of their seconds again."""


class Busy(HalfmoveError):
    """Too much at once; in `retry` seconds there may be room."""

    def __init__(self, sentence: str, *, reason: str = "rate", retry: float = 1.0) -> None:
        super().__init__(sentence)
        self.reason, self.retry = reason, retry


@dataclass
class Quota:
    """So many seconds in a period."""

    name: str
    seconds: float

    @property
    def rate(self) -> float:
        """Seconds that are granted in a second."""
        return self.seconds / PERIODS[self.name]

    @property
    def least(self) -> float:
        return min(LEAST, self.seconds)


class Quotas:
    """What every user has left; without quotas, without end."""

    def __init__(
        self, minute: float = math.inf, hour: float = math.inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        given = {"minute": minute, "hour": hour}
        self._quotas = [Quota(name, seconds) for name, seconds in given.items() if seconds < math.inf]
        self._clock = clock
        self._used: dict[str, tuple[float, list[float]]] = {}
        """Of each user, when it was looked at, and what was used of each quota then."""

    def charge(self, user: str, seconds: float) -> None:
        """He has had so many seconds."""
        if not self._quotas:
            return
        if user not in self._used and len(self._used) >= MOST_USERS:
            self._used = {known: self._used[known] for known in self._used if any(self._now(known))}
        self._used[user] = self._clock(), [used + seconds for used in self._now(user)]

    def left(self, user: str) -> float:
        """Seconds that he may have now."""
        both = zip(self._quotas, self._now(user), strict=True)
        return max(0.0, min((quota.seconds - used for quota, used in both), default=math.inf))

    def grant(self, user: str) -> float:
        """The same; `Busy` where it is too little to begin a search."""
        for quota, used in zip(self._quotas, self._now(user), strict=True):
            missing = quota.least - (quota.seconds - used)
            if missing > 1e-9:
                retry = math.ceil(missing / quota.rate)
                raise Busy(
                    f"You have had your {quota.seconds:g} s of search in this {quota.name}; "
                    f"try again in {retry} s.",
                    reason="quota",
                    retry=retry,
                )
        return self.left(user)

    def _now(self, user: str) -> list[float]:
        """What he has used of each quota and not been granted again."""
        since, used = self._used.get(user, (0.0, [0.0] * len(self._quotas)))
        passed = self._clock() - since
        return [max(0.0, u - quota.rate * passed) for quota, u in zip(self._quotas, used, strict=True)]
