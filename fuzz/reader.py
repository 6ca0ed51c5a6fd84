"""A reader of what people bring along: it gets any bytes, and gives what it has read, or says in one sentence
(`HalfmoveError`) why it cannot; nothing else may happen.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from halfmove.core.errors import HalfmoveError

SCRATCH = tempfile.TemporaryDirectory(prefix="fuzz-")


class Faulty(AssertionError):
    """A reader that did what no reader may do."""


@dataclass(frozen=True)
class Reader:
    """A reader, and texts that it can make something of."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]


def attempt(reader: Reader, data: bytes) -> bool:
    """Whether a reader made something of these bytes; `Faulty`, or whatever it raised, for a fault."""
    try:
        found = reader.read(data)
    except HalfmoveError as error:
        check_sentence(str(error))
        return False
    return found is not None and not (isinstance(found, list) and not found)


def check_sentence(text: str) -> None:
    """`Faulty` for what is no sentence that a person can be shown on one line."""
    if not text or len(text) > 1000 or "\n" in text or "Traceback" in text:
        raise Faulty(f"That is no sentence: {text[:200]!r}, {len(text)} letters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Faulty(f"That cannot be shown: {text[:200]!r}") from None


def text_in(data: bytes) -> str:
    """The text that a person would paste."""
    return data.decode("utf-8", "replace")


def file_reader(read: Callable[[Path], object], suffix: str) -> Callable[[bytes], object]:
    """What reads a file, given its bytes."""
    path = Path(SCRATCH.name) / f"file{suffix}"

    def of_bytes(data: bytes) -> object:
        for name in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
            name.unlink(missing_ok=True)
        path.write_bytes(data)
        return read(path)

    return of_bytes
