"""Games out of files into a library: files of records in any format, and files of matches.

Games go in by batches, each in one transaction: a run that was killed has added whole games, and the same
command goes on, as games that are there are told by their digest and passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

from halfmove.arena.export import make_record
from halfmove.arena.store import Store
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import RecordFormat, format_of
from halfmove.core.naming import usual_games
from halfmove.core.opening_keys import format_for
from halfmove.core.plain_text import TITLE, PlainText
from halfmove.core.progress import at
from halfmove.core.results import Result
from halfmove.core.sqlite_file import application_of
from halfmove.games.registry import game as registered
from halfmove.games.registry import list_games_recorded_as
from halfmove.library.entry import Entry, make_entry
from halfmove.library.store import Library

BATCH = 250_000
"""Positions of the games of one transaction: they lie all over the file, of which each transaction writes a
large part."""
TOLD = 20
"""Sentences about games that are left out, of one run."""


class AddedData(TypedDict):
    """What has become of the games of files."""

    library: Annotated[str, "The library's file."]
    added: Annotated[int, "Games that are new in it."]
    known: Annotated[int, "Games that were there already."]
    left_out: Annotated[int, "Games that cannot be kept, or are broken."]
    problems: Annotated[list[str], "What is wrong with the first of these."]
    games: Annotated[int, "How many games the library has now."]
    interrupted: Annotated[bool, "Whether it was ended before all games were read."]


class Added(NamedTuple):
    """How many games went where."""

    new: int = 0
    known: int = 0
    left_out: int = 0
    problems: tuple[str, ...] = ()
    interrupted: bool = False

    def plus(self, new: int, known: int) -> Added:
        """With games of a batch."""
        return self._replace(new=self.new + new, known=self.known + known)

    def without(self, why: str) -> Added:
        """With a game that is left out."""
        return self._replace(left_out=self.left_out + 1, problems=(*self.problems, why)[:TOLD])


class Addition(Result):
    """What has become of the games of files."""

    def __init__(self, library: Library, added: Added) -> None:
        self.file, self.added, self.games = str(library.path), added, library.count()

    def to_dict(self) -> AddedData:
        added = self.added
        return {
            "library": self.file,
            "added": added.new,
            "known": added.known,
            "left_out": added.left_out,
            "problems": list(added.problems),
            "games": self.games,
            "interrupted": added.interrupted,
        }

    def to_text(self) -> str:
        added = self.added
        lines = [f"Added {count_games(added.new)} to {self.file}, which has {count_games(self.games)} now."]
        if added.known:
            lines.append(f"{count_games(added.known).capitalize()} {_was(added.known)} there already.")
        if added.left_out:
            lines.append(f"{count_games(added.left_out).capitalize()} {_was(added.left_out)} left out:")
            lines += [f"  {sentence}" for sentence in added.problems]
            lines += ["  …"] if added.left_out > len(added.problems) else []
        return "\n".join(lines)


def count_games(number: int) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number:,} game{'' if number == 1 else 's'}"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def add_files(
    library: Library,
    files: Sequence[str | Path],
    game: Game | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Added:
    """Add the games of files, each of `game` or of the one that its name and content tell; `stop` is asked
    between games.  `BadInput` for a file that cannot be read, before anything of it is added."""
    added = Added()
    for file in (Path(one).expanduser() for one in files):
        batch: list[Entry] = []
        positions = 0
        for number, found in enumerate(read_entries(file, game), 1):
            if isinstance(found, Entry):
                batch.append(found)
                positions += found.plies
            else:
                added = added.without(str(found).removeprefix(f"{file.parent}/"))
            if positions >= BATCH:
                added, positions = _add(library, batch, added), 0
            at(what=f"reading {file.name}: {count_games(number)}")
            if stop():
                return _add(library, batch, added)._replace(interrupted=True)
        added = _add(library, batch, added)
    return added


def _add(library: Library, batch: list[Entry], added: Added) -> Added:
    """A batch into the library; it is empty afterwards."""
    new = sum(is_new for _, is_new in library.add(batch))
    known = len(batch) - new
    batch.clear()
    return added.plus(new, known)


# ---- what files have


def read_entries(file: Path, game: Game | None = None) -> Iterator[Entry | BadInput]:
    """The games of a file, and what is wrong with those that cannot be kept; `BadInput` where the file cannot
    be read."""
    if not file.exists():
        raise BadInput(f"There is no file '{file}'.")
    kind = application_of(file)
    if kind is not None:
        yield from _read_library(file) if kind == Library.application else _read_matches(file)
        return
    form = find_format(file, game)
    broken: list[BadInput] = []
    told = 0
    for record in form.read_file(file, broken=broken.append):
        yield from broken[told:]
        told = len(broken)
        yield _read_entry(file, record, form, record.place)
    yield from broken[told:]


def _read_entry(file: Path, record: Any, form: RecordFormat, place: str) -> Entry | BadInput:
    try:
        return make_entry(record, form)
    except BadInput as error:
        return BadInput(f"{file}: {place}: {error}")


def _read_matches(file: Path) -> Iterator[Entry | BadInput]:
    """The games of all contests in a file of matches."""
    with Store(file, make=False) as store:
        for contest in store.contests():
            game = contest.plan.game.open()
            form = PlainText(game)
            for record in store.games(contest.contest):
                place = f"contest {contest.contest}, game {record.number + 1}"
                yield _read_entry(file, make_record(contest.plan, game, record, form), form, place)


def _read_library(file: Path) -> Iterator[Entry | BadInput]:
    """The games of another library."""
    with Library(file, make=False) as library:
        for number in library.numbers():
            try:
                opened = library.open(number)
            except BadInput as error:
                yield error
            else:
                yield _read_entry(file, opened.record, opened.form, f"game {number}")


def find_format(file: Path, game: Game | None = None) -> RecordFormat:
    """The format of a file of records of a game, or of the one that the file tells; `BadInput` where there is
    none."""
    if game is not None:
        return format_for(game, file)
    suffix = file.suffix.lower()
    if suffix in PlainText.suffixes:
        return PlainText(_find_titled(file))
    forms = [format_of(registered(name), suffix) for name in list_games_recorded_as(suffix)]
    known = [form for form in forms if form is not None]
    if not known:
        raise BadInput(f"'{file}' has no games; no format of records has files that end in '{suffix}'.")
    return next((form for form in known[:-1] if _fits(form, file)), known[-1])


def _fits(form: RecordFormat, file: Path) -> bool:
    """Whether the first game of a file can be read, where several games share the file's ending."""
    try:
        record = next(iter(form.read_file(file)), None)
    except BadInput:
        return False
    return record is not None


def _find_titled(file: Path) -> Game:
    """The game of a file in plain text, which begins with its title."""
    try:
        with file.open(encoding="utf-8-sig", errors="replace") as stream:
            line = stream.readline(200)
    except OSError as error:
        raise BadInput(f"The file '{file}' cannot be read: {error.strerror}.") from None
    title = line.removeprefix(TITLE).strip() if line.startswith(TITLE) else ""
    found = next((known for known in usual_games().values() if known.title() == title), None)
    if found is None:
        raise BadInput(f"'{file}' does not begin with '{TITLE}' and the name of a game that is known.")
    return found
