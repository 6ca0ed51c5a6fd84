"""Lexicons kept: a list is compiled once, and its graph mapped into memory from the cache folder.

What is kept has a name: that of the list and the start of a digest of its text and the alphabet,
`enable-3f9a0c12b7de`.  Only the name is handed on (to other processes, into records), never a path, so that
whoever can choose a lexicon over a network chooses among those that are kept.  `english` is shipped.
"""

from __future__ import annotations

import contextlib
import hashlib
import lzma
import re
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.code.files import cache_folder
from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.games.scrabble.lexicon.graph import compile_graph, is_whole
from halfmove.games.scrabble.lexicon.lexicon import Lexicon
from halfmove.games.scrabble.tiles import DATA, TileSet, tile_set

ENGLISH = "english"
FORM = "2"
"""Raised when the form of the graph changes."""
LONGEST = 31
"""Letters that a word may have."""
_KEPT = re.compile(r"[a-z0-9_-]{1,40}-[0-9a-f]{12}")


def open_lexicon(name: str, tiles: TileSet) -> Lexicon:
    """The lexicon of a name; `BadInput` where it is not kept for this tile set."""
    if name == ENGLISH:
        return _english(tiles)
    if not _KEPT.fullmatch(name):
        raise BadInput(f"'{shorten(name)}' is no lexicon: give the file of a word list, or '{ENGLISH}'.")
    block = _load(name, tiles)
    if block is None:
        raise BadInput(
            f"The lexicon '{name}' is not kept here for the tiles '{tiles.name}'; give its file once, to "
            "`halfmove words` or as lexicon=FILE."
        )
    return Lexicon(name, tiles, block)


ALL, PLAYABLE, LOWER = SELECTIONS = ("all", "playable", "lower")
"""What is taken of a list: all, where a line that is no word is an error; what can be laid on a board; of
that what is in lower case, in languages that write names in upper case."""


def keep_file(given: str | Path, tiles: TileSet, select: str = ALL) -> Lexicon:
    """The lexicon of a file with a word on each line, or of a name; `BadInput` says which line is none,
    unless only some lines are selected.

    A line that is empty or begins with # is passed over, and so is what follows a tab.
    """
    file = Path(given).expanduser()
    try:
        is_there = file.is_file()
    except (OSError, ValueError):
        is_there = False
    if not is_there:
        return open_lexicon(str(given), tiles)
    try:
        data = read_bounded(file, TEXT)
    except OSError as error:
        raise BadInput(f"The file '{given}' cannot be read: {error.strerror}.") from None
    return _kept(file.stem, data, tiles, str(given), select)


@cache
def _english(tiles: TileSet) -> Lexicon:
    """The list that is shipped (see `benchmarks/word_list.py`)."""
    if tiles.alphabet != tile_set("english").alphabet:
        raise BadInput(f"No word list is shipped for the tiles '{tiles.name}'; give one: lexicon=FILE.")
    data = (DATA / "english.xz").read_bytes()
    name = f"{ENGLISH}-{_digest(data, tiles)}"
    block = _load(name, tiles)
    if block is None:
        block = _make(name, tiles, lambda: unpack_words(data))
    return Lexicon(ENGLISH, tiles, block)


@cache
def _kept(stem: str, data: bytes, tiles: TileSet, given: str, select: str) -> Lexicon:
    plain = re.sub("[^a-z0-9_-]+", "-", stem.lower()).strip("-")[:40] or "list"
    chosen = data if select == ALL else f"{select}\n".encode() + data
    name = f"{plain}-{_digest(chosen, tiles)}"
    block = _load(name, tiles)
    if block is None:
        block = _make(name, tiles, lambda: read_words(data, tiles, given, select))
    return Lexicon(name, tiles, block)


def _digest(data: bytes, tiles: TileSet) -> str:
    return hashlib.sha256(f"{FORM} {tiles.alphabet}\n".encode() + data).hexdigest()[:12]


def _file(name: str, tiles: TileSet) -> Path:
    alphabet = hashlib.sha256(tiles.alphabet.encode()).hexdigest()[:8]
    return cache_folder() / "lexicons" / f"{name}.{alphabet}.npy"


def _load(name: str, tiles: TileSet) -> Any:
    """The graph as it is kept, mapped into memory; None where it is not there, or was cut short."""
    try:
        block = np.asarray(np.load(_file(name, tiles), mmap_mode="r", allow_pickle=False))
    except (OSError, ValueError, EOFError):
        return None
    return block if block.dtype == np.uint64 and block.ndim == 1 and is_whole(block) else None


def _make(name: str, tiles: TileSet, words: Callable[[], list[bytes]]) -> Any:
    """The graph, compiled and kept; where the folder cannot be written it is this process's own."""
    block = compile_graph(words())
    file = _file(name, tiles)
    beside = file.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as out:
            np.save(out, block, allow_pickle=False)
        beside.replace(file)
    except OSError:  # said once, by whoever keeps machine code there
        with contextlib.suppress(OSError):
            beside.unlink()
    kept = _load(name, tiles)
    return block if kept is None else kept


def read_words(data: bytes, tiles: TileSet, given: str, select: str = ALL) -> list[bytes]:
    """The words of a list; `BadInput`, with the number of the line, for one that is none, where all are
    taken."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"'{given}' is no text file in UTF-8.") from None
    words = []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.partition("\t")[0].strip()
        if not word or word.startswith("#") or (select == LOWER and word != word.lower()):
            continue
        try:
            letters = tiles.word(word)
            if not 2 <= len(letters) <= LONGEST:
                raise BadInput(f"a word has 2 to {LONGEST} letters; '{shorten(word)}' has {len(letters)}.")
        except BadInput as error:
            if select == ALL:
                raise BadInput(
                    f"Line {number} of '{given}': {error} (--select playable leaves such lines out.)"
                ) from None
            continue
        words.append(letters)
    if not words:
        raise BadInput(f"'{given}' has no words.")
    return words


def pack_words(words: list[str]) -> bytes:
    """Sorted words of the letters A to Z, compressed: of each the letters that it shares with the one before
    are a number."""
    lines, last = [], ""
    for word in words:
        shared = 0
        while shared < min(len(word), len(last)) and word[shared] == last[shared]:
            shared += 1
        lines.append(f"{chr(97 + shared)}{word[shared:]}")
        last = word
    return lzma.compress("".join(lines).encode("ascii"), preset=9 | lzma.PRESET_EXTREME)


def unpack_words(data: bytes) -> list[bytes]:
    """The words of `pack_words`, as letters from 1."""
    words, last = [], b""
    numbers = bytes.maketrans(bytes(range(65, 91)), bytes(range(1, 27)))
    for shared, rest in re.findall("([a-z])([A-Z]+)", lzma.decompress(data).decode("ascii")):
        last = last[: ord(shared) - 97] + rest.encode("ascii").translate(numbers)
        words.append(last)
    return words
