"""A contest for a person to read: its table, its ratings, its test."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from halfmove.arena.report.rating import rated
from halfmove.arena.report.summary import Meeting, Report, names
from halfmove.arena.report.testing import Testing
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.sprt import Verdict
from halfmove.cli import words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_report(out: Console, report: Report, anchors: Mapping[str, float] | None = None) -> None:
    """Everything there is to say of a contest."""
    if not report.standing.records:
        out.print("No game has been played to its end.")
        return
    out.print(players_table(report))
    for line in lines(report, anchors):
        out.print(line)


def players_table(report: Report) -> Table:
    """Each player's row, the best first."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("player", overflow="fold")
    for head in ("games", "points", "+", "=", "-", "score", "time/move", "depth", "faults"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in report.rows:
        faults = row.faults + row.on_time
        table.add_row(
            row.name,
            str(row.games),
            f"{row.points:g}" if row.points == round(2 * row.points) / 2 else f"{row.points:.2f}",
            str(row.wins),
            str(row.draws),
            str(row.losses),
            f"{row.points / row.games:.1%}" if row.games else "–",
            words.time_taken(row.seconds) if row.seconds is not None else "–",
            f"{row.depth:.1f}" if row.depth is not None else "–",
            str(faults) if faults else "–",
        )
    return table


def lines(report: Report, anchors: Mapping[str, float] | None = None) -> list[str]:
    """What there is to say below the table, a line each."""
    standing = report.standing
    called = names(standing)
    told: list[str] = []
    if len(called) == 2 and report.meetings:
        told += [*meeting_lines(report.meetings[0], called), *test_lines(report.testing)]
    else:
        told += rating_lines(report, called, anchors)
    told.append(_ends(report))
    return told


def meeting_lines(meeting: Meeting, called: list[str]) -> list[str]:
    """Elo, normalised Elo and the likelihood of superiority of two players, or why there are none."""
    told = [""]
    if meeting.elo is not None:
        told.append(f"Elo difference   {interval(meeting.elo)}   of {called[meeting.first]}")
    if meeting.normalized is not None:
        told.append(f"normalised Elo   {interval(meeting.normalized)}")
    if meeting.superiority is not None:
        told.append(f"superior with likelihood {meeting.superiority:.2%}")
    if len(meeting.counts.frequencies) == 5:
        told.append(f"pairs by points  {_pairs(meeting)}")
    if meeting.undefined:
        told.append(f"{meeting.undefined[0].upper()}{meeting.undefined[1:]}.")
    return told


def _pairs(meeting: Meeting) -> str:
    points = ("0", "½", "1", "1½", "2")
    return "  ".join(f"{p}: {n}" for p, n in zip(points, meeting.counts.frequencies, strict=True))


def test_lines(testing: Testing | None) -> list[str]:
    """How far the sequential test has come."""
    if testing is None:
        return []
    test = testing.test
    model = "" if test.model == "logistic" else f" ({test.model})"
    bounds = f"({test.lower:.2f}, {test.upper:.2f})"
    head = f"LLR {testing.llr:+.2f} in {bounds}   {test.elo0:g} against {test.elo1:g} Elo{model}"
    if testing.verdict is Verdict.H1:
        return [head, f"Accepted: the first is stronger by {test.elo1:g} rather than {test.elo0:g} Elo."]
    if testing.verdict is Verdict.H0:
        return [head, f"Accepted: the first is stronger by {test.elo0:g} rather than {test.elo1:g} Elo."]
    return [head]


def rating_lines(report: Report, called: list[str], anchors: Mapping[str, float] | None) -> list[str]:
    """Ratings, the strongest first."""
    ratings = rated(report.standing.records.values(), called, anchors)
    order = sorted(range(len(called)), key=lambda p: -(_value(ratings.players[p].elo)))
    width = max(map(len, called))
    told = ["", "Ratings (95 % intervals)"]
    for player in order:
        one = ratings.players[player]
        figure = interval(one.elo) if one.elo is not None else "–"
        told.append(f"  {called[player]:<{width}}  {figure}{f'   {one.words}' if one.words else ''}")
    return [*told, *ratings.notes]


def _value(elo: Interval | None) -> float:
    return elo.value if elo is not None else -math.inf


def interval(found: Interval) -> str:
    """`+12.3 ± 4.5`; with ends of its own where it is not symmetric; `above +120` where it has no end."""
    if found.value == math.inf:
        return f"above {found.low:+.0f}" if math.isfinite(found.low) else "beyond all rating, above"
    if found.value == -math.inf:
        return f"below {found.high:+.0f}" if math.isfinite(found.high) else "beyond all rating, below"
    if found.error is None:
        return f"{found.value:+.1f}"
    return f"{found.value:+.1f} ± {found.error:.1f}"


def _ends(report: Report) -> str:
    """How games ended, how long they were, what the runner itself cost."""
    ends = ", ".join(f"{number} by {ending}" for ending, number in report.endings.items())
    told = f"{len(report.standing.records)} games: {ends}"
    if report.plies is not None:
        told += f"; {report.plies:.0f} plies on average"
    if report.first_seat is not None and report.meetings:
        told += f"; the first seat scored {report.first_seat:.1%}"
    if report.standing.faults:
        told += f"; {report.standing.faults} faults"
    return f"\n{told}."


def progress_line(report: Report) -> str:
    """The state of a contest in one line, for a log."""
    done = len(report.standing.records)
    best = "   ".join(f"{row.name} {row.points:g}/{row.games}" for row in report.rows[:4])
    test = f"   LLR {report.testing.llr:+.2f}" if report.testing else ""
    return f"{done} games   {best}{test}"
