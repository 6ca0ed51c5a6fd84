"""Limits for clients: how slow one may be, and how many connections may be open.

A client that sends half a request, or reads half an answer, costs a connection for as long as it likes, and
there are only so many (file descriptors).  So each connection is in one phase, and most phases have a
deadline.  Where there are too many connections, the one that is open longest without a whole request makes
room for the newest; so nobody keeps others out by waiting.

Nothing here knows of sockets or of the clock: `web.connections` brings both.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, Protocol

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_decimal, read_whole, shorten
from halfmove.web.users import LOOPBACK, Network, is_in

RESERVE = 256
"""File descriptors that are no connections: games, books, pipes to processes, and connections that have been
accepted but not yet counted (`BACKLOG` in `web.connections`)."""
MOST = 2000
"""Connections where file descriptors are many."""
LEAST = 16


class Phase(Enum):
    """Where a connection is."""

    IDLE = "idle"
    """No byte of a request has come since the last answer, or since the connection was made."""
    HEADER = "header"
    BODY = "body"
    ANSWERING = "answer"
    """How long it takes is not the client's fault."""
    REST = "rest"
    """The answer was sent before the body had come, as to one that is too large; what comes is ignored."""
    SOCKET = "socket"
    """A WebSocket; uvicorn asks every 20 seconds whether the client is there, and waits 20 for the answer."""
    CLOSING = "closing"
    """What was written has not all been taken."""


WITHOUT_REQUEST = (Phase.IDLE, Phase.HEADER, Phase.BODY, Phase.REST, Phase.CLOSING)
"""Phases of connections that make room for others."""


@dataclass(frozen=True)
class Limits:
    """For all clients of a server; seconds, and numbers of connections, searches and rooms."""

    header: float = 10.0
    """From the first byte of a request's header to its last."""
    body: float = 30.0
    """From there to the last byte of the body."""
    idle: float = 15.0
    """Between requests, and before the first."""
    stall: float = 30.0
    """Of a client that takes nothing of what it is sent."""
    address: int = 128
    """Connections of one address; the loopback address has no such limit."""
    total: int = MOST
    """Connections in all."""
    searches: int = 6
    """Searches of one client at a time, those that wait for a process included: of a page, or of an address
    over HTTP."""
    queue: int = 200
    """Searches of all of them."""
    rooms: int = 100
    """Rooms for games between browsers that a user may have opened, boards of exhibitions included."""
    rooms_total: int = 1000
    """Such rooms in all."""
    minute: float = math.inf
    hour: float = math.inf
    """Seconds of search that a user may have in that time."""

    def __post_init__(self) -> None:
        if self.address > self.total:
            object.__setattr__(self, "address", self.total)

    def seconds(self, phase: Phase) -> float | None:
        """How long a connection may stay in a phase; `None`: for as long as it takes."""
        times = {
            Phase.IDLE: self.idle,
            Phase.HEADER: self.header,
            Phase.BODY: self.body,
            Phase.REST: self.body,
            Phase.CLOSING: self.stall,
        }
        return times.get(phase)


COUNTS = {
    "address": "connections",
    "total": "connections",
    "searches": "searches",
    "queue": "searches",
    "rooms": "rooms",
    "rooms_total": "rooms",
}
"""The limits that are no seconds, and what they count."""


def find_limits(wishes: Sequence[str] = (), descriptors: int | None = None) -> Limits:
    """The limits that fit this process's file descriptors, changed by wishes such as `header=5`; `BadInput`
    where one cannot be."""
    total = MOST if descriptors is None else max(LEAST, min(MOST, descriptors - RESERVE))
    limits = Limits(total=total)
    for wish in wishes:
        name, number = _parse_wish(wish)
        limits = replace(limits, **{name: number})
    return limits


def _parse_wish(wish: str) -> tuple[str, Any]:
    name, _, text = wish.partition("=")
    names = [field.name for field in fields(Limits)]
    if name not in names:
        raise BadInput(
            f"There is no limit '{name[:100]}'; there are {', '.join(names)}, each as in header=5."
        )
    whole = name in COUNTS
    number = read_whole(text, 1, 1_000_000) if whole else read_decimal(text, 0, 1_000_000)
    if not number:
        kind = f"a whole number of {COUNTS[name]}" if whole else "a number of seconds"
        raise BadInput(f"The limit '{name}' is {kind} up to 1000000, not '{shorten(text)}'.")
    return name, number


def count_descriptors() -> int | None:
    """How many file descriptors this process may have; `None` where the system sets no such number."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


class Line(Protocol):
    """A connection, as `Lines` sees it."""

    address: str
    phase: Phase
    deadline: float | None
    """When its phase ends at the latest."""
    stalled: float | None
    """When it must have taken some of what it is sent."""
    unsent: int
    """Bytes of it that were left when it was last looked at."""

    def count_unsent(self) -> int:
        """Bytes that it has been sent and has not taken."""

    def end(self, status: int, sentence: str) -> None:
        """Close it, with a refusal if a request has begun."""

    def abort(self) -> None:
        """Close it at once."""


class Lines:
    """The connections of a server."""

    def __init__(self, limits: Limits, clock: Callable[[], float], proxies: Sequence[Network] = ()) -> None:
        """`proxies` have, as the loopback address has, connections without a limit of their own."""
        self.limits, self._clock = limits, clock
        self.unbounded = (*LOOPBACK, *proxies)
        self.refused: Counter[int] = Counter()
        """Connections that were not let in, by status."""
        self._lines: dict[str, dict[Line, None]] = {}
        self._total = 0
        self._swept = clock()

    def __len__(self) -> int:
        return self._total

    def __iter__(self) -> Iterator[Line]:
        for lines in list(self._lines.values()):
            yield from list(lines)

    # ---- coming and going
    def admit(self, line: Line) -> bool:
        """Count a connection in, if need be in place of another; or end it, and say `False`."""
        own = self._lines.get(line.address, {})
        if len(own) >= self.limits.address and not is_in(line.address, self.unbounded):
            if not self._end(_longest_without_request(own)):
                self.refused[429] += 1
                line.end(429, f"There are {self.limits.address} connections from your address already.")
                return False
        elif self._total >= self.limits.total and not self._end(self._find_victim(line.address)):
            self.refused[503] += 1
            line.end(503, "There are too many connections; try again in a moment.")
            return False
        self._lines.setdefault(line.address, {})[line] = None
        self._total += 1
        self.enter(line, Phase.IDLE)
        return True

    def leave(self, line: Line) -> None:
        """Count a connection out, if it is in."""
        lines = self._lines.get(line.address, {})
        if line in lines:
            del lines[line]
            self._total -= 1
            if not lines:
                del self._lines[line.address]

    def _end(self, victim: Line | None) -> bool:
        """Whether there is one to end, which is ended and counts no more."""
        if victim is None:
            return False
        self.leave(victim)
        victim.end(503, "There are too many connections; the request was too slow to come.")
        return True

    def _find_victim(self, address: str) -> Line | None:
        """The connection that makes room for one of this address: of the address with the most, the one that
        has waited longest without a whole request; where all have one, its newest, if it has more of them
        than the other will."""
        wanted = len(self._lines.get(address, ())) + 1
        for lines in sorted(self._lines.values(), key=len, reverse=True):
            victim = _longest_without_request(lines)
            if victim is None and len(lines) > wanted:
                victim = next(reversed(lines))
            if victim is not None:
                return victim
        return None

    # ---- time
    def enter(self, line: Line, phase: Phase) -> None:
        """Have a connection begin a phase."""
        line.phase = phase
        seconds = self.limits.seconds(phase)
        line.deadline = None if seconds is None else self._clock() + seconds

    def stall(self, line: Line) -> None:
        """What a connection is sent is not taken."""
        line.stalled = self._clock() + self.limits.stall

    def sweep(self, interval: float) -> None:
        """End the connections whose time is over; called every `interval` seconds.  When this process was
        kept from running, what clients sent meanwhile has not been read, and they are given that time."""
        now = self._clock()
        late = now - self._swept - interval
        self._swept = now
        for line in self:
            if late > interval:
                _give_time(line, late)
            self._renew(line)
            if line.stalled is not None and line.stalled <= now:
                line.abort()
            elif line.deadline is not None and line.deadline <= now:
                _end_late(line)

    def _renew(self, line: Line) -> None:
        """Give a client that has taken something of what it is sent its whole time again: after the last byte
        is written an answer may take long yet."""
        left, before = line.count_unsent(), line.unsent
        line.unsent = left
        if left < before:
            if line.stalled is not None:
                self.stall(line)
            if line.phase in (Phase.IDLE, Phase.CLOSING):
                self.enter(line, line.phase)


def _longest_without_request(lines: dict[Line, None]) -> Line | None:
    return next((line for line in lines if line.phase in WITHOUT_REQUEST), None)


def _give_time(line: Line, seconds: float) -> None:
    if line.deadline is not None:
        line.deadline += seconds
    if line.stalled is not None:
        line.stalled += seconds


def _end_late(line: Line) -> None:
    if line.phase is Phase.CLOSING:
        line.abort()
    else:
        line.end(408, f"The request's {line.phase.value} took too long to come.")
