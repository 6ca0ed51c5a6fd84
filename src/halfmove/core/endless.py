"""A user's Python that does not come to an end: noticed from another thread, and ended by an exception in its
own.  Python can do so between two of its steps; machine code that does not end is left behind.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from types import FrameType
from typing import TypeVar

from halfmove.core.errors import BadInput

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that one call of a rule may take once the search is to end; it makes thousands a second."""
BEYOND = 60.0
"""The same for machine code, which looks whether it is to end every few thousand states."""
_LOOK = 0.25

_PACKAGE = f"{__name__.partition('.')[0]}."
_INSTALLED = tuple(
    {name for path in sysconfig.get_paths().values() for name in (path, str(Path(path).resolve()))}
)
"""Also as they are called where a link leads to the environment."""


class TooLong(BaseException):
    """Something of a user's runs for too long.  Not an `Exception`, which it might catch, and go on."""


def end_thread(thread: int) -> None:
    """Raise `TooLong` in a thread, by its identity, between two steps of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """`TooLong` is raised in the block where it has not ended by then."""
    thread, inside = threading.get_ident(), threading.Lock()
    over = False

    def end() -> None:
        with inside:
            if not over:
                end_thread(thread)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with inside:
            over = True
        timer.cancel()


class Watch:
    """Looks now and then at a thread that is to end, for a call that does not."""

    def __init__(self, thread: Thread, patience: float = PATIENCE, above: FrameType | None = None) -> None:
        """`patience`: seconds that one call may take; `above`: only what this one has called is looked at."""
        self._thread, self._patience, self._above = thread, patience, above
        self.ended = Event()  # Python 3.11 takes a thread for dead once a `join` of it failed
        self._frame: FrameType | None = None
        self._since = time.monotonic()
        self.sentence = ""
        """What does not end, once that is clear; to be raised as `BadInput`."""
        self.hopeless = False
        """Whether it is machine code, which nothing ends."""

    def hear(self, said: SimpleQueue[T | BaseException], seconds: float, *, is_late: bool = False) -> T:
        """What the thread says next, raised if it is an exception; `Empty` after so many seconds, in which
        one that `is_late` has been looked at.  `BadInput` names the call that does not end."""
        try:
            item = said.get(timeout=seconds)
        except Empty:
            if is_late:
                self.look()
            if not self.hopeless:
                raise
            item = TooLong()
        if self.sentence:
            raise BadInput(self.sentence)
        if isinstance(item, BaseException):
            raise item
        return item

    def look(self) -> None:
        """Note what runs; where it is one call of a user's that has gone on for too long, end it."""
        thread = self._thread.ident or 0
        frame = _called(sys._current_frames().get(thread), self._above)
        now = time.monotonic()
        if frame is not self._frame:
            self._frame, self._since = frame, now
            return
        if frame is None:
            return
        if _is_users(frame):
            if now - self._since > self._patience:
                self.sentence = _say(frame, now - self._since)
                self._since = now  # and once more if it goes on all the same
                end_thread(thread)
        elif now - self._since > BEYOND:
            self.sentence = (
                f"The game's rules, in machine code, have not come to an end for {now - self._since:.0f} "
                "seconds; `halfmove check` looks for the one that does not."
            )
            self.hopeless = True


@contextmanager
def working(
    work: Callable[[], T], stop: Callable[[], None], said: SimpleQueue[T | BaseException]
) -> Iterator[Watch]:
    """A thread does `work`, and says what it returns or raises; in the end it is told to `stop`, where it has
    not ended, and waited for until it has or is hopeless."""

    def run() -> None:
        try:
            said.put(work())
        except BaseException as error:  # noqa: BLE001  raised where it is heard
            said.put(error)
        finally:
            watch.ended.set()

    thread = Thread(target=copy_context().run, args=(run,), name="halfmove-search", daemon=True)
    watch = Watch(thread)
    thread.start()
    try:
        yield watch
    finally:
        if not watch.ended.is_set():
            stop()
        while not watch.ended.wait(_LOOK) and not watch.hopeless:
            watch.look()
        if not watch.hopeless:
            thread.join()


@contextmanager
def watch_calls(patience: float) -> Iterator[Watch]:
    """A watch over the block, in which `TooLong` is raised where one call of a user's takes more seconds."""
    frame = sys._getframe(2)  # whose block it is
    watch = Watch(threading.current_thread(), patience, frame)
    inside = threading.Lock()

    def run() -> None:
        while not watch.ended.wait(_LOOK):
            with inside:
                if not watch.ended.is_set():
                    watch.look()

    Thread(target=run, name="halfmove-watch", daemon=True).start()
    try:
        yield watch
    finally:
        with inside:
            watch.ended.set()


def _called(frame: FrameType | None, above: FrameType | None) -> FrameType | None:
    """The outermost call of a user's function; without one, the innermost of our own."""
    innermost, found = frame, None
    while frame is not None and frame is not above:
        if _is_users(frame):
            found = frame
        frame = frame.f_back
    if found is None and innermost is not None and _calls_machine_code(_name(innermost)):
        return innermost
    return found


def _calls_machine_code(module: str) -> bool:
    """Not so where machine code is made, or waited for."""
    makers = f"{_PACKAGE}core.code", f"{_PACKAGE}core.machine"
    return module.startswith(_PACKAGE) and not module.startswith(makers)


def _name(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _is_users(frame: FrameType) -> bool:
    """Whether it is neither ours nor Python's, nor of an installed package."""
    file = frame.f_code.co_filename
    return not (_name(frame).startswith(_PACKAGE) or file.startswith((*_INSTALLED, "<frozen")))


def _say(frame: FrameType, seconds: float) -> str:
    where = Path(frame.f_code.co_filename).name
    return (
        f"{frame.f_code.co_name} in {where}, line {frame.f_lineno}, has not come to an end for "
        f"{seconds:.0f} seconds."
    )
