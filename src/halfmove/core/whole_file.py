"""A file that is written whole or not at all: beside its place first, so that a failure changes nothing."""

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
