"""Self-play in processes of this machine: one thread each, started again when one dies.

A worker that sends faster than the learner reads waits for it, so that nothing piles up; it never waits for
a network, which it finds in a file.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import IO, Any

from halfmove.core.errors import BadInput
from halfmove.learn.runs.play import FinishedGames
from halfmove.learn.runs.worker import Orders

LOSSES = 10
"""Workers lost, without a game between, before the run gives up."""
COURTESY = 3.0
"""Seconds that a worker gets to end by itself."""
TURN = 0.2
"""Seconds after which one that waits for workers looks whether it is to stop."""
SEEDS = 1_000_003
"""Between the seeds of two workers."""


class WorkerProcess:
    """One process that carries out orders (`runs.worker`), and the line to it."""

    def __init__(self, orders: Any, descriptors: Sequence[int] = ()) -> None:
        """With `descriptors` of this process that it inherits."""
        ours, theirs = socket.socketpair()
        self.line = Connection(ours.detach())
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed in `close`
        threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "halfmove.learn.runs.worker", str(theirs.fileno()), str(os.getpid())],
                pass_fds=(theirs.fileno(), *descriptors),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,  # so that Ctrl-C in the terminal does not reach it
                env={**os.environ, **threads},
            )
        self.line.send(orders)

    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(size - 400, 0))
        lines = self._errors.read().decode(errors="replace").split("\n")
        return next((text.strip() for text in reversed(lines) if text.strip()), "")

    def close(self) -> None:
        """End it."""
        self.line.close()
        self.process.terminate()
        try:
            self.process.wait(COURTESY)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._errors.close()


def receive(
    workers: Iterable[WorkerProcess], seconds: float, replace: Callable[[WorkerProcess], None]
) -> Iterator[tuple[WorkerProcess, Any]]:
    """What workers have sent, and who sent it, waiting at most so long; one that has died is replaced.
    `BadInput` where one refuses."""
    by_line = {worker.line: worker for worker in workers}
    for line in wait(list(by_line), seconds):
        worker = by_line[line]  # type: ignore[index]
        try:
            kind, told = worker.line.recv()
        except (EOFError, OSError):
            replace(worker)
            continue
        if kind == "refused":
            raise BadInput(told)
        yield worker, told


class Processes:
    """`GameSource` in `count` processes."""

    def __init__(self, orders: Orders, count: int) -> None:
        self._orders = orders
        self._started = 0
        self._lost = 0
        self.restarted = 0
        """Workers that died and were replaced."""
        self._workers: list[WorkerProcess] = []
        for _ in range(count):
            self._workers.append(self._start())

    def publish(self) -> None:
        """The workers look at the file themselves."""

    def take_games(self, seconds: float) -> list[FinishedGames]:
        """What the workers have sent, waiting at most so long."""
        found = []
        for _, told in receive(self._workers, seconds, self._replace):
            self._lost = 0
            found.append(told)
        return found

    # ---- while they are tried (`runs.trial`)

    def tell(self, word: str) -> None:
        """Send a word to all workers; `BadInput` where one has died."""
        for worker in self._workers:
            try:
                worker.line.send(word)
            except OSError:
                raise BadInput(self._describe_loss(worker)) from None

    def collect(self, kind: str, stop: Callable[[], bool]) -> list[float]:
        """What each worker says of this kind, or of those so far where `stop()`; `BadInput` where one
        refuses, or dies."""
        waiting, found = {worker.line: worker for worker in self._workers}, list[float]()
        while waiting and not stop():
            self._watch()
            for line in wait(list(waiting), TURN):
                worker = waiting.pop(line)  # type: ignore[call-overload]
                try:
                    said, told = worker.line.recv()
                except (EOFError, OSError):
                    raise BadInput(self._describe_loss(worker)) from None
                if said != kind:
                    raise BadInput(str(told))
                found.append(told)
        return found

    def _watch(self) -> None:
        """`BadInput` where something else that they need has died."""

    def end_trial(self) -> None:
        """Play on, from where the trial has come to."""
        self.tell("play")
        self._orders = replace(self._orders, trial=0.0)

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.close()
        self._workers.clear()

    def _start(self) -> WorkerProcess:
        self._started += 1
        return self._make_worker(replace(self._orders, seed=self._orders.seed * SEEDS + self._started))

    def _make_worker(self, orders: Orders) -> WorkerProcess:
        """One that carries out these orders."""
        return WorkerProcess(orders)

    def _replace(self, worker: WorkerProcess) -> None:
        """Another worker for one that has died; `BadInput` where all of them die."""
        self._lost += 1
        told = self._describe_loss(worker)
        worker.close()
        self._workers.remove(worker)
        if self._lost > LOSSES:
            raise BadInput(told)
        self.restarted += 1
        self._workers.append(self._start())

    def _describe_loss(self, worker: WorkerProcess) -> str:
        words = worker.last_words()
        told = f": {words}" if words else ""
        return f"The processes that play end before they have played a game{told}."
