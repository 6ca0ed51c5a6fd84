"""Texts with some of their words, lines and bytes changed."""

from __future__ import annotations

import random
from collections.abc import Sequence

LONGEST = 1 << 15
"""Bytes of a changed text."""
_WORDS = "0 -1 1e999 nan inf 99999999999999999999 ٣ ² é 🙂 \u2028 \u202e \ufeff"
_MARKS = "[](){};:,./|\\\"'#*?!$%=~<>&^-+_@"
STRANGE = (
    *(word.encode() for word in (*_WORDS.split(" "), *_MARKS)),
    *(b"\0", b"\xff\xfe", b"\x80", b"\r\n", b"\n\n", b"\t", b"\xed\xa0\x80"),
    *(b"[" * 500, b"(" * 500, b'{"a":' * 500, b"x" * 3000),
)


def mutate(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """A text with some of its words, lines and bytes taken out, doubled, moved or changed for those of
    another."""
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        at = dice.randrange(len(data) + 1)
        to = min(len(data), at + dice.choice((1, 1, 2, 5, 20, 100)))
        other = dice.choice(others) if others else b""
        begin = dice.randrange(len(other) + 1)
        part = other[begin : begin + dice.choice((1, 3, 8, 40, 200))]
        match dice.randrange(8):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:to] + data[at:to] * dice.choice((1, 1, 2, 40)) + data[to:]
            case 2:
                data = data[:at] + part + data[to:]
            case 3:
                data = data[:at] + part + data[at:]
            case 4:
                data = data[:at] + bytes(dice.choices(range(256), k=to - at)) + data[to:]
            case 5:
                data = data[:at] + dice.choice(STRANGE) + data[to:]
            case 6:
                words = data.split(b" ")
                dice.shuffle(words)
                data = b" ".join(words)
            case _:
                rows = data.split(b"\n")
                rows.insert(dice.randrange(len(rows) + 1), dice.choice(rows))
                data = b"\n".join(rows)
    return data[:LONGEST]
