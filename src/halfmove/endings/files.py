"""A table in a file: a head in JSON, then the words of its codes, compressed in blocks.

    bytes  0 to 7    HMENDING
    bytes  8 to 11   the version of this format
    bytes 12 to 15   the length of the head
    the head         JSON: game, rules, table, count, bits, counts, longest, blocks (their lengths), sha256
    the blocks       1 MiB of words each (the last one less), zlib

`sha256` is of the blocks, `head_sha256` (`core.sealed_head`) of the rest of the head.  A file is written
under another name and then takes its place, so that none passes for whole that is not; opened, it is mapped
to memory, and a block is unpacked when it is asked for.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.sealed_head import open_head, seal_head
from halfmove.endings.build import Summary

MAGIC = b"HMENDING"
FORMAT = 1
SUFFIX = ".ending"
_BLOCK = 1 << 17
"""Words of a block."""
_MOST_HEAD = 1 << 22
UNDONE = b"HMUNDONE"
UNFINISHED = ".unfinished"


@dataclass(frozen=True)
class Head:
    """What a file says of itself."""

    game: str
    rules: str
    table: str
    count: int
    bits: int
    counts: tuple[tuple[int, int, int], ...]
    longest: tuple[int, int]
    blocks: tuple[int, ...]
    sha256: str

    @property
    def words(self) -> int:
        """How many words the codes take."""
        return -(-self.count // (63 // self.bits))


def write(path: Path, game: str, rules: str, table: str, count: int, summary: Summary, data: Buffer) -> None:
    """Keep a table; `data` is as `Work.pack` gives it."""
    words = data.array[2:]
    blocks = [zlib.compress(words[at : at + _BLOCK].tobytes(), 6) for at in range(0, len(words), _BLOCK)]
    digest = hashlib.sha256()
    for block in blocks:
        digest.update(block)
    head = {
        "game": game,
        "rules": rules,
        "table": table,
        "count": count,
        "bits": summary.bits,
        "counts": summary.counts,
        "longest": summary.longest,
        "blocks": [len(block) for block in blocks],
        "sha256": digest.hexdigest(),
    }
    text = seal_head(head)
    _put(path, [MAGIC, struct.pack("<II", FORMAT, len(text)), text, *blocks])


def keep_unfinished(path: Path, said: dict[str, Any], work: Buffer) -> None:
    """Keep a table that is being made, beside its file: HMUNDONE, the version, the length of the head, the
    head (`said` and the checksum of what follows) and the words of `work`, compressed."""
    packed = zlib.compress(work.array.data, 1)
    head = seal_head({**said, "count": len(work), "sha256": hashlib.sha256(packed).hexdigest()})
    _put(path, [UNDONE, struct.pack("<II", FORMAT, len(head)), head, packed])


def read_unfinished(path: Path, said: dict[str, Any], work: Buffer) -> int:
    """Read it back into `work`; the pass to go on with.  `BadInput` for one that is damaged, or of something
    else than is `said`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"The unfinished table '{path}' cannot be read: {error.strerror}.") from None
    try:
        version, length = struct.unpack("<II", data[8:16])
        head = open_head(data[16 : 16 + length])
        if set(head) - {"count", "sha256", "pass", *said}:
            raise ValueError
        packed = data[16 + length :]
        if data[:8] != UNDONE or version != FORMAT or hashlib.sha256(packed).hexdigest() != head["sha256"]:
            raise ValueError
        number = int(head["pass"])
        words = np.frombuffer(zlib.decompress(packed), np.int64)
    except (ValueError, TypeError, KeyError, struct.error, zlib.error):
        raise BadInput(f"The unfinished table '{path}' is damaged.") from None
    if any(head.get(key) != due for key, due in said.items()) or len(words) != len(work):
        raise BadInput(f"The unfinished table '{path}' is of another table or of other rules.")
    work.array[:] = words
    return number


def _put(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file, in a folder that is made where it is not there: what is there is always whole."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
    with whole_bytes(path) as out:
        out.writelines(parts)


class TableFile:
    """A table's file, mapped to memory; `BadInput` says what is wrong with it, and where."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                size = path.stat().st_size
                if size < 16:
                    raise BadInput(f"'{path}' is no table of endings: it has {size} bytes.")
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise BadInput(f"The table '{path}' cannot be read: {error.strerror}.") from None
        if self._map[:8] != MAGIC:
            raise BadInput(f"'{path}' is no table of endings: it does not begin with {MAGIC.decode()}.")
        version, length = struct.unpack("<II", self._map[8:16])
        if version != FORMAT:
            raise BadInput(
                f"'{path}' has version {version} of the format of tables, not {FORMAT}; build it again."
            )
        self.head = self._read_head(length)
        self._first = 16 + length
        expected = self._first + sum(self.head.blocks)
        if len(self._map) != expected:
            raise BadInput(
                f"'{path}' is cut short or too long: {len(self._map):,} bytes instead of {expected:,}."
            )

    def _read_head(self, length: int) -> Head:
        try:
            if length > _MOST_HEAD:
                raise ValueError
            said = open_head(self._map[16 : 16 + length])
            counts = tuple((int(a), int(b), int(c)) for a, b, c in said.pop("counts"))
            first, second = map(int, said["longest"])
            longest = first, second
            head = Head(
                **{**said, "counts": counts, "longest": longest, "blocks": tuple(map(int, said["blocks"]))}
            )
            if not (1 <= head.bits <= 16 and head.count > 0 and len(counts) == 2):
                raise ValueError
            if len(head.blocks) != -(-head.words // _BLOCK):
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadInput(f"'{self.path}' is damaged in its head, at byte 16.") from None
        return head

    def data(self) -> Buffer:
        """The whole table, as machine code reads it."""
        head = self.head
        out = Buffer(2 + head.words)
        out[0], out[1] = head.bits, 63 // head.bits
        digest = hashlib.sha256()
        for number, at in enumerate(accumulate(head.blocks[:-1], initial=self._first)):
            block = self._map[at : at + head.blocks[number]]
            digest.update(block)
            words = self._unpacked(block, number, at)
            out.array[2 + number * _BLOCK : 2 + number * _BLOCK + len(words)] = words
        if digest.hexdigest() != head.sha256:
            raise BadInput(f"'{self.path}' is damaged: its blocks do not have the checksum of its head.")
        return out

    def code(self, index: int) -> int:
        """The code of one number; only its block is unpacked."""
        packed = 63 // self.head.bits
        number, word = divmod(index // packed, _BLOCK)
        at = self._first + sum(self.head.blocks[:number])
        words = self._unpacked(self._map[at : at + self.head.blocks[number]], number, at)
        return int(words[word]) >> self.head.bits * (index % packed) & (1 << self.head.bits) - 1

    def _unpacked(self, block: bytes, number: int, at: int) -> Any:
        expected = min(_BLOCK, self.head.words - number * _BLOCK)
        try:
            words = np.frombuffer(zlib.decompress(block), np.int64)
        except (zlib.error, ValueError):
            words = np.zeros(0, np.int64)
        if len(words) != expected:
            raise BadInput(f"'{self.path}' is damaged in block {number + 1}, at byte {at:,}.")
        return words

    def close(self) -> None:
        """Let the memory go."""
        self._map.close()
