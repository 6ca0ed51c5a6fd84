"""Contests and their games in an SQLite file.

Every record is one transaction in write-ahead mode: killed at whatever moment, a runner loses the games in
progress and nothing else, and readers are never kept waiting.  Two runners of one contest would play the same
games twice: the second is refused while the first lives (an advisory lock that dies with its holder).

    contest   id, identity, plan (JSON), halfmove (version), python, created
    game      contest, number, attempt, pair, players, scores, ending, words, plies, seconds, thinking,
              finished, rest (the moves and what else the record says: JSON, compressed)
    fault     contest, number, attempt, player, fault, ply, words

Each row ends with a seal, a digest of what is before it, so that a bit that a disk has changed is noticed:
SQLite itself looks at the structure only.  Rows of version 1 have none.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

import halfmove
from halfmove.arena.job import Record, as_json, parse_record
from halfmove.arena.plan import Plan, parse_plan, plan_json
from halfmove.core.errors import BadInput
from halfmove.core.sqlite_file import SqliteFile, seal

DEFAULT_FILE = "matches.sqlite"
VERSION = 2
REST = ("moves", "titles", "faults", "position", "round", "utilities", "winners", "inner", "figures")
"""What of a record is kept together, as JSON."""
_SCHEMA = """
CREATE TABLE contest (
    id INTEGER PRIMARY KEY, identity TEXT NOT NULL, plan TEXT NOT NULL, halfmove TEXT NOT NULL,
    python TEXT NOT NULL, created REAL NOT NULL, seal BLOB
);
CREATE INDEX contest_identity ON contest (identity);
CREATE TABLE game (
    contest INTEGER NOT NULL REFERENCES contest ON DELETE CASCADE,
    number INTEGER NOT NULL, attempt INTEGER NOT NULL, pair INTEGER NOT NULL,
    players TEXT NOT NULL, scores TEXT NOT NULL, ending TEXT NOT NULL, words TEXT NOT NULL,
    plies INTEGER NOT NULL, seconds REAL NOT NULL, thinking REAL NOT NULL, finished REAL NOT NULL,
    rest BLOB NOT NULL, seal BLOB,
    PRIMARY KEY (contest, number, attempt)
) WITHOUT ROWID;
CREATE TABLE fault (
    contest INTEGER NOT NULL REFERENCES contest ON DELETE CASCADE,
    number INTEGER NOT NULL, attempt INTEGER NOT NULL,
    player INTEGER NOT NULL, fault TEXT NOT NULL, ply INTEGER NOT NULL, words TEXT NOT NULL,
    seal BLOB
);
CREATE INDEX fault_contest ON fault (contest);
"""


@dataclass(frozen=True)
class Summary:
    """One contest of a file."""

    contest: int
    plan: Plan
    games: int
    """Games that count."""
    faults: int
    created: float
    """Seconds since the epoch."""
    halfmove: str
    """The version that began it."""


class _Contest(NamedTuple):
    """A row of `contest`, without its seal."""

    id: int
    identity: str
    plan: str
    halfmove: str
    python: str
    created: float


class _Game(NamedTuple):
    """A row of `game`, without its seal."""

    contest: int
    number: int
    attempt: int
    pair: int
    players: str
    scores: str
    ending: str
    words: str
    plies: int
    seconds: float
    thinking: float
    finished: float
    rest: bytes


class Store(SqliteFile):
    """The contests in the SQLite file `path`, which is made if it is not there (`make=False`: refused).

    `BadInput` where the file is none of ours, of a newer Halfmove, or cannot be read or written.
    """

    application = 0x48_4D_41_52  # "HMAR"
    version = VERSION
    schema = _SCHEMA
    holds = "matches"

    def __init__(self, path: str | Path = DEFAULT_FILE, *, make: bool = True) -> None:
        self._locks: dict[int, IO[str]] = {}
        super().__init__(path, make=make)

    def _update(self) -> None:
        """Make a file of version 1 one of today's, whose older rows have no seals."""
        for table in ("contest", "game", "fault"):
            self._db.execute(f"ALTER TABLE {table} ADD COLUMN seal BLOB")

    # ---- contests
    def contest(self, plan: Plan, *, anew: bool = False) -> int:
        """The number of the plan's contest, the latest if there are several; it is begun if there is none,
        or if it is to be played `anew`.  This process is its one runner now; `BadInput` if another is."""
        found = None if anew else self.find(plan)
        if found is not None:
            self._lock(found)  # before its plan is touched: who is refused changes nothing
        with self._translate_errors(), self._transaction():
            if found is not None:
                row = self._read_contest(found)._replace(plan=json.dumps(plan_json(plan)))
                self._db.execute(
                    "UPDATE contest SET plan = ?, seal = ? WHERE id = ?", (row.plan, seal(row), found)
                )
            elif anew or self.find(plan) is None:
                found = self._insert(plan)
        if found is None:  # another process has begun it since this one looked
            return self.contest(plan)
        self._lock(found)
        if self._is_large():  # it was not looked at when it was opened
            self._look_at_structure()
        return found

    def _insert(self, plan: Plan) -> int:
        number = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM contest").fetchone()[0]
        row = _Contest(
            number,
            plan.identity,
            json.dumps(plan_json(plan)),
            halfmove.__version__,
            sys.version.split()[0],
            time.time(),
        )
        self._write("contest", row)
        return row.id

    def _read_contest(self, contest: int) -> _Contest:
        """The row of a contest, as it was written; `BadInput` if there is no such."""
        with self._reading():
            row = self._db.execute("SELECT * FROM contest WHERE id = ?", (contest,)).fetchone()
            if row is None:
                raise BadInput(f"'{self.path}' has no contest {contest}.")
            return _Contest(*self._unseal(row))

    def find(self, plan: Plan) -> int | None:
        """The latest contest with the plan's identity."""
        with self._translate_errors():
            row = self._db.execute(
                "SELECT max(id) FROM contest WHERE identity = ?", (plan.identity,)
            ).fetchone()
        return None if row[0] is None else int(row[0])

    def plan(self, contest: int) -> Plan:
        """The plan of a contest; `BadInput` if there is no such."""
        row = self._read_contest(contest)
        with self._reading():
            return parse_plan(json.loads(row.plan))

    def contests(self) -> list[Summary]:
        """All contests of the file, the oldest first."""
        with self._reading():
            rows = self._db.execute(
                "SELECT (SELECT count(*) FROM game WHERE contest = id AND ending <> 'void'),"
                " (SELECT count(*) FROM fault WHERE contest = id), * FROM contest ORDER BY id"
            ).fetchall()
            found = [(games, faults, _Contest(*self._unseal(row))) for games, faults, *row in rows]
            return [
                Summary(row.id, parse_plan(json.loads(row.plan)), games, faults, row.created, row.halfmove)
                for games, faults, row in found
            ]

    def remove(self, contest: int) -> None:
        """Forget a contest with all its games."""
        self.plan(contest)
        self._lock(contest)
        with self._translate_errors(), self._transaction():
            self._db.execute("DELETE FROM contest WHERE id = ?", (contest,))

    # ---- games
    def add(self, contest: int, record: Record) -> None:
        """Keep a record, for good once this returns; one that does not count is kept beside those that do."""
        data = as_json(record)
        rest = {key: data.pop(key) for key in REST}
        for move in rest["moves"]:
            del move["seen"]  # of use only while the game goes on
        with self._translate_errors(), self._transaction():
            attempt = self._db.execute(
                "SELECT count(*) FROM game WHERE contest = ? AND number = ?", (contest, record.number)
            ).fetchone()[0]
            self._write(
                "game",
                (
                    contest,
                    record.number,
                    attempt,
                    record.pair,
                    json.dumps(record.players),
                    json.dumps(record.scores),
                    str(record.ending),
                    record.words,
                    len(record.moves),
                    float(record.seconds),
                    float(record.thinking),
                    time.time(),
                    zlib.compress(json.dumps(rest, separators=(",", ":")).encode(), 6),
                ),
            )
            for f in record.faults:
                player = record.players[f.seat]
                self._write("fault", (contest, record.number, attempt, player, str(f.fault), f.ply, f.words))

    def records(self, contest: int) -> dict[int, Record]:
        """The games of a contest that count, by their number in the schedule."""
        return {record.number: record for record in self.games(contest)}

    def games(self, contest: int, *, void: bool = False) -> Iterator[Record]:
        """The games that count (with `void`: all), in the order of the schedule, one at a time."""
        with self._reading():
            rows = self._db.execute(
                "SELECT * FROM game WHERE contest = ? AND (? OR ending <> 'void') ORDER BY number, attempt",
                (contest, void),
            )
            for row in rows:
                game = _Game(*self._unseal(row))
                yield parse_record(
                    {
                        "number": game.number,
                        "pair": game.pair,
                        "players": json.loads(game.players),
                        "scores": json.loads(game.scores),
                        "ending": game.ending,
                        "words": game.words,
                        "seconds": game.seconds,
                        "thinking": game.thinking,
                        **json.loads(zlib.decompress(game.rest)),
                    }
                )

    def faults(self, contest: int) -> int:
        """How many faults the contest has seen, games that do not count included."""
        with self._translate_errors():
            row = self._db.execute("SELECT count(*) FROM fault WHERE contest = ?", (contest,)).fetchone()
        return int(row[0])

    def faults_of(self, contest: int) -> Mapping[tuple[int, str], int]:
        """How often each player was at fault, and in which way."""
        with self._reading():
            rows = self._db.execute("SELECT * FROM fault WHERE contest = ?", (contest,)).fetchall()
            return Counter((player, fault) for _, _, _, player, fault, *_ in map(self._unseal, rows))

    # ---- one runner, whole transactions, sentences
    def _lock(self, contest: int) -> None:
        """Be the one runner of a contest, until the process ends or the store is closed."""
        if contest in self._locks:
            return
        path = Path(f"{self.path}.{contest}.lock")
        while True:
            try:
                file = path.open("a+")
            except OSError as error:
                raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                holder = file.read().strip()
                file.close()
                who = f" (process {holder})" if holder else ""
                raise BadInput(
                    f"This contest is being played already{who}; wait for it, or stop it."
                ) from None
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_ino == os.fstat(file.fileno()).st_ino:
                    break
            file.close()  # its holder has just removed it: the next one to come would make another
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._locks[contest] = file

    def close(self) -> None:
        """Let the file and its locks go."""
        super().close()
        while self._locks:
            contest, file = self._locks.popitem()
            Path(f"{self.path}.{contest}.lock").unlink(missing_ok=True)
            file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
