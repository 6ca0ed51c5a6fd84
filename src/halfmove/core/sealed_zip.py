"""Archives of arrays (NumPy's `.npz`) with a checksum of all their bytes, so that one flipped bit is noticed.

ZIP has a checksum of each array's bytes, but none of names, lengths and directory.  The seal is the archive's
comment, its last 40 bytes, which every program that reads ZIP passes over:

    8 bytes     `HMSHA256`
    32 bytes    SHA-256 of all that stands before

An archive without a comment was written before there were seals, and is read as it is.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

MARK = b"HMSHA256"
SEAL = len(MARK) + 32
END, END_MARK = 22, b"PK\x05\x06"
"""Bytes of the record at the end of an archive, the last two being the length of the comment; its start."""


def save_sealed(out: BinaryIO, **arrays: Any) -> None:
    """Write arrays as `np.savez` does, and the seal, to a new file."""
    np.savez(out, **arrays)
    seal(out)


def seal(out: BinaryIO) -> None:
    """Write the seal behind an archive without a comment, which fills the file."""
    out.seek(-2, 2)
    out.write(SEAL.to_bytes(2, "little"))
    out.flush()
    size = out.tell()
    if out.readable():
        digest = _digest(out, size)
    else:
        with Path(out.name).open("rb") as again:
            digest = _digest(again, size)
    out.write(MARK + digest)


def check_seal(file: str | Path) -> None:
    """`ValueError` for a sealed archive that is not as it was written, and for what is no archive."""
    path = Path(file)
    size = path.stat().st_size
    with path.open("rb") as opened:
        opened.seek(max(size - END - SEAL, 0))
        tail = opened.read()
        if tail[-END:].startswith(END_MARK) and tail.endswith(b"\0\0"):
            return  # without a comment: older than seals
        if not (tail.startswith(END_MARK) and tail[END : END + len(MARK)] == MARK):
            raise ValueError
        if tail[END + len(MARK) :] != _digest(opened, size - SEAL):
            raise ValueError


def _digest(file: BinaryIO, length: int) -> bytes:
    """SHA-256 of the first bytes of a file, which is then read to there."""
    digest = hashlib.sha256()
    file.seek(0)
    while length and (part := file.read(min(length, 1 << 20))):
        digest.update(part)
        length -= len(part)
    return digest.digest()
