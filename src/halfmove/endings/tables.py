"""The operations `endgame build`, `endgame verify` and `endgame show`: tables made, checked and counted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict, TypeVar

from halfmove.core import computer
from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    GameRequest,
    Switch,
    Text,
    TextList,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.endings.build import BuildStopped, Summary
from halfmove.endings.database import Database

T = TypeVar("T")

MUCH = 1 << 29
"""Bytes of memory that are worth a word before the work begins."""


FOLDER: dict[str, Any] = {
    "kind": Text(word="FOLDER"),
    "about": "Where tables are kept.",
    "default": None,
    "usual": "HALFMOVE_ENDINGS, or the data folder",
}
"""The field `folder` of requests about tables."""


@dataclass(frozen=True, kw_only=True)
class TablesRequest(GameRequest):
    """A request about tables of a game's endings."""

    tables: Sequence[str] = field(
        TextList(word="TABLE …"), "Tables by name, KQKR.", default=(), usual="all", place=True
    )
    folder: str | None = field(**FOLDER)

    def database(self, work: Work) -> Database:
        """The database that is meant; `BadInput` where the game has none or lacks a table."""
        database = Database(work.open_game(self), self.folder)
        for name in self.tables:
            database.number(name)
        return database

    def names(self, database: Database) -> Sequence[str]:
        """The tables that are meant, all that are there by default; `BadInput` where there are none."""
        found = self.tables or database.there()
        if not found:
            raise BadInput(
                f"There are no tables in '{database.folder}'; make them by "
                f"`halfmove endgame build {database.game.name}`."
            )
        return found


@dataclass(frozen=True, kw_only=True)
class LongTablesRequest(TablesRequest):
    """A request about tables that takes long, and as many processor cores as it may."""

    threads: int = field(Whole(0, 256), "Processor cores to use; 0: all.", default=0)

    def cores(self, work: Work) -> int:
        """The processor cores to use."""
        return work.cores(self.threads) if self.threads else computer.usable_cores()


class BuiltData(TypedDict):
    """Tables that were made."""

    folder: Annotated[str, "Where they are."]
    built: Annotated[
        list[dict[str, Any]],
        "Of each table its name, its numbers as `endgame show` has them, and the seconds.",
    ]
    there: Annotated[list[str], "Tables that were there before."]


@dataclass(frozen=True)
class Built(Table):
    """Tables that were made so far."""

    folder: Path
    built: tuple[dict[str, Any], ...]
    lines: tuple[str, ...]
    there: tuple[str, ...]

    grows = True

    def to_dict(self) -> BuiltData:
        return {"folder": str(self.folder), "built": list(self.built), "there": list(self.there)}

    def to_rows(self) -> list[dict[str, Any]]:
        return list(self.built)

    def to_text(self) -> str:
        return "\n".join(self.lines)


@operation("endgame build", "Build tables.", doing="making tables of", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Build(LongTablesRequest):
    """Make tables of endings, and those that they convert to by a capture or a promotion.

    Ctrl-C stops it with exit status 130; what is done is kept, and the same command goes on, also after the
    process was killed.

    Example: halfmove endgame build chess KQK KRK
    """

    again: bool = field(Switch(), "Make tables anew that are there.", default=False)

    def run(self, work: Work) -> Iterator[Built]:
        """A result for each table that is made."""
        database = self.database(work)
        there, threads = database.there(), self.cores(work)
        wanted: list[str] = []
        for name in self.tables or database.usual:
            wanted += [table for table in database.needed(name) if table not in wanted]
        anew = (self.tables or wanted) if self.again else ()
        missing = [table for table in wanted if table not in there or table in anew]
        check_room(database, missing, work.note)
        made = Built(database.folder, (), (), tuple(there))
        for number, name in enumerate(missing, 1):
            found = _build(work, database, name, threads, f"[{number}/{len(missing)}] ")
            if found is None:
                work.note(
                    f"stopped before {name} was whole; what is done is kept, and the same command goes on."
                )
                break
            summary, seconds = found
            row = {"table": name, **summary_data(database, summary), "seconds": round(seconds, 2)}
            line = f"{name}: {summary_text(database, summary)}, {seconds:.1f} s"
            made = Built(made.folder, (*made.built, row), (*made.lines, line), made.there)
            yield made
        if not missing:
            made = Built(made.folder, (), (f"All of it is there, in {made.folder}.",), made.there)
        yield made


class VerifiedData(TypedDict):
    """Tables that were checked."""

    verified: Annotated[dict[str, int], "How many entries each table has."]


@dataclass(frozen=True)
class Verified(Table):
    """Tables that were checked so far: how many entries each has."""

    verified: dict[str, int]

    grows = True

    def to_dict(self) -> VerifiedData:
        return {"verified": self.verified}

    def to_rows(self) -> list[dict[str, Any]]:
        return [{"table": name, "entries": entries} for name, entries in self.verified.items()]

    def to_text(self) -> str:
        return "\n".join(
            f"{name}: {entries:,} entries follow from their successors"
            for name, entries in self.verified.items()
        )


@operation("endgame verify", "Check tables.", doing="checking tables of", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Verify(LongTablesRequest):
    """Check that every entry of tables follows from those of its successors.

    Example: halfmove endgame verify chess KQK
    """

    def run(self, work: Work) -> Iterator[Verified]:
        """A result for each table that is checked."""
        database, threads = self.database(work), self.cores(work)
        verified: dict[str, int] = {}
        names = self.names(database)
        for number, name in enumerate(names):
            at(number, len(names), f"checking {name}", unit="tables")
            entries = _verify(work, database, name, threads)
            if entries is None:
                work.note(f"stopped before {name} was checked.")
                break
            verified = {**verified, name: entries}
            yield Verified(verified)
        yield Verified(verified)


@dataclass(frozen=True)
class Counted(Table):
    """How many positions of tables are won, drawn and lost, and the longest wins."""

    database: Database
    summaries: dict[str, Summary]
    alone: bool
    """Whether one table was asked for."""

    def to_dict(self) -> dict[str, Any]:
        """The numbers of each table by its name, or of the one that was asked for: by player to move `win`,
        `draw` and `loss`; `longest` and `longest_second`, the longest win of each player."""
        rows = {name: summary_data(self.database, summary) for name, summary in self.summaries.items()}
        return next(iter(rows.values())) if self.alone else rows

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {"table": name, **summary_data(self.database, summary)}
            for name, summary in self.summaries.items()
        ]

    def to_text(self) -> str:
        lines = [str(self.database.folder), ""]
        lines += [f"{name}: {summary_text(self.database, one)}" for name, one in self.summaries.items()]
        return "\n".join(lines)


@operation("endgame show", "Show what the tables contain.", doing="reading tables of", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Show(TablesRequest):
    """Show how many positions of tables are won, drawn and lost for the player to move, and the longest win.

    Example: halfmove endgame show chess KQK --json
    """

    def run(self, work: Work) -> Iterator[Counted]:
        database = self.database(work)
        summaries = {name: database.summary(name) for name in self.names(database)}
        yield Counted(database, summaries, alone=len(self.tables) == 1)


def _run_until_stopped(work: Work, function: Callable[[Callable[[], bool]], T]) -> T | None:
    """What a function gives that asks whether to stop; None where it was stopped."""
    try:
        return work.call_until_stopped(function)
    except BuildStopped:
        return None


def _build(
    work: Work, database: Database, name: str, threads: int, place: str
) -> tuple[Summary, float] | None:
    """What a table comes to that is made, and the seconds it took; None where it was stopped.  `place` says
    which of how many it is."""
    database.let_go(but=database.endings.converts(name))

    def build(stop: Callable[[], bool]) -> tuple[Summary, float]:
        def see(doing: str) -> None:
            at(what=f"{place}{doing}")

        return database.build(name, threads=threads, see=see, stop=stop, tell=work.note)

    return _run_until_stopped(work, build)


def _verify(work: Work, database: Database, name: str, threads: int) -> int | None:
    """How many entries a table has that are right; None where it was stopped."""
    return _run_until_stopped(work, lambda stop: database.verify(name, threads=threads, stop=stop))


def check_room(database: Database, names: Sequence[str], tell: Callable[[str], None]) -> None:
    """Tell what tables take: the largest of them in memory, all on disk, and their time; `BadInput` where the
    machine does not have the room."""
    largest = max(names, key=database.bytes_to_make, default=None)
    if largest is None:
        return
    many = len(names) > 1
    disk, room = database.disk_to_make(names), _find_free_space(database.folder)
    if disk > room:
        tables = f"the {len(names)} tables" if many else largest
        raise BadInput(
            f"To make {tables} takes up to {_format_size(disk)} in '{database.folder}', where "
            f"{_format_size(room)} are free."
        )
    takes, has, free = database.bytes_to_make(largest), computer.memory_bytes(), computer.free_memory_bytes()
    sentence = f"To make {largest} takes {_format_size(takes)} of memory"
    if takes > has:
        raise BadInput(f"{sentence}, and this machine has {_format_size(has)}.")
    if takes > free:
        raise BadInput(
            f"{sentence}, and of this machine's {_format_size(has)} only {_format_size(free)} are free."
        )
    if takes < MUCH:
        return
    minutes = max(1, round(database.seconds_to_make(names) / 60))
    time = f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"
    tell(
        f"{sentence}; {f'the {len(names)} tables take' if many else 'it takes'} some {time} of processor "
        f"time and up to {_format_size(disk)} on disk."
    )


def _format_size(count: int) -> str:
    for unit, name in ((1e9, "GB"), (1e6, "MB")):
        if count >= unit / 10:
            return f"{count / unit:.1f} {name}"
    return f"{count / 1e3:.1f} kB"


def _find_free_space(folder: Path) -> int:
    """The bytes that are free where a folder is, or will be."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _find_longest_win(database: Database, summary: Summary, player: int) -> int:
    """A player's longest win, in moves where people count so, else in plies."""
    plies = summary.longest[player]
    return (plies + 1) // 2 if database.endings.counts_pairs else plies


def summary_text(database: Database, summary: Summary) -> str:
    """What a table comes to, for a person."""
    sides = []
    for player, (won, drawn, lost) in enumerate(summary.counts):
        name = database.game.player_name(player)
        sides.append(f"{name} to move wins {won:,}, draws {drawn:,}, loses {lost:,}")
    unit = "moves" if database.endings.counts_pairs else "plies"
    for player, plies in enumerate(summary.longest):
        if plies:
            name = database.game.player_name(player)
            sides.append(f"{name}'s longest win {_find_longest_win(database, summary, player)} {unit}")
    return "; ".join(sides)


def summary_data(database: Database, summary: Summary) -> dict[str, Any]:
    """The same as data."""
    game = database.game
    return {
        **{
            game.player_name(player).lower(): {"win": won, "draw": drawn, "loss": lost}
            for player, (won, drawn, lost) in enumerate(summary.counts)
        },
        "longest": _find_longest_win(database, summary, 0),
        "longest_second": _find_longest_win(database, summary, 1),
    }
