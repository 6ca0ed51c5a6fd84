"""The operations `library add`, `find`, `moves`, `show`, `export` and `remove`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from halfmove.core.atomic_file import check_writable
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
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
from halfmove.library.adding import Addition, add_files
from halfmove.library.explorer import explore
from halfmove.library.export import export_games
from halfmove.library.request import LibraryRequest, WantedRequest
from halfmove.library.results import Explored, Exported, Found, Removed, Shown
from halfmove.library.search import PAGE, SORTS, find_games


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
