"""Games of a library as a file that other programs read, in the format that its name ends in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.figures import listed
from halfmove.core.formats import RecordFormat
from halfmove.core.opening_keys import format_for
from halfmove.core.progress import at
from halfmove.library.store import Library, Opened


def find_written(opened: Opened, path: Path) -> RecordFormat:
    """The format of a file for a game; `BadInput` where it cannot be written so."""
    form = format_for(opened.record.rules, path)
    if refusal := form.refusal():
        raise BadInput(refusal)
    return form


def export_games(library: Library, numbers: Sequence[int], path: str | Path) -> int:
    """Write games by their numbers, and how many; the file takes its place only when all are there.

    `BadInput` where there are none, or of several games, or they cannot be written.
    """
    games = sorted({library.kept(number).game for number in numbers})
    if not games:
        raise BadInput("No game is like that, so there is nothing to write.")
    if len(games) > 1:
        raise BadInput(f"A file holds games of one game; these are of {listed(games)}.")
    target = Path(path).expanduser()
    form = find_written(library.open(numbers[0]), target)
    return form.write(target, _records(library, numbers, target))


def _records(library: Library, numbers: Sequence[int], target: Path) -> Iterator[Any]:
    """The games as they are written; `BadInput` for one that cannot be, although others can."""
    for done, number in enumerate(numbers):
        opened = library.open(number)
        find_written(opened, target)
        yield opened.record
        at(done, len(numbers), "writing", unit="games")
