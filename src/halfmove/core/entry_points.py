"""What other packages offer to Halfmove, by the entry points in their metadata.

Python's own module for it takes 20 ms to import, and most machines have no such package: so the files of
entry points are looked at first, a few dozen small ones.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Any


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
