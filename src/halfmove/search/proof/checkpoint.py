"""A solver's table in a file, so that a proof of hours goes on where it was stopped or killed.

The file has a mark, a line of JSON that says of what game and rules the table is, the table's words as they
stand, and their checksum.  It may be written while threads search: an entry of which only one half was
written in time matches no position (`search.alphabeta.table`, `search.proof.numbers_table`).
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
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

MARK, NUMBERS_MARK = b"halfmove proof 1\n", b"halfmove proof numbers 1\n"
"""Of a table of alpha-beta's, and of one of proof numbers."""
EVERY = 600.0
"""Seconds of search between two writings, unless one takes so long that they would take more than `SHARE`."""
SHARE = 0.02
_WORDS = 1 << 21
"""Words that are written at once."""
_SUM = 4
"""Bytes of the checksum."""

Words = np.ndarray[Any, Any]
"""A table's memory: words of 64 bits."""


@dataclass
class Checkpoint:
    """The file, what was searched before it was last written, and when that is to be done again."""

    file: Path
    mark: bytes = MARK
    nodes: int = 0
    seconds: float = 0.0
    due: float = 0.0

    def put_off(self, took: float = 0.0) -> None:
        """Write again after the usual time."""
        self.due = time.monotonic() + max(EVERY, took / SHARE)

    def save(self, game: Game, table: Table, nodes: int, seconds: float) -> None:
        """Write the table, and what this run has searched besides what was searched before; `BadInput` where
        the file cannot be written."""
        self.save_words(game, table.words.array, nodes, seconds)

    def save_words(
        self, game: Game, words: Words, nodes: int, seconds: float, details: list[int] | None = None
    ) -> None:
        """The same for a table's words, with `details` that they are read by."""
        began, sum_ = time.monotonic(), 0
        head = {
            **_identity(game),
            "words": len(words),
            "nodes": self.nodes + nodes,
            "seconds": self.seconds + seconds,
            **({} if details is None else {"details": details}),
        }
        with whole_bytes(self.file) as out:
            out.write(self.mark + seal_head(head) + b"\n")
            for first in range(0, len(words), _WORDS):
                part = words[first : first + _WORDS].tobytes()  # a copy: threads go on writing
                sum_ = zlib.crc32(part, sum_)
                out.write(part)
            out.write(sum_.to_bytes(_SUM, "little"))
        self.put_off(time.monotonic() - began)

    def load(self, game: Game, most: float) -> Table | None:
        """The table in the file; None where there is no file.  `BadInput` for one that is damaged, of other
        rules, or larger than `most` megabytes."""
        tables: list[Table] = []

        def allot(words: int) -> Words:
            tables.append(Table(words * 8 / 2**20))
            return tables[0].words.array

        return tables[0] if self.load_words(game, most, allot) is not None else None

    def load_words(self, game: Game, most: float, allot: Callable[[int], Words]) -> list[int] | None:
        """The details of the file, whose words are read into the memory that `allot` gives for as many; else
        as `load`."""
        self.put_off()
        try:
            with self.file.open("rb") as source:
                if source.read(len(self.mark)) != self.mark:
                    raise BadInput(
                        f"'{self.file}' is no checkpoint of such a proof; delete it to begin anew."
                    )
                head = _head(self.file, source.readline(1 << 16))
                self._check(game, head)
                megabytes = head["words"] * 8 / 2**20
                if megabytes > most:
                    raise BadInput(
                        f"The checkpoint '{self.file}' has a table of {megabytes:.0f} MB; "
                        f"give --memory {megabytes:.0f} or more."
                    )
                words = allot(head["words"])
                if len(words) != head["words"]:
                    raise damage_error(self.file)
                _read_words(self.file, source, words)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadInput(f"The checkpoint '{self.file}' cannot be read: {error.strerror}.") from None
        self.nodes, self.seconds = int(head["nodes"]), float(head["seconds"])
        return list(head.get("details", []))

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


def damage_error(file: Path) -> BadInput:
    """The complaint about a file that is not as it was written."""
    return BadInput(f"The checkpoint '{file}' is damaged; delete it to begin anew.")


_KEYS = {"game", "parameters", "rules", "words", "nodes", "seconds"}


def _head(file: Path, line: bytes) -> dict[str, Any]:
    try:
        head = open_head(line.removesuffix(b"\n"))
        sound = set(head) - {"details"} == _KEYS and all(
            type(head[name]) in kinds and head[name] >= 0
            for name, kinds in (("words", (int,)), ("nodes", (int,)), ("seconds", (int, float)))
        )
        sound = sound and all(type(number) is int for number in head.get("details", []))
    except (ValueError, TypeError, KeyError):
        sound = False
    if not sound or not 0 < head["words"] < 1 << 40:
        raise damage_error(file)
    return head


def _read_words(file: Path, source: Any, words: Words) -> None:
    """The words, and whether their checksum is right."""
    sum_ = 0
    for first in range(0, len(words), _WORDS):
        part = source.read(8 * len(words[first : first + _WORDS]))
        if len(part) != 8 * len(words[first : first + _WORDS]):
            raise damage_error(file)
        sum_ = zlib.crc32(part, sum_)
        words[first : first + _WORDS] = np.frombuffer(part, words.dtype)
    if source.read() != sum_.to_bytes(_SUM, "little"):
        raise damage_error(file)
