"""A file written atomically: first under a temporary name beside it, so that a failure changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from halfmove.core.errors import BadInput


@contextmanager
def whole_file(path: str | Path) -> Iterator[TextIO]:
    """A file to write text to (UTF-8), which takes its place when the block ends without an exception.

    `BadInput` for one that cannot be written.
    """
    file = Path(path).expanduser()
    beside = file.with_name(f".{file.name}.part")
    try:
        with beside.open("w", encoding="utf-8") as out:
            yield out
        beside.replace(file)
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)


def check_writable(path: str | Path) -> None:
    """`BadInput` for a path that no file can have: for refusing it before the work is done."""
    file = Path(path).expanduser()
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise BadInput(f"'{path}' cannot be written: give the name of a file in a folder that is there.")
