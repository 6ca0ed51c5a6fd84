"""The database of a game's endings: the tables that lie in a folder, and the game with them at hand.

    database = Database(game, folder)
    game = database.equipped()          # searches of this game ask the tables

Tables are shared by all who ask for the same folder.
"""

from __future__ import annotations

import copy
import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import clear_parts
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.endings import BEYOND, Endings
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.tablebases import Tablebase
from halfmove.endings import kernels
from halfmove.endings.build import EVERY, WORK, Summary, Work, check_solvable
from halfmove.endings.files import (
    SUFFIX,
    UNFINISHED,
    TableFile,
    keep_unfinished,
    read_unfinished,
    write,
)

FOLDER_VARIABLE = "HALFMOVE_ENDINGS"
SECONDS_A_NUMBER = 1.5e-6
"""Measured: 1.4 µs for chess of four men, 1.1 to 1.5 µs for checkers of five and six."""
DISK_A_NUMBER = 0.65
"""Bytes of a file for each number, at the most; 0.65 for checkers, 0.49 for chess (0.2 together)."""
WITHOUT = "none"
"""What is given for a folder by those who want no databases."""


def default_folder() -> Path:
    """Where tables are kept: `HALFMOVE_ENDINGS`, or `halfmove/endings` in the user's data folder."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "halfmove" / "endings"


def _folder_name(rules: str) -> str:
    return re.sub(r"[^A-Za-z0-9._=-]+", "_", rules)


class Database:
    """The tables of `game` below `folder` (`default_folder` if None), in a folder named by the rules.

    `load` brings tables into memory, and `equipped` is the game that has them at hand.
    """

    def __init__(self, game: Game, folder: str | Path | None = None) -> None:
        check_solvable(game)
        endings = game.endings()
        assert endings is not None, "check_solvable has looked"
        self.game = game
        self.endings: Endings = endings
        self.folder = Path(folder or default_folder()).expanduser() / _folder_name(endings.rules)
        self._directory = Buffer(len(endings.tables) + BEYOND)
        self._loaded: dict[str, Buffer] = {}
        self.tablebase: Tablebase | None = None
        """Tables made by others, which searches ask besides."""
        self._equipped = equip_game(game, self._directory)

    # ---- what there is
    def number(self, name: str) -> int:
        """The number of a table; `BadInput` for one that the game does not have."""
        tables = list(self.endings.tables)
        if name in tables:
            return tables.index(name)
        swapped = name[name.rfind(name[:1]) :] + name[: name.rfind(name[:1])]  # KRKQ: the other side first
        near = [known for known in (name.upper(), swapped.upper()) if known in tables]
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(tables)}."
        raise BadInput(f"{self.game.title()} has no table '{name}'; {hint}")

    def path(self, name: str) -> Path:
        """The file of a table."""
        return self.folder / f"{name}{SUFFIX}"

    def there(self) -> list[str]:
        """The tables that have a file."""
        return [name for name in self.endings.tables if self.path(name).is_file()]

    def open(self, name: str) -> TableFile:
        """The file of a table, whose head says that it is of this game's; `BadInput` if not."""
        number = self.number(name)
        if not self.path(name).is_file():
            raise BadInput(
                f"There is no table {name} in '{self.folder}'; make it by "
                f"`halfmove endgame build {self.game.name} {name}`."
            )
        file = TableFile(self.path(name))
        head = file.head
        for what, said, due in (
            ("the game", head.game, self.game.name),
            ("the rules", head.rules, self.endings.rules),
            ("the table", head.table, name),
            ("the size", head.count, self.game.ending_count(number)),
        ):
            if said != due:
                file.close()
                raise BadInput(f"'{file.path}' is of {what} {said}, not {due}.")
        return file

    def summary(self, name: str) -> Summary:
        """What a table comes to, as its file says."""
        head = self.open(name).head
        return Summary(head.counts, head.longest, head.bits)

    # ---- in memory
    def equipped(self) -> Game:
        """The game with the tables that are loaded, now or later, at hand."""
        return self._equipped

    def load(self, names: Sequence[str] | None = None) -> None:
        """Bring tables into memory: these, or all that have a file."""
        for name in self.there() if names is None else names:
            if name not in self._loaded:
                file = self.open(name)
                self.hold(name, file.data())
                file.close()

    def bytes_to_load(self, name: str) -> int:
        """The memory that a table takes which is there; 0 where it is in memory."""
        if name in self._loaded:
            return 0
        file = self.open(name)
        file.close()
        return 8 * file.head.words

    def hold(self, name: str, data: Buffer) -> None:
        """Have a table at hand."""
        self._loaded[name] = data
        self._directory[self.number(name)] = data.address

    def let_go(self, but: Sequence[str] = ()) -> None:
        """Forget the tables in memory but for these; nobody may be asking for the others any more."""
        for name in [name for name in self._loaded if name not in but]:
            self._directory[self.number(name)] = 0
            del self._loaded[name]

    def ask_others(self, folder: str, tell: Callable[[str], None]) -> None:
        """Have searches ask the tables that others have made in a folder (empty or "none": none), where ours
        have nothing.  `BadInput` where it has none, `Unsuitable` where none are known of for the game."""
        if folder in ("", WITHOUT):
            return
        tablebase = self.game.tablebase(folder, tell)
        if tablebase is None:
            raise Unsuitable(f"No tables made by others can be asked about {self.game!r}.")
        self.tablebase = tablebase
        self._directory[len(self.endings.tables) + 1] = tablebase.most
        self._directory[len(self.endings.tables)] = tablebase.address

    @property
    def loaded(self) -> list[str]:
        """The tables in memory."""
        return list(self._loaded)

    def probe(self, state: Any) -> int | None:
        """The code of a state (`core.endings`), from the tables loaded; None where they do not have it."""
        code = kernels.probe(self._equipped, state)
        return None if code < 0 else code

    # ---- made and checked
    @property
    def usual(self) -> Sequence[str]:
        """The tables that are made where none is named."""
        return self.endings.tables if self.endings.usual is None else self.endings.usual

    def bytes_to_make(self, name: str) -> int:
        """The memory that a table takes while it is made, those that it converts to among it, roughly."""
        count = self.game.ending_count(self.number(name))
        below = sum(self.game.ending_count(self.number(other)) for other in self.endings.converts(name))
        return WORK * count + (count + below) * 8 // 7  # codes of up to nine bits stand seven in a word

    def disk_to_make(self, names: Sequence[str]) -> int:
        """The bytes on disk that tables take at the most while they are made: their files, and what is known
        of the largest, twice while it is being replaced."""
        counts = [self.game.ending_count(self.number(name)) for name in names]
        return int(DISK_A_NUMBER * (sum(counts) + max(counts, default=0)))

    def seconds_to_make(self, names: Sequence[str]) -> float:
        """The processor time that tables take, roughly."""
        return SECONDS_A_NUMBER * sum(self.game.ending_count(self.number(name)) for name in names)

    def needed(self, name: str) -> list[str]:
        """The tables that have to be there for one to be made, itself last."""
        found: list[str] = []

        def visit(table: str) -> None:
            if table not in found:
                for below in self.endings.converts(table):
                    visit(below)
                found.append(table)

        self.number(name)
        visit(name)
        return found

    def build(
        self,
        name: str,
        *,
        threads: int = 1,
        see: Callable[[str], None] = lambda doing: None,
        stop: Callable[[], bool] = lambda: False,
        tell: Callable[[str], None] = lambda sentence: None,
        every: float = EVERY,
    ) -> tuple[Summary, float]:
        """Make a table whose `needed` are there, and its file; what it comes to, and the seconds it took.

        Every so many seconds, and when it is stopped, what is known so far is kept beside the table's file,
        and the next call goes on with that; `tell` hears where it cannot.
        """
        started = time.perf_counter()
        self.load(self.endings.converts(name))
        undone = self.path(name).with_suffix(UNFINISHED)
        said = {"game": self.game.name, "rules": self.endings.rules, "table": name}

        def keep(number: int, words: Buffer) -> None:
            try:
                keep_unfinished(undone, {**said, "pass": number}, words)
            except BadInput as error:
                tell(f"{error} The work goes on, but if it is ended it begins anew.")

        work = Work(
            self._equipped,
            self.number(name),
            threads=threads,
            see=lambda doing: see(f"{name}: {doing}"),
            stop=stop,
            keep=keep,
            every=every,
        )
        clear_parts(self.path(name))
        number = 0
        if undone.is_file():
            try:
                number = read_unfinished(undone, said, work.work)
            except BadInput as error:
                tell(f"{error} It is begun anew.")
        summary = work.run(number)
        data = work.pack(summary.bits)
        write(self.path(name), self.game.name, self.endings.rules, name, work.size, summary, data)
        undone.unlink(missing_ok=True)
        self.hold(name, data)
        return summary, time.perf_counter() - started

    def verify(self, name: str, *, threads: int = 1, stop: Callable[[], bool] = lambda: False) -> int:
        """Check every entry of a table against those of its successors; how many there are.  `BadInput` names
        the first that is wrong."""
        self.load([*self.endings.converts(name), name])
        number = self.number(name)
        work = Work(self._equipped, number, threads=threads, stop=stop, for_making=False)
        checked = 0
        for start, report in work.verify():
            if start >= 0:
                state = self.game.ending_state(number, start)
                where = self.game.position_text(state) if self.game.has_notation else repr(state)
                raise BadInput(f"'{self.path(name)}' is wrong at number {start:,}: {where}")
            checked += report
        return checked


def equip_game(game: Game, directory: Buffer) -> Game:
    """The game as its searches ask the tables of a directory; whoever has it keeps the directory."""
    twin = copy.copy(game)
    if "endings_at" not in twin.runtime_parameters:
        twin.runtime_parameters = (*twin.runtime_parameters, "endings_at")
    twin.endings_at = directory.address
    return twin


_databases: dict[tuple[Game, Path, str], Database] = {}


def share_database(
    game: Game,
    folder: str | Path | None = None,
    tablebase: str = "",
    tell: Callable[[str], None] = lambda sentence: None,
) -> Database:
    """The database of a game and a folder that all share in this process; nothing is loaded yet.

    With a folder of a `tablebase`, that is asked besides, and `tell` hears of what cannot be read of it;
    `BadInput` where it has none, `Unsuitable` where the game knows of none.
    """
    place = Path(folder or default_folder()).expanduser().absolute()
    key = game, place, tablebase
    if key not in _databases:
        database = Database(game, place)
        database.ask_others(tablebase, tell)
        _databases[key] = database
    found = _databases[key]
    if found.tablebase is not None:
        found.tablebase.tell = tell
    return found
