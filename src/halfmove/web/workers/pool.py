"""Who waits, who runs, and for how long: the searches of all clients on a few processes.

Urgent jobs (a move that somebody waits for) go first.  Among the others users take turns: each has one job
before anybody has two, and whoever was served longest ago goes first.  While somebody waits, a job that may
be interrupted runs for a turn of a second and then goes to the end of the queue; the more wait, the shorter
the turns.  It goes on where its memory still knows what it had found.  Bounds hold for each client and for
all, and quotas of time for each user.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference, PositionReference
from halfmove.web.catalogue import Catalogue
from halfmove.web.workers.job import ENDS, RESUMED, Job, Message, belongs
from halfmove.web.workers.process import Process
from halfmove.web.workers.quotas import Busy, Quotas

TOO_LONG = "It takes more than"
"""How the sentence begins with which something is refused that was stopped for its time."""
PARTING = 1.0
"""Seconds that a process gets to go by itself when the server ends."""
FEW, SHORTEST = 4, 0.2
LATE, LATER = 0.5, 5.0
"""Seconds after its time that a job is told to end; and one that keeps to its limit itself, but may have to
load its machine code first, which takes a second or more on a busy machine."""
PUNCTUAL = frozenset({"analysis", "move", "rollout"})
"""Tasks that keep to their limit themselves."""
GRACE, COMPILING = 3.0, 120.0
"""Seconds that a process gets to end what it was told to end, and while it makes machine code, before it is
killed."""


@dataclass(frozen=True)
class Bounds:
    """What one client, and all together, may ask for."""

    processes: int = 2
    turn: float = 1.0
    """Seconds that a search runs while others wait; less where more than `FEW` do, down to `SHORTEST`."""
    most: int = 200
    """Jobs in all."""
    each: int = 6
    """Jobs of a client."""
    seconds: float = 600.0
    """That one job may run."""
    minute: float = math.inf
    hour: float = math.inf
    """Seconds of search of one user in that time."""


@dataclass
class Tally:
    """What has happened since the start."""

    ended: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Jobs by task and how they ended."""
    seconds: float = 0.0
    """That they had."""
    refused: Counter[str] = field(default_factory=Counter)
    """Jobs that were not taken up, by reason: `client`, `queue`, `quota`."""


class Pool:
    """The processes and the queue; everything here happens in the event loop's thread."""

    def __init__(self, catalogue: Catalogue, bounds: Bounds | None = None) -> None:
        self.catalogue, self.bounds = catalogue, bounds or Bounds()
        self._processes: list[Process] = []
        self._waiting: list[Job] = []
        self._running: dict[int, Job] = {}
        self._numbers = count(1)
        self._users: dict[str, str] = {}
        """The users of pages."""
        self._served: dict[str, int] = {}
        """When a job of those who wait last ended or made way, in the order of `Job.since`."""
        self.quotas = Quotas(self.bounds.minute, self.bounds.hour)
        self.tally = Tally()
        self._rota: asyncio.TimerHandle | None = None
        self._closed = False

    # ---- what clients do
    def enter(self, client: str, user: str) -> None:
        """A page of a user's has come, whose jobs go by `client` or `CLIENT …`.  Of other clients the first
        word is the user."""
        self._users[client] = user

    def user(self, client: str) -> str:
        """Whose a client is."""
        first = client.partition(" ")[0]
        return self._users.get(first, first)

    def begin(
        self,
        client: str,
        task: str,
        arguments: dict[str, Any],
        *,
        urgent: bool = False,
        seconds: float | None = None,
    ) -> Job:
        """Take up a job; `Busy` where there are too many already, or the user has had his time."""
        if seconds is not None and not 0 < seconds < math.inf:
            raise BadInput(f"A search may run for a number of seconds, not {seconds}.")
        user = self.user(client)
        try:
            granted = self._admit(client, user)
        except Busy as refused:
            self.tally.refused[refused.reason] += 1
            raise
        asked = min(seconds or self.bounds.seconds, self.bounds.seconds)
        number = next(self._numbers)
        job = Job(
            self, number, client, task, arguments, user=user, urgent=urgent, seconds=min(asked, granted)
        )
        if granted < asked:
            job.shortage = f"{TOO_LONG} the {granted:.1f} seconds of search that you have left now."
        self._waiting.append(job)
        self._assign()
        return job

    def _admit(self, client: str, user: str) -> float:
        """The seconds that a job of this client may have."""
        own = sum(job.client == client for job in self.jobs())
        if own >= self.bounds.each:
            raise Busy(f"You have {own} searches already; stop one of them first.", reason="client")
        if len(self.jobs()) >= self.bounds.most:
            raise Busy(f"{self.bounds.most} searches are going on; try again in a moment.", reason="queue")
        return self.quotas.grant(user)

    def stop(self, job: Job) -> None:
        """End a job at once, as its client sees it; its process follows as soon as it can."""
        if job in self._waiting:
            self._waiting.remove(job)
            self.tally.ended[job.task, "stopped"] += 1
            self._tell_places()
        elif job.process is not None:
            job.turn_over = False
            self._end(job)
        job.tell({"kind": "stopped"})

    def leave(self, client: str) -> None:
        """The client is gone, with all `CLIENT …`: no job of theirs is wanted, nor what was kept for them."""
        for job in [job for job in self.jobs() if belongs(job.client, client)]:
            self.stop(job)
        for process in self._processes:
            process.forget(client)
        self._users.pop(client, None)

    def jobs(self) -> list[Job]:
        """All that are not over."""
        return [*self._waiting, *(job for job in self._running.values() if not job.over)]

    @property
    def ready(self) -> bool:
        """Whether a search would be taken up."""
        return bool(self._processes) and not self._closed and len(self.jobs()) < self.bounds.most

    def census(self) -> tuple[int, int, list[int], int]:
        """Jobs that wait, jobs that run, the numbers of the processes, and how many of these have work."""
        busy = sum(process.job is not None for process in self._processes)
        return len(self._waiting), len(self._running), [p.pid for p in self._processes], busy

    def prepare(self) -> None:
        """Start a process before anybody needs it."""
        if not self._processes and not self._closed:
            self._processes.append(Process(self))

    def close(self) -> None:
        """End everything."""
        self._closed = True
        if self._rota is not None:
            self._rota.cancel()
        for job in self.jobs():
            job.tell({"kind": "stopped"})
        for process in self._processes:
            process.dismiss()
        for process in self._processes:
            process.close(patience=PARTING)
        self._processes.clear()
        self._waiting.clear()
        self._running.clear()

    # ---- what processes say
    def heard(self, process: Process, number: int, message: Message) -> None:
        """A message about a job; what comes after its end is nobody's."""
        job = self._running.get(number)
        if job is None or job.process is not process:
            return
        if message["kind"] == "begun":
            job.begin()
            return
        if message["kind"] not in ENDS:
            job.told = job.told or message["kind"] in RESUMED
            job.tell(message)
            if message["kind"] == "compiling":
                job.compiling(bool(message.get("what")))
                self._assign()
            return
        self._pause(job)
        process.job = None
        if job.turn_over and not job.over and message["kind"] == "stopped" and job.left > 0.05:
            job.since = next(self._numbers)
            self._waiting.append(job)
        else:
            # Stopped by the bound on its time is an end like any other: what it told stands.
            if message["kind"] == "stopped" and job.shortage and job.task not in RESUMED:
                message = {"kind": "failed", "error": job.shortage}
            self.tally.ended[job.task, message["kind"]] += 1
            job.tell(message)
        self._retire(process)
        self._assign()

    def _pause(self, job: Job) -> None:
        """A job runs no more: its user has had the time."""
        del self._running[job.number]
        spent = job.pause()
        self._served[job.user] = next(self._numbers)
        self.tally.seconds += spent
        self.quotas.charge(job.user, spent)

    def _retire(self, process: Process) -> None:
        """End a process that stepped in for one that compiled, now that there are too many."""
        if sum(not other.compiling for other in self._processes) > self.bounds.processes:
            self._processes.remove(process)
            process.close()

    def lost(self, process: Process, words: str) -> None:
        """A process has ended by itself."""
        if process in self._processes:
            self._processes.remove(process)
        job = process.job
        if job is not None and job.number in self._running:
            self._pause(job)
            self.tally.ended[job.task, "failed"] += 1
            job.tell({"kind": "failed", "error": words})
        if not self._closed:
            self._assign()

    # ---- the queue
    def _assign(self) -> None:
        """Give waiting jobs to idle processes, and see to it that turns end while others wait."""
        while (job := self._next()) is not None and (process := self._idle(job.client)) is not None:
            self._waiting.remove(job)
            self._running[job.number] = job
            job.start(process)
            process.begin(job)
            self._watch(job)
        self._tell_places()
        if self._waiting and self._rota is None:
            self._rota = asyncio.get_running_loop().call_later(self._turn() / 4, self._rotate)

    def _tell_places(self) -> None:
        """Tell those who wait how many are before them, where that has changed."""
        users = {job.user for job in self._waiting}
        self._served = {user: served for user, served in self._served.items() if user in users}
        for ahead, job in enumerate(self._in_order()):
            if job.ahead != ahead:
                job.ahead = ahead
                job.tell({"kind": "waiting", "ahead": ahead})

    def _in_order(self) -> list[Job]:
        """Those who wait, who goes first at the front."""
        own = Counter(job.user for job in self._running.values())
        keys = {}
        for job in sorted(self._waiting, key=lambda job: (not job.urgent, job.since)):
            served = max(job.since, self._served.get(job.user, 0))
            keys[job.number] = (not job.urgent, own[job.user], served)
            own[job.user] += 1
        return sorted(self._waiting, key=lambda job: keys[job.number])

    def _next(self) -> Job | None:
        """Who goes first: urgent jobs, but nobody whose machine code another process is just making, which
        he would only make a second time."""
        making = {_game(p.job) for p in self._processes if p.compiling and p.job} - {None}
        return next((job for job in self._in_order() if not making or _game(job) not in making), None)

    def _idle(self, client: str) -> Process | None:
        """A process with nothing to do, if possible one that remembers the client; a new one while there may
        be more."""
        idle = [process for process in self._processes if process.job is None and not process.leaving]
        known = next((process for process in idle if client in process.clients), None)
        if known is not None:
            return known
        # One that compiles cannot be interrupted: others step in for it, and go when it is back.
        free = sum(not process.compiling for process in self._processes)
        most = self.bounds.processes
        more = free < most and len(self._processes) < 2 * most and not self._closed
        if more and all(process.clients for process in idle):
            self._processes.append(Process(self))
            return self._processes[-1]
        return idle[0] if idle else None

    def _rotate(self) -> None:
        """End the turn of the job that has run longest, while others wait."""
        self._rota = None
        if not self._waiting:
            return
        now = time.monotonic()
        due = [
            job
            for job in self._running.values()
            if job.task in RESUMED
            and job.at_work
            and not job.turn_over
            and not job.over
            and now - job.began >= (self._turn() if job.told else LATER)
        ]
        for job in sorted(due, key=lambda job: job.began)[: len(self._waiting)]:
            job.turn_over = True
            self._end(job)
        self._rota = asyncio.get_running_loop().call_later(self._turn() / 4, self._rotate)

    def _turn(self) -> float:
        """How long a turn is now."""
        return max(self.bounds.turn / max(len(self._waiting) / FEW, 1.0), min(SHORTEST, self.bounds.turn))

    def _watch(self, job: Job) -> None:
        """End a job when its time is up."""
        due = job.left - (time.monotonic() - job.began) + _late(job)
        job.alarm = asyncio.get_running_loop().call_later(due, self._time_up, job, job.process, job.turns)

    def _time_up(self, job: Job, process: Process | None, turn: int) -> None:
        if process is None or job.process is not process or job.turns != turn or job.turn_over:
            return
        if process.compiling or not job.at_work:
            job.alarm = asyncio.get_running_loop().call_later(0.2, self._time_up, job, process, turn)
        elif time.monotonic() - job.began < job.left + _late(job) / 2:  # compiling was not counted
            self._watch(job)
        else:
            self._end(job)

    def _end(self, job: Job) -> None:
        """Tell its process to end a job; if it does not, that is the end of the process."""
        process = job.process
        assert process is not None
        process.stop(job.number)
        told = time.monotonic()
        asyncio.get_running_loop().call_later(GRACE, self._ended, process, job, job.turns, told)

    def _ended(self, process: Process, job: Job, turn: int, told: float) -> None:
        if process.job is not job or job.turns != turn or process not in self._processes:
            return
        now = time.monotonic()
        if (process.compiling or now - process.compiled < GRACE) and now - told < COMPILING:
            asyncio.get_running_loop().call_later(GRACE, self._ended, process, job, turn, told)
            return
        process.close()
        self.lost(process, "The search did not end when it was told to, so its process was ended.")


def _late(job: Job) -> float:
    return LATER if job.task in PUNCTUAL else LATE


def _game(job: Job) -> GameReference | None:
    """Which machine code a job needs: that of its game; None where it is about none."""
    place = job.arguments.get("place")
    return place.game if isinstance(place, PositionReference) else None
