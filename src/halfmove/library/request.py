"""What requests about a library have in common: its file, and which games are wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.naming import open_game
from halfmove.core.operation import Choice, PositionRequest, Request, Text, Work, field
from halfmove.core.operation.position import GameKind
from halfmove.games.registry import games
from halfmove.library.search import Wanted
from halfmove.library.store import Library, open_library

WANTED = "Which games"
SEATS = ("first", "second")


@dataclass(frozen=True, kw_only=True)
class LibraryRequest(Request):
    """A request about a library."""

    library: str | None = field(
        Text(word="FILE"),
        "The library's file.",
        default=None,
        usual="your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data folder",
    )

    def open_library(self, *, make: bool = False) -> Library:
        """The library; `make`: begun where there is none."""
        return open_library(self.library, make=make)


@dataclass(frozen=True, kw_only=True)
class WantedRequest(LibraryRequest, PositionRequest):
    """A request about the games of a library that are wanted."""

    game: Game | History | str | None = field(  # type: ignore[assignment]
        GameKind(),
        "Only games of this game.",
        default=None,
        place=True,
        example="connect4",
    )
    player: str = field(Text(), "Only games of a player whose name has this in it.", default="", group=WANTED)
    seat: str | None = field(
        Choice(SEATS), "Where that player sits.", default=None, usual="anywhere", group=WANTED
    )
    opponent: str = field(
        Text(), "Only games against somebody whose name has this in it.", default="", group=WANTED
    )
    event: str = field(Text(), "A part of the event's name.", default="", group=WANTED)
    opening: str = field(Text(), "A part of the opening's name, or of its code.", default="", group=WANTED)
    result: str = field(
        Text(),
        "Who won: first, draw or second; or the result as it is written, such as B+3.5.",
        default="",
        group=WANTED,
    )
    since: str = field(
        Text(word="DATE"),
        "Only games from this date on: 1858, 1858-11 or 1858-11-02.",
        default="",
        group=WANTED,
    )
    until: str = field(
        Text(word="DATE"),
        "Only games up to this date, the whole of a year or a month.",
        default="",
        group=WANTED,
    )

    def wanted(self) -> Wanted:
        """Which games are wanted, the position aside."""
        return Wanted(
            game=self.find_name(),
            player=self.player,
            seat=None if self.seat is None else SEATS.index(self.seat),
            opponent=self.opponent,
            event=self.event,
            opening=self.opening,
            result=self.result,
            since=self.since,
            until=self.until,
        )

    def find_name(self) -> str:
        """The game's name; "" where none is named."""
        if self.game is None:
            return ""
        game = self.game.game if isinstance(self.game, History) else open_game(self.game)
        if game.name not in games():
            raise BadInput(f"A library keeps games that have a name here, and {game.title()} has none.")
        return game.name

    def place(self, work: Work) -> tuple[Game, Any] | None:
        """The position that games are to reach; None where none is given."""
        if self.position is None and not self.moves and not isinstance(self.game, History):
            return None
        if self.game is None:
            raise BadInput(f"{self.named('position')} needs the game that it is a position of.")
        history = work.open(self)
        return history.game, history.state
