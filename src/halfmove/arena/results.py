"""The results of a contest so far: the records of its games.

The verdict of a sequential test is taken on the pairs in the order of the schedule, not in the order in which
they happened to finish: so it does not depend on how many games are played at once, and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from halfmove.arena.job import Record, as_json
from halfmove.arena.plan import Plan, names_of, plan_json
from halfmove.core.results import Table


@dataclass(frozen=True)
class Results(Table):
    """A plan and the records of its games by number; what reports, tables and plots are made from.  One of
    `to_rows` is a game."""

    plan: Plan
    records: Mapping[int, Record]
    """Games that count, by their number in the schedule."""
    faults: int = 0
    """Faults of all games, those played again included."""
    done: bool = False
    """Whether nothing is left to play: all games are, or the test has decided."""

    def to_dict(self) -> dict[str, Any]:
        """`plan`, `done`, `faults`, and `games`: the whole records, move by move (`job.Record`)."""
        games = [as_json(record) for record in self.records.values()]
        return {"plan": plan_json(self.plan), "done": self.done, "faults": self.faults, "games": games}

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a game: its number and pair, the name and score of each seat, how it ended, how many moves
        it had, and its seconds."""
        called = names_of(self.plan)
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
