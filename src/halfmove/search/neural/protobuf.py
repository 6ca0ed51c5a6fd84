"""Writing protocol buffers: a message is its fields one after the other, each with its number and kind.

A field begins with (number << 3 | kind) as an integer of variable length; kind 0 is such an integer, kind 2 a
length and so many bytes (protobuf.dev/programming-guides/encoding).
"""

from __future__ import annotations

import struct

VARIABLE, EIGHT_BYTES, BYTES, FOUR_BYTES = 0, 1, 2, 5
"""Kinds of a field."""


def variable(value: int) -> bytes:
    """A whole number in groups of seven bits, the lowest first; negative ones as 64 bits."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field: int, value: int) -> bytes:
    """A field that is a whole number."""
    return variable(field << 3 | VARIABLE) + variable(value)


def double(field: int, value: float) -> bytes:
    """A field that is a number of 64 bits."""
    return variable(field << 3 | EIGHT_BYTES) + struct.pack("<d", value)


def single(field: int, value: float) -> bytes:
    """A field that is a number of 32 bits."""
    return variable(field << 3 | FOUR_BYTES) + struct.pack("<f", value)


def packed(field: int, content: bytes) -> bytes:
    """A field that is bytes, or another message."""
    return variable(field << 3 | BYTES) + variable(len(content)) + content


def text(field: int, content: str) -> bytes:
    """A field that is text."""
    return packed(field, content.encode())
