"""What other packages add to Halfmove, by the entry points in their metadata.

A `Group` is one kind of addition, such as games.  Its names are read without an import of any package; a
package is imported when what it adds is asked for.  One that is broken gives a sentence, and leaves the rest
as it is.  `halfmove packages` lists everything that was found.

Python's own module for entry points takes 20 ms to import, and most machines have no such package: so the
files of entry points are looked at first, a few dozen small ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput


def entry_points(group: str) -> tuple[Any, ...]:
    """The entry points of a group, such as `halfmove.games`, looked for once: 9 ms, which every search of a
    server would spend anew."""
    return _entry_points(group, tuple(dict.fromkeys(sys.path)))


@lru_cache(maxsize=16)
def _entry_points(group: str, folders: tuple[str, ...]) -> tuple[Any, ...]:
    if not any(_names(folder, group.encode()) for folder in folders):
        return ()
    from importlib import metadata

    return tuple(metadata.entry_points(group=group))


def _names(folder: str, group: bytes) -> bool:
    """Whether a package in the folder has such entry points; True for an archive, which stays shut."""
    if Path(folder).is_file():
        return True
    for pattern in ("*.dist-info/entry_points.txt", "*.egg-info/entry_points.txt"):
        if any(group in file.read_bytes() for file in Path(folder).glob(pattern)):
            return True
    return False


class Group:
    """The entry points of one kind."""

    def __init__(
        self,
        group: str,
        noun: str,
        is_own: Callable[[str], bool],
        read: Callable[[Any, str], Any],
    ) -> None:
        """`noun` is what one of them is called in a sentence, `is_own` says whether Halfmove has one of that
        name, and `read(object, name)` makes of the object that an entry point names what is used: `BadInput`
        where it is not of the kind, in words that follow "The game 'x' of package y"."""
        self.group, self.noun, self.is_own, self._read = group, noun, is_own, read
        self.names = cache(self._names)
        self._attempt = cache(self._load)

    def _names(self) -> dict[str, list[Any]]:
        """The entry points by name, without names that Halfmove has itself."""
        return {name: points for name, points in self.every().items() if not self.is_own(name)}

    def every(self) -> dict[str, list[Any]]:
        """All entry points by name; several where packages do not know of each other."""
        found: dict[str, list[Any]] = {}
        for point in entry_points(self.group):
            found.setdefault(point.name, []).append(point)
        return dict(sorted(found.items()))

    def origin(self, name: str) -> str:
        """Which package adds this: `package halfmove-hexapawn`."""
        return _packages(self.every()[name])

    def load(self, name: str) -> Any:
        """What a package adds under this name; `BadInput` in one sentence where that fails."""
        found = self._attempt(name)
        if isinstance(found, BadInput):
            raise found
        return found

    def _load(self, name: str) -> Any:
        """What `load` gives, or the sentence that it raises: both are kept."""
        points = self.names()[name]
        what = f"The {self.noun} '{name}' of {_packages(points)}"
        if len(points) > 1:
            return BadInput(f"{what} cannot be told apart: uninstall all but one of them.")
        try:
            return self._read(_import(points[0]), name)
        except BadInput as error:
            return BadInput(f"{what} {error}")

    def working(self, prefix: str = "") -> dict[str, Any]:
        """All whose names begin so and that can be loaded, by name; what is wrong with another is logged."""
        found = {}
        for name in self.names():
            if name.startswith(prefix):
                try:
                    found[name] = self.load(name)
                except BadInput as error:
                    warn_once(str(error))
        return found

    def forget(self) -> None:
        """Look anew at which packages there are."""
        _entry_points.cache_clear()
        self.names.cache_clear()
        self._attempt.cache_clear()


def _import(point: Any) -> Any:
    try:
        return point.load()
    except Exception as error:  # another package's code may fail in any way
        raise BadInput(f"cannot be loaded: {str(error).rstrip('.') or type(error).__name__}.") from error


def _packages(points: list[Any]) -> str:
    names = [point.dist.name if point.dist else point.value for point in points]
    return f"package {names[0]}" if len(names) == 1 else f"packages {' and '.join(names)}"


@cache
def warn_once(sentence: str) -> None:
    """Log a sentence, once."""
    import logging

    logging.getLogger("halfmove").warning("%s", sentence)
