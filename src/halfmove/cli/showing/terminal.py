"""What standard output can take: its width, and its letters."""

from __future__ import annotations

import shutil
import sys


def line_width() -> int | None:
    """The terminal's width; None where lines go into a pipe or a file, which wrap nothing."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def writable(text: str) -> str:
    """The text in signs that standard output can encode: plain letters where it lacks ≤ and ∞."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        from halfmove.teach.plain import plain

        return plain(text).encode(encoding, "replace").decode(encoding)
    return text


def say(line: str) -> None:
    """Print a line in signs that standard output can encode."""
    print(writable(line))
