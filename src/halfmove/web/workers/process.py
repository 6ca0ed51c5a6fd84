"""One worker process as the server sees it: pickled tuples over a socket pair, read by the event loop.

To the worker: ("begin", number, task, arguments), ("stop", number), ("ask", number, question, n),
("forget", client).  From it: ("tell", number, message), ("answer", n, answer).  Its first
message about a job is of kind "begun", which is not told on; where it was told only what is new of a game
that it does not know, it says "unknown", and is told the whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from itertools import count
from typing import TYPE_CHECKING, Any

from halfmove.arena.workers.channel import open_channel
from halfmove.games.reference import PositionReference
from halfmove.web.workers.job import belongs, continuation

if TYPE_CHECKING:
    from halfmove.web.workers.job import Job
    from halfmove.web.workers.pool import Pool

PATIENCE = 5.0
"""Seconds within which a question is answered, or it is not."""


NICE = 5
"""How far a search, and a process that begins, stands back behind the server and a browser on the same
machine."""


class Process:
    """A worker; it is started at once and told things without waiting for it to be ready."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self.job: Job | None = None
        self.clients: set[str] = set()
        """Those for whom it may remember something."""
        self._told: dict[str, PositionReference] = {}
        """What it was last told of each table: it is told only what is new."""
        self.compiling = False
        self.compiled = 0.0
        """When it last began or ended to compile: a search needs several kernels, one after the other."""
        self.leaving = False
        self._line, theirs = open_channel()
        with theirs:
            arguments = [
                str(theirs.fileno()),
                str(os.getpid()),
                *(f"{n}={p}" for n, p in pool.catalogue.files),
            ]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "halfmove.web.workers.worker", *arguments],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl-C in the terminal does not reach it
            )
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, self.pid, NICE)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._line.fileno(), self._read)
        self._questions = count(1)
        self._asked: dict[int, asyncio.Future[Any]] = {}

    @property
    def pid(self) -> int:
        return self._process.pid

    def begin(self, job: Job) -> None:
        """Have it do a job."""
        self.job = job
        self.clients.add(job.client)
        arguments = {**job.arguments, "client": job.client, "seconds_left": job.left}
        table = arguments.get("table")
        if table:
            arguments["place"] = continuation(table, self._told.get(table), job.arguments["place"])
            self._told[table] = job.arguments["place"]
        self._send("begin", job.number, job.task, arguments)

    def stop(self, number: int) -> None:
        """Have it end the job of that number, if it is still at it."""
        self._send("stop", number)

    def forget(self, client: str) -> None:
        """Have it forget what it remembers for a client."""
        whose = {name for name in self.clients | set(self._told) if belongs(name, client)}
        if whose:
            self.clients -= whose
            for table in whose:
                self._told.pop(table, None)
            self._send("forget", client)

    async def ask(self, number: int, question: Any) -> Any:
        """The running task's answer to a question; None if there is none in time."""
        n = next(self._questions)
        self._asked[n] = self._loop.create_future()
        self._send("ask", number, question, n)
        try:
            return await asyncio.wait_for(self._asked[n], PATIENCE)
        except TimeoutError:
            return None
        finally:
            del self._asked[n]

    def dismiss(self) -> None:
        """Tell it that nothing more comes: it ends as soon as it can."""
        self.leaving = True
        self._unread()

    def close(self, *, patience: float = 0.0) -> None:
        """End it: at once, or if it has not gone by itself after so many seconds."""
        self.dismiss()
        with contextlib.suppress(subprocess.TimeoutExpired):
            if patience:
                self._process.wait(patience)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()

    # ---- the line
    def _send(self, *message: Any) -> None:
        with contextlib.suppress(OSError):  # it has ended: the reader hears of it, and says so
            self._line.send(message)

    def _read(self) -> None:
        try:
            while not self._line.closed and self._line.poll():  # what is heard may close it
                self._heard(*self._line.recv())
        except (EOFError, OSError):
            self._gone()

    def _heard(self, kind: str, number: int, content: Any) -> None:
        if kind == "answer":
            future = self._asked.get(number)
            if future is not None and not future.done():
                future.set_result(content)
            return
        if content["kind"] == "compiling":
            self.compiling, self.compiled = bool(content.get("what")), time.monotonic()
        job = self.job
        if content["kind"] == "unknown" and job is not None and job.number == number:
            del self._told[job.arguments["table"]]
            self.begin(job)
            return
        self._pool.heard(self, number, content)

    def _gone(self) -> None:
        self.leaving = True
        self._unread()
        status = self._process.wait()
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        self._pool.lost(self, f"The process of the search ended ({how}).")

    def _unread(self) -> None:
        if not self._line.closed:
            self._loop.remove_reader(self._line.fileno())
            self._line.close()
