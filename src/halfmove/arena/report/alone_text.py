"""Players that were judged one by one, in words: their table, and one against another."""

from __future__ import annotations

from halfmove.arena.report.alone import AloneReport, Difference, Row
from halfmove.arena.report.table import NOTHING, digits, mean_text, table_lines
from halfmove.arena.statistics.elo import Interval
from halfmove.core.figures import time_taken

DROPPED = ("depth", "best", "median", "moves", "time/move", "games")
"""Columns that a narrow terminal does without, in this order."""


def alone_table(report: AloneReport, width: int = 80) -> list[str]:
    """A row for each player, with 95 % intervals; a column of which there is nothing to say is left out."""
    return table_lines([_cells(row) for row in report.rows], DROPPED, width)


def _cells(row: Row) -> dict[str, str]:
    return {
        "player": row.name,
        "games": str(row.games),
        "won": str(row.wins),
        "share won": _percent(row.win_rate),
        "mean score": mean_text(row.score),
        "median": _number(row.median_score),
        "best": _number(row.best_score),
        "moves": _number(row.moves),
        "time/move": time_taken(row.seconds) if row.seconds is not None else NOTHING,
        "depth": f"{row.depth:.1f}" if row.depth is not None else NOTHING,
        "faults": str(row.faults or NOTHING),
        "late": str(row.on_time or NOTHING),
    }


def _percent(found: Interval | None) -> str:
    return NOTHING if found is None else f"{found.value:.1%} ({found.low:.0%}–{found.high:.0%})"


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.{0 if value == round(value) else digits(value)}f}"


def alone_lines(report: AloneReport) -> list[str]:
    """What there is to say below the table, a line each."""
    told = [""]
    if report.differences:
        told += ["Differences of the score over the same games (95 % intervals)"]
        told += [_difference(one) for one in report.differences]
        told += [""]
    number = len(report.results.records)
    against = f", all against {report.against}" if report.against else ""
    lost = sum(not record.utilities for record in report.results.records.values())
    without = f"; {lost} ended without a score, and count as not won" if lost else ""
    faults = report.results.faults
    wrong = f"; {faults} {'fault' if faults == 1 else 'faults'}" if faults else ""
    return [*told, f"{number} {'game' if number == 1 else 'games'}{against}{without}{wrong}."]


def _difference(one: Difference) -> str:
    if one.score is None:
        return f"  {one.first} – {one.second}  no game that both have finished"
    wins = f"(won by one alone: {one.only_first} and {one.only_second})"
    return f"  {one.first} – {one.second}  {mean_text(one.score, signed=True)}  {wins}"
