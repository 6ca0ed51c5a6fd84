"""Games as files that other programs read: PGN for chess, SGF for Go, plain moves for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from halfmove.arena.job import Record
from halfmove.arena.plan import Plan
from halfmove.core.errors import BadInput
from halfmove.core.whole_file import whole_file

FORMATS = (".pgn", ".sgf", ".txt")

Writer = Callable[[Plan, Iterable[Record]], Iterator[str]]
"""A format: the text of each game, one after the other."""


def export(plan: Plan, records: Iterable[Record], path: str | Path) -> int:
    """Write games to a file, in the format that its ending names; how many.

    They are written as they come, and the file takes its place only when all are there.  `BadInput` for an
    ending that is none, a format that is another game's, or a file that cannot be written.
    """
    write = writer(Path(path).suffix)
    written = 0
    with whole_file(path) as out:
        for text in write(plan, records):
            out.write(text)
            written += 1
    return written


def suits(plan: Plan, path: str | Path) -> None:
    """`BadInput` if games of the plan cannot be written in the format that a file's ending names."""
    for _ in writer(Path(path).suffix)(plan, ()):
        pass


def writer(suffix: str) -> Writer:
    """The writer of a format by its file ending."""
    if suffix == ".pgn":
        from halfmove.arena.export.pgn import written
    elif suffix == ".sgf":
        from halfmove.arena.export.sgf import written
    elif suffix == ".txt":
        from halfmove.arena.export.plain import written
    else:
        raise BadInput(
            f"Games are written as {', '.join(FORMATS)}, not as '{suffix or 'a file without ending'}'."
        )
    return written
