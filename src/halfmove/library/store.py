"""The file of a library of games, in SQLite.

    rules    id, game, parameters (JSON): what is played, and the key of its initial position
    game     a row a game: what is known of it, and the digest by which it is told from others
    record   game, format, text (compressed), seal: all that is said of a game, sealed with its row of `game`
    place    key, game, number, points, day: each position of each game with the move played in it

`place` is ordered by key and has what the explorer counts, so that a position is answered from one stretch of
the file, whatever else is in it.  A game is there with all its positions or not at all.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, RecordFormat
from halfmove.core.plain_text import formats_of
from halfmove.core.sqlite_file import SqliteFile, seal
from halfmove.games.reference import GameReference
from halfmove.library.continuation import is_continuation
from halfmove.library.entry import Entry
from halfmove.library.positions import PositionKeys, has_positions

VERSION = 1
FILE_VARIABLE = "HALFMOVE_LIBRARY"
_SCHEMA = """
CREATE TABLE rules (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, parameters TEXT NOT NULL, initial INTEGER,
    UNIQUE (game, parameters)
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
    rules INTEGER NOT NULL REFERENCES rules,
    players TEXT NOT NULL, first TEXT NOT NULL COLLATE NOCASE, second TEXT NOT NULL COLLATE NOCASE,
    event TEXT NOT NULL, date TEXT NOT NULL, day INTEGER NOT NULL, result TEXT NOT NULL, points INTEGER,
    opening TEXT NOT NULL, plies INTEGER NOT NULL, added REAL NOT NULL
);
CREATE INDEX game_first ON game (first);
CREATE INDEX game_second ON game (second);
CREATE INDEX game_day ON game (day);
CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE, format TEXT NOT NULL, text BLOB NOT NULL,
    seal BLOB NOT NULL
);
CREATE TABLE place (
    key INTEGER NOT NULL, game INTEGER NOT NULL, number INTEGER NOT NULL, points INTEGER,
    day INTEGER NOT NULL, PRIMARY KEY (key, game, number)
) WITHOUT ROWID
"""
_CACHE = 64 * 1024
"""KB of the file that are kept in memory while games are added: their positions lie all over it."""


def default_file() -> Path:
    """The user's library: `HALFMOVE_LIBRARY`, or `halfmove/library.sqlite` in his data folder."""
    chosen = os.environ.get(FILE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(data) / "halfmove" / "library.sqlite"


def open_library(path: str | Path | None = None, *, make: bool = False, threads: bool = False) -> Library:
    """The library in a file, the user's own where none is named; with `make` it is begun where there is none.
    `BadInput` where it cannot be opened."""
    file = default_file() if path is None else Path(path).expanduser()
    if make and path is None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"The folder '{file.parent}' cannot be made: {error.strerror}.") from None
    if not make and not file.exists():
        raise BadInput(f"There is no library '{file}' yet; `halfmove library add` begins one.")
    return Library(file, make=make, threads=threads)


class Kept(NamedTuple):
    """A game of a library, as lists show it."""

    id: int
    game: str
    """Its name."""
    parameters: dict[str, Any]
    players: tuple[str, ...]
    event: str
    date: str
    result: str
    points: int | None
    opening: str
    plies: int
    added: float
    """Seconds since the epoch."""


class Opened(NamedTuple):
    """A game of a library with its record."""

    kept: Kept
    record: GameRecord
    form: RecordFormat
    """That in which the record was kept."""


COLUMNS = (
    "game.id, rules.game, rules.parameters, game.players, game.event, game.date, game.result, game.points, "
    "game.opening, game.plies, game.added"
)
"""Those of `Kept`, for a SELECT from `game JOIN rules ON rules.id = game.rules`."""


def read_kept(row: Sequence[Any]) -> Kept:
    """A row of `COLUMNS`."""
    number, game, parameters, players, *rest = row
    return Kept(number, game, json.loads(parameters), tuple(json.loads(players)), *rest)


class Library(SqliteFile):
    """The games in the SQLite file `path`, which is made if it is not there (`make=False`: refused).

    `BadInput` where the file is none of ours, of a newer Halfmove, or cannot be read or written.
    """

    application = 0x48_4D_4C_42  # "HMLB"
    version = VERSION
    schema = _SCHEMA
    holds = "a library of games"

    # ---- adding
    def add(self, entries: Iterable[Entry], *, again: bool = False) -> list[tuple[int, bool]]:
        """Keep games, all of them or none: the number of each, and whether it is new.  Of one that is there
        already nothing is changed, or with `again` what is said in its record; and the continuation of one
        that had no result takes its place."""
        with self._translate_errors():
            self._db.execute(f"PRAGMA cache_size = -{_CACHE}")
            with self._transaction():
                places: list[tuple[int, int, int, int | None, int]] = []
                found = [self._keep(entry, places, again=again) for entry in entries]
                places.sort(key=_place)  # rows that lie together are written together
                self._db.executemany("INSERT OR IGNORE INTO place VALUES (?, ?, ?, ?, ?)", places)
        return found

    def _keep(self, entry: Entry, places: list[Any], *, again: bool) -> tuple[int, bool]:
        known = self._db.execute("SELECT id FROM game WHERE digest = ?", (entry.digest,)).fetchone()
        if known is not None:
            if again:
                self._db.execute("DELETE FROM record WHERE game = ?", known)
                self._seal(known[0], entry)
            return known[0], False
        former = self._find_beginning(entry) if again else None
        if former is not None:
            self._forget(former, entry)
        names = (*entry.players, "", "")
        number = self._db.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                former,
                entry.digest,
                self._rules(entry.reference),
                json.dumps(entry.players, ensure_ascii=False),
                names[0],
                names[1],
                entry.event,
                entry.date,
                entry.day,
                entry.result,
                entry.points,
                entry.opening,
                entry.plies,
                time.time(),
            ),
        ).lastrowid
        assert number is not None, "a row was inserted"
        self._seal(number, entry)
        places += ((ply.key, number, ply.number, entry.points, entry.day) for ply in entry.line)
        return number, former is None

    def _find_beginning(self, entry: Entry) -> int | None:
        """The number of a game without a result of which this one is a continuation; None where there is
        none."""
        rules, players = self._rules(entry.reference), json.dumps(entry.players, ensure_ascii=False)
        rows = self._db.execute(
            "SELECT id FROM game WHERE rules = ? AND players = ? AND event = ? AND day <= ? AND plies < ? "
            "AND result = '*' ORDER BY plies DESC",
            (rules, players, entry.event, entry.day, entry.plies),
        ).fetchall()
        later = _read_record(entry.reference.open(), entry.format, entry.text)[0] if rows else None
        for (number,) in rows:
            with suppress(BadInput):  # one that is damaged is left as it is
                if later is not None and is_continuation(later, self.open(number).record):
                    return int(number)
        return None

    def _forget(self, former: int, entry: Entry) -> None:
        """Make room for the continuation of a game, which went through all of its positions."""
        keys = ((ply.key, former) for ply in entry.line)
        self._db.executemany("DELETE FROM place WHERE key = ? AND game = ?", keys)
        self._db.execute("DELETE FROM game WHERE id = ?", (former,))

    def _seal(self, number: int, entry: Entry) -> None:
        """Write the record of a game, sealed with what stands in its row."""
        text = zlib.compress(entry.text.encode(), 6)
        row = (*self._row(number), entry.format, text)
        self._db.execute("INSERT INTO record VALUES (?, ?, ?, ?)", (number, entry.format, text, seal(row)))

    def _row(self, number: int) -> tuple[Any, ...]:
        found = self._db.execute("SELECT * FROM game WHERE id = ?", (number,)).fetchone()
        if found is None:
            raise BadInput(f"'{self.path}' has no game {number}.")
        row: tuple[Any, ...] = found
        return row

    def _rules(self, reference: GameReference) -> int:
        said = _format_rules(reference)
        question = "SELECT id FROM rules WHERE game = ? AND parameters = ?"
        found = self._db.execute(question, said).fetchone()
        if found is None:
            initial = initial_key(reference.open())
            self._db.execute(
                "INSERT INTO rules (game, parameters, initial) VALUES (?, ?, ?)", (*said, initial)
            )
            found = self._db.execute(question, said).fetchone()
        return int(found[0])

    def check_positions(self, game: Game) -> None:
        """`BadInput` where positions of a game are not found here: something is hidden in it, or they were
        kept when its positions had other keys."""
        if not has_positions(game):
            raise BadInput(
                f"Games of {game.title()} are not found by their positions, which nobody sees whole."
            )
        reference = GameReference.known(game)
        said = (
            ("", "") if reference is None else _format_rules(GameReference(reference.name, game.parameters))
        )
        known = self.ask("SELECT initial FROM rules WHERE game = ? AND parameters = ?", said)
        if known and known[0][0] != initial_key(game):
            raise BadInput(
                f"Positions of {game.title()} had other keys when '{self.path}' was written; export its "
                "games and add them to a new library."
            )

    # ---- reading
    def count(self) -> int:
        """How many games there are."""
        with self._translate_errors():
            return int(self._db.execute("SELECT count(*) FROM game").fetchone()[0])

    def names(self) -> list[str]:
        """The names of the games that there are records of."""
        with self._translate_errors():
            rows = self._db.execute(
                "SELECT DISTINCT game FROM rules WHERE id IN (SELECT rules FROM game) ORDER BY game"
            )
            return [str(name) for (name,) in rows]

    def ask(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of an answer."""
        with self._reading():
            return self._db.execute(question, values).fetchall()

    def kept(self, number: int) -> Kept:
        """A game by its number; `BadInput` where there is none."""
        rows = self.ask(
            f"SELECT {COLUMNS} FROM game JOIN rules ON rules.id = game.rules WHERE game.id = ?", (number,)
        )
        if not rows:
            raise BadInput(f"'{self.path}' has no game {number}.")
        with self._reading():
            return read_kept(rows[0])

    def open(self, number: int) -> Opened:
        """A game with its record, as it was read; `BadInput` where there is none, or it is damaged."""
        kept = self.kept(number)
        with self._reading():
            row = self._db.execute("SELECT * FROM record WHERE game = ?", (number,)).fetchone()
            _, name, text, sealed = row
            self._unseal((*self._row(number), name, text, sealed))
            game = GameReference(kept.game, kept.parameters).open()
            return Opened(kept, *_read_record(game, name, zlib.decompress(text).decode()))

    # ---- removing
    def remove(self, numbers: Sequence[int]) -> int:
        """Forget games with their positions, all of them or none, and how many; `BadInput` where one is not
        there."""
        marks = ", ".join("?" * len(numbers))
        with self._translate_errors(), self._transaction():
            for number in numbers:
                self._row(number)
            # by the game, which takes a look at every position: it works for damaged records too
            self._db.execute(f"DELETE FROM place WHERE game IN ({marks})", numbers)
            self._db.execute(f"DELETE FROM game WHERE id IN ({marks})", numbers)
        return len(numbers)

    def numbers(self) -> Iterator[int]:
        """The numbers of all games."""
        return (int(number) for (number,) in self.ask("SELECT id FROM game ORDER BY id"))


def _read_record(game: Game, name: str, text: str) -> tuple[GameRecord, RecordFormat]:
    """The record in a text of the format of this name, and the format."""
    form = next(form for form in formats_of(game) if form.name == name)
    [record] = form.read(text)
    return record, form


def _place(row: tuple[int, int, int, int | None, int]) -> tuple[int, int, int]:
    return row[:3]


def _format_rules(reference: GameReference) -> tuple[str, str]:
    """What is played, as the file has it."""
    return reference.name, json.dumps(dict(reference.parameters), sort_keys=True, default=str)


def initial_key(game: Game) -> int | None:
    """The key of a game's initial position; None where games are not found by positions."""
    return PositionKeys(game).key(game.initial()) if has_positions(game) else None
