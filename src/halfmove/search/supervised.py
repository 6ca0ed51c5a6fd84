"""Work in a thread of its own, so that neither the clock nor Ctrl-C has to wait for machine code."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, TypeVar

from halfmove.core.endless import Watch
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.search.algorithms import Brake

T = TypeVar("T")


class Alarm(Timer):
    """Calls `function` after `interval` seconds; at once where it cannot wait so long, rather than never."""

    def __init__(self, interval: float, function: Callable[[], None]) -> None:
        super().__init__(interval, function)
        self.daemon = True

    def run(self) -> None:
        """Wait, and call; a failure is raised once the function has been called."""
        try:
            self.finished.wait(self.interval)
        except BaseException:
            self.function()
            raise
        if not self.finished.is_set():
            self.function()
        self.finished.set()


def run_supervised(
    work: Callable[[], T], stop: Callable[[], None], seconds: float | None, brake: Brake | None = None
) -> T:
    """`work()`, told by `stop()` to end after `seconds`, by the brake, or when this thread is interrupted.

    What `work` raises is raised here.
    """
    done: list[T] = []
    failed: list[BaseException] = []
    ended = Event()  # Python 3.11 takes a thread for dead once a `join` of it was interrupted or failed

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001  raised again below, where the caller is
            failed.append(error)
        finally:
            ended.set()

    thread = Thread(target=copy_context().run, args=(run,), name="halfmove-search", daemon=True)
    thread.start()
    try:
        if brake is not None:
            brake.attach(stop)
        ended.wait(seconds)
    finally:
        if brake is not None:
            brake.detach()
        if not ended.is_set():
            stop()
        assert thread.ident is not None
        watch = Watch(thread.ident)
        watch.wait(ended.wait)
    if watch.sentence:
        raise BadInput(watch.sentence)
    if failed:
        raise failed[0]
    return done[0]
