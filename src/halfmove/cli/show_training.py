"""`halfmove train`: the live table of a run on standard error, or what each generation thinks."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from halfmove.cli.operations import TerminalWork
from halfmove.cli.progress import LiveDisplay, Shown
from halfmove.cli.terminal import say
from halfmove.cli.usage import Exit
from halfmove.learn.trained import format_watch_command
from halfmove.presentation.bottleneck import RECENT, time_rows
from halfmove.presentation.telling import COLUMNS, cells, details, line, ratings_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.spinner import Spinner

    from halfmove.learn.lesson import Look
    from halfmove.learn.runs.matches import MatchResult
    from halfmove.learn.runs.report import Report
    from halfmove.learn.train import TrainRequest

KEPT = 12
"""Lines of the table: the run's course, evenly spaced in time."""


def show(request: TrainRequest, work: TerminalWork) -> None:
    """Train, and say what came of it."""
    if sys.stderr.isatty():
        print(f"Watch it in the browser:  {format_watch_command(request.folder)}", file=sys.stderr)

    def tell(plan: str) -> None:
        print(plan, file=sys.stderr, flush=True)

    with Looks() if request.lesson else Reports() as work.progress:
        *_, trained = replace(request, tell=tell).run(work)
    say(trained.to_text())
    if trained.interrupted:
        raise Exit(130)


class Looks(Shown):
    """Shows what each generation thinks; a context manager."""

    def __init__(self) -> None:
        super().__init__("training", None)

    def see(self, look: Look) -> None:
        """Print it."""
        print(look, end="\n\n", flush=True)


class Reports(Shown):
    """Shows the reports of a run; a context manager."""

    def __init__(self) -> None:
        super().__init__("training", LiveDisplay(self._picture))
        self._course: list[Report] = []
        self._latest: Report | None = None
        self._recent: list[Report] = []
        self._errors: list[Report] = []
        self._matches: list[MatchResult] = []
        self._gate = ""
        self._spinner: Spinner | None = None

    def see(self, report: Report) -> None:
        """Show this report from now on."""
        self._level.at(what=line(report))
        if report.restarted and not (self._latest and self._latest.restarted) and not self.live:
            print("halfmove: a worker died, and was started again.", file=sys.stderr, flush=True)
        self._latest = report
        self._recent = [*self._recent, report][-RECENT:]
        self._gate = report.gate or self._gate
        self._matches += report.matches
        if report.errors is not None:
            self._errors = [*self._errors, report][-KEPT:]
        if report.policy is not None:
            self._course.append(report)
            if len(self._course) > 2 * KEPT:
                del self._course[1:-1:2]

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.spinner import Spinner
        from rich.table import Table
        from rich.text import Text

        latest = self._latest
        spinner = self._spinner = self._spinner or Spinner("dots")
        if latest is None:
            spinner.update(text=Text(self._level.work.step().line, style="dim"))
            return spinner
        spinner.update(text=Text(line(latest)))
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for heading in COLUMNS:
            table.add_column(heading, justify="right")
        for report in self._course[-KEPT:]:
            table.add_row(*cells(report))
        facts = Table.grid(padding=(0, 2))
        facts.add_column(style="dim", no_wrap=True)
        facts.add_column(no_wrap=True, overflow="ellipsis")
        for label, text in [*details(latest), *time_rows(self._recent)]:
            facts.add_row(label, text)
        if self._gate:
            facts.add_row("gate", self._gate)
        if self._matches:
            facts.add_row("ratings", ratings_text(self._matches))
        if self._errors:
            rates = " ".join(f"{report.errors:.1%}" for report in self._errors)
            facts.add_row("errors of the policy alone", rates)
        return Group(spinner, table, facts)
