"""Event files for TensorBoard, without TensorFlow: numbers by name, step and time.

A file is TFRecords, each a protocol buffer `Event` (tensorflow/core/util/event.proto) between its length and
checksums: CRC-32C (Castagnoli, RFC 3720) in the form that is rotated and offset, so that a record may itself
hold checksums.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Mapping
from io import FileIO
from pathlib import Path

from halfmove.search.neural.protobuf import double, number, packed, single, text

VERSION = "brain.Event:2"
WALL_TIME, STEP, FILE_VERSION, SUMMARY = 1, 2, 3, 5
"""Fields of an `Event`."""
VALUE = 1
"""Of a `Summary`;"""
TAG, SIMPLE_VALUE = 1, 2
"""of a value."""

POLYNOMIAL = 0x82F6_3B78
"""Castagnoli's, its bits reversed."""
OFFSET = 0xA282_EAD8


def _table() -> list[int]:
    found = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (POLYNOMIAL if value & 1 else 0)
        found.append(value)
    return found


_TABLE = _table()


def crc32c(content: bytes) -> int:
    """The checksum of some bytes."""
    value = 0xFFFF_FFFF
    for byte in content:
        value = value >> 8 ^ _TABLE[(value ^ byte) & 0xFF]
    return value ^ 0xFFFF_FFFF


def mask_checksum(content: bytes) -> bytes:
    """The checksum as a record has it."""
    value = crc32c(content)
    return struct.pack("<I", ((value >> 15 | value << 17) + OFFSET) & 0xFFFF_FFFF)


def record(content: bytes) -> bytes:
    """Some bytes as a TFRecord."""
    length = struct.pack("<Q", len(content))
    return length + mask_checksum(length) + content + mask_checksum(content)


class Events:
    """A new file of events in a folder; TensorBoard joins those of one run.  Made with the first event."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: FileIO | None = None

    def write(self, step: int, values: Mapping[str, float]) -> None:
        """Add numbers by name; `OSError` where the file cannot be written."""
        now = time.time()
        if self._file is None:
            self._folder.mkdir(exist_ok=True)
            name = f"events.out.tfevents.{time.time_ns()}.{socket.gethostname()}"
            self._file = (self._folder / name).open("xb", buffering=0)
            self._file.write(record(double(WALL_TIME, now) + text(FILE_VERSION, VERSION)))
        summary = b"".join(
            packed(VALUE, text(TAG, name) + single(SIMPLE_VALUE, value)) for name, value in values.items()
        )
        self._file.write(record(double(WALL_TIME, now) + number(STEP, step) + packed(SUMMARY, summary)))

    def close(self) -> None:
        """No more."""
        if self._file is not None:
            self._file.close()
            self._file = None
