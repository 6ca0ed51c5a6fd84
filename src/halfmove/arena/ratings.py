"""The operation `ratings`: what a file of matches holds, shown and rated again."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from halfmove.arena.plan import list_names, plan_json
from halfmove.arena.report.request import ReportRequest
from halfmove.arena.results import Results
from halfmove.arena.store import DEFAULT_FILE, Store, Summary
from halfmove.core.errors import BadInput
from halfmove.core.operation import LOCAL_FACES, File, Whole, Work, field, operation
from halfmove.core.results import Table


class ContestRow(TypedDict):
    """A contest of a file."""

    contest: Annotated[int, "Its number."]
    plan: Annotated[dict[str, Any], "What is played: game, players, openings, time, scoring."]
    games: Annotated[int, "Games that were played and count."]
    faults: Annotated[int, "Faults of players."]


class ContestsData(TypedDict):
    """What a file of matches holds."""

    contests: Annotated[list[ContestRow], "The contests, by their numbers."]


@dataclass(frozen=True)
class Contests(Table):
    """The contests of a file; one of `to_rows` is a contest."""

    contests: tuple[Summary, ...]

    def to_dict(self) -> ContestsData:
        return {
            "contests": [
                {"contest": s.contest, "plan": plan_json(s.plan), "games": s.games, "faults": s.faults}
                for s in self.contests
            ]
        }

    def to_rows(self) -> list[dict[str, Any]]:
        return [dict(row) for row in self.to_dict()["contests"]]

    def to_text(self, width: int = 80) -> str:
        lines = []
        for s in self.contests:
            begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(s.created))
            games = f"{s.games} game{'' if s.games == 1 else 's'}"
            faults = f", {s.faults} fault{'' if s.faults == 1 else 's'}" if s.faults else ""
            lines.append(f"{s.contest:>3}  {begun}  {s.plan.format} of {s.plan.game.name}, {games}{faults}")
            players, indent = ", ".join(list_names(s.plan)), " " * 5
            lines += textwrap.wrap(players, width, initial_indent=indent, subsequent_indent=indent)
        return "\n".join(lines) or "The file holds no contest yet."

    def text_in(self, width: int) -> str:
        return self.to_text(width)


@operation(
    "ratings",
    "List the matches that were played, and show their results.",
    doing="rating",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class RatingsRequest(ReportRequest):
    """List the contests in a file; show one with its table, its ratings and its plots.

    Example: halfmove ratings matches.sqlite 3 --anchor "engine?depth=2=1500" --plot ratings.svg
    """

    file: str = field(File(), "The file of matches.", default=DEFAULT_FILE, place=True)
    contest: int | None = field(
        Whole(word="CONTEST"), "A contest's number; without it, all are listed.", default=None, place=True
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.contest is None and (self.aivat or self.export or self.plot or self.view or self.anchor):
            options = ", ".join(map(name, ("aivat", "export", "plot", "view")))
            raise BadInput(f"{options} and {name('anchor')} are about one contest; give its number.")

    def run(self, work: Work) -> Iterator[Contests | Results]:
        """The list, or the one contest."""
        with Store(self.file, make=False) as store:
            if self.contest is None:
                yield Contests(tuple(store.contests()))
                return
            plan = store.plan(self.contest)
            self.refuse(plan)
            records, faults = store.records(self.contest), store.faults(self.contest)
            yield self.add_report(Results(plan, records, faults, done=True))
