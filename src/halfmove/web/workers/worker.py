"""A worker process from inside: one task after the other in the main thread, the line in another.

Run as `python -m halfmove.web.workers.worker DESCRIPTOR PARENT [NAME=FILE]…`.  A task is ended as Ctrl-C
ends a search: by SIGINT in the main thread, except where that would do harm (while machine code is made or
loaded, a module is imported, or a message is written); then it comes as soon as that is over.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from types import FrameType
from typing import Any

from halfmove.arena.workers.channel import open_worker_end
from halfmove.arena.workers.worker import die_with_parent, settle
from halfmove.core.compile import announce_with
from halfmove.core.errors import HalfmoveError
from halfmove.core.history import History
from halfmove.core.view import View
from halfmove.web.catalogue import Catalogue
from halfmove.web.workers import tasks
from halfmove.web.workers.job import Continuation
from halfmove.web.workers.memories import MOST, Histories, Kept, Sessions, Unknown

DELICATE = ("importlib", "numba", "llvmlite", "halfmove.core.machine")
"""Packages that must not be interrupted: what they leave in halves fails every later task of the process."""
AGAIN = 0.02
"""Seconds until an interruption is tried again where it would do harm."""
SWALLOWED = 1.0
"""Seconds until it is repeated where it came to nothing: in a finalizer Python ignores every exception."""


PARTING = 0.8
"""Seconds in which the process ends by itself when the line is closed."""


class Link:
    """What a task has of the world: whom to tell, and whether it is still wanted."""

    def __init__(self, connection: Connection, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.sessions = Sessions()
        self.histories = Histories()
        self.players: Kept[Any] = Kept(MOST, lambda kept: kept.player.close())
        """Players of engine seats, and the games that they are in (`tasks.move`)."""
        self.answer: Callable[[Any], Any] | None = None
        """What the running task answers questions with."""
        self._connection = connection
        self._writing = threading.Lock()
        self._number = 0
        self._stopped = 0
        """The number of the last job that is not wanted any more."""
        self._shields = 0
        self._veiled = False
        """Whether something is hidden in the game of the running job."""
        self._main = threading.main_thread().ident

    # ---- for tasks
    def open(self, arguments: dict[str, Any]) -> History:
        """The game of a job, as machine code plays it; what a table told before is not played again."""
        place, table = arguments["place"], arguments.get("table")
        self._veiled = self.catalogue.game(place.game).hidden
        if isinstance(place, Continuation):
            return self.histories.gone_on(place)
        history = self.catalogue.open(place, compiled=True)
        if table:
            self.histories.begun(table, place, history)
        return history

    def seen(self, history: History, viewer: int | None, seed: int = 0) -> History:
        """A game as a player may know it: where something is hidden, one that began in a state that he cannot
        tell from the present one.  None sees everything."""
        if viewer is None or not history.game.hidden:
            return history
        return View(history, viewer).sampled_history(seed)

    def forget(self, client: str) -> None:
        """A client is gone: nothing that is kept for it is needed any more."""
        for kept in (self.sessions, self.histories, self.players):
            kept.forget(client)

    def tell(self, **message: Any) -> None:
        """Send a message of the running job."""
        self.send("tell", self._number, message)

    @property
    def number(self) -> int:
        """The running job's; 0 where none is."""
        return self._number

    @property
    def wanted(self) -> bool:
        """Whether the job is still wanted."""
        return self._stopped != self._number

    # ---- the line
    def send(self, *message: Any) -> None:
        self._shield(1)
        try:
            with self._writing:
                self._connection.send(message)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has ended: nobody hears, and this process ends within `PARTING`
        finally:
            self._shield(-1)

    def announce(self, what: str, kernel: str, game: str) -> None:
        """Machine code is being made, or was."""
        if what == "start":
            self._shield(1)
            self.send(
                "tell",
                self._number,
                {"kind": "compiling", "what": f"{kernel} for {game}" if game else kernel},
            )
        else:
            self.send("tell", self._number, {"kind": "compiling"})
            self._shield(-1)

    # ---- ending a task
    def stop(self, number: int) -> None:
        """The job of that number is not wanted any more."""
        self._stopped = number
        self._interrupt()

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        """SIGINT, or the alarm that stands for one, in the main thread."""
        if not self._number or self.wanted or self._shields:
            return
        if _delicate(frame):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            signal.setitimer(signal.ITIMER_REAL, SWALLOWED)
            raise KeyboardInterrupt

    def _shield(self, change: int) -> None:
        """Put off interruptions of the main thread; the other is never interrupted, and may not count."""
        if threading.get_ident() != self._main:
            return
        self._shields += change
        if not self._shields and not self.wanted:
            self._interrupt()

    def _interrupt(self) -> None:
        assert self._main is not None
        signal.pthread_kill(self._main, signal.SIGINT)

    def run(self, number: int, task: str, arguments: dict[str, Any]) -> None:
        """One job from its beginning to its one last message."""
        try:
            last = self._outcome(number, task, arguments)
        except KeyboardInterrupt:  # also one that came while a failure was told
            last = {"kind": "stopped"}
        self._number, self.answer = 0, None  # from here on nothing is interrupted: no call stands between
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.send("tell", number, last)

    def _outcome(self, number: int, task: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The last message."""
        try:
            self._number, self._veiled = number, False
            self.tell(kind="begun")
            if self.wanted:
                return {"kind": "done", "result": perform_of(task)(arguments, self)}
        except Unknown:
            return {"kind": "unknown"}
        except HalfmoveError as error:
            return {"kind": "failed", "error": str(error)}
        except RecursionError:
            return {"kind": "failed", "error": "The game is too deep for this search; give it a depth."}
        except MemoryError:
            return {"kind": "failed", "error": "There is not enough memory for this search."}
        except Exception as error:  # noqa: BLE001  a user's rules may fail in any way; the server goes on
            if self._veiled:  # what went wrong may name what is hidden: only where it did is told
                traceback.print_tb(error.__traceback__)
                return {"kind": "failed", "error": f"The search failed: {type(error).__name__}."}
            traceback.print_exc()
            return {"kind": "failed", "error": f"The search failed: {type(error).__name__}: {error}."}
        return {"kind": "stopped"}


def perform_of(task: str) -> Callable[[dict[str, Any], Link], Any]:
    """The function of a task by its name, that of its module in `tasks`."""
    found: Callable[[dict[str, Any], Link], Any] = import_module(f"{tasks.__name__}.{task}").perform
    return found


def _delicate(frame: FrameType | None) -> bool:
    """Whether what runs there is `DELICATE`; machine code itself has no frame, so a search is not."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(DELICATE):
            return True
        frame = frame.f_back
    return False


def serve(connection: Connection, catalogue: Catalogue) -> None:
    """Do the jobs that come over the line until it is closed."""
    link = Link(connection, catalogue)
    jobs: SimpleQueue[tuple[int, str, dict[str, Any]] | str | None] = SimpleQueue()
    signal.signal(signal.SIGINT, link.interrupted)
    signal.signal(signal.SIGALRM, link.interrupted)
    announce_with(link.announce)

    def listen() -> None:
        try:
            while True:
                kind, *rest = connection.recv()
                if kind == "begin":
                    jobs.put(tuple(rest))
                elif kind == "stop":
                    link.stop(rest[0])
                elif kind == "forget":
                    jobs.put(rest[0])  # after what is being done for that client
                else:
                    number, question, n = rest
                    link.send("answer", n, _answer(link, number, question))
        except (EOFError, OSError):
            jobs.put(None)  # the server is gone, and nobody wants what is being done
            link.stop(link.number)
            time.sleep(PARTING)
            os._exit(0)

    threading.Thread(target=listen, name="line", daemon=True).start()
    warm_up()
    with contextlib.suppress(OSError):  # the line is closed: there is nobody to tell
        while (job := jobs.get()) is not None:
            if isinstance(job, str):
                link.forget(job)
            else:
                link.run(*job)


def _answer(link: Link, number: int, question: Any) -> Any:
    answer = link.answer
    if answer is None:
        return None
    try:
        return answer(question)
    except Exception:  # noqa: BLE001  the search goes on whatever is asked of it
        traceback.print_exc()
        return None


def warm_up() -> None:
    """Import what every task needs before the first one comes."""
    from halfmove.search import algorithms

    algorithms.algorithms()
    settle()


def main() -> None:
    """Where the process begins."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(int(sys.argv[2]))
    files = tuple((name, path) for name, _, path in (text.partition("=") for text in sys.argv[3:]))
    serve(open_worker_end(int(sys.argv[1])), Catalogue(files))


if __name__ == "__main__":
    main()
