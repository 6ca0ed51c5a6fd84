"""What the library's operations give: games found and shown, moves counted, how many were removed or
written; as data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from halfmove.core.figures import columns
from halfmove.core.history import History
from halfmove.core.results import Result, Table
from halfmove.library.adding import count_games
from halfmove.library.explorer import Tally
from halfmove.library.search import Page
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
