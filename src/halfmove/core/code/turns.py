"""One compiler at a time for each person: the processes that make machine code aside take turns.

Several at once would take several times as long each, and whoever waits would wait for code that nobody asks
for any more.  A turn is one kernel.  A process that somebody waits for goes first: one whose parent is still
there, and that was not started with low priority.  Turns are locks on two files in the cache folder, so that
they are free again however a process ends; what cannot be locked has no turns.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

LOW = 10
"""From this niceness on nobody waits for a process."""
PATIENCE = 180.0
"""Seconds after which a process no longer waits: turns are a courtesy."""
_LOOK = 0.05
"""Seconds between two looks at a lock."""


class Turns:
    """A process's place among those that share a cache folder."""

    def __init__(self, folder: Path, parent: int) -> None:
        """`parent` is the number of the process that has started this one."""
        self.folder = folder
        self._parent = parent

    def is_waited_for(self) -> bool:
        """Whether somebody waits for what this process makes."""
        return sys.platform == "win32" or (os.getppid() == self._parent and os.nice(0) < LOW)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """In this block it is this process's turn."""
        with contextlib.ExitStack() as opened:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):  # a folder that cannot be written
                    self.folder.mkdir(parents=True, exist_ok=True)
                    first = opened.enter_context((self.folder / "waiting.turn").open("ab"))
                    compiler = opened.enter_context((self.folder / "compiler.turn").open("ab"))
                    self._wait(first, compiler)
            yield

    def _wait(self, first: IO[bytes], compiler: IO[bytes]) -> None:
        """Wait for the lock `compiler`; those that are waited for share `first` until their turn is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.is_waited_for():
                _lock(first, shared=True)
                free = True
            elif free := _lock(first):
                fcntl.flock(first, fcntl.LOCK_UN)
            if free and _lock(compiler):
                return
            time.sleep(_LOOK)


def _lock(file: IO[bytes], *, shared: bool = False) -> bool:
    """Take a lock, if it is free."""
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
