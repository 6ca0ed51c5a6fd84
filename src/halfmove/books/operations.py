"""The operations `book make` and `book expand`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from halfmove.books.dropout.evaluation import Searching
from halfmove.books.dropout.expanding import Expanded, expand_book, game_of_book
from halfmove.books.making import PLIES, Made, make_book
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.numbers import MOST
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    SEARCH,
    Decimal,
    Files,
    OptionalGameRequest,
    OutputFile,
    Seconds,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.position import GameKind
from halfmove.endings.search_request import LimitRequest

BOOK_GAME: dict[str, Any] = {
    "kind": GameKind(),
    "about": "The game, where the files do not say it.",
    "terminal": "A name (see `halfmove games`) or a .py file.",
    "default": None,
    "options": ("--game",),
}
"""The field `game` of requests about a book."""


@operation("book make", "Make a book from games.", doing="making a book", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Make(OptionalGameRequest):
    """Make an opening book from games, in any format of the game's records, and from extended books.

    An extended book keeps for every move of every position how often it was played, with what results, by
    whom and when; a Polyglot book, which most chess programs read, only a weight that follows from it. Ctrl-C
    makes a book of the games read so far.

    Example: halfmove book make games.pgn -o book.sqlite
    """

    game: Game | History | str | None = field(**BOOK_GAME)
    sources: Sequence[str] = field(
        Files(word="GAMES …"),
        "Files with games, as .pgn, .sgf, .pdn, .wtb, .ggf, .txt; extended books are taken over.",
        place=True,
    )
    output: str = field(
        OutputFile(word="FILE"),
        "The book: extended (.sqlite), or Polyglot's (.bin; chess).",
        options=("--output", "-o"),
    )
    plies: int = field(Whole(1, 1000), "How far into each game.", default=PLIES)
    least_games: int = field(Whole(), "Leave moves out that fewer games have.", default=1)
    variations: bool = field(
        Switch(), "Count the moves in variations, as of games without a result.", default=False
    )

    def run(self, work: Work) -> Iterator[Made]:
        """The one result; after Ctrl-C, of the games that were read."""
        game = None if self.game is None else work.open_game(self)
        made = work.call_until_stopped(
            lambda stop: make_book(
                self.sources,
                self.output,
                plies=self.plies,
                least_games=self.least_games,
                variations=self.variations,
                stop=stop,
                game=game,
            )
        )
        yield made
        if made.interrupted:
            work.note("stopped before all games were read; the book has those before.")


@operation("book expand", "Expand a book by engine searches.", doing="expanding", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Expand(LimitRequest, OptionalGameRequest):
    """Expand a book by drop-out expansion (Lincke 2000): the position in which a game would leave it soonest
    gets all its moves, each searched within the limits; values go up by negamax.

    Ctrl-C ends it in good order, and the same command goes on, also after a run that was killed.

    Example: halfmove book expand othello.sqlite --game othello --positions 200 --depth 10
    """

    game: Game | History | str | None = field(**BOOK_GAME)
    file: str = field(Text(word="FILE"), "The book (.sqlite); begun where there is none.", place=True)
    positions: int = field(
        Whole(), "How many positions of it are to be expanded, earlier runs' too.", default=100
    )
    seconds: float | None = field(
        Seconds(),
        "Time to think.",
        default=None,
        usual="for a new book without a limit, 0.5",
        group=LIMITS,
    )
    weight: float | None = field(
        Decimal(0, MOST, word="W"),
        "Plies that a loss of one pawn, or disc, counts as: a large one makes the book deep.",
        default=None,
        usual="as the book was begun; 2",
    )
    algorithm: str = field(
        Text(word="NAME"),
        "The search; auto: as the book was begun, or the strongest that fits.",
        default="auto",
        terminal="See `halfmove algorithms`.",
        group=SEARCH,
    )
    threads: int = field(Whole(1, 256), "Processor cores to use.", default=1, group=SEARCH)

    def run(self, work: Work) -> Iterator[Expanded]:
        """The one result; after Ctrl-C, of the positions that were expanded."""
        game = game_of_book(Path(self.file).expanduser()) if self.game is None else work.open_game(self)
        if game is None:
            raise BadInput(f"There is no book '{self.file}' yet; say with --game which game it is to be of.")
        searching = Searching(self.given_limit, self.algorithm, work.cores(self.threads))
        made = work.call_until_stopped(
            lambda stop: expand_book(
                self.file, game, self.positions, searching, weight=self.weight, stop=stop
            )
        )
        yield made
        if made.expansion.interrupted:
            work.note(
                "stopped before all positions were expanded; the book has those before, and the same command "
                "goes on."
            )
