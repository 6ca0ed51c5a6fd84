"""The results of a contest so far: the records of its games.

The verdict of a sequential test is taken on the pairs in the order of the schedule, not in the order in which
they happened to finish: so it does not depend on how many games are played at once, and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from halfmove.arena.job import Record
from halfmove.arena.plan import Format, Plan, list_names
from halfmove.core.results import Table

if TYPE_CHECKING:
    from halfmove.arena.report.alone import AloneData, AloneReport
    from halfmove.arena.report.jsons import ContestData
    from halfmove.arena.report.summary import Report


@dataclass(frozen=True)
class Results(Table):
    """A contest: its plan and the records of its games by number.  One of `to_rows` is a game; as data and as
    text it is its `report`."""

    plan: Plan
    records: Mapping[int, Record]
    """Games that count, by their number in the schedule."""
    faults: int = 0
    """Faults of all games, those played again included."""
    done: bool = False
    """Whether nothing is left to play: all games are, or the test has decided."""

    anchors: Mapping[str, float] = field(default_factory=dict)
    """A player's rating that the report holds, by its name."""
    aivat: bool = False
    """Whether the report takes the luck out of points a game (`arena.aivat`)."""
    file: str = ""
    """Where the games are kept."""
    played_before: int = 0
    """Games that the file had already."""

    @cached_property
    def report(self) -> Report | AloneReport:
        """The figures."""
        if self.plan.format == Format.ALONE:
            from halfmove.arena.report.alone import make_alone_report

            return make_alone_report(self)
        from halfmove.arena.report.summary import report

        return report(self)

    def to_dict(self) -> ContestData | AloneData:
        """The figures as data; the games themselves, move by move, are in `records`."""
        return self.report.to_dict()

    def to_text(self, width: int = 80) -> str:
        text = "No game has been played to its end."
        if self.records:
            text = self.report.to_text(width)
        if not self.played_before:
            return text
        if self.played_before == len(self.records):
            return f"This was played before and is kept in {self.file}; --again plays it anew.\n\n{text}"
        return f"{self.played_before} of these games were played before and kept in {self.file}.\n\n{text}"

    def text_in(self, width: int) -> str:
        return self.to_text(width)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a game: its number and pair, the name and score of each seat, how it ended, how many moves
        it had, and its seconds."""
        called = list_names(self.plan)
        return [
            {
                "number": record.number,
                "pair": record.pair,
                **{f"player_{seat}": called[player] for seat, player in enumerate(record.players)},
                **{f"score_{seat}": score for seat, score in enumerate(record.scores)},
                "ending": str(record.ending),
                "words": record.words,
                "moves": len(record.moves),
                "seconds": record.seconds,
            }
            for record in self.records.values()
        ]
