"""The live table of a run on standard error; where that is no terminal, a line now and then."""

from __future__ import annotations

import json
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from halfmove.core.compile import announce_with
from halfmove.presentation import words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from halfmove.learn.runs.report import Report

KEPT = 12
"""Lines of the table: the run's course, evenly spaced in time."""
LINE = 60.0
"""Seconds between two lines where there is no terminal."""


class Display:
    """Shows the reports of a run; a context manager."""

    def __init__(self, as_json: bool = False) -> None:
        self._json = as_json
        self._course: list[Report] = []
        self._latest: Report | None = None
        self._errors: list[Report] = []
        self._gate = ""
        self._doing = "starting"
        self._live: Live | None = None
        self._printed = time.monotonic()

    def __enter__(self) -> Display:
        if sys.stderr.isatty() and not self._json:
            from rich.console import Console
            from rich.live import Live
            from rich.spinner import Spinner

            self._spinner = Spinner("dots")
            self._live = Live(
                console=Console(stderr=True),
                transient=True,
                refresh_per_second=4,
                get_renderable=self._picture,
            )
            self._live.start()
            announce_with(self._announce)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            announce_with(None)
            self._live.stop()

    def see(self, report: Report) -> None:
        """Show this report from now on."""
        if self._json:
            print(json.dumps(report.as_data()), flush=True)
            return
        self._latest = report
        self._gate = report.gate or self._gate
        if report.errors is not None:
            self._errors = [*self._errors, report][-KEPT:]
        if report.policy is not None:
            self._course.append(report)
            if len(self._course) > 2 * KEPT:
                del self._course[1:-1:2]
        if not self._live and time.monotonic() - self._printed >= LINE:
            self._printed = time.monotonic()
            print(line(report), file=sys.stderr, flush=True)

    def _announce(self, what: str, kernel: str, game: str) -> None:
        whom = f" for {game}" if game else ""
        self._doing = f"compiling {kernel}{whom}, the first time only" if what == "start" else "starting"

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        latest = self._latest
        if latest is None:
            self._spinner.update(text=Text(self._doing, style="dim"))
            return self._spinner
        self._spinner.update(text=Text(line(latest)))
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for heading in COLUMNS:
            table.add_column(heading, justify="right")
        for report in self._course[-KEPT:]:
            table.add_row(*cells(report))
        facts = Table.grid(padding=(0, 2))
        facts.add_column(style="dim", no_wrap=True)
        facts.add_column(no_wrap=True, overflow="ellipsis")
        for label, text in details(latest):
            facts.add_row(label, text)
        if self._gate:
            facts.add_row("gate", self._gate)
        if self._errors:
            rates = " ".join(f"{report.errors:.1%}" for report in self._errors)
            facts.add_row("errors of the policy alone", rates)
        return Group(self._spinner, table, facts)


COLUMNS = ("minutes", "games", "positions", "steps", "policy", "value", "length", "positions/s", "learnt/s")


def cells(report: Report) -> list[str]:
    """A report as a row of the table."""
    return [
        f"{report.seconds / 60:.1f}",
        words.count(report.games),
        words.count(report.positions),
        words.count(report.steps),
        _number(report.policy),
        _number(report.value),
        _number(report.length, 1),
        f"{report.positions_per_second:.0f}",
        f"{report.learnt_per_second:.0f}",
    ]


def details(report: Report) -> list[tuple[str, str]]:
    """What does not change from row to row."""
    first, drawn, second = report.results
    found = [("generation", f"{report.generation}, {report.published} networks played with")]
    if report.occupancy is not None and report.filled is not None:
        found.append(
            (
                "self-play",
                f"{report.occupancy:.0%} of its time in the network, batches {report.filled:.0%} full",
            )
        )
    if first + drawn + second:
        found.append(("results", f"first player wins {first}, draws {drawn}, loses {second}"))
    if report.restarted:
        found.append(("started again", f"{report.restarted} workers that had died"))
    if report.example:
        found.append(("a game", report.example))
    return found


def line(report: Report) -> str:
    """A report in a line."""
    losses = ""
    if report.policy is not None:
        losses = f"; losses: policy {_number(report.policy)}, value {_number(report.value)}"
    return (
        f"{report.share:.0%} of the run, {report.seconds / 60:.1f} minutes: {report.games:,} games, "
        f"{report.positions:,} positions, {report.steps:,} steps{losses}"
    )


def _number(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
