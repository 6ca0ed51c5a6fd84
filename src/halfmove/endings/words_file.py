"""Positions in words (`endings.words`) in a file: so that the work goes on where it was stopped.

A mark, a line of JSON that says of which game and position it is, the table's words and the values as they
stand, and their checksum.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.digest import digest_of_game
from halfmove.core.errors import BadInput
from halfmove.core.sealed_head import open_head, seal_head
from halfmove.endings.words import Solved

MARK = b"halfmove words 1\n"
_CHUNK = 1 << 21
"""Words that are written at once."""
_SUM = 4
"""Bytes of the checksum."""


def save(file: str | Path, solved: Solved, word: int) -> None:
    """Write what is known of what the position `word` leads to; `BadInput` where it cannot be written."""
    head = {**_identity(solved.game, word), "slots": solved.mask + 1, "pass": solved.plies_done}
    sum_ = 0
    with whole_bytes(file) as out:
        out.write(MARK + seal_head(head) + b"\n")
        for buffer in (solved.table, solved.values):
            for first in range(0, len(buffer), _CHUNK):
                part = buffer.array[first : first + _CHUNK].tobytes()
                sum_ = zlib.crc32(part, sum_)
                out.write(part)
        out.write(sum_.to_bytes(_SUM, "little"))


def load(file: str | Path, game: Game, word: int) -> Solved | None:
    """What is in a file; None where there is none.  `BadInput` for one that is damaged, or about other rules
    or another position."""
    path = Path(file).expanduser()
    try:
        with path.open("rb") as source:
            if source.read(len(MARK)) != MARK:
                raise BadInput(f"'{file}' is no checkpoint of retrograde analysis; delete it to begin anew.")
            head = _head(file, source.readline(1 << 16), _identity(game, word))
            slots = head["slots"]
            table, values, sum_ = Buffer(slots), Buffer(slots // 4), 0
            for buffer in (table, values):
                for first in range(0, len(buffer), _CHUNK):
                    length = len(buffer.array[first : first + _CHUNK])
                    part = source.read(8 * length)
                    if len(part) != 8 * length:
                        raise _damage_error(file)
                    sum_ = zlib.crc32(part, sum_)
                    buffer.array[first : first + _CHUNK] = np.frombuffer(part, np.int64)
            if source.read() != sum_.to_bytes(_SUM, "little"):
                raise _damage_error(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadInput(f"The checkpoint '{file}' cannot be read: {error.strerror}.") from None
    return Solved(game, table, values, slots - 1, plies_done=head["pass"])


def _identity(game: Game, word: int) -> dict[str, Any]:
    parameters = {key: str(value) for key, value in game.parameters.items()}
    return {
        "game": game.title(),
        "parameters": parameters,
        "rules": digest_of_game(game),
        "position": word,
    }


def _head(file: str | Path, line: bytes, mine: dict[str, Any]) -> dict[str, Any]:
    try:
        head = open_head(line.removesuffix(b"\n"))
        slots, number = head["slots"], head["pass"]
        sound = type(slots) is int and 1024 <= slots <= 1 << 36 and slots & (slots - 1) == 0
        sound = sound and type(number) is int and number >= -1
    except (ValueError, TypeError, KeyError):
        sound = False
    if not sound:
        raise _damage_error(file)
    for what, value in mine.items():
        if head.get(what) != value:
            raise BadInput(
                f"The checkpoint '{file}' is about another {what}; delete it to begin anew, or give "
                "another file."
            )
    return head


def _damage_error(file: str | Path) -> BadInput:
    return BadInput(f"The checkpoint '{file}' is damaged; delete it to begin anew.")
