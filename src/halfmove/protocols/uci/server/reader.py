"""Standard input, read by a thread of its own, so that a `quit` is noticed while the server waits."""

from __future__ import annotations

import queue
import threading
from collections.abc import Collection, Iterable, Iterator


class QuitReceived(BaseException):
    """`quit` has come: whatever is being prepared is given up."""


def command(line: str, known: Collection[str]) -> list[str]:
    """The words of a line from the first known one on, as the specification asks; none if there is none."""
    words = line.split()
    return next((words[at:] for at, word in enumerate(words) if word in known), [])


class LineReader:
    """The lines in their order, up to `quit` or the end; `quitting` is set as soon as `quit` has come."""

    def __init__(self, lines: Iterable[str], known: Collection[str]) -> None:
        self.quitting = threading.Event()
        self._lines, self._known = lines, known
        self._received: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="uci reads", daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        return iter(self._received.get, None)

    def end(self) -> None:
        """Let the iteration end after the lines that have come.  A signal's handler may call it."""
        self._received.put(None)

    def leave(self) -> None:
        """As if `quit` had come."""
        self.quitting.set()
        self.end()

    def _listen(self) -> None:
        try:
            for line in self._lines:
                if command(line, self._known)[:1] == ["quit"]:
                    self.quitting.set()
                    return
                self._received.put(line)
        finally:
            self.end()
