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


def text_or_file(given: str, most: int = TEXT, endings: tuple[str, ...] = ()) -> str:
    """The text of the file of this name; where there is none the text itself, unless it ends as the name of a
    file does: `BadInput`, as for a file that is too large or no text."""
    try:
        is_there = Path(given).is_file()
    except (OSError, ValueError):
        return given  # no name of a file
    if not is_there and given.endswith(endings) and "\n" not in given:
        raise BadInput(f"There is no file '{given}'.")
    if not is_there:
        return given
    try:
        return read_bounded(given, most).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"'{given}' is no text file in UTF-8.") from None
