"""Games to SGF files, in UTF-8."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from halfmove.core.whole_file import whole_file
from halfmove.games.go.sgf.game import TAGS, SgfGame


def write_sgf(path: str | Path, games: Iterable[SgfGame]) -> int:
    """Write games to a file, which takes its place when all are there; how many.

    `BadInput` for a file that cannot be written.
    """
    written = 0
    with whole_file(path) as out:
        for game in games:
            out.write(sgf_text(game))
            written += 1
    return written


def sgf_text(game: SgfGame) -> str:
    """The SGF of a game, with an end of line."""
    root = game.tree.get_root()
    for name, key in TAGS.items():
        told = game.headers.get(name)
        if told is not None and (not root.has_property(key) or str(root.get(key)) != told):
            root.set(key, told)
    text: str = game.tree.serialise().decode(game.tree.get_charset())
    return text
