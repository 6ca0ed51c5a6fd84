"""One sentence for the user out of an error that came with none, or with someone else's."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def sentence_about_code(error: Exception) -> str:
    """Where a user's own game file went wrong, or the machine ran out; empty for a fault of Halfmove's."""
    if isinstance(error, RecursionError):
        return "The game goes deeper than Python's stack: a smaller --depth may do, if the game ever ends."
    if isinstance(error, MemoryError):
        return "There is not enough memory for this; a smaller --memory (in MB) would do."
    if isinstance(error, OSError) and error.errno is None:  # no call of the system, which has a number
        return f"A library cannot be loaded: {' '.join(str(error).split()) or 'it does not say why'}."
    if isinstance(error, OSError) and error.filename:
        return f"The file '{error.filename}' cannot be used: {error.strerror or error}."
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.exists() and not _installed(path):
            return (
                f"{path.name} fails at line {frame.lineno}, in {frame.name}: "
                f"{type(error).__name__}: {' '.join(str(error).split()) or 'no message'}."
            )
    return ""


def sentence_about_rules(error: Exception, arguments: Iterable[str]) -> str:
    """Halfmove stumbled over what the rules in a user's file gave it; empty where there is no such file.

    `check` finds out what; its own failures are told in full.
    """
    words = list(arguments)
    file = next((word for word in words if word.endswith(".py") and Path(word).is_file()), "")
    if not file or "check" in words:
        return ""
    told = " ".join(str(error).split())
    return (
        f"The rules in {file} led to an error ({type(error).__name__}: {told or 'no message'}); "
        f"`halfmove check {file}` names the promise that a game breaks."
    )


def _installed(path: Path) -> bool:
    """Whether the file belongs to Halfmove, to the standard library or to an installed package."""
    resolved = path.resolve()
    return (
        resolved.is_relative_to(_PACKAGE)
        or any(
            part in ("site-packages", "dist-packages") or part.startswith("python3")
            for part in resolved.parts
        )
        or resolved.parent.name == "bin"
    )
