"""Games in other processes of this machine: a player that crashes or hangs takes one game with it.

Workers tell of every turn and move, so that the runner can show the games and knows who was to answer when a
worker dies or stays silent: that seat is at fault, the worker is replaced, the match goes on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import wait as wait_for
from typing import IO, Any

from halfmove.arena.job import Job, MoveRecord, Record, as_json, parse_record
from halfmove.arena.player import Fault
from halfmove.arena.referee import record_lost_game
from halfmove.arena.workers.channel import open_channel
from halfmove.arena.workers.pool import GameInProgress, Pool
from halfmove.core.errors import BadInput

LAST_WORD = 2.0
"""Seconds more than a player's own driver waits for it: the driver can say more of what went wrong."""
COURTESY = 3.0
"""Seconds that a worker gets to let its engines go before it is killed."""


class _Worker:
    """One worker process, and the game it plays."""

    def __init__(self) -> None:
        self.line, theirs = open_channel()
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed in `close`
        with theirs:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "halfmove.arena.workers.worker",
                    str(theirs.fileno()),
                    str(os.getpid()),
                ],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.errors,
                start_new_session=True,  # so that Ctrl-C in the terminal does not reach it
            )
        self.game: GameInProgress | None = None
        self.seat: int | None = None
        self.deadline: float | None = None

    def begin(self, job: Job) -> None:
        self.game, self.seat, self.deadline = GameInProgress(job), None, None
        self.line.send(as_json(job))
        # before the first turn only the players' start counts
        self.deadline = time.monotonic() + len(job.players) * job.start_patience + job.patience + 60.0

    def read_record(self) -> Record | None:
        """What the worker has to say: the record at the end of its game."""
        assert self.game is not None, "a worker speaks only of its game"
        try:
            while True:
                kind, *rest = self.line.recv()
                if kind == "turn":
                    self.seat, seconds, moves = rest
                    self.deadline = time.monotonic() + seconds + LAST_WORD
                    self.game.moves += [MoveRecord(*move) for move in moves]
                elif kind == "refused":
                    self.game = None
                    raise BadInput(rest[0])
                else:
                    self.game = self.deadline = None
                    return parse_record(rest[0])
                if not self.line.poll():
                    return None
        except (EOFError, OSError):
            return self.record_loss()

    def record_loss(self) -> Record:
        """The record of a game whose worker has died."""
        assert self.game is not None
        game, self.game = self.game, None
        status = self._end()
        how = f"signal {-status}" if status is not None and status < 0 else f"exit status {status}"
        last = self.read_last_words()
        words = f"ends its process ({how}{f'; {last}' if last else ''})"
        if self.seat is None:
            words = f"the worker was lost ({how}{f'; {last}' if last else ''})"
        return record_lost_game(game.job, game.moves, self.seat, Fault.CRASH, words)

    def record_hang(self) -> Record:
        """The record of a game whose worker has to be killed, as nothing has come from it in time."""
        assert self.game is not None
        game, self.game = self.game, None
        self._end(kill=True)
        words = "does not answer" if self.seat is not None else "the worker did not get as far as a move"
        return record_lost_game(game.job, game.moves, self.seat, Fault.HANG, words)

    def read_last_words(self) -> str:
        """The end of what it wrote to standard error."""
        self.errors.flush()
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(size - 400, 0))
        lines = self.errors.read().decode(errors="replace").split("\n")
        return next((text.strip() for text in reversed(lines) if text.strip()), "")

    def _end(self, *, kill: bool = False) -> int | None:
        if kill:
            self.process.kill()
        try:
            return self.process.wait(COURTESY)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def close(self, *, at_once: bool) -> None:
        self.line.close()
        if at_once or self.game is not None:
            self.process.terminate()

    def reap(self) -> None:
        self._end()
        self.errors.close()


class Processes(Pool):
    """`capacity` workers, each made when it is first needed."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._workers: list[_Worker] = []
        self._refusal: BadInput | None = None
        """Why a job cannot be played, where that became known together with the end of other games."""

    def submit(self, job: Job) -> None:
        worker = next((w for w in self._workers if w.game is None), None)
        if worker is None:
            worker = _Worker()
            self._workers.append(worker)
        try:
            worker.begin(job)
        except OSError:  # it died while it had nothing to do: take another
            self._replace(worker)
            self.submit(job)

    def wait(self, timeout: float | None = None) -> list[Record]:
        if self._refusal is not None:
            refusal, self._refusal = self._refusal, None
            raise refusal
        busy = [w for w in self._workers if w.game is not None]
        if not busy:
            return []
        end = None if timeout is None else time.monotonic() + timeout
        records: list[Record] = []
        while not records:
            deadlines = [w.deadline for w in busy if w.deadline is not None] + ([end] if end else [])
            rest = max(min(deadlines) - time.monotonic(), 0) if deadlines else None
            ready: list[Any] = wait_for([w.line for w in busy], rest)
            now = time.monotonic()
            for worker in busy:
                record = None
                if worker.line in ready:
                    try:
                        record = worker.read_record()
                    except BadInput as refusal:
                        self._refusal = refusal
                elif worker.deadline is not None and now > worker.deadline:
                    record = worker.record_hang()
                if record is not None:
                    records.append(record)
                    if worker.process.returncode is not None:
                        self._replace(worker)
            if self._refusal is not None and not records:
                return self.wait(0)
            busy = [w for w in self._workers if w.game is not None]
            if not busy or (end is not None and now >= end):
                break
        return records

    def _replace(self, worker: _Worker) -> None:
        """Forget a worker that is no more; the next job makes another."""
        self._workers.remove(worker)
        worker.close(at_once=True)
        worker.reap()

    def playing(self) -> Sequence[GameInProgress]:
        return tuple(w.game for w in self._workers if w.game is not None)

    def close(self, *, at_once: bool = False) -> None:
        for worker in self._workers:
            worker.close(at_once=at_once)
        for worker in self._workers:
            worker.reap()
        self._workers.clear()
