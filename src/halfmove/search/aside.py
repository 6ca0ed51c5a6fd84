"""Machine code made aside: by another process, while this one searches interpreted.

The other process opens the game by its reference, prepares the same session, says so, and ends after it has
prepared the reading of the game's records too; what it made is kept (`core.code`), and whoever makes the same
code waits for it.  It is not ended with this process: what it makes serves the next.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from halfmove.core.code.files import take_turns
from halfmove.core.code.turns import LOW
from halfmove.core.contract import Game
from halfmove.core.errors import CompileError

_MADE = b"made"
"""What the other process says once the code for the search is there."""
_MOST_SECONDS = 1800
"""Of processor time, a hundred times of what a game takes."""
_REFUSED = b"refused "
"""What it says where there can be none, before the words of the `CompileError`."""


class Reference(Protocol):
    """What names a game in any process, such as `games.reference.GameReference`."""

    def open(self) -> Game:
        """The game."""
        ...


class Maker:
    """The process that makes the machine code for searches of a game from a state."""

    def __init__(
        self,
        reference: Reference,
        state: Any,
        algorithm: str,
        settings: Mapping[str, Any],
        *,
        in_turn: bool = True,
    ) -> None:
        """With `in_turn` one process after the other makes code (`core.code.turns`), else at once."""
        # The state by itself: a user's own game must be opened before its classes are known.
        what = state, algorithm, dict(settings), os.getpid() if in_turn else None
        request = pickle.dumps(reference) + pickle.dumps(what)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "halfmove.search.aside"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the search
        )
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended already
            self._process.stdin.write(request)
            self._process.stdin.close()
        self.failed = False
        """Whether it is done, and not well."""
        self.complaint = ""
        """Why, in the words of a `CompileError`, where it is the game's fault."""
        self._listener = threading.Thread(target=self._listen, name="halfmove-aside", daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """Wait for its word that the code is there, or for its end without it."""
        assert self._process.stdout is not None
        with self._process.stdout as output:
            said = output.read()
        if said.startswith(_REFUSED):
            self.complaint = said.removeprefix(_REFUSED).decode()
        self.failed = said != _MADE

    @property
    def running(self) -> bool:
        """Whether it is still at it."""
        return self._listener.is_alive()

    @property
    def has_ended(self) -> bool:
        """Whether all is made, the reading of records too, or it failed."""
        if self._process.poll() is None:
            return False
        self._listener.join()
        return True

    def when_done(self, call: Callable[[], None]) -> None:
        """Have `call` called once it is done, in whichever way, by a thread."""

        def wait() -> None:
            self._listener.join()
            call()

        threading.Thread(target=wait, name="halfmove-aside-done", daemon=True).start()

    def end(self) -> None:
        """End it; what it has made so far is kept."""
        self._process.terminate()
        self._process.wait()


def _bound_time() -> None:
    """End this process where it takes far too long: rules that do not end may be run to make their code."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not everywhere is there such a limit
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))


def main() -> None:
    """Where the other process begins."""
    from halfmove.search.session import Session

    _bound_time()
    game = pickle.load(sys.stdin.buffer).open()
    state, algorithm, settings, waiting = pickle.load(sys.stdin.buffer)
    if waiting is not None:
        take_turns(waiting)
    output = sys.stdout.fileno()
    try:
        Session(game, algorithm, **settings).prepare(state)
    except CompileError as error:
        os.write(output, _REFUSED + str(error).encode())
        sys.exit(1)
    os.write(output, _MADE)
    os.dup2(os.open(os.devnull, os.O_WRONLY), output)  # whoever waits for the search goes on
    if sys.platform != "win32":
        os.nice(LOW)
    from halfmove.core.formats import record_formats

    for form in record_formats(game):
        form.prepare()


if __name__ == "__main__":
    main()
