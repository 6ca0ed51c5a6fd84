"""Tables made, checked and shown from the command line: progress, Ctrl-C, and what is told."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from halfmove.cli import usage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from halfmove.endings.build import Summary
    from halfmove.endings.database import Database

INTERRUPTED = 130


@dataclass(frozen=True)
class Request:
    """What the options ask for."""

    game: str
    tables: list[str]
    settings: list[str] | None
    folder: str | None
    threads: str
    json: bool

    def database(self) -> Database:
        """The database that is meant; `BadInput` where the game has none or lacks a table."""
        from halfmove.cli.position import open_game
        from halfmove.endings.database import Database

        database = Database(open_game(self.game, self.settings), self.folder)
        for name in self.tables:
            database.number(name)
        return database

    @property
    def cores(self) -> int:
        """The threads to use: all cores, unless said otherwise."""
        from halfmove.cli.options import processor_cores
        from halfmove.core.computer import usable_cores

        return usable_cores() if self.threads == "0" else processor_cores(self.threads)


def make(request: Request, *, again: bool) -> None:
    """Make the tables that are asked for, and those that they need."""
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.cli.search import tell as say
    from halfmove.endings.build import Stopped

    database = request.database()
    wanted: list[str] = []
    for name in request.tables or database.usual:
        wanted += [table for table in database.needed(name) if table not in wanted]
    there = database.there()
    asked = request.tables or wanted
    to_do = [table for table in wanted if table not in there or (again and table in asked)]
    _check_room(database, to_do)
    rows = []
    with Stopping() as stopping, Progress("reading tables") as progress:
        for number, name in enumerate(to_do, 1):
            place = f"[{number}/{len(to_do)}] "
            database.let_go(but=database.endings.converts(name))
            try:
                summary, seconds = database.build(
                    name,
                    threads=request.cores,
                    see=lambda doing, place=place: progress.say(place + doing),  # type: ignore[misc]
                    stop=lambda: stopping.asked,
                    tell=say,
                )
            except Stopped:
                print(
                    f"halfmove: stopped before {name} was whole; what is done is kept, and the same command "
                    "goes on.",
                    file=sys.stderr,
                )
                raise usage.Exit(INTERRUPTED) from None
            rows.append({"table": name, **as_json(database, summary), "seconds": round(seconds, 2)})
            if not request.json:
                print(f"{name}: {words(database, summary)}, {seconds:.1f} s", flush=True)
    if request.json:
        from halfmove.cli.terminal import print_json

        print_json({"folder": str(database.folder), "built": rows, "there": there})
    elif not to_do:
        print(f"All of it is there, in {database.folder}.")


MUCH = 1 << 29
"""Bytes of memory that are worth a word before the work begins."""


def _check_room(database: Database, names: Sequence[str]) -> None:
    """Say what tables take: the largest of them in memory, all on disk, and their time; `BadInput` where the
    machine does not have the room."""
    from halfmove.core.computer import free_memory_bytes, memory_bytes
    from halfmove.core.errors import BadInput

    largest = max(names, key=database.bytes_to_make, default=None)
    if largest is None:
        return
    many = len(names) > 1
    disk, room = database.disk_to_make(names), _free_on_disk(database.folder)
    if disk > room:
        tables = f"the {len(names)} tables" if many else largest
        raise BadInput(
            f"To make {tables} takes up to {_size(disk)} in '{database.folder}', where "
            f"{_size(room)} are free."
        )
    takes, has, free = database.bytes_to_make(largest), memory_bytes(), free_memory_bytes()
    sentence = f"To make {largest} takes {_size(takes)} of memory"
    if takes > has:
        raise BadInput(f"{sentence}, and this machine has {_size(has)}.")
    if takes > free:
        raise BadInput(f"{sentence}, and of this machine's {_size(has)} only {_size(free)} are free.")
    if takes < MUCH:
        return
    minutes = max(1, round(database.seconds_to_make(names) / 60))
    time = f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"
    print(
        f"halfmove: {sentence}; {f'the {len(names)} tables take' if many else 'it takes'} some {time} of "
        f"processor time and up to {_size(disk)} on disk.",
        file=sys.stderr,
    )


def _size(count: int) -> str:
    for unit, name in ((1e9, "GB"), (1e6, "MB")):
        if count >= unit / 10:
            return f"{count / unit:.1f} {name}"
    return f"{count / 1e3:.1f} kB"


def _free_on_disk(folder: Path) -> int:
    """The bytes that are free where a folder is, or will be."""
    import shutil

    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def check(request: Request) -> None:
    """Verify tables, all that are there by default."""
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.endings.build import Stopped

    database = request.database()
    rows = {}
    with Stopping() as stopping, Progress("checking") as progress:
        for name in _there(database, request.tables):
            progress.say(f"checking {name}")
            try:
                rows[name] = database.verify(name, threads=request.cores, stop=lambda: stopping.asked)
            except Stopped:
                print(f"halfmove: stopped before {name} was checked.", file=sys.stderr)
                raise usage.Exit(INTERRUPTED) from None
            if not request.json:
                print(f"{name}: {rows[name]:,} entries follow from their successors", flush=True)
    if request.json:
        from halfmove.cli.terminal import print_json

        print_json({"verified": rows})


def tell(request: Request) -> None:
    """Show tables, all that are there by default; of one in JSON, its numbers alone."""
    database = request.database()
    names = _there(database, request.tables)
    summaries = {name: database.summary(name) for name in names}
    if request.json:
        from halfmove.cli.terminal import print_json

        rows = {name: as_json(database, summary) for name, summary in summaries.items()}
        print_json(rows[names[0]] if len(request.tables) == 1 else rows)
        return
    print(f"{database.folder}\n")
    for name, summary in summaries.items():
        print(f"{name}: {words(database, summary)}")


def _there(database: Database, names: Sequence[str]) -> Sequence[str]:
    from halfmove.core.errors import BadInput

    found = names or database.there()
    if not found:
        raise BadInput(
            f"There are no tables in '{database.folder}'; make them by "
            f"`halfmove endgame build {database.game.name}`."
        )
    return found


def longest_of(database: Database, summary: Summary, player: int) -> int:
    """A player's longest win, in moves where people count so, else in plies."""
    plies = summary.longest[player]
    return (plies + 1) // 2 if database.endings.counts_pairs else plies


def words(database: Database, summary: Summary) -> str:
    """What a table comes to, for a person."""
    sides = []
    for player, (won, drawn, lost) in enumerate(summary.counts):
        name = database.game.player_name(player)
        sides.append(f"{name} to move wins {won:,}, draws {drawn:,}, loses {lost:,}")
    unit = "moves" if database.endings.counts_pairs else "plies"
    for player, plies in enumerate(summary.longest):
        if plies:
            name = database.game.player_name(player)
            sides.append(f"{name}'s longest win {longest_of(database, summary, player)} {unit}")
    return "; ".join(sides)


def as_json(database: Database, summary: Summary) -> dict[str, Any]:
    """The same as data."""
    game = database.game
    return {
        **{
            game.player_name(player).lower(): {"win": won, "draw": drawn, "loss": lost}
            for player, (won, drawn, lost) in enumerate(summary.counts)
        },
        "longest": longest_of(database, summary, 0),
        "longest_second": longest_of(database, summary, 1),
    }
