"""Games to SGF files, in UTF-8."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from halfmove.core.atomic_file import whole_file
from halfmove.core.sgf_tree import written
from halfmove.games.go.sgf.game import TAGS, SgfGame


def write_sgf(path: str | Path, games: Iterable[SgfGame]) -> int:
    """Write games to a file, which takes its place when all are there; how many.

    `BadInput` for a file that cannot be written.
    """
    done = 0
    with whole_file(path) as out:
        for game in games:
            out.write(sgf_text(game))
            done += 1
    return done


def sgf_text(game: SgfGame) -> str:
    """The SGF of a game that was read, with an end of line."""
    root = game.tree
    for name, key in TAGS.items():
        told = game.headers.get(name)
        if told is not None and root.text(key) != told:
            root.put(key, told)
    text = written(root)
    if "CA" in root.properties or not text.isascii():
        root.properties["CA"] = ["UTF-8"]
        text = written(root)
    return text + "\n"
