"""A book's file closed with a digest of its own bytes, so that a damaged or unfinished one is refused.

The digest stands in the file itself: it is that of the file with zeros in its place.
"""

from __future__ import annotations

import hashlib
import mmap
import secrets
from pathlib import Path

DIGITS = 64
_ZEROS = b"0" * DIGITS


def mark() -> str:
    """What stands in the digest's place until the file is whole; no other file has it."""
    return secrets.token_hex(DIGITS // 2)


def close_with_digest(path: Path, marked: str) -> None:
    """Write the digest where the mark stands; nothing else may be writing the file."""
    place, digest = _digest(path, marked)
    with path.open("r+b") as file:
        file.seek(place)
        file.write(digest.encode())


def is_whole(path: Path, digest: str) -> bool:
    """Whether a file that says this digest of itself has it."""
    try:
        return _digest(path, digest)[1] == digest
    except ValueError:
        return False


def _digest(path: Path, standing: str) -> tuple[int, str]:
    """Where a text stands in a file, and the digest of the file with zeros in its place; `ValueError` where
    it does not stand there."""
    wanted = standing.encode()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        place = content.rfind(wanted)
        if len(wanted) != DIGITS or place < 0:
            raise ValueError
        view = memoryview(content)
        try:
            found = hashlib.sha256(view[:place])
            found.update(_ZEROS)
            found.update(view[place + DIGITS :])
        finally:
            view.release()
    return place, found.hexdigest()
