"""Games to SGF files, in UTF-8; those with bytes that could not be decoded in their own charset, with these
as they stood."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.sgf_charset import UNKNOWN, UTF8, codec_of, encode, has_kept_bytes
from halfmove.core.sgf_tree import Node, write_node
from halfmove.games.go.sgf.game import TAGS, SgfGame


def write_sgf(path: str | Path, games: Iterable[SgfGame]) -> int:
    """Write games to a file, which takes its place when all are there; how many.

    `BadInput` for a file that cannot be written.
    """
    done = 0
    with whole_bytes(path) as out:
        for game in games:
            out.write(sgf_bytes(game))
            done += 1
    return done


def sgf_text(game: SgfGame) -> str:
    """The SGF of a game that was read, with an end of line; bytes that were no letters are characters of
    Unicode's last private area."""
    root = _root(game)
    return in_utf8(root, always="CA" in root.properties or not write_node(root).isascii())


def sgf_bytes(game: SgfGame) -> bytes:
    """The same as a file has it."""
    return bytes_of(_root(game), game.charset) or sgf_text(game).encode()


def _root(game: SgfGame) -> Node:
    """The root with the headers as they are now."""
    root = game.tree
    for name, key in TAGS.items():
        told = game.headers.get(name)
        if told is not None and root.text(key) != told:
            root.put(key, told)
    return root


def in_utf8(root: Node, *, always: bool = False) -> str:
    """A game, said to be in UTF-8 where it says another charset, or `always`; with an end of line."""
    there = root.properties
    if always or codec_of(root.raw("CA") or UTF8) != UTF8:
        root.properties = {**there, "CA": ["UTF-8"]}
    text = write_node(root)
    root.properties = there
    return text + "\n"


def bytes_of(root: Node, charset: str = "") -> bytes | None:
    """A game with bytes that were no letters, in its own charset and with these as they stood; None for one
    that has none.  `charset`: Python's name of it, where that is known."""
    text = write_node(root) + "\n"
    if not has_kept_bytes(text):
        return None
    own = charset or codec_of(root.raw("CA")) or UNKNOWN
    return encode(text, own) or encode(in_utf8(root, always=True), UTF8)
