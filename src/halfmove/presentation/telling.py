"""A run's reports in words and figures, as the terminal and the browser tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core import figures

if TYPE_CHECKING:
    from halfmove.learn.runs.matches import MatchResult
    from halfmove.learn.runs.report import Report

RATED = 5
"""Generations whose ratings are shown, the newest."""
FORESEEN = 0.01
"""The share of a run after which the time left is told: before, one slow start makes it hours."""

COLUMNS = ("minutes", "games", "positions", "steps", "policy", "value", "length", "positions/s", "learnt/s")


def cells(report: Report) -> list[str]:
    """A report as a row of the table."""
    return [
        f"{report.seconds / 60:.1f}",
        figures.count(report.games),
        figures.count(report.positions),
        figures.count(report.steps),
        _number(report.policy),
        _number(report.value),
        _number(report.length, 1),
        f"{report.positions_per_second:.0f}",
        f"{report.learnt_per_second:.0f}",
    ]


def details(report: Report) -> list[tuple[str, str]]:
    """What does not change from row to row."""
    first, drawn, second = report.results
    found = [("stage", report.stage)] if report.stage else []
    if report.accuracy is not None:
        found.append(("moves foreseen", f"{report.accuracy:.1%} of those put aside"))
    found += [("generation", f"{report.generation}, {report.published} networks played with")]
    by = f" ({report.backend})" if report.backend else ""
    if report.occupancy is not None and report.filled is not None:
        found.append(
            (
                "self-play",
                f"{report.occupancy:.0%} of its time in the network{by}, batches {report.filled:.0%} full",
            )
        )
    if report.evaluated_per_second and report.teraflops:
        evaluated = f"{report.evaluated_per_second:,.0f} states a second, {report.teraflops:.2g} TFLOP/s"
        found.append(("evaluated", evaluated))
    heads = [f"{name} {_number(getattr(report, name))}" for name in ("reply", "plies", "owners", "score")
             if getattr(report, name) is not None]  # fmt: skip
    if heads:
        found.append(("auxiliary losses", ", ".join(heads)))
    if first + drawn + second:
        found.append(("results", f"first player wins {first}, draws {drawn}, loses {second}"))
    if report.restarted:
        found.append(("started again", f"{report.restarted} workers that had died"))
    if report.example:
        found.append(("a game", report.example))
    return found


def ratings_text(matches: list[MatchResult]) -> str:
    """The newest generations with their ratings; the first has 0."""
    from halfmove.presentation.training import rated

    newest = rated(matches)[-RATED:]
    return ", ".join(f"{one.generation}: {one.elo:+.0f} ± {(one.high - one.low) / 2:.0f}" for one in newest)


def line(report: Report) -> str:
    """A report in a line."""
    losses = ""
    if report.policy is not None:
        losses = f"; losses: policy {_number(report.policy)}, value {_number(report.value)}"
    return (
        f"{report.share:.0%} of the run, {report.seconds / 60:.1f} minutes: {report.games:,} games, "
        f"{report.positions:,} positions, {report.steps:,} steps{losses}{left(report)}"
    )


def left(report: Report) -> str:
    """How long the run will go on, at its speed so far; empty where it has hardly begun, or is over."""
    if not FORESEEN <= report.share < 1:
        return ""
    return f"; {report.seconds * (1 - report.share) / report.share / 60:.1f} minutes left"


def _number(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
