"""A solver's table in a file, so that a proof of hours goes on where it was stopped or killed.

The file has a mark, a line of JSON that says of what game and rules the table is, the table's words as they
stand, and their checksum.  It may be written while threads search: an entry of which only one half was
written in time matches no position (`search.alphabeta.table`).
"""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.contract import Game
from halfmove.core.digest import digest_of_game
from halfmove.core.errors import BadInput
from halfmove.core.sealed_head import open_head, seal_head
from halfmove.search.alphabeta.table import Table

MARK = b"halfmove proof 1\n"
EVERY = 600.0
"""Seconds of search between two writings, unless one takes so long that they would take more than `SHARE`."""
SHARE = 0.02
_WORDS = 1 << 21
"""Words that are written at once."""
_SUM = 4
"""Bytes of the checksum."""


@dataclass
class Checkpoint:
    """The file, what was searched before it was last written, and when that is to be done again."""

    file: Path
    nodes: int = 0
    seconds: float = 0.0
    due: float = 0.0

    def put_off(self, took: float = 0.0) -> None:
        """Write again after the usual time."""
        self.due = time.monotonic() + max(EVERY, took / SHARE)

    def save(self, game: Game, table: Table, nodes: int, seconds: float) -> None:
        """Write the table, and what this run has searched besides what was searched before; `BadInput` where
        the file cannot be written."""
        began, words, sum_ = time.monotonic(), table.words.array, 0
        head = {
            **_identity(game),
            "words": len(words),
            "nodes": self.nodes + nodes,
            "seconds": self.seconds + seconds,
        }
        with whole_bytes(self.file) as out:
            out.write(MARK + seal_head(head) + b"\n")
            for first in range(0, len(words), _WORDS):
                part = words[first : first + _WORDS].tobytes()  # a copy: threads go on writing
                sum_ = zlib.crc32(part, sum_)
                out.write(part)
            out.write(sum_.to_bytes(_SUM, "little"))
        self.put_off(time.monotonic() - began)

    def load(self, game: Game, most: float) -> Table | None:
        """The table in the file; None where there is no file.  `BadInput` for one that is damaged, of other
        rules, or larger than `most` megabytes."""
        self.put_off()
        try:
            with self.file.open("rb") as source:
                if source.read(len(MARK)) != MARK:
                    raise BadInput(f"'{self.file}' is no checkpoint of a proof; delete it to begin anew.")
                head = _head(self.file, source.readline(1 << 16))
                self._check(game, head)
                table = Table(head["words"] * 8 / 2**20)
                if len(table.words) != head["words"]:
                    raise _damage_error(self.file)
                if table.megabytes > most:
                    raise BadInput(
                        f"The checkpoint '{self.file}' has a table of {table.megabytes:.0f} MB; "
                        f"give --memory {table.megabytes:.0f} or more."
                    )
                _read_words(self.file, source, table)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadInput(f"The checkpoint '{self.file}' cannot be read: {error.strerror}.") from None
        self.nodes, self.seconds = int(head["nodes"]), float(head["seconds"])
        return table

    def _check(self, game: Game, head: dict[str, Any]) -> None:
        for what, mine in _identity(game).items():
            if head.get(what) != mine:
                its = "of another version" if what == "rules" else f"{head.get(what)}, and this proof {mine}"
                raise BadInput(
                    f"The checkpoint '{self.file}' has {what} {its}; delete it to begin anew, or give "
                    "another file."
                )


def _identity(game: Game) -> dict[str, Any]:
    parameters = {key: str(value) for key, value in game.parameters.items()}
    return {"game": game.title(), "parameters": parameters, "rules": digest_of_game(game)}


def _damage_error(file: Path) -> BadInput:
    return BadInput(f"The checkpoint '{file}' is damaged; delete it to begin anew.")


_KEYS = {"game", "parameters", "rules", "words", "nodes", "seconds"}


def _head(file: Path, line: bytes) -> dict[str, Any]:
    try:
        head = open_head(line.removesuffix(b"\n"))
        sound = set(head) == _KEYS and all(
            type(head[name]) in kinds and head[name] >= 0
            for name, kinds in (("words", (int,)), ("nodes", (int,)), ("seconds", (int, float)))
        )
    except (ValueError, TypeError, KeyError):
        sound = False
    if not sound or not 0 < head["words"] < 1 << 40:
        raise _damage_error(file)
    return head


def _read_words(file: Path, source: Any, table: Table) -> None:
    """The words, and whether their checksum is right."""
    words, sum_ = table.words.array, 0
    for first in range(0, len(words), _WORDS):
        part = source.read(8 * len(words[first : first + _WORDS]))
        if len(part) != 8 * len(words[first : first + _WORDS]):
            raise _damage_error(file)
        sum_ = zlib.crc32(part, sum_)
        words[first : first + _WORDS] = np.frombuffer(part, words.dtype)
    if source.read() != sum_.to_bytes(_SUM, "little"):
        raise _damage_error(file)
