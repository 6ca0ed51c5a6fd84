"""What is said to the server, heard by a thread of its own: a `quit` is known of while the server waits."""

from __future__ import annotations

import queue
import threading
from collections.abc import Collection, Iterable, Iterator


class Leaving(BaseException):
    """`quit` has been said, so that nobody waits any longer for what is being made ready."""


def command(line: str, known: Collection[str]) -> list[str]:
    """The words of a line from the first known one on, as the specification asks; none if there is none."""
    words = line.split()
    return next((words[at:] for at, word in enumerate(words) if word in known), [])


class Hearing:
    """The lines in their order, up to `quit` or the end; `leaving` is set as soon as `quit` has come."""

    def __init__(self, lines: Iterable[str], known: Collection[str]) -> None:
        self.leaving = threading.Event()
        self._lines, self._known = lines, known
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="uci hears", daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        return iter(self._heard.get, None)

    def end(self) -> None:
        """Let the iteration end after the lines that have come.  A signal's handler may call it."""
        self._heard.put(None)

    def leave(self) -> None:
        """As if `quit` had been said."""
        self.leaving.set()
        self.end()

    def _listen(self) -> None:
        try:
            for line in self._lines:
                if command(line, self._known)[:1] == ["quit"]:
                    self.leaving.set()
                    return
                self._heard.put(line)
        finally:
            self.end()
