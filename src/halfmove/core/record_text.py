"""The text of files of records: read in whatever encoding they circulate, and written as PGN and its kin are.

A mark at the beginning decides (UTF-8, UTF-16, UTF-32); without one it is UTF-8, UTF-16 where most of every
other byte are zero, else Windows-1252, of which Latin-1's letters are a part.  A format that names its own
charset (SGF's `CA`) decodes by itself.  Lines end as in files of any system.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.core.bounded_file import RECORDS, read_bounded
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.formats import Move

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16's, with which it begins
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_FORMS = "\ufe0e\ufe0f"
"""Selectors of a character's form, as text or as a picture."""
_LEAST, _SEEN = 16, 200
"""Bytes by which UTF-16 without a mark is told from others, the least and the most."""


def plain_word(word: str, alike: Mapping[int, str] | None = None) -> str:
    """A word in the letters of ASCII, as far as its characters mean one of these (full-width letters, dashes,
    and what is `alike`); those that nobody sees, as joiners and marks of direction, are left out.

    Controls stay: a figurine of some font may have become one.
    """
    table = _DASHES | dict(alike or {})
    plain = unicodedata.normalize("NFKC", word.translate(table)).translate(table)
    return "".join(c for c in plain if unicodedata.category(c) != "Cf" and c not in _FORMS)


_LONGEST_LINE = 16_000_000


def read_bytes(path: str | Path) -> bytes:
    """What a file of records holds; `BadInput` where it cannot be read."""
    try:
        return read_bounded(path, RECORDS)
    except FileNotFoundError:
        raise BadInput(f"There is no file '{path}' with games.") from None
    except OSError as error:
        raise BadInput(f"The games '{path}' cannot be read: {error.strerror}.") from None


def decode(data: bytes) -> str:
    """The text that the bytes of a file are."""
    encoding = encoding_of(data[:_SEEN])
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return decode_western(data) if encoding.startswith("utf-8") else data.decode(encoding, "replace")


def narrowed(data: bytes) -> bytes:
    """A file in UTF-16 or UTF-32 as UTF-8; any other as it is, a binary one too."""
    encoding = encoding_of(data[:_SEEN])
    return data if encoding.startswith("utf-8") else data.decode(encoding, "replace").encode()


def decode_western(data: bytes) -> str:
    """A text in Windows-1252; the five bytes that it leaves open are Latin-1's."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return "".join(bytes([byte]).decode("cp1252" if byte not in _OPEN else "latin-1") for byte in data)


_OPEN = frozenset(b"\x81\x8d\x8f\x90\x9d")


def encoding_of(start: bytes) -> str:
    """The encoding of a text by how it begins: one with a mark, UTF-16 by its zeros, else `utf-8`."""
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    first, second = start[::2], start[1::2]
    for zeros, letters, encoding in ((second, first, "utf-16-le"), (first, second, "utf-16-be")):
        if len(start) >= _LEAST and 0 not in letters and 2 * zeros.count(0) > len(zeros):
            return encoding
    return "utf-8"


def stream_lines(path: str | Path) -> Iterator[str]:
    """The lines of a file, with their ends, as they are read: files may be larger than memory.

    Lines that are not UTF-8 are Windows-1252, each by itself, as files put together of others are.
    `BadInput` for a file that cannot be read.
    """
    try:
        with Path(path).expanduser().open("rb") as raw:
            encoding = encoding_of(raw.peek(_SEEN)[:_SEEN])
            errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
            text = io.TextIOWrapper(raw, encoding=encoding, errors=errors)
            for line in text if Path(path).expanduser().is_file() else _bounded_lines(text, path):
                yield line if line.isascii() else _without_escapes(line)
    except FileNotFoundError:
        raise BadInput(f"There is no file '{path}' with games.") from None
    except OSError as error:
        raise BadInput(f"The games '{path}' cannot be read: {error.strerror}.") from None


def _bounded_lines(text: io.TextIOWrapper, path: str | Path) -> Iterator[str]:
    """The lines of what is no file of a disk; `BadInput` for one that does not end, as of a device."""
    while line := text.readline(_LONGEST_LINE):
        if len(line) == _LONGEST_LINE:
            raise BadInput(f"The games '{path}' have a line of more than {_LONGEST_LINE:,} letters.")
        yield line


def _without_escapes(line: str) -> str:
    """A line that may not have been UTF-8."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return decode_western(line.encode("utf-8", "surrogateescape"))
    return line


# ---- writing: tags, words in lines, clocks
WIDTH = 80
_TAG = re.compile(r"[A-Za-z0-9][\w+#=:-]*", re.ASCII)


def join_texts(*texts: str) -> str:
    """Texts one after the other, with single blanks."""
    return " ".join(" ".join(texts).split())


def tag_lines(tags: Mapping[str, str], roster: Sequence[str]) -> list[str]:
    """`[Event "Open"]` for each tag, those of the roster first, the others as they come; `BadInput` for one
    without a proper name."""
    lines = []
    for name in (*(n for n in roster if n in tags), *(n for n in tags if n not in roster)):
        if not _TAG.fullmatch(name):
            raise BadInput(f"'{name}' cannot be the name of a tag; that is letters, digits and _+#=:-.")
        value = tags[name].replace("\r", " ").replace("\n", " ").replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{value}"]')
    return lines


def wrap(words: Iterable[str]) -> list[str]:
    """Words in lines no longer than `WIDTH`, but for a word that is longer itself; one may end its line."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
        if line.endswith("\n"):
            lines.append(line[:-1])
            line = ""
    return [*lines, line]


def game_text(tags: list[str], words: Iterable[str]) -> str:
    """A game's lines of tags and its words, with the blank line that ends it."""
    return "\n".join([*tags, "", *wrap(words)] if tags else wrap(words)) + "\n\n"


def clock_commands(move: Move) -> list[str]:
    """`[%clk 0:04:59]`, `[%emt 0:00:07.25]`: what is known of the times of a move."""
    times = (("clk", move.clock), ("emt", move.spent))
    return [f"[%{name} {time_text(seconds)}]" for name, seconds in times if seconds is not None]


def time_text(seconds: float) -> str:
    """`1:05:23`, `0:00:07.25`: to the millisecond."""
    whole, thousandths = divmod(max(round(1000 * seconds), 0), 1000)
    fraction = f".{thousandths:03d}".rstrip("0") if thousandths else ""
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}{fraction}"
