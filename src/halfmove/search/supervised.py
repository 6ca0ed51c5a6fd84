"""Work in a thread of its own, so that neither the clock nor Ctrl-C has to wait for machine code."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from halfmove.search.algorithms import Brake

T = TypeVar("T")


def supervised(
    work: Callable[[], T], stop: Callable[[], None], seconds: float | None, brake: Brake | None = None
) -> T:
    """`work()`, told by `stop()` to end after `seconds`, by the brake, or when this thread is interrupted.

    What `work` raises is raised here.
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001  raised again below, where the caller is
            failed.append(error)

    thread = Thread(target=copy_context().run, args=(run,), name="halfmove-search", daemon=True)
    thread.start()
    try:
        if brake is not None:
            brake.attach(stop)
        thread.join(seconds)
    finally:
        if brake is not None:
            brake.detach()
        if thread.is_alive():
            stop()
            thread.join()
    if failed:
        raise failed[0]
    return done[0]
