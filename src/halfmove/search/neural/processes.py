"""The other processes of a distributed search: how one is started, what it is told, and what it tells."""

from __future__ import annotations

import copy
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import IO, Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.user_file import is_users
from halfmove.search.montecarlo.findings import Candidate
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.options import Options

SLICE = 0.05
"""Seconds between two reports, and until a process hears that the search is over."""
START = 120.0
"""Seconds that a process gets to be ready: it may have to make machine code."""
PATIENCE = 15.0
"""Seconds that a search waits for a process that should have ended its part."""
STOP, READY, REFUSED = "stop", "ready", "refused"


class Orders(NamedTuple):
    """What a process searches with: the same network, and a number of its own by which its tree differs."""

    game: Game
    state: Any
    options: Options
    architecture: Architecture
    parameters: Parameters
    made: Mapping[str, str]
    number: int
    megabytes: float
    threads: int
    seed: int


class Task(NamedTuple):
    """One search."""

    start: Any
    actions: tuple[Any, ...]
    """The game so far, from `start`."""
    limit: Limit
    """This process's part of it."""
    fresh: bool
    """Whether counts begin at zero."""
    seed: int | None
    """Forget everything, and draw the random numbers of this seed; None: go on."""


class Report(NamedTuple):
    """What the tree of a process says."""

    candidates: tuple[Candidate, ...] = ()
    simulations: int = 0
    depth: int = 0
    statistics: Mapping[str, int] = {}
    solved: bool = False
    ended: bool = True
    """Whether this is the last of its task."""


class Worker:
    """One process, the line to it, and its last report."""

    def __init__(self, orders: Orders) -> None:
        """`BadInput` for a game that another process could not find."""
        game = sendable(orders.game)
        ours, theirs = socket.socketpair()
        self.line = Connection(ours.detach())
        self.report = Report()
        self.part = 0
        """The simulations of its task; 0: as many as there is time for."""
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed in `close`
        threads = {f"{library}_NUM_THREADS": str(orders.threads) for library in ("OMP", "OPENBLAS", "MKL")}
        with theirs:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "halfmove.search.neural.worker",
                    str(theirs.fileno()),
                    str(os.getpid()),
                ],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is for the search
                env={**os.environ, **threads},
            )
        self._orders: tuple[str | None, Orders] | None = (_file_of(game), orders._replace(game=game))

    def give_orders(self) -> None:
        """Say what is to be searched; whoever starts several processes starts them all first.  `OSError`
        where it has died."""
        assert self._orders is not None
        (file, orders), self._orders = self._orders, None
        self.line.send(file)  # by itself: a user's own game is loaded before its classes are known
        self.line.send(orders)

    def await_ready(self) -> None:
        """`EOFError` or `OSError` where it has died, `BadInput` where it refuses."""
        if not self.line.poll(START):
            raise EOFError
        kind, told = self.line.recv()
        if kind == REFUSED:
            raise BadInput(told)

    def begin(self, task: Task) -> None:
        """Have it search; `OSError` where it has died."""
        self.part = task.limit.simulations or 0
        self.report = Report(ended=False)
        self.line.send(task)

    def end(self) -> None:
        """Have it end its task; `OSError` where it has died."""
        self.line.send(STOP)

    def hear(self) -> None:
        """Take the newest report there is; `EOFError` or `OSError` where it has died."""
        while not self.report.ended and self.line.poll():
            self.report = self.line.recv()

    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(size - 400, 0))
        lines = self._errors.read().decode(errors="replace").split("\n")
        return next((text.strip() for text in reversed(lines) if text.strip()), "")

    def close(self) -> None:
        """End the process; nothing where that is done."""
        if self.line.closed:
            return
        self.line.close()
        self.process.terminate()
        try:
            self.process.wait(2.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._errors.close()


def end_all(workers: list[Worker]) -> None:
    """End processes, all at once."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.close()
    workers.clear()


def deadline(seconds: float | None) -> float:
    """When so many seconds are over, on the clock of `time.perf_counter`."""
    return float("inf") if seconds is None else time.perf_counter() + seconds


def sendable(game: Game) -> Game:
    """The game as another process can have it: without the databases of endings, which lie in the memory of
    this one."""
    kind = type(game)
    if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
        raise BadInput(
            f"{game.title()} is defined where other processes cannot find it; put it into a file of its own, "
            "or leave processes out."
        )
    if game.endings_at == 0:
        return game
    twin = copy.copy(game)
    twin.endings_at = 0
    return twin


def _file_of(game: Game) -> str | None:
    """The user's own file that defines a game; None where it is imported by name."""
    module = sys.modules[type(game).__module__]
    return module.__file__ if is_users(module.__name__) else None
