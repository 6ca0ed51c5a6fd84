"""An extended book as an SQLite file.

    move      key, number, and `MoveTotals`: a row for each move of each position; where the book was
              expanded, the move's value to its player, whether that is proven, and the key it leads to
    position  key, mover, value, proven: each position that was searched, or has replies that were
    fact      name, value: whose the book is (`Identity`), how it was made (`Facts`), its digest

Keys and numbers are the game's (`core.openings`); SQLite knows signed words only, so that a key from 2^63 on
is kept less 2^64.  Values are an engine's whole numbers (`core.score`).  While a book is made, each batch of
games is one transaction.  The file is made beside its place, closed with a digest of its own bytes, so that a
damaged or unfinished one is refused, and moved there in the end, so that a book is whole or not there at all.
"""

from __future__ import annotations

import hashlib
import mmap
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.books.extended.bonus import MoveTotals
from halfmove.books.extended.identity import Identity
from halfmove.core.errors import BadInput

# ---- the digest of a file, which stands in the file itself: that of the file with zeros in its place

DIGITS = 64
_ZEROS = b"0" * DIGITS


def mark() -> str:
    """What stands in the digest's place until the file is whole; no other file has it."""
    return secrets.token_hex(DIGITS // 2)


def close_with_digest(path: Path, marked: str) -> None:
    """Write the digest where the mark stands; nothing else may be writing the file."""
    place, digest = _digest(path, marked)
    with path.open("r+b") as file:
        file.seek(place)
        file.write(digest.encode())


def is_whole(path: Path, digest: str) -> bool:
    """Whether a file that says this digest of itself has it."""
    try:
        return _digest(path, digest)[1] == digest
    except ValueError:
        return False


def _digest(path: Path, standing: str) -> tuple[int, str]:
    """Where a text stands in a file, and the digest of the file with zeros in its place; `ValueError` where
    it does not stand there."""
    wanted = standing.encode()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        place = content.rfind(wanted)
        if len(wanted) != DIGITS or place < 0:
            raise ValueError
        view = memoryview(content)
        try:
            found = hashlib.sha256(view[:place])
            found.update(_ZEROS)
            found.update(view[place + DIGITS :])
        finally:
            view.release()
    return place, found.hexdigest()


APPLICATION = 0x48_4D_42_4B
"""HMBK: how SQLite files of ours are told from others'."""
VERSION = 2
MAGIC = b"SQLite format 3\0"
"""What every SQLite file begins with."""

_SUMS = MoveTotals._fields
_LARGEST = ("best", "year")
_COLUMNS = ", ".join(f"{name} INTEGER NOT NULL" for name in _SUMS)
_SCHEMA = f"""
CREATE TABLE move (key INTEGER NOT NULL, number INTEGER NOT NULL, {_COLUMNS},
                   value INTEGER, proven INTEGER, child INTEGER,
                   PRIMARY KEY (key, number)) WITHOUT ROWID;
CREATE TABLE position (key INTEGER PRIMARY KEY, mover INTEGER NOT NULL, value INTEGER NOT NULL,
                       proven INTEGER NOT NULL);
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
_JUDGED = ("value", "proven", "child")
_ALL = ", ".join(("key", "number", *_SUMS, *_JUDGED))
_TOGETHER = ", ".join(
    f"{name} = max({name}, excluded.{name})" if name in _LARGEST else f"{name} = {name} + excluded.{name}"
    for name in _SUMS
)
_TAKEN = ", ".join(f"{name} = coalesce({name}, excluded.{name})" for name in _JUDGED)
_ON_CONFLICT = f"ON CONFLICT (key, number) DO UPDATE SET {_TOGETHER}"
DIGEST = "sha256"
"""The fact that closes a whole book."""


class Facts(NamedTuple):
    """How a book was made."""

    games: int = 0
    """Games that are in it."""
    broken: int = 0
    """Of these, games that could be read only in part."""
    left_out: int = 0
    """Games that could not be read at all, or were of other parameters."""
    repaired: int = 0
    """Games of which something was repaired, or whose results contradict each other."""
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


class Judgement(NamedTuple):
    """What a move is worth to its player."""

    value: int
    proven: bool = False
    child: int | None = None
    """The key of the position that it leads to; None where that is a repetition, or the position is not in
    the book."""


class Row(NamedTuple):
    """A move of a position, and what is known of it."""

    key: int
    number: int
    played: MoveTotals = MoveTotals()
    judged: Judgement | None = None


class Place(NamedTuple):
    """A position that was searched, or whose replies were; the value is to its mover."""

    key: int
    mover: int
    value: int
    proven: bool


def to_signed(key: int) -> int:
    """A key as SQLite keeps it."""
    return key - (1 << 64) if key >> 63 else key


def to_unsigned(key: int) -> int:
    """A key as it was."""
    return key % (1 << 64)


class Store:
    """An extended book's file; `make` begins an empty one in place of what is there, `work` goes on with one
    that is not finished, or begins it.

    `BadInput` for a file that is no book, or not whole; while one is made, `OSError` and `sqlite3.Error`
    where that fails.
    """

    def __init__(self, path: Path, *, make: bool = False, work: bool = False) -> None:
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
            if work:
                self._go_on()
                return
            uri = f"{path.absolute().as_uri()}?mode=ro"
            self._sql = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
            self._check()
            if not is_whole(path, self.fact(DIGEST)):
                raise BadInput(f"The book '{path}' cannot be read: it is damaged, or was not finished.")
        except _UNREADABLE as error:
            self.close()
            raise BadInput(f"The book '{path}' cannot be read: {_describe_error(error)}.") from None
        except OSError as error:
            self.close()
            raise BadInput(f"The book '{path}' cannot be read: {error.strerror}.") from None
        except BadInput:
            self.close()
            raise

    def _go_on(self) -> None:
        """Open the file to write, for nobody else; each transaction survives whatever ends the process."""
        begun = self.path.exists()
        self._sql = sqlite3.connect(self.path, isolation_level=None, timeout=0.0)
        self._sql.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            self._sql.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise BadInput(f"The book '{self.path}' is being written by another process.") from None
        self._sql.execute("COMMIT")
        empty = begun and not [*self._ask("SELECT name FROM sqlite_schema LIMIT 1")]
        if not begun or empty:  # killed before anything stood in it
            self._sql.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        else:
            self._check()

    def _check(self) -> None:
        (application,) = self._sql.execute("PRAGMA application_id").fetchone()
        (version,) = self._sql.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise BadInput(f"'{self.path}' is an SQLite file, but no extended book.")
        if version != VERSION:
            raise BadInput(
                f"The book '{self.path}' is of version {version}, and this Halfmove reads {VERSION}; "
                "make it anew."
            )

    # ---- reading
    def records(self, key: int) -> dict[int, MoveTotals]:
        """What is known of each move of a position, by its number."""
        return {row.number: row.played for row in self.moves(key)}

    def moves(self, key: int) -> list[Row]:
        """The moves of a position."""
        return [*map(_make_row, self._ask(f"SELECT {_ALL} FROM move WHERE key = ?", to_signed(key)))]

    def rows(self) -> Iterator[Row]:
        """All moves of all positions, in the order of their keys."""
        for half in ("key >= 0", "key < 0"):  # unsigned, the second half is the larger
            yield from map(_make_row, self._ask(f"SELECT {_ALL} FROM move WHERE {half} ORDER BY key, number"))

    def place(self, key: int) -> Place | None:
        """What a position is worth, where it was searched."""
        found = self._ask("SELECT mover, value, proven FROM position WHERE key = ?", to_signed(key))
        return next((Place(key, mover, value, bool(proven)) for mover, value, proven in found), None)

    def places(self) -> Iterator[Place]:
        """All positions that were searched."""
        for key, mover, value, proven in self._ask("SELECT key, mover, value, proven FROM position"):
            yield Place(to_unsigned(key), mover, value, bool(proven))

    def facts(self) -> Facts:
        """How the book was made."""
        told = dict(self._ask("SELECT name, value FROM fact"))
        default = Facts()
        try:
            known = {name: type(getattr(default, name))(told[name]) for name in Facts._fields if name in told}
        except ValueError:
            raise BadInput(f"The book '{self.path}' cannot be read: its facts are damaged.") from None
        return default._replace(**known)

    def identity(self) -> Identity:
        """Whose openings it has."""
        found = Identity(*(self.fact(name) for name in Identity._fields))
        try:
            _ = found.parameters
        except ValueError:
            raise BadInput(f"The book '{self.path}' does not say which game it is of.") from None
        return found

    def fact(self, name: str) -> str:
        """A fact as text; nothing where it is not there."""
        return next((str(value) for (value,) in self._ask("SELECT value FROM fact WHERE name = ?", name)), "")

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
        except _UNREADABLE as error:
            raise BadInput(f"The book '{self.path}' cannot be read: {_describe_error(error)}.") from None

    # ---- making
    def add(self, rows: Iterable[Row]) -> None:
        """More games, in one transaction: what is known of a move is added to what was."""
        marks = ", ".join("?" for _ in range(len(_SUMS) + 2))
        self._change(
            f"INSERT INTO move (key, number, {', '.join(_SUMS)}) VALUES ({marks}) {_ON_CONFLICT}",
            sorted((to_signed(row.key), row.number, *row.played) for row in rows),
        )

    def judge(
        self, places: Iterable[Place], rows: Iterable[Row], facts: Iterable[tuple[str, object]]
    ) -> None:
        """What positions and moves are worth from now on, and facts about that, in one transaction; the
        games in which the moves were played stay."""
        marks = ", ".join("?" for _ in range(len(_SUMS) + 2 + len(_JUDGED)))
        anew = ", ".join(f"{name} = excluded.{name}" for name in _JUDGED)
        with self._transaction():
            self._sql.executemany(
                "INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?)",
                ((to_signed(place.key), *place[1:]) for place in places),
            )
            self._sql.executemany(
                f"INSERT INTO move ({_ALL}) VALUES ({marks}) ON CONFLICT (key, number) DO UPDATE SET {anew}",
                ((to_signed(row.key), row.number, *row.played, *_list_fields(row.judged)) for row in rows),
            )
            self._sql.executemany(_NOTE, ((name, str(value)) for name, value in facts))

    def merge(self, other: Path) -> None:
        """All that another book knows, in one transaction; `BadInput` where both have values."""
        try:
            self._sql.execute("ATTACH ? AS other", [str(other)])
            if self._number("SELECT EXISTS (SELECT 1 FROM other.position)"):
                if self._number("SELECT EXISTS (SELECT 1 FROM main.position)"):
                    raise BadInput(
                        f"The book '{other}' was expanded, and so was one before it; only one of them can be."
                    )
                self._change("INSERT INTO position SELECT * FROM other.position", [()])
                settings = "SELECT name, value FROM other.fact WHERE name LIKE 'expansion %'"
                self._change(f"INSERT OR REPLACE INTO fact {settings}", [()])
            self._change(
                f"INSERT INTO move SELECT * FROM other.move WHERE true {_ON_CONFLICT}, {_TAKEN}", [()]
            )
            self._sql.execute("DETACH other")
        except _UNREADABLE as error:
            raise BadInput(f"The book '{other}' cannot be taken over: {_describe_error(error)}.") from None

    def drop(self, least_games: int) -> None:
        """Forget moves of fewer games, but for those that have a value."""
        self._change("DELETE FROM move WHERE games < ? AND value IS NULL", [(least_games,)])
        self._sql.execute("VACUUM")

    def note(self, facts: Facts | Identity) -> None:
        """How the book was made, or whose it is, in place of what was noted before."""
        self._change(_NOTE, [(name, str(value)) for name, value in facts._asdict().items()])

    def finish(self) -> None:
        """Close the file with its digest: from now on it is a whole book."""
        marked = mark()
        self._change(_NOTE, [(DIGEST, marked)])
        self.close()
        close_with_digest(self.path, marked)

    def _change(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Carry out a statement for each of the rows, or for none."""
        with self._transaction():
            self._sql.executemany(statement, rows)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is changed in the block, or nothing."""
        self._sql.execute("BEGIN")
        try:
            yield
            self._sql.execute("COMMIT")
        except BaseException:
            if self._sql.in_transaction:  # a full disk ends it by itself
                self._sql.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        if hasattr(self, "_sql"):
            self._sql.close()


_NOTE = "INSERT OR REPLACE INTO fact VALUES (?, ?)"

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file raises: SQLite's own message may quote a damaged name, which is no text then."""


def _describe_error(error: Exception) -> str:
    """What stands in the way, in words."""
    return "a name or a text in it is damaged" if isinstance(error, UnicodeDecodeError) else str(error)


def _make_row(found: tuple[Any, ...]) -> Row:
    key, number, *rest = found
    value, proven, child = rest[len(_SUMS) :]
    judged = None
    if value is not None:
        judged = Judgement(value, bool(proven), None if child is None else to_unsigned(child))
    return Row(to_unsigned(key), number, MoveTotals(*rest[: len(_SUMS)]), judged)


def _list_fields(judged: Judgement | None) -> tuple[object, ...]:
    """As the file has it."""
    if judged is None:
        return None, None, None
    return judged.value, judged.proven, None if judged.child is None else to_signed(judged.child)
