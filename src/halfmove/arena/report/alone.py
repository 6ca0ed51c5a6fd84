"""The figures of players that were judged one by one: how often each won, its scores, and by how much it is
better than another over the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean, median
from typing import Annotated, Any, TypedDict

from halfmove.arena.job import Ending, Record
from halfmove.arena.plan import list_names, plan_json
from halfmove.arena.results import Results
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.means import mean, share
from halfmove.core.results import Table


@dataclass(frozen=True)
class Row:
    """One player."""

    name: str
    title: str
    """What it calls itself."""
    games: int
    wins: int
    """Games won by the game's own measure; one that a fault or the clock ended is not won."""
    win_rate: Interval | None
    score: Interval | None
    """The mean utility of the games that came to their end by the rules, as are the next three."""
    median_score: float | None
    best_score: float | None
    worst_score: float | None
    moves: float | None
    """Its own moves in a game."""
    seconds: float | None
    """Mean time of a move."""
    slowest: float | None
    """The longest that a move took, in seconds."""
    depth: float | None
    """Mean depth of its searches, where it says."""
    nodes: float | None
    faults: int
    on_time: int
    """Games lost on time."""


@dataclass(frozen=True)
class Difference:
    """Two players over the games that both have played to their end."""

    first: str
    second: str
    games: int
    score: Interval | None
    """How much more the first had than the second in the same game, on the mean."""
    only_first: int
    """Games that the first won and the second did not."""
    only_second: int


class AloneData(TypedDict):
    """What players have come to that are judged one by one.  Intervals are 95 %; a figure that has no value,
    and the end of an interval that has none, is null."""

    plan: Annotated[dict[str, Any], "What is played: game, players, openings, time, scoring."]
    done: Annotated[bool, "Whether nothing is left to play."]
    games: Annotated[int, "Games that were played and count."]
    against: Annotated[str | None, "Who has the other seats."]
    players: Annotated[list[dict[str, Any]], "The players, in the order of the plan."]
    differences: Annotated[list[dict[str, Any]], "Every two players over the same games."]
    faults: Annotated[int, "Faults of players, those in games that were played again included."]
    seconds: Annotated[float, "Time of all games together, by the wall clock."]


@dataclass(frozen=True)
class AloneReport(Table):
    """All figures; one of `to_rows` is a player."""

    results: Results
    rows: tuple[Row, ...]
    """In the order of the plan."""
    differences: tuple[Difference, ...]
    against: str
    """Who has the other seats; empty where there are none."""
    seconds: float
    """Time of all games together."""

    def to_dict(self) -> AloneData:
        return {
            "plan": plan_json(self.results.plan),
            "done": self.results.done,
            "games": len(self.results.records),
            "against": self.against or None,
            "players": [
                {**asdict(row), "win_rate": _interval(row.win_rate), "score": _interval(row.score)}
                for row in self.rows
            ],
            "differences": [{**asdict(one), "score": _interval(one.score)} for one in self.differences],
            "faults": self.results.faults,
            "seconds": self.seconds,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a player, as `players` of `to_dict` has them."""
        return self.to_dict()["players"]

    def to_text(self, width: int = 80) -> str:
        from halfmove.arena.report.alone_text import alone_lines, alone_table

        return "\n".join([*alone_table(self, width), *alone_lines(self)])

    def growing_text(self, width: int) -> str:
        """What a terminal shows while it is played."""
        from halfmove.arena.report.alone_text import alone_table

        return "\n".join(alone_table(self, width))

    def progress_rows(self) -> list[tuple[str, str]]:
        """The wins and the mean score of the first players."""
        from halfmove.arena.report.table import mean_text

        return [
            (row.name, f"{row.wins}/{row.games} won, {mean_text(row.score)}")
            for row in self.rows[:4]
            if row.games
        ]


def make_alone_report(results: Results) -> AloneReport:
    """The figures of a contest in the format `alone`."""
    plan, records = results.plan, list(results.records.values())
    called = list_names(plan)
    soloists = plan.count_soloists(len(records[0].players) if records else plan.game.open().players)
    each = [[r for r in records if r.players[0] == player] for player in range(soloists)]
    return AloneReport(
        results=results,
        rows=tuple(_make_row(called[player], theirs) for player, theirs in enumerate(each)),
        differences=tuple(
            _compare(called[a], each[a], called[b], each[b]) for a, b in combinations(range(soloists), 2)
        ),
        against=called[-1] if soloists < len(called) else "",
        seconds=sum(record.seconds for record in records),
    )


def _make_row(name: str, records: Sequence[Record]) -> Row:
    moves = [[move for move in record.moves if move.seat == 0] for record in records]
    every = [move for played in moves for move in played]
    scores = [record.utilities[0] for record in records if record.utilities]
    wins = sum(_is_won(record) for record in records)
    return Row(
        name=name,
        title=next((r.titles[0] for r in reversed(records) if r.titles and r.titles[0]), ""),
        games=len(records),
        wins=wins,
        win_rate=share(wins, len(records)),
        score=mean(scores),
        median_score=median(scores) if scores else None,
        best_score=max(scores, default=None),
        worst_score=min(scores, default=None),
        moves=fmean(map(len, moves)) if moves else None,
        seconds=_mean([move.seconds for move in every]),
        slowest=max((move.seconds for move in every), default=None),
        depth=_mean([move.depth for move in every if move.depth is not None]),
        nodes=_mean([move.nodes for move in every if move.nodes is not None]),
        faults=sum(fault.seat == 0 for record in records for fault in record.faults),
        on_time=sum(record.ending == Ending.TIME for record in records),
    )


def _is_won(record: Record) -> bool:
    return 0 in record.winners


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _compare(first: str, ones: Sequence[Record], second: str, others: Sequence[Record]) -> Difference:
    theirs = {record.pair: record for record in others if record.utilities}
    both = [(one, theirs[one.pair]) for one in ones if one.utilities and one.pair in theirs]
    return Difference(
        first=first,
        second=second,
        games=len(both),
        score=mean([one.utilities[0] - other.utilities[0] for one, other in both]),
        only_first=sum(_is_won(one) and not _is_won(other) for one, other in both),
        only_second=sum(_is_won(other) and not _is_won(one) for one, other in both),
    )


def _interval(found: Interval | None) -> dict[str, float | None] | None:
    if found is None:
        return None
    ends = (None, None) if found.error is None else (found.low, found.high)
    return {"value": found.value, "low": ends[0], "high": ends[1]}
