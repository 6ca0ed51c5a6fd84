"""The operations `library add`, `find`, `moves`, `show`, `export` and `remove`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypedDict

from halfmove.core.atomic_file import check_writable
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import columns
from halfmove.core.history import History
from halfmove.core.numbers import MOST, read_whole
from halfmove.core.operation import (
    LOCAL_FACES,
    Choice,
    Files,
    OptionalGameRequest,
    OutputFile,
    TextList,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.position import GameKind
from halfmove.core.results import Result, Table
from halfmove.library.adding import Addition, add_files, count_games
from halfmove.library.explorer import Tally, explore
from halfmove.library.export import export_games
from halfmove.library.request import LibraryRequest, WantedRequest
from halfmove.library.search import PAGE, SORTS, Page, find_games
from halfmove.library.store import Kept, Opened


class KeptData(TypedDict):
    """A game of a library."""

    number: Annotated[int, "Its number in the library."]
    game: Annotated[str, "What was played."]
    players: Annotated[list[str], "The players in the order of their seats."]
    event: str
    date: Annotated[str, "As far as it is known: 1858-11-02, 1858-11, 1858."]
    result: Annotated[str, "As its format writes it."]
    opening: Annotated[str, "What the opening is called."]
    plies: Annotated[int, "How many moves it has."]


class FoundData(TypedDict):
    """Games of a library."""

    total: Annotated[int, "How many are wanted in all."]
    games: list[KeptData]


class ShownData(KeptData):
    """A game of a library with its record."""

    format: Annotated[str, "The format of the record."]
    record: Annotated[str, "The game, with all that is said in it."]


class TallyData(TypedDict):
    """A move of a position, and what became of it."""

    move: str
    games: Annotated[int, "Games in which it was played."]
    won: Annotated[int, "Those that the first player won."]
    drawn: int
    lost: int
    share: Annotated[float | None, "The first player's share of the points."]
    last: Annotated[str, "The date of the latest."]


class ExploredData(TypedDict):
    """What was played from a position."""

    games: Annotated[int, "Games that go on from it, those that do so twice counted twice."]
    moves: list[TallyData]


class RemovedData(TypedDict):
    """What was removed."""

    removed: int


class ExportedData(TypedDict):
    """What was written."""

    file: str
    games: int


def describe_kept(kept: Kept) -> KeptData:
    """A game as data."""
    return {
        "number": kept.id,
        "game": kept.game,
        "players": list(kept.players),
        "event": kept.event,
        "date": kept.date,
        "result": kept.result,
        "opening": kept.opening,
        "plies": kept.plies,
    }


@dataclass(frozen=True)
class Found(Table):
    """Games of a library, and how many there are of them in all."""

    page: Page

    def to_dict(self) -> FoundData:
        return {"total": self.page.total, "games": [describe_kept(kept) for kept in self.page.games]}

    def to_rows(self) -> list[dict[str, Any]]:
        return [dict(describe_kept(kept)) for kept in self.page.games]

    def to_text(self) -> str:
        games = self.page.games
        if not games:
            return "No game is like that." if not self.page.total else "There are no more games."
        head = ["number", "game", "players", "result", "date", "moves", "opening"]
        rows = [
            [
                str(kept.id),
                kept.game,
                " – ".join(name or "?" for name in kept.players),
                kept.result,
                kept.date,
                str(kept.plies),
                kept.opening,
            ]
            for kept in games
        ]
        of = f" of {self.page.total:,}" if len(games) < self.page.total else ""
        return "\n".join([*columns(head, rows, ("number", "moves")), "", f"{len(games):,}{of} games."])


@dataclass(frozen=True)
class Explored(Table):
    """What was played from a position."""

    history: History
    tallies: Sequence[Tally]

    def to_dict(self) -> ExploredData:
        moves: Any = self.to_rows()
        return {"games": sum(tally.games for tally in self.tallies), "moves": moves}

    def to_rows(self) -> list[dict[str, Any]]:
        game, state = self.history.game, self.history.state
        return [
            {
                "move": game.action_text(state, tally.action),
                "games": tally.games,
                "won": tally.won,
                "drawn": tally.drawn,
                "lost": tally.lost,
                "share": tally.share,
                "last": tally.last,
            }
            for tally in self.tallies
        ]

    def to_text(self) -> str:
        if not self.tallies:
            return "No game of the library goes on from this position."
        first = self.history.game.player_name(0)
        head = ["move", "games", "won", "drawn", "lost", f"for {first}", "last"]
        rows = [
            [
                row["move"],
                f"{row['games']:,}",
                *(f"{row[name]:,}" for name in ("won", "drawn", "lost")),
                "" if row["share"] is None else f"{row['share']:.0%}",
                row["last"],
            ]
            for row in self.to_rows()
        ]
        return "\n".join(columns(head, rows, head[1:-1]))


@dataclass(frozen=True)
class Shown(Result):
    """A game of a library with its record."""

    opened: Opened

    def to_dict(self) -> ShownData:
        form, record = self.opened.form, self.opened.record
        return {**describe_kept(self.opened.kept), "format": form.name, "record": form.text(record)}

    def to_text(self) -> str:
        return self.opened.form.text(self.opened.record).rstrip("\n")


@dataclass(frozen=True)
class Removed(Result):
    """How many games were removed."""

    games: int

    def to_dict(self) -> RemovedData:
        return {"removed": self.games}

    def to_text(self) -> str:
        return f"Removed {count_games(self.games)}."


@dataclass(frozen=True)
class Exported(Result):
    """How many games were written."""

    file: str
    games: int

    def to_dict(self) -> ExportedData:
        return {"file": self.file, "games": self.games}

    def to_text(self) -> str:
        return f"Wrote {count_games(self.games)} to {self.file}."


@operation("library add", "Add games of files to your library.", doing="adding games", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Add(LibraryRequest, OptionalGameRequest):
    """Add the games of files to a library: records in any format, matches (.sqlite), another library.

    Games that are there already are passed over, so the same command goes on where one was stopped.

    Example: halfmove library add games.pgn
    """

    game: Game | History | str | None = field(
        GameKind(),
        "The game, where the files do not say it.",
        default=None,
        options=("--game",),
    )
    files: Sequence[str] = field(
        Files(word="FILE …"), "Files of records, of matches, or libraries.", place=True
    )

    def run(self, work: Work) -> Iterator[Addition]:
        """The one result; after Ctrl-C, of the games that were added."""
        game = None if self.game is None else work.open_game(self)
        with self.open_library(make=True) as library:
            added = work.call_until_stopped(lambda stop: add_files(library, self.files, game, stop))
            yield Addition(library, added)
        if added.interrupted:
            work.note("stopped before all games were read; the same command goes on.")


@operation("library find", "Find games in your library.", doing="looking for games", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Find(WantedRequest):
    """List games of a library: those of a player, with an opening, a result, from some years; with --moves or
    --position those that reach a position, by whichever moves.

    Example: halfmove library find chess --player morphy --result first

    Example: halfmove library find chess --moves "e4 c5"
    """

    sort: str = field(Choice(tuple(SORTS)), "By what they are sorted.", default="added")
    first: int = field(Whole(), "The first one to show, counted from 1.", default=1)
    most: int = field(Whole(1, 10_000), "How many are shown.", default=PAGE)

    def run(self, work: Work) -> Iterator[Found]:
        """The one result."""
        with self.open_library() as library:
            yield Found(
                find_games(
                    library,
                    self.wanted(),
                    self.place(work),
                    sort=self.sort,
                    first=self.first - 1,
                    most=self.most,
                )
            )


@operation(
    "library moves",
    "Count the moves that your library's games play from a position.",
    doing="exploring",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class Moves(WantedRequest):
    """Explore a position: each move that games of a library play from it, in how many, with what success.

    Example: halfmove library moves chess --moves e4 --player morphy --seat first
    """

    def run(self, work: Work) -> Iterator[Explored]:
        """The one result."""
        if self.game is None:
            raise BadInput(f"{self.named('game')} is needed: the game whose moves are counted.")
        history = work.open(self)
        with self.open_library() as library:
            # the position says what is played, in all variants of rules that it is the same in
            wanted = replace(self.wanted(), game="")
            yield Explored(history, explore(library, history.game, history.state, wanted))


def read_numbers(texts: Sequence[str]) -> list[int]:
    """The numbers of games; `BadInput` for what is none."""
    found = []
    for text in texts:
        number = read_whole(text, 1, MOST)
        if number is None:
            raise BadInput(f"A game is named by its number (`halfmove library find`), not '{text[:20]}'.")
        found.append(number)
    return found


@operation("library show", "Show a game of your library.", doing="reading a game", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Show(LibraryRequest):
    """Show the record of a game, with all that is said in it.

    Example: halfmove library show 12
    """

    number: int = field(Whole(), "The game's number.", place=True)

    def run(self, work: Work) -> Iterator[Shown]:
        """The one result."""
        with self.open_library() as library:
            yield Shown(library.open(self.number))


@operation("library export", "Write games of your library to a file.", doing="writing", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Export(WantedRequest):
    """Write the games that are wanted to a file, in the format that its name ends in: .pgn, .sgf, .txt, …

    Example: halfmove library export chess --player morphy -o morphy.pgn
    """

    output: str = field(
        OutputFile(word="FILE"),
        "The file; it takes its place when all are written.",
        options=("--output", "-o"),
    )
    numbers: Sequence[str] = field(
        TextList(word="N …"),
        "The numbers of the games.",
        default=(),
        usual="all that are wanted",
        options=("--number",),
    )

    def run(self, work: Work) -> Iterator[Exported]:
        """The one result."""
        check_writable(self.output)
        with self.open_library() as library:
            chosen = read_numbers(self.numbers) or [
                kept.id for kept in find_games(library, self.wanted(), self.place(work), most=-1).games
            ]
            yield Exported(self.output, export_games(library, chosen, self.output))


@operation("library remove", "Remove games from your library.", doing="removing games", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Remove(LibraryRequest):
    """Remove games from a library, by their numbers.

    Example: halfmove library remove 12 13
    """

    numbers: Sequence[str] = field(TextList(word="N …"), "The numbers of the games.", place=True)

    def run(self, work: Work) -> Iterator[Removed]:
        """The one result."""
        with self.open_library() as library:
            yield Removed(library.remove(read_numbers(self.numbers)))
