"""An extended book as an SQLite file.

    move    key, number, and the sums of `Played`: a row for each move of each position
    fact    name, value: how the book was made (`Facts`)

Keys and numbers are Polyglot's; SQLite knows signed words only, so that a key from 2^63 on is kept less 2^64.
While a book is made, each batch of games is one transaction.  The file is made beside its place and moved
there in the end, so that a book is whole or not there at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.books.extended.played import Played
from halfmove.core.errors import BadInput

APPLICATION = 0x48_4D_42_4B
"""HMBK: how SQLite files of ours are told from others'."""
VERSION = 1
MAGIC = b"SQLite format 3\0"
"""What every SQLite file begins with."""

_SUMS = Played._fields
_LARGEST = ("best", "year")
_COLUMNS = ", ".join(f"{name} INTEGER NOT NULL" for name in _SUMS)
_SCHEMA = f"""
CREATE TABLE move (key INTEGER NOT NULL, number INTEGER NOT NULL, {_COLUMNS},
                   PRIMARY KEY (key, number)) WITHOUT ROWID;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
_TOGETHER = ", ".join(
    f"{name} = max({name}, excluded.{name})" if name in _LARGEST else f"{name} = {name} + excluded.{name}"
    for name in _SUMS
)
_ON_CONFLICT = f"ON CONFLICT (key, number) DO UPDATE SET {_TOGETHER}"


class Facts(NamedTuple):
    """How a book was made."""

    games: int = 0
    """Games that are in it."""
    broken: int = 0
    """Of these, games that could be read only in part."""
    plies: int = 0
    """How many of each game."""
    least_games: int = 1
    """Moves of fewer games were left out."""
    latest: int = 0
    """The year of the latest game; 0 if no game has one."""
    interrupted: int = 0
    """1 if it was ended before all games were read."""
    positions: int = 0
    """For how many positions it has moves: a large book takes its time to count them."""
    moves: int = 0
    """How many moves it has."""


class Row(NamedTuple):
    """A move of a position, and what is known of it."""

    key: int
    number: int
    played: Played


def signed(key: int) -> int:
    """A key as SQLite keeps it."""
    return key - (1 << 64) if key >> 63 else key


class Store:
    """An extended book's file; `make` begins an empty one in place of what is there.

    `BadInput` for a file that is no book; while one is made, `OSError` and `sqlite3.Error` where that fails.
    """

    def __init__(self, path: Path, *, make: bool = False) -> None:
        self.path = path
        if make:
            path.unlink(missing_ok=True)
            self._sql = sqlite3.connect(path, isolation_level=None)
            # until it is whole nobody needs the file: only the transactions count, not a power failure
            self._sql.execute("PRAGMA synchronous = OFF")
            self._sql.execute("PRAGMA journal_mode = MEMORY")
            self._sql.executescript(_SCHEMA)
            return
        try:
            uri = f"{path.absolute().as_uri()}?mode=ro"
            self._sql = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
            self._check()
        except sqlite3.Error as error:
            self.close()
            raise BadInput(f"The book '{path}' cannot be read: {error}.") from None

    def _check(self) -> None:
        (application,) = self._sql.execute("PRAGMA application_id").fetchone()
        (version,) = self._sql.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            self.close()
            raise BadInput(f"'{self.path}' is an SQLite file, but no extended book.")
        if version != VERSION:
            self.close()
            raise BadInput(
                f"The book '{self.path}' is of version {version}, and this Halfmove reads {VERSION}; "
                "make it anew."
            )

    # ---- reading
    def records(self, key: int) -> dict[int, Played]:
        """What is known of each move of a position, by its number."""
        found = self._ask(f"SELECT number, {', '.join(_SUMS)} FROM move WHERE key = ?", signed(key))
        return {number: Played(*sums) for number, *sums in found}

    def rows(self) -> Iterator[Row]:
        """All moves of all positions, in the order of their keys."""
        for half in ("key >= 0", "key < 0"):  # unsigned, the second half is the larger
            found = self._ask(
                f"SELECT key, number, {', '.join(_SUMS)} FROM move WHERE {half} ORDER BY key, number"
            )
            for key, number, *sums in found:
                yield Row(key % (1 << 64), number, Played(*sums))

    def facts(self) -> Facts:
        """How the book was made."""
        told = dict(self._ask("SELECT name, value FROM fact"))
        default = Facts()
        known = {name: type(getattr(default, name))(told[name]) for name in Facts._fields if name in told}
        return default._replace(**known)

    def positions(self) -> int:
        """For how many positions it has moves."""
        return self._number("SELECT count(DISTINCT key) FROM move")

    def size(self) -> int:
        """How many moves it has."""
        return self._number("SELECT count(*) FROM move")

    def _number(self, question: str) -> int:
        ((number,),) = self._ask(question)
        return int(number)

    def _ask(self, question: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of an answer; `BadInput` where the file is damaged."""
        try:
            yield from self._sql.execute(question, values)
        except sqlite3.Error as error:
            raise BadInput(f"The book '{self.path}' cannot be read: {error}.") from None

    # ---- making
    def add(self, rows: Iterable[Row]) -> None:
        """More games, in one transaction: what is known of a move is added to what was."""
        marks = ", ".join("?" for _ in range(len(_SUMS) + 2))
        self._change(
            f"INSERT INTO move VALUES ({marks}) {_ON_CONFLICT}",
            sorted((signed(row.key), row.number, *row.played) for row in rows),
        )

    def merge(self, other: Path) -> None:
        """All that another book knows, in one transaction."""
        try:
            self._sql.execute("ATTACH ? AS other", [str(other)])
            self._change(f"INSERT INTO move SELECT * FROM other.move WHERE true {_ON_CONFLICT}", [()])
            self._sql.execute("DETACH other")
        except sqlite3.Error as error:
            raise BadInput(f"The book '{other}' cannot be taken over: {error}.") from None

    def drop(self, least_games: int) -> None:
        """Forget moves of fewer games."""
        self._change("DELETE FROM move WHERE games < ?", [(least_games,)])
        self._sql.execute("VACUUM")

    def note(self, facts: Facts) -> None:
        """How the book was made, in place of what was noted before."""
        pairs = [(name, str(value)) for name, value in facts._asdict().items()]
        self._change("INSERT OR REPLACE INTO fact VALUES (?, ?)", pairs)

    def _change(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Carry out a statement for each of the rows, or for none."""
        self._sql.execute("BEGIN")
        try:
            self._sql.executemany(statement, rows)
            self._sql.execute("COMMIT")
        except BaseException:
            if self._sql.in_transaction:  # a full disk ends it by itself
                self._sql.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        if hasattr(self, "_sql"):
            self._sql.close()
