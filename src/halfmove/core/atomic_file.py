"""A file written atomically: first under a name of its own beside it, so that a failure changes nothing, and
processes that write the same file do not write into each other's.
"""

from __future__ import annotations

import contextlib
import glob
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from halfmove.core.errors import BadInput

LEFT = 3600.0
"""Seconds after which nobody goes on with a half-written file."""


@contextmanager
def whole_file(path: str | Path) -> Iterator[TextIO]:
    """A file to write text to (UTF-8), which takes its place when the block ends without an exception.

    `BadInput` for one that cannot be written.
    """
    with _beside(path) as beside, beside.open("w", encoding="utf-8") as out:
        yield out


@contextmanager
def whole_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """The same for bytes."""
    with _beside(path) as beside, beside.open("wb") as out:
        yield out


@contextmanager
def _beside(path: str | Path) -> Iterator[Path]:
    """The temporary name, whose file takes its place when the block ends: with the permissions of the file
    that was there, and where that is a link in the place of what it leads to."""
    file = Path(path).expanduser().resolve()
    clear_parts(file)
    beside = name_beside(file)
    try:
        yield beside
        with contextlib.suppress(FileNotFoundError):
            beside.chmod(file.stat().st_mode & 0o777)
        beside.replace(file)
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)


def name_beside(file: Path) -> Path:
    """A name for a part of a file, which no other process takes."""
    return file.with_name(f".{file.name}.{uuid.uuid4().hex[:12]}.part")


def clear_parts(file: Path) -> None:
    """Remove what killed processes have left half-written of a file, if it was not touched for long."""
    for part in file.parent.glob(f".{glob.escape(file.name)}.*.part"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > LEFT:
                part.unlink()


def check_writable(path: str | Path) -> None:
    """`BadInput` for a file that cannot be written: for refusing it before the work is done."""
    file = Path(path).expanduser().resolve()
    if file.is_dir():
        raise BadInput(f"'{path}' is a folder; give the name of a file.")
    if not file.parent.is_dir():
        raise BadInput(f"There is no folder '{Path(path).parent}' to write '{file.name}' into.")
    beside = name_beside(file)
    try:
        beside.touch()  # permissions do not tell: root has all of them on a disk that is read-only
        beside.unlink()
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
