"""Machine code made aside: by another process, while this one searches interpreted.

The other process opens the game by its reference, prepares the same session and ends; what it made is kept
(`core.code`), and whoever makes the same code waits for it.  It is not ended with this process: what it makes
serves the next.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from halfmove.core.contract import Game


class Reference(Protocol):
    """What names a game in any process, such as `games.reference.GameReference`."""

    def open(self) -> Game:
        """The game."""
        ...


class Maker:
    """The process that makes the machine code for searches of a game from a state."""

    def __init__(self, reference: Reference, state: Any, algorithm: str, settings: Mapping[str, Any]) -> None:
        # The state by itself: a user's own game must be opened before its classes are known.
        request = pickle.dumps(reference) + pickle.dumps((state, algorithm, dict(settings)))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "halfmove.search.aside"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the search
        )
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended already
            self._process.stdin.write(request)
            self._process.stdin.close()

    @property
    def running(self) -> bool:
        """Whether it is still at it."""
        return self._process.poll() is None

    def when_done(self, call: Callable[[], None]) -> None:
        """Have `call` called once it has ended, in whichever way, by a thread."""

        def wait() -> None:
            self._process.wait()
            call()

        threading.Thread(target=wait, name="halfmove-aside", daemon=True).start()

    @property
    def failed(self) -> bool:
        """Whether it has ended, and not well."""
        return bool(self._process.poll())

    def end(self) -> None:
        """End it; what it has made so far is kept."""
        self._process.terminate()
        self._process.wait()


def main() -> None:
    """Where the other process begins."""
    from halfmove.search.session import Session

    game = pickle.load(sys.stdin.buffer).open()
    state, algorithm, settings = pickle.load(sys.stdin.buffer)
    Session(game, algorithm, **settings).prepare(state)


if __name__ == "__main__":
    main()
