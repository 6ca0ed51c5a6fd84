"""A contest in words: the table of its players, ratings or the difference of two, and how its games ended."""

from __future__ import annotations

import math

from halfmove.arena.plan import list_names
from halfmove.arena.report.duplicate import BoardScore
from halfmove.arena.report.rating import rate_players
from halfmove.arena.report.sequential_test import TestState
from halfmove.arena.report.summary import Meeting, Report, Row
from halfmove.arena.report.table import NOTHING, mean_text, table_lines
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.sprt import Verdict
from halfmove.core.duplicate import Duplicate
from halfmove.core.figures import time_taken

DROPPED = ("depth", "time/move", "score", "games")
"""Columns that a narrow terminal does without, in this order."""


def players_table(report: Report, width: int = 80) -> list[str]:
    """Each player's row, the best first; a column of which there is nothing to say is left out."""
    unit = "matches" if report.inner_games else "games"
    heads = (*DROPPED, "points") if report.counts_points else DROPPED
    dropped = [unit if head == "games" else head for head in heads]
    rows = [
        {
            "player": row.name,
            unit: str(row.games),
            **_boards(row.boards, report.duplicate),
            **_cells(row, report.big_blind),
        }
        for row in report.rows
    ]
    return table_lines(rows, dropped, width)


def figures_table(report: Report, width: int = 80) -> list[str]:
    """What players of the game count, in the mean a game; nothing where they count nothing."""
    names = dict.fromkeys(name for row in report.rows for name in row.figures)
    if not names:
        return []
    rows = [
        {
            "player": row.name,
            **{name: f"{row.figures[name]:,.2f}" if name in row.figures else NOTHING for name in names},
        }
        for row in report.rows
    ]
    return ["", "a game, in the mean", *table_lines(rows, (), width)]


def _boards(score: BoardScore | None, how: Duplicate | None) -> dict[str, str]:
    """What the table says of a player's boards."""
    if how is None:
        return {}
    compared = None if score is None else score.compared
    return {
        f"{how.unit}/board": mean_text(compared, signed=True),
        "matchpoints": NOTHING if score is None else f"{score.matchpoints.value:.1%}",
    }


def _cells(row: Row, big_blind: float) -> dict[str, str]:
    """What the table says of a player, by column."""
    return {
        f"{_unit(big_blind)}/game": _points(row.points_a_game or row.inner_points_a_game, big_blind),
        "less luck": _points(row.aivat, big_blind),
        "points": f"{row.points:g}" if row.points == round(2 * row.points) / 2 else f"{row.points:.2f}",
        "+": str(row.wins),
        "=": str(row.draws),
        "-": str(row.losses),
        "score": f"{row.points / row.games:.1%}" if row.games else NOTHING,
        "time/move": time_taken(row.seconds) if row.seconds is not None else NOTHING,
        "depth": f"{row.depth:.1f}" if row.depth is not None else NOTHING,
        "faults": str(row.faults or NOTHING),
        "late": str(row.on_time or NOTHING),
    }


def _unit(big_blind: float) -> str:
    """What results are told in: thousandths of a big blind (mbb), where there is one."""
    return "mbb" if big_blind else "points"


def _points(found: Interval | None, big_blind: float) -> str:
    """Points a game with their interval, in that unit."""
    if found is None or not big_blind:
        return mean_text(found, signed=True)
    scale = 1000 / big_blind
    return mean_text(Interval(*(scale * end for end in (found.value, found.low, found.high))), signed=True)


def lines(report: Report) -> list[str]:
    """What there is to say below the table."""
    results = report.results
    called = list_names(results.plan)
    told: list[str] = []
    if len(called) == 2 and report.meetings:
        told += [*meeting_lines(report.meetings[0], called, report), *test_lines(report.testing)]
    else:
        told += rating_lines(report, called)
    told.append(_ends(report))
    return told


def meeting_lines(meeting: Meeting, called: list[str], report: Report) -> list[str]:
    """Elo, normalised Elo and the likelihood of superiority of two players, or why there are none."""
    told, big_blind = [""], report.big_blind
    if meeting.boards is not None and report.duplicate is not None:
        told += _board_lines(meeting.boards, report.duplicate, called[meeting.first])
    if meeting.points_a_game is not None:
        unit = f"{_unit(big_blind)} a game"
        told.append(f"{unit:<16} {_points(meeting.points_a_game, big_blind)}   of {called[meeting.first]}")
    elif meeting.inner_points_a_game is not None:
        inner = mean_text(meeting.inner_points_a_game, signed=True)
        told.append(f"points a game    {inner}   of {called[meeting.first]}")
    if meeting.aivat is not None:
        told.append(f"less luck        {_points(meeting.aivat, big_blind)}   by AIVAT{_gain(meeting)}")
    if meeting.elo is not None:
        told.append(f"Elo difference   {difference(meeting)}   of {called[meeting.first]}")
    if meeting.normalized is not None:
        told.append(f"normalised Elo   {interval(meeting.normalized)}")
    if meeting.superiority is not None:
        told.append(f"superior with likelihood {meeting.superiority:.2%}")
    if len(meeting.counts.frequencies) == 5:
        told.append(f"pairs by points  {_pairs(meeting)}")
    if meeting.undefined:
        told.append(f"{meeting.undefined[0].upper()}{meeting.undefined[1:]}.")
    return told


def _board_lines(score: BoardScore, how: Duplicate, who: str) -> list[str]:
    """Two players at two tables with the same deals."""
    unit, number = f"{how.unit} a board", "1 board" if score.boards == 1 else f"{score.boards:,} boards"
    share = score.matchpoints
    spread = "" if share.error is None else f" ± {share.error:.1%}"
    return [
        f"{unit:<16} {mean_text(score.compared, signed=True)}   of {who}, {number} at two tables",
        f"{'matchpoints':<16} {share.value:.1%}{spread}",
    ]


def _gain(meeting: Meeting) -> str:
    """What taking the luck out is worth: the variance of the plain mean to that of the other."""
    plain = meeting.points_a_game.error if meeting.points_a_game is not None else None
    less = meeting.aivat.error if meeting.aivat is not None else None
    return f", as sure as {(plain / less) ** 2:,.1f} times as many games without" if plain and less else ""


def _pairs(meeting: Meeting) -> str:
    points = ("0", "½", "1", "1½", "2")
    return "  ".join(f"{p}: {n}" for p, n in zip(points, meeting.counts.frequencies, strict=True))


def test_lines(testing: TestState | None) -> list[str]:
    """How far the sequential test has come."""
    if testing is None:
        return []
    test = testing.test
    unit = testing.unit
    bounds = f"({test.lower:.2f}, {test.upper:.2f})"
    head = f"LLR {testing.llr:+.2f} in {bounds}   {test.elo0:g} against {test.elo1:g} {testing.scale}"
    if testing.verdict is Verdict.H1:
        return [head, f"Accepted: a difference of {test.elo1:+g} {unit} rather than {test.elo0:+g}."]
    if testing.verdict is Verdict.H0:
        return [head, f"Accepted: a difference of {test.elo0:+g} {unit} rather than {test.elo1:+g}."]
    return [head]


def rating_lines(report: Report, called: list[str]) -> list[str]:
    """Ratings, the strongest first."""
    ratings = rate_players(report.results.records.values(), called, report.anchors)
    order = sorted(range(len(called)), key=lambda p: -(_value(ratings.players[p].elo)))
    width = max(map(len, called))
    told = ["", "Ratings (95 % intervals)"]
    for player in order:
        one = ratings.players[player]
        figure = interval(one.elo) if one.elo is not None else NOTHING
        told.append(f"  {called[player]:<{width}}  {figure}{f'   {one.words}' if one.words else ''}")
    return [*told, *ratings.notes]


def _value(elo: Interval | None) -> float:
    return elo.value if elo is not None else -math.inf


def difference(meeting: Meeting) -> str:
    """The Elo of a meeting with its interval; without one where the games do not say how sure it is."""
    assert meeting.elo is not None
    if meeting.undefined and math.isfinite(meeting.elo.value):
        return f"{meeting.elo.value:+.1f}"
    return interval(meeting.elo)


def interval(found: Interval) -> str:
    """`+12.3 ± 4.5`; `+∞ (above +120)` where it has no end; `+12.3 (above -40)` where it has one end."""
    low = f"above {found.low:+.0f}" if math.isfinite(found.low) else ""
    high = f"below {found.high:+.0f}" if math.isfinite(found.high) else ""
    if math.isinf(found.value):
        bound = low or high
        return ("+∞" if found.value > 0 else "−∞") + (f" ({bound})" if bound else "")
    if found.error is not None:
        return f"{found.value:+.1f} ± {found.error:.1f}"
    return f"{found.value:+.1f} ({low or high})" if low or high else f"{found.value:+.1f}"


def _ends(report: Report) -> str:
    """How games ended, how long they were, what the runner itself cost."""
    ends = ", ".join(f"{times} by {ending}" for ending, times in report.endings.items())
    number = len(report.results.records)
    one, many = ("match", "matches") if report.inner_games else ("game", "games")
    told = f"{number} {one if number == 1 else many}: {ends}"
    if report.inner_games:
        told += f"; {report.inner_games} games inside them"
    if report.plies is not None:
        told += f"; {report.plies:.0f} plies on average"
    if report.first_seat is not None and report.meetings:
        told += f"; the first seat scored {report.first_seat:.1%}"
    if report.without_points:
        told += f"; {report.without_points} without points, as they ended otherwise"
    return f"\n{told}{_faults(report)}."


def _faults(report: Report) -> str:
    """How many faults there were, and how many of them in games that were played again."""
    total = report.results.faults
    again = total - sum(row.faults for row in report.rows)
    if not total:
        return ""
    played_again = f", {again} of them in games that were played again" if again > 0 else ""
    return f"; {total} {'fault' if total == 1 else 'faults'}{played_again}"


def growing_lines(report: Report, width: int) -> list[str]:
    """What a terminal shows while it is played: the table, and of two players how they stand."""
    shown = players_table(report, width)
    if len(report.rows) == 2 and report.meetings:
        called = list_names(report.results.plan)
        shown += meeting_lines(report.meetings[0], called, report) + test_lines(report.testing)
    return shown
