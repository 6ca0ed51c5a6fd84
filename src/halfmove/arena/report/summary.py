"""The figures of a contest, computed once: what the terminal, the JSON, the files and the plots show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.arena.job import Ending, Record
from halfmove.arena.plan import Plan, list_names
from halfmove.arena.report.duplicate import BoardScore, score_boards
from halfmove.arena.report.meetings import (
    count_results,
    count_scores,
    inner_points_a_game,
    points_a_game,
    score,
)
from halfmove.arena.report.sequential_test import TestState, find_test_state
from halfmove.arena.results import Results
from halfmove.arena.statistics.counts import Counts, undefined
from halfmove.arena.statistics.elo import Interval, elo, normalized_elo, superiority
from halfmove.arena.statistics.pairs import pairs_ratio
from halfmove.core.duplicate import Duplicate
from halfmove.core.errors import BadInput
from halfmove.core.results import Table

if TYPE_CHECKING:
    from halfmove.arena.report.jsons import ContestData


@dataclass(frozen=True)
class Meeting:
    """Two players, and what the first has scored against the second."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int
    counts: Counts
    """By pairs where there is one, or by games."""
    elo: Interval | None
    normalized: Interval | None
    superiority: float | None
    """The likelihood, 0 to 1, that the first is the stronger."""
    pairs_ratio: float | None
    undefined: str
    """Why figures are missing, in words; empty if none is."""
    points_a_game: Interval | None = None
    """Of the first, in a game that counts points: its mean utility in the games that were played to their
    end."""
    aivat: Interval | None = None
    """The same less the luck, in any game, where that was asked for (`arena.aivat`)."""
    inner_points_a_game: Interval | None = None
    """Of the first, where the games are matches: its mean points in the games inside them."""
    boards: BoardScore | None = None
    """Of the first, where the same deal is played at several tables (`Game.duplicate`)."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Row:
    """One player of a contest."""

    player: int
    name: str
    title: str
    """What it calls itself."""
    games: int
    points: float
    wins: int
    """Games in which nobody had a larger share, and somebody a smaller."""
    draws: int
    losses: int
    seconds: float | None
    """Mean time of a move."""
    depth: float | None
    """Mean depth of its searches, where it says."""
    nodes: float | None
    faults: int
    on_time: int
    """Games lost on time."""
    points_a_game: Interval | None = None
    """In a game that counts points, its mean utility in the games that were played to their end."""
    aivat: Interval | None = None
    """The same less the luck, in any game, where that was asked for (`arena.aivat`)."""
    inner_points_a_game: Interval | None = None
    """Where the games are matches, its mean points in the games inside those that came to their end."""
    boards: BoardScore | None = None
    """Where the same deal is played at several tables, what comparisons with other tables came to."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What players of the game count (`Game.game_figures`): means a game, by name."""


@dataclass(frozen=True)
class Report(Table):
    """A contest in figures; one of `to_rows` is a player, the best first."""

    results: Results
    rows: tuple[Row, ...]
    """By points for each game, the best first; by points a game where the game counts them."""
    meetings: tuple[Meeting, ...]
    """In games for two: every two players that have met, in the order of the plan."""
    testing: TestState | None
    endings: Mapping[str, int]
    plies: float | None
    """Mean length of a game."""
    first_seat: float | None
    """Mean score, 0 to 1, of whoever had the first seat."""
    seconds: float
    """Time of all games together."""
    overhead: float | None
    """The share of that time in which no player had been asked for a move."""
    counts_points: bool = False
    """Whether players ask by how much a game was won (`Game.counts_points`)."""
    without_points: int = 0
    """There, the games that did not come to their end by the rules, and count for no mean."""
    inner_games: int = 0
    """Games inside the matches that came to their end, where the games are matches (`Game.inner_points`)."""
    big_blind: float = 0.0
    """What a big blind is in the game's units; 0 where it has none."""
    duplicate: Duplicate | None = None
    """How results of the same deal are compared; None where they are not."""
    anchors: Mapping[str, float] = field(default_factory=dict)
    """A player's rating that is held, by its name."""

    def to_dict(self) -> ContestData:
        """What `halfmove match --json` prints (`report.jsons`)."""
        from halfmove.arena.report.jsons import report_json

        return report_json(self)

    def to_text(self, width: int = 80) -> str:
        from halfmove.arena.report.text import figures_table, lines, players_table

        return "\n".join([*players_table(self, width), *figures_table(self, width), *lines(self)])

    def growing_text(self, width: int) -> str:
        """What a terminal shows while it is played."""
        from halfmove.arena.report.text import growing_lines

        return "\n".join(growing_lines(self, width))

    def progress_rows(self) -> list[tuple[str, str]]:
        """The points of the best players, and how far a test has come."""
        rows = [(row.name, f"{row.points:g}/{row.games}") for row in self.rows[:4]]
        return rows + ([("LLR", f"{self.testing.llr:+.2f}")] if self.testing else [])

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a player, as `players` of `to_dict` has them."""
        return self.to_dict()["players"]


LessLuck = Mapping[int, tuple[float, ...]]
"""Utilities of each seat less the luck, by the numbers of the games."""


def report(results: Results, *, aivat: bool = False) -> Report:
    """The figures of a contest, as tables and plots show them; with `aivat`, points a game less the luck as
    well (`Unsuitable` where that cannot be)."""
    less_luck, aivat = None, aivat or results.aivat
    if aivat:
        from halfmove.arena.aivat import adjust_records

        less_luck = adjust_records(results.plan, results.records.values())
    records = list(results.records.values())
    pairwise = all(len(set(record.players)) == 2 for record in records)
    called = list_names(results.plan)
    units = _find_units(results.plan)
    pointed = units.counts_points
    rows = [_make_row(player, called[player], records, units, less_luck) for player in range(len(called))]
    return Report(
        results=results,
        rows=tuple(sorted(rows, key=_rank)),
        meetings=tuple(_list_meetings(results, units, less_luck)) if pairwise else (),
        testing=find_test_state(results),
        endings=dict(Counter(record.ending for record in records).most_common()),
        plies=_mean(len(record.moves) for record in records),
        first_seat=_mean(record.scores[0] for record in records),
        seconds=sum(record.seconds for record in records),
        overhead=_overhead(records),
        counts_points=pointed,
        without_points=sum(not record.utilities for record in records) if pointed or aivat else 0,
        inner_games=sum(len(record.inner) for record in records if record.utilities),
        big_blind=units.big_blind,
        duplicate=units.duplicate,
        anchors=results.anchors,
    )


class Units(NamedTuple):
    """What results of a game are told in."""

    counts_points: bool = False
    big_blind: float = 0.0
    duplicate: Duplicate | None = None


NO_UNITS = Units()


def _find_units(plan: Plan) -> Units:
    """Those of the plan's game; none where it is not there any more, as a user's file may be gone."""
    try:
        game = plan.game.open()
    except BadInput:
        return Units()
    return Units(game.counts_points(), game.big_blind(), game.duplicate())


def _rank(row: Row) -> tuple[float, float, int]:
    """What rows are sorted by, the least first."""
    share = row.points / row.games if row.games else 0.0
    worth = row.boards.compared if row.boards is not None else row.points_a_game
    return -worth.value if worth is not None else 0.0, -share, row.player


def _list_meetings(results: Results, units: Units, less_luck: LessLuck | None) -> Iterable[Meeting]:
    met = {tuple(sorted(set(record.players))) for record in results.records.values()}
    for a, b in combinations(range(len(results.plan.players)), 2):
        if (a, b) in met:
            yield make_meeting(results.records, a, b, units=units, less_luck=less_luck)


def make_meeting(
    records: Mapping[int, Record],
    a: int,
    b: int,
    *,
    units: Units = NO_UNITS,
    less_luck: LessLuck | None = None,
) -> Meeting:
    """What two players have scored against each other, in the units of their game."""
    pointed, how = units.counts_points, units.duplicate
    theirs = {n: r for n, r in records.items() if set(r.players) == {a, b}}
    wins, draws, losses = count_results(theirs.values(), a)
    counted = count_scores(theirs, a, b)
    return Meeting(
        first=a,
        second=b,
        wins=wins,
        draws=draws,
        losses=losses,
        counts=counted,
        elo=elo(counted),
        normalized=normalized_elo(counted),
        superiority=superiority(counted),
        pairs_ratio=pairs_ratio(counted),
        undefined=undefined(counted),
        points_a_game=points_a_game(theirs.values(), a) if pointed else None,
        aivat=points_a_game(theirs.values(), a, less_luck) if less_luck is not None else None,
        inner_points_a_game=inner_points_a_game(theirs.values(), a),
        boards=None if how is None else score_boards(theirs.values(), a, how),
    )


def _make_row(
    player: int, name: str, records: Sequence[Record], units: Units, less_luck: LessLuck | None
) -> Row:
    pointed, how = units.counts_points, units.duplicate
    theirs = [record for record in records if player in record.players]
    moves = [m for r in theirs for m in r.moves if m.seat >= 0 and r.players[m.seat] == player]
    shares = [(score(record, player), record.scores) for record in theirs]
    wins = sum(mine == max(all_) and min(all_) < mine for mine, all_ in shares)
    losses = sum(mine == min(all_) and max(all_) > mine for mine, all_ in shares)
    seats = [(record, record.players.index(player)) for record in theirs]
    return Row(
        player=player,
        name=name,
        title=next((r.titles[seat] for r, seat in reversed(seats) if r.titles and r.titles[seat]), ""),
        games=len(theirs),
        points=sum(mine for mine, _ in shares),
        wins=wins,
        draws=len(theirs) - wins - losses,
        losses=losses,
        seconds=_mean(move.seconds for move in moves),
        depth=_mean(move.depth for move in moves if move.depth is not None),
        nodes=_mean(move.nodes for move in moves if move.nodes is not None),
        faults=sum(r.players[fault.seat] == player for r in theirs for fault in r.faults),
        on_time=sum(r.ending == Ending.TIME and r.scores[seat] == min(r.scores) for r, seat in seats),
        points_a_game=points_a_game(theirs, player) if pointed else None,
        aivat=points_a_game(theirs, player, less_luck) if less_luck is not None else None,
        inner_points_a_game=inner_points_a_game(theirs, player),
        boards=None if how is None else score_boards(records, player, how),
        figures=_add_figures([record.figures[seat] for record, seat in seats if record.figures]),
    )


def _add_figures(games: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean a game of each figure."""
    names = dict.fromkeys(name for figures in games for name in figures)
    return {name: fmean(figures.get(name, 0) for figures in games) for name in names}


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return fmean(known) if known else None


def _overhead(records: Sequence[Record]) -> float | None:
    seconds = sum(record.seconds for record in records)
    return 1.0 - sum(record.thinking for record in records) / seconds if seconds else None
