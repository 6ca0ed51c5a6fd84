"""Ctrl-C while something runs: remembered, so that what was found so far can be told before the end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Self, TypeVar

T = TypeVar("T")


class _CtrlC:
    """In its `with` block Ctrl-C is heard by `_note`, in the main thread."""

    def __enter__(self) -> Self:
        self._mine = threading.current_thread() is threading.main_thread()
        if self._mine:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._mine:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        raise NotImplementedError


class Interruption(_CtrlC):
    """In its `with` block Ctrl-C raises `KeyboardInterrupt` as ever, but is also remembered in `happened`.

    A search may swallow the exception and return what it has; the command still has to know.
    """

    def __init__(self) -> None:
        self.happened = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.happened = True
        raise KeyboardInterrupt


class Stopping(_CtrlC):
    """In its `with` block the first Ctrl-C only sets `asked`, for work that ends in good order when it looks;
    the second raises `KeyboardInterrupt`."""

    def __init__(self) -> None:
        self.asked = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


def in_background(work: Callable[[], T]) -> T:
    """The result of `work()`, run in a thread of its own, so that Ctrl-C is heard while machine code runs.

    A daemon thread: once interrupted, the process ends without waiting for it.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  (handed to the caller's thread)
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if errors:
        raise errors[0]
    return results[0]
