"""Work in a thread of its own, so that neither the clock nor Ctrl-C has to wait for machine code."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Timer
from typing import TYPE_CHECKING, TypeVar

from halfmove.core.endless import working

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
    said: SimpleQueue[T | BaseException] = SimpleQueue()
    with working(work, stop, said) as watch:
        try:
            if brake is not None:
                brake.attach(stop)
            watch.ended.wait(seconds)
        finally:
            if brake is not None:
                brake.detach()
    return watch.hear(said, 0)
