"""A contest as JSON: one object, the same for a match and a tournament."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from halfmove.arena.plan import list_names, plan_json
from halfmove.arena.report.duplicate import BoardScore
from halfmove.arena.report.rating import rate_players
from halfmove.arena.report.sequential_test import TestState
from halfmove.arena.report.summary import Meeting, Report, Row
from halfmove.arena.statistics.bradley_terry import Ratings
from halfmove.arena.statistics.elo import Interval


class ContestData(TypedDict):
    """What a contest has come to.  Intervals are 95 %; a figure that has no value is null, and `undefined`
    says why; seconds are wall-clock."""

    plan: Annotated[dict[str, Any], "What is played: game, players, openings, time, scoring."]
    done: Annotated[bool, "Whether nothing is left to play."]
    games: Annotated[int, "Games that were played and count."]
    players: Annotated[list[dict[str, Any]], "The players, the best first."]
    inner_games: Annotated[int | None, "Where the games are matches: games inside them."]
    big_blind: Annotated[float | None, "What a big blind is in the game's units."]
    compared_in: Annotated[str | None, "Where the same deal is played at several tables: the unit, `IMPs`."]
    meetings: Annotated[list[dict[str, Any]], "Every two players that have met, and their difference."]
    ratings: Annotated[dict[str, Any], "Ratings of all `players` with `notes` on them."]
    test: Annotated[dict[str, Any] | None, "How far the sequential test has come."]
    endings: Annotated[dict[str, int], "How games ended, and how many so."]
    faults: Annotated[int, "Faults of players, those in games that were played again included."]
    mean_plies: Annotated[float | None, "Mean length of a game."]
    first_seat_score: Annotated[float | None, "Mean score of whoever had the first seat, 0 to 1."]
    seconds: Annotated[float, "Time of all games together."]
    overhead: Annotated[float | None, "The share of it in which no player had been asked for a move."]


def report_json(report: Report) -> ContestData:
    """A contest as data."""
    results = report.results
    called = list_names(results.plan)
    ratings = rate_players(results.records.values(), called, report.anchors)
    return {
        "plan": plan_json(results.plan),
        "done": results.done,
        "games": len(results.records),
        "players": [_row(row) for row in report.rows],
        "inner_games": report.inner_games or None,
        "big_blind": report.big_blind or None,
        "compared_in": None if report.duplicate is None else report.duplicate.unit,
        "meetings": [_meeting(meeting, called) for meeting in report.meetings],
        "ratings": _ratings(ratings, called),
        "test": None if report.testing is None else _test(report.testing),
        "endings": dict(report.endings),
        "faults": results.faults,
        "mean_plies": report.plies,
        "first_seat_score": report.first_seat,
        "seconds": report.seconds,
        "overhead": report.overhead,
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "title": row.title,
        "games": row.games,
        "points": row.points,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "points_a_game": _interval(row.points_a_game),
        "aivat": _interval(row.aivat),
        "inner_points_a_game": _interval(row.inner_points_a_game),
        "boards": _boards(row.boards),
        "figures": {**row.figures} or None,
        "mean_seconds": row.seconds,
        "mean_depth": row.depth,
        "mean_nodes": row.nodes,
        "faults": row.faults,
        "lost_on_time": row.on_time,
    }


def _meeting(meeting: Meeting, called: Sequence[str]) -> dict[str, Any]:
    paired = len(meeting.counts.frequencies) == 5
    return {
        "first": called[meeting.first],
        "second": called[meeting.second],
        "wins": meeting.wins,
        "draws": meeting.draws,
        "losses": meeting.losses,
        "pentanomial": list(meeting.counts.frequencies) if paired else None,
        "elo": _interval(meeting.elo),
        "normalized_elo": _interval(meeting.normalized),
        "los": meeting.superiority,
        "pairs_ratio": meeting.pairs_ratio,
        "points_a_game": _interval(meeting.points_a_game),
        "aivat": _interval(meeting.aivat),
        "inner_points_a_game": _interval(meeting.inner_points_a_game),
        "boards": _boards(meeting.boards),
        "undefined": meeting.undefined or None,
    }


def _boards(score: BoardScore | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {
        "number": score.boards,
        "compared": _interval(score.compared),
        "matchpoints": _interval(score.matchpoints),
    }


def _interval(interval: Interval | None) -> dict[str, Any] | None:
    if interval is None:
        return None
    return {
        "value": _finite(interval.value),
        "low": _finite(interval.low),
        "high": _finite(interval.high),
    }


def _finite(value: float) -> float | str:
    """A number that JSON can write; the infinities as text."""
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def _test(testing: TestState) -> dict[str, Any]:
    test = testing.test
    return {
        "model": test.model,
        "unit": testing.unit,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": testing.llr,
        "lower": test.lower,
        "upper": test.upper,
        "pairs": testing.counts.samples,
        "verdict": str(testing.verdict),
    }


def _ratings(ratings: Ratings, called: Sequence[str]) -> dict[str, Any]:
    return {
        "players": [
            {"name": name, "elo": _interval(rating.elo), "group": rating.group, "note": rating.words or None}
            for name, rating in zip(called, ratings.players, strict=True)
        ],
        "notes": list(ratings.notes),
    }
