"""A file of ours in SQLite: made where it is not there, told from others', its errors in sentences.

Every change is one transaction in write-ahead mode: killed at whatever moment, a program loses what it was
about to write and nothing else, and readers are never kept waiting.  A row may end with a seal, a digest of
what is before it, so that a bit that a disk has changed is noticed: SQLite itself looks at the structure
only.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from halfmove.core.errors import BadInput

_MAGIC = b"SQLite format 3\0"
"""What every SQLite file begins with."""
_LOOKED_AT = 64 * 1024 * 1024
"""Bytes of a file whose structure is looked at whenever it is opened, in a fifth of a second; that of a
larger one, before something is added to it."""


def seal(row: Sequence[Any]) -> bytes:
    """The digest of a row's values, as SQLite gives them back: whole numbers, doubles, texts and bytes."""
    digest = blake2b(digest_size=16)
    for value in row:
        part = value if isinstance(value, bytes) else repr(value).encode()
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.digest()


class SqliteFile:
    """The SQLite file `path`, which is made if it is not there (`make=False`: refused).  With `threads`
    several may use it, one at a time.

    `BadInput` where the file is none of ours, of a newer Halfmove, or cannot be read or written.
    """

    application: ClassVar[int]
    """How files of this kind are told from others'."""
    version: ClassVar[int]
    schema: ClassVar[str]
    """The statements that make the tables."""
    holds: ClassVar[str]
    """What is in it, as sentences call it: `matches`."""

    def __init__(self, path: str | Path, *, make: bool = True, threads: bool = False) -> None:
        self.path = Path(path).expanduser()
        if self.path.is_dir():
            raise BadInput(f"'{path}' is a folder; give the name of a file for the games.")
        if not self.path.exists():
            if not make:
                raise BadInput(f"There is no file '{path}' with {self.holds}.")
            if not self.path.parent.is_dir():
                raise BadInput(f"There is no folder '{self.path.parent}' to keep the games in.")
        with self._translate_errors():
            self._db = sqlite3.connect(
                self.path, timeout=30.0, isolation_level=None, check_same_thread=not threads
            )
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        db = self._db
        db.execute("PRAGMA foreign_keys = ON")
        application = self._pragma("application_id")
        version = self._pragma("user_version")
        tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != self.application and (tables or application):
            raise BadInput(f"'{self.path}' is a database of something else, not of {self.holds}.")
        if version > self.version:
            raise BadInput(f"'{self.path}' was written by a newer Halfmove; update yours to read it.")
        if not tables:
            db.execute("PRAGMA journal_mode = WAL")
            with self._transaction():
                if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in self.schema.split(";"):
                        if statement.strip():
                            db.execute(statement)
                    db.execute(f"PRAGMA application_id = {self.application}")
                    db.execute(f"PRAGMA user_version = {self.version}")
        elif 0 < version < self.version:
            with self._transaction():
                if self._pragma("user_version") < self.version:
                    self._update()
                    db.execute(f"PRAGMA user_version = {self.version}")
        if not self._is_large():
            self._look_at_structure()
        db.execute("PRAGMA synchronous = FULL")

    def _update(self) -> None:
        """Make the tables of an earlier version those of today."""

    def _is_large(self) -> bool:
        return self.path.stat().st_size > _LOOKED_AT

    def _look_at_structure(self) -> None:
        """`BadInput` where pages or indexes do not fit together."""
        said = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise BadInput(_describe_damage(self.path))

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def _write(self, table: str, row: Sequence[Any]) -> None:
        """Insert a row with its seal."""
        marks = ", ".join("?" * (len(row) + 1))
        self._db.execute(f"INSERT INTO {table} VALUES ({marks})", (*row, seal(row)))

    def _unseal(self, row: Sequence[Any]) -> Sequence[Any]:
        """A row without its seal; `BadInput` where it is not what was sealed."""
        *values, sealed = row
        if sealed is not None and sealed != seal(values):
            raise BadInput(_describe_damage(self.path))
        return values

    def _transaction(self) -> _Transaction:
        return _Transaction(self._db)

    def _translate_errors(self) -> _ErrorTranslation:
        return _ErrorTranslation(self.path, self.holds)

    def _reading(self) -> _ErrorTranslation:
        return _ErrorTranslation(self.path, self.holds, _DAMAGED)

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _Transaction:
    """All of it or nothing, with the one writer's place taken at once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        if self._db.in_transaction:  # Ctrl-C came between the beginning of one and its body
            self._db.execute("ROLLBACK")
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:  # SQLite itself has rolled back where the disk is full
                self._db.execute("ROLLBACK")


_DAMAGED = (ValueError, LookupError, TypeError, AttributeError, RecursionError, zlib.error)
"""What is raised where the JSON of a row is another than was written."""


class _ErrorTranslation:
    """SQLite's errors as sentences, and errors that tell of `damaged` rows."""

    def __init__(self, path: Path, holds: str, damaged: tuple[type[Exception], ...] = ()) -> None:
        self._path, self._holds = path, holds
        self._damaged: tuple[type[Exception], ...] = (UnicodeDecodeError, *damaged)

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if isinstance(error, sqlite3.DatabaseError):
            raise BadInput(_describe_error(self._path, self._holds, error)) from error
        if error is not None and isinstance(error, self._damaged) and not isinstance(error, BadInput):
            raise BadInput(_describe_damage(self._path)) from error


def _describe_damage(path: Path) -> str:
    return f"'{path}' cannot be used: something in it is damaged."


def _describe_error(path: Path, holds: str, error: sqlite3.DatabaseError) -> str:
    said = str(error)
    if "not a database" in said:
        return f"'{path}' is no file of {holds}."
    if "readonly" in said or "unable to open" in said:
        return f"'{path}' cannot be written; check its permissions and those of its folder."
    if "full" in said:
        return f"'{path}' cannot grow: the disk is full."
    if "locked" in said:
        return f"'{path}' has been kept locked by another program for half a minute."
    return f"'{path}' cannot be used: {said.rstrip('.')}."


def application_of(path: Path) -> int | None:
    """The `application` of an SQLite file; None for any other file."""
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                return None
        with closing(sqlite3.connect(path)) as db:
            return int(db.execute("PRAGMA application_id").fetchone()[0])
    except (OSError, sqlite3.Error):
        return None
