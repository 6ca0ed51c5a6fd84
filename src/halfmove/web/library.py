"""The library of games as a server has it: its owner's, so that others do not see it unless he says so.

Whoever serves only his own machine has his own library and may change it.  A server that others reach has the
one that `--library` names, to be read only, and none where nothing is said.  What came through a proxy that
nobody has named is somebody else's, whatever its address.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TypeVar

from fastapi import Request

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.library.positions import has_positions
from halfmove.library.store import Library, default_file, open_library

T = TypeVar("T")
NONE = "none"
"""What is given for a file by those who want no library."""
CLOSED = "This server has no library of games."


class LibraryAccess:
    """A library that several pages ask, one after the other."""

    def __init__(self, path: Path | None = None, *, writes: bool = False) -> None:
        """Without a path there is none."""
        self.path, self.writes = path, writes
        self._library: Library | None = None
        self._lock = Lock()

    @staticmethod
    def of(file: str | None, *, own: bool) -> LibraryAccess:
        """That of a server which others reach or not (`own`), and which names a file or none."""
        if file == NONE or (file is None and not own):
            return LibraryAccess()
        return LibraryAccess(default_file() if file is None else Path(file).expanduser(), writes=own)

    def may_read(self, request: Request | None) -> bool:
        """Whether whoever asks may see it."""
        return self.path is not None and not (request is not None and "x-forwarded-for" in request.headers)

    def may_write(self, request: Request | None) -> bool:
        """Whether whoever asks may change it."""
        return self.writes and self.may_read(request)

    def call(self, ask: Callable[[Library], T], *, make: bool = False) -> T | None:
        """What a function says of the library; None where there is none yet, unless it is to be made.
        `BadInput` where it cannot be opened."""
        if self.path is None:
            raise BadInput(CLOSED)
        with self._lock:
            if self._library is None:
                if not make and not self.path.exists():
                    return None
                if make:
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                self._library = open_library(self.path, make=make, threads=True)
            return ask(self._library)

    def has_games_of(self, game: Game) -> bool:
        """Whether games of a game are in it that are found by their positions."""
        if self.path is None or not has_positions(game):
            return False
        try:
            return game.name in (self.call(Library.names) or ())
        except BadInput:
            return False

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            if self._library is not None:
                self._library.close()
                self._library = None
