"""What long work says of itself: what is being done, how far it is, and for how many seconds.

    with telling("solving Leduc", progress):
        for number in range(iterations):
            at(number, iterations, unit="iterations")
            …

Whoever works calls `at`, as often as it likes.  One thread of the process looks ten times a second whether
word is due: after the first two seconds, then every two, and of hours of work once a minute.  Work
inside other work tells through that: the outermost that has said how far it is is heard.

Who says it is in `core.reporting`.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from halfmove.core.reporting import Asked, Step, Teller, teller_of

What = str | Callable[[], str]
"""What is being done: words, or a function that finds them when they are to be said."""
_LOOK = 0.1
"""Seconds between two looks whether word is due."""
_IDLE = 100
"""Looks without any work after which the thread sleeps until there is some."""


class Level:
    """One piece of work, inside another or not."""

    def __init__(self, work: Work, what: What) -> None:
        self.work = work
        self.what = what
        self.done: float | None = None
        self.total: float | None = None
        self.unit = ""
        self.told = False
        """Whether it has said anything itself."""

    def at(
        self,
        done: float | None = None,
        total: float | None = None,
        what: What | None = None,
        *,
        unit: str = "",
    ) -> None:
        """Note how far it is: `done` of `total`, in `unit`; `what` is done, if not as before."""
        self.done, self.total, self.unit, self.told = done, total, unit, True
        if what is not None:
            self.what = what
        self.work.look()
        self.work.complain()


class Work:
    """Work under way with all that is inside it, and who tells of it."""

    def __init__(self, teller: Teller | None, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock or time.monotonic
        self.teller = teller
        self.levels: list[Level] = []
        self.making = ""
        """The machine code that is being made, in words."""
        self._began = self._clock()
        self._due = self._began + (teller.patience if teller else 0.0)
        self._resting = 0
        self._lock = threading.Lock()
        self._failed: BaseException | None = None

    def step(self) -> Step:
        """How far it is."""
        seconds = self._clock() - self._began
        if self.making:
            return Step(self.making, None, None, seconds)
        levels = [*self.levels]
        level = next((one for one in levels if one.told), levels[-1])
        what = level.what if isinstance(level.what, str) else level.what()
        return Step(what, level.done, level.total, seconds, level.unit)

    def look(self) -> None:
        """Say how far it is, if word is due; an error of whoever is told is raised where the work goes on."""
        if self._clock() < self._due or self.teller is None or self._resting:
            return
        if self._lock.acquire(blocking=False):
            try:
                if self.levels:
                    self._tell(self.teller)
            except BaseException as error:  # noqa: BLE001  raised by `at`, or at the end
                self._failed = error
            finally:
                self._lock.release()

    def _tell(self, teller: Teller) -> None:
        now = self._clock()
        self._due = now + teller.pause(now - self._began)
        teller.tell(self.step())

    def complain(self) -> None:
        """Raise what a function that was told has raised."""
        if self._failed is not None:
            failed, self._failed = self._failed, None
            raise failed

    def end(self) -> None:
        """Say the last word."""
        with self._lock:
            if self.teller is not None and self.levels:
                self.teller.end(self.step())
            self.teller = None

    @contextmanager
    def told_by(self, teller: Teller | None) -> Iterator[None]:
        """In this block another tells of it."""
        before, self.teller = self.teller, teller
        try:
            yield
        finally:
            with self._lock:
                self.teller = before
                self._wait()

    @contextmanager
    def rest(self) -> Iterator[None]:
        """In this block somebody else is waited for, a person say: nothing is said."""
        self._resting += 1
        try:
            yield
        finally:
            self._resting -= 1
            self._wait()

    def _wait(self) -> None:
        self._due = self._clock() + (self.teller.patience if self.teller else 0.0)


_current: ContextVar[Work | None] = ContextVar("work", default=None)
_command: Work | None = None
"""The work of the command that this process runs, for threads that know of no other."""


def current() -> Work | None:
    """The work that this is a part of."""
    return _current.get() or _command


def at(
    done: float | None = None, total: float | None = None, what: What | None = None, *, unit: str = ""
) -> None:
    """Note how far the work around is: `done` of `total`, in `unit`; `what` is done, if not as before."""
    work = current()
    if work is not None and work.levels:
        work.levels[-1].at(done, total, what, unit=unit)


@contextmanager
def telling(what: What, progress: Asked = None) -> Iterator[Level]:
    """In this block `what` is being done, and told of as `progress` says; by default as the work around it
    is, or, where there is none, to the logger."""
    around = current()
    if progress is not None or around is None:
        with track(Work(teller_of(progress)), what) as level:
            yield level
        return
    level = Level(around, what)
    around.levels.append(level)
    around.look()
    try:
        yield level
    finally:
        around.levels.remove(level)


@contextmanager
def track(work: Work, what: What) -> Iterator[Level]:
    """In this block the work is under way."""
    level = Level(work, what)
    work.levels.append(level)
    before = _current.set(work)
    if work.teller is not None:
        work.look()
        _watch(work)
    try:
        yield level
    finally:
        _current.reset(before)
        _works.discard(work)
        work.end()
        work.levels.remove(level)  # each knows the other: what the work was about would stay as long
    work.complain()


@contextmanager
def command(what: What, teller: Teller) -> Iterator[None]:
    """In this block the process runs a command: what no `telling` around it tells of is told of by that."""
    global _command
    work = Work(teller)
    before, _command = _command, work
    try:
        with track(work, what):
            yield
    finally:
        _command = before


@contextmanager
def resting() -> Iterator[None]:
    """In this block somebody else is waited for, a person or a program: nothing is said."""
    work = current()
    if work is None:
        yield
        return
    with work.rest():
        yield


P = ParamSpec("P")
R = TypeVar("R")


def long_work(doing: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make of a function with an argument `progress` one that tells how far it is, as that says.

    `doing` is what it does; the title of the game that is its first argument, or the name that was given for
    it, comes after it.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        code = function.__code__
        named_first = code.co_argcount > 0 and code.co_varnames[0] == "game"

        @functools.wraps(function)
        def told(*arguments: P.args, **named: P.kwargs) -> R:
            def what() -> str:
                about = arguments[0] if arguments else named.get("game")
                if isinstance(about, str):
                    return f"{doing} {about}" if named_first else doing
                title = getattr(about, "title", None)
                return f"{doing} {title()}" if callable(title) else doing

            with telling(what, named.get("progress")):  # type: ignore[arg-type]
                return function(*arguments, **named)

        return told

    return decorate


# ---- machine code


def making(kernel: str, game: str) -> str:
    """What is said while a kernel's machine code is made."""
    return f"compiling {kernel}{f' for {game}' if game else ''}, the first time only"


# ---- the thread that looks

_works: set[Work] = set()
_thread: threading.Thread | None = None
_wake = threading.Event()


def _watch(work: Work) -> None:
    """Have the thread look after it."""
    global _thread
    _works.add(work)
    if _thread is None or not _thread.is_alive():
        _thread = threading.Thread(target=_look, name="halfmove-progress", daemon=True)
        _thread.start()
    elif not _wake.is_set():
        _wake.set()


def _look() -> None:
    idle = 0
    while True:
        idle = 0 if _works else idle + 1
        if idle > _IDLE:
            _wake.clear()
            if not _works:
                _wake.wait()
        for work in [*_works]:
            work.look()
        time.sleep(_LOOK)


def _after_fork() -> None:
    """The thread does not come along into another process, and its works are not of that process."""
    global _thread, _command
    _thread, _command = None, None
    _works.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
