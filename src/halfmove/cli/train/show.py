"""The live table of a run on standard error; where that is no terminal, a line now and then."""

from __future__ import annotations

import json
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from halfmove.core.compile import announce_with
from halfmove.presentation.telling import COLUMNS, cells, details, line, ratings_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from halfmove.learn.runs.matches import MatchResult
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
        self._matches: list[MatchResult] = []
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
        if report.restarted and not (self._latest and self._latest.restarted) and not self._live:
            print("halfmove: a worker died, and was started again.", file=sys.stderr, flush=True)
        self._latest = report
        self._gate = report.gate or self._gate
        self._matches += report.matches
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
        if self._matches:
            facts.add_row("ratings", ratings_text(self._matches))
        if self._errors:
            rates = " ".join(f"{report.errors:.1%}" for report in self._errors)
            facts.add_row("errors of the policy alone", rates)
        return Group(self._spinner, table, facts)
