"""A worker: a process of its own that plays one game after another, as `processes` tells it.

Run as `python -m halfmove.arena.workers.worker DESCRIPTOR PARENT`.  It ends when the line is closed, and when
the runner dies in whatever way: Linux then sends it SIGTERM, and it lets its players go.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from dataclasses import astuple
from multiprocessing.connection import Connection
from types import FrameType

from halfmove.arena.job import MoveRecord, as_json, parse_job
from halfmove.arena.referee import Turn, play
from halfmove.arena.workers.channel import open_worker_end
from halfmove.arena.workers.idle_players import IdlePlayers
from halfmove.core.errors import HalfmoveError

_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Have Linux send this process SIGTERM when its parent dies; elsewhere the closed line must do."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def settle() -> None:
    """Spare what is loaded by now from garbage collection: it stays, and walking over all of Numba's objects
    would take 60 ms of somebody's clock every now and then."""
    gc.collect()
    gc.freeze()


def serve(connection: Connection) -> None:
    """Play the jobs that come over the line until it is closed."""
    bench = IdlePlayers()
    settled: set[str] = set()
    moves: list[MoveRecord] = []

    def watch(event: Turn | MoveRecord) -> None:
        if isinstance(event, MoveRecord):
            moves.append(event)  # told with the next turn: a message wakes the runner, which takes a core
            return
        if not settled.issuperset(job.descriptions):
            settled.update(job.descriptions)
            settle()
        connection.send(("turn", event.seat, event.seconds, [astuple(move) for move in moves]))
        moves.clear()

    try:
        while True:
            job = parse_job(connection.recv())
            moves.clear()
            try:
                record = play(job, bench.take_seats(job), watch=watch)
            except HalfmoveError as error:
                connection.send(("refused", str(error)))
            else:
                connection.send(("record", as_json(record)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the runner has no more for us
    finally:
        bench.close()


def main() -> None:
    """Where the process begins."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the runner's to hear
    signal.signal(signal.SIGTERM, _leave)
    die_with_parent(int(sys.argv[2]))
    serve(open_worker_end(int(sys.argv[1])))


if __name__ == "__main__":
    main()
