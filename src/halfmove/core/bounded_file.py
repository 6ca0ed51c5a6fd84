"""Files that somebody names, read up to a size: a device such as /dev/zero has no end."""

from __future__ import annotations

from pathlib import Path

from halfmove.core.errors import BadInput

MEGABYTE = 1 << 20
SOURCE, TEXT, RECORDS = 4 * MEGABYTE, 64 * MEGABYTE, 2048 * MEGABYTE
"""Bytes of a Python file; of a tree, a plan or a strategy; of games.  Collections of games have hundreds of
megabytes."""
DEVICE = 64 * MEGABYTE
"""Bytes of what is no file of a disk: a pipe, or a device."""


def read_bounded(path: str | Path, most: int) -> bytes:
    """The bytes of a file; `BadInput` where there are more than `most`, `OSError` where it cannot be read."""
    file = Path(path).expanduser()
    with file.open("rb") as source:
        most = most if file.is_file() else min(most, DEVICE)
        data = source.read(most + 1)
    if len(data) > most:
        raise BadInput(f"'{path}' is too large: a file of this kind has {most // MEGABYTE} MB at most.")
    return data
