"""The operation `equity`: what hands or ranges win of the pot, all in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OWN_FACES,
    Request,
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
from halfmove.core.value_grid import value_grid

if TYPE_CHECKING:
    from halfmove.games.holdem.equity import Equity

COUNTING = "Counting"


class RangeData(TypedDict):
    """What one player wins."""

    range: Annotated[str, "The hand or the range."]
    equity: Annotated[float, "The share of the pot, from 0 to 1."]
    wins: Annotated[float, "How often the player wins the whole pot."]
    ties: Annotated[float, "How often the player shares it."]
    standard_error: Annotated[float | None, "Of the share; null where it is exact."]


class EquityData(TypedDict):
    """What each player wins of the pot, all in."""

    board: Annotated[str | None, "The cards on the table."]
    dead: Annotated[str | None, "Cards that are out of the deck."]
    exact: Annotated[bool, "Whether all boards were counted."]
    boards: Annotated[int, "Boards counted, or deals drawn."]
    players: Annotated[list[RangeData], "The players in the order of their ranges."]


class Equities(Table):
    """What each range wins, with the question."""

    def __init__(self, asked: EquityRequest, found: Equity) -> None:
        self.asked, self.found = asked, found

    def to_dict(self) -> EquityData:
        asked, found = self.asked, self.found
        return {
            "board": asked.board,
            "dead": asked.dead,
            "exact": found.errors is None,
            "boards": found.boards,
            "players": self._players(),
        }

    def _players(self) -> list[RangeData]:
        found = self.found
        return [
            {
                "range": text,
                "equity": found.shares[player],
                "wins": found.wins[player],
                "ties": found.ties[player],
                "standard_error": None if found.errors is None else found.errors[player],
            }
            for player, text in enumerate(self.asked.ranges)
        ]

    def to_rows(self) -> list[dict[str, Any]]:
        return [{**player} for player in self._players()]

    def to_text(self) -> str:
        return self._text(colours=False)

    def to_ansi(self) -> str:
        return self._text(colours=True)

    def _text(self, *, colours: bool) -> str:
        from halfmove.games.holdem.ranges import class_text, grid, grid_means, read_range

        found, ranges = self.found, self.asked.ranges
        width = min(max(map(len, ranges)), 40)
        lines = []
        for player, text in enumerate(ranges):
            error = "" if found.errors is None else f" ± {100 * found.errors[player]:.2f}"
            lines.append(
                f"{text:<{width}}  {100 * found.shares[player]:6.2f} %{error}"
                f"   wins {100 * found.wins[player]:5.2f} %   ties {100 * found.ties[player]:5.2f} %"
            )
        if found.errors is None:
            lines.append(f"exact: all {found.boards:,} boards")
        else:
            lines.append(f"{found.boards:,} deals drawn; ± is one standard error")
        if self.asked.grid:
            labels = [[class_text(kind) for kind in row] for row in grid()]
            means = grid_means(found.hands[0], read_range(ranges[0]))
            lines += ["", *value_grid(labels, means, colours=colours)]
        return "\n".join(lines)


@operation("equity", "Compute the all-in equity of hands or ranges in hold'em.", doing="counting boards")
@dataclass(frozen=True, kw_only=True)
class EquityRequest(Request):
    """Compute the equity of each hand or range in Texas hold'em: its share of the pot when all are all in.

    Two players are counted exactly, and so are more if each has one hand; otherwise a million deals are
    sampled, and the standard error is given.

    Example: halfmove equity AKs QQ

    Example: halfmove equity "QQ+, AKs, A5s-A2s:0.5" random --board Kc7d2h --grid
    """

    ranges: tuple[str, ...] = field(
        TextList(word="RANGE RANGE …", separator=";"),
        "A hand (AhKh) or a range (QQ+,AKs) for each player.",
        place=True,
        example=["AKs", "QQ"],
    )
    board: str | None = field(
        Text(word="CARDS"),
        "Three to five cards on the table: Kc7d2h.",
        default=None,
        example="Kc7d2h",
    )
    dead: str | None = field(Text(word="CARDS"), "Cards that are out of the deck.", default=None)
    grid: bool = field(
        Switch(),
        "Show what each hand of the first range wins, in a table of 13 by 13.",
        default=False,
        faces=OWN_FACES,
    )
    samples: int | None = field(
        Whole(1, 10**10), "Sample this many deals instead of counting all.", default=None, group=COUNTING
    )
    seed: int = field(Whole(0, 2**32 - 1), "The same seed draws the same deals.", default=0, group=COUNTING)
    threads: int | None = field(
        Whole(1, 256),
        "Processor cores to use.",
        default=None,
        usual="all of them",
        group=COUNTING,
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.grid and (self.samples is not None or len(self.ranges) != 2):
            raise BadInput(
                f"{name('grid')} shows what is counted for two players; without {name('samples')}."
            )

    def run(self, work: Work) -> Iterator[Equities]:
        """One result."""
        from halfmove.core.computer import usable_cores
        from halfmove.games.holdem.cards import read_cards
        from halfmove.games.holdem.equity import equity
        from halfmove.games.holdem.ranges import read_range

        ranges = [read_range(text) for text in self.ranges]
        board, dead = read_cards(self.board or ""), read_cards(self.dead or "")
        threads = work.cores(self.threads or usable_cores())
        found = work.call_until_stopped(
            lambda stop: equity(
                ranges,
                board=board,
                dead=dead,
                samples=self.samples,
                seed=self.seed,
                threads=threads,
                progress=lambda part: at(part, 1),
                stop=stop,
            )
        )
        yield Equities(self, found)
