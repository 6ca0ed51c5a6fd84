"""Openings from a file: plain moves or positions for any game; FEN, EPD and PGN for chess; SGF for Go.

What kind of file it is, its ending says, or else what it begins with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from halfmove.arena.job import Opening
from halfmove.arena.openings.book import Book, Listed
from halfmove.arena.openings.played import opened
from halfmove.arena.plan import OpeningSource
from halfmove.core.errors import BadInput
from halfmove.core.game import Game

Reader = Callable[[str, Game], Iterator[tuple[str, Opening]]]
"""`reader(text, game)`: pairs of a place for people (`line 3`, `game 2`) and an opening.  A `BadInput` about
one of them begins with its place."""

_READERS = {
    ".pgn": "pgn",
    ".sgf": "sgf",
    ".epd": "epd",
    ".fen": "epd",
    ".txt": "plain",
    ".moves": "plain",
}
"""The module here that reads files of an ending: each has a function `read`."""
_LATIN = (".pgn", ".sgf")
"""Files that other programs write, not always in UTF-8: PGN's own standard has Latin-1."""


def digest_of(file: str) -> str:
    """16 hexadecimal digits that stand for what is in a file."""
    return _digest(_text(file))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def from_file(source: OpeningSource, game: Game, seed: int) -> Book:
    """The openings in a file, each once; `BadInput` for one that cannot be read or played, with its place."""
    text = _text(source.file)
    if source.digest and _digest(text) != source.digest:
        raise BadInput(f"The file '{source.file}' has changed since the contest was planned.")
    seen: dict[tuple[Any, ...], Opening] = {}
    try:
        for place, opening in _reader(source.file, text)(text, game):
            cut = _cut(opening, source.plies)
            if (cut.position, cut.moves) not in seen:
                _check(game, cut, place)
                seen[cut.position, cut.moves] = cut
    except BadInput as error:
        raise BadInput(f"{source.file}: {error}") from None
    if not seen:
        raise BadInput(f"The file '{source.file}' has no opening in it.")
    return Listed(list(seen.values()), shuffled=source.shuffled, seed=seed)


def _text(file: str) -> str:
    path = Path(file).expanduser()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"There is no file '{file}' with openings.") from None
    except OSError as error:
        raise BadInput(f"The file '{file}' cannot be read: {error.strerror}.") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if path.suffix.lower() not in _LATIN:
            raise BadInput(f"The file '{file}' is not text in UTF-8, so it holds no openings.") from None
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _reader(file: str, text: str) -> Reader:
    suffix = Path(file).suffix.lower()
    start = text.lstrip()
    if suffix not in _READERS:
        suffix = ".pgn" if start.startswith("[Event ") else ".sgf" if start.startswith("(;") else ".txt"
    found: Reader = import_module(f"{__package__}.{_READERS[suffix]}").read
    return found


def _cut(opening: Opening, plies: int) -> Opening:
    return Opening(opening.moves[:plies], opening.position, opening.name) if plies else opening


def _check(game: Game, opening: Opening, place: str) -> None:
    """`BadInput`, with the place, for an opening that cannot be played."""
    try:
        opened(game, opening)
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from None
