"""What requests about contests say of the report: what stands in it, and the files that are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from halfmove.arena.kinds import Anchor
from halfmove.arena.plan import Format, Plan, list_names
from halfmove.arena.results import Results
from halfmove.core.errors import BadInput
from halfmove.core.operation import OUTPUT, OutputFile, Request, Switch, Text, field

ENDINGS = (".svg", ".png", ".pdf")


@dataclass(frozen=True, kw_only=True)
class ReportRequest(Request):
    """A request that a contest's report answers."""

    anchor: Mapping[str, float] = field(
        Anchor('"NAME=ELO"'), "Fix a player's rating.", default={}, group=OUTPUT
    )
    aivat: bool = field(
        Switch(),
        "Take the luck out of the points per game (AIVAT): the luck of cards and dice, and of players known "
        "to draw their moves (random, strategy?file=…). Same mean, smaller interval.",
        default=False,
        group=OUTPUT,
    )
    export: str | None = field(
        OutputFile(),
        "Write the games: .pgn (chess), .sgf (Go, backgammon), .txt.",
        default=None,
        group=OUTPUT,
    )
    plot: str | None = field(OutputFile(), "Draw the result: .svg, .png or .pdf.", default=None, group=OUTPUT)
    view: str | None = field(
        Text("VIEW"),
        "What the plot shows: cross, ratings, limit (rating against depth or time), elo or test.",
        default=None,
        group=OUTPUT,
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.view is not None and self.plot is None:
            raise BadInput(f"{name('view')} is about {name('plot')}, which is not given.")
        if self.plot is not None and Path(self.plot).suffix not in ENDINGS:
            raise BadInput(f"{name('plot')} writes {', '.join(ENDINGS)}, not '{self.plot}'.")

    def refuse(self, plan: Plan) -> None:
        """`BadInput` or `Unsuitable` for what cannot be said of a contest, before anything is played."""
        if plan.format == Format.ALONE and (self.plot or self.anchor or self.aivat):
            raise BadInput(
                "A plot, an anchor and AIVAT are about players who met; these are judged one by one, over "
                "the same games."
            )
        if self.aivat:
            from halfmove.arena.aivat import choose_adjustment

            choose_adjustment(plan)
        if self.view is not None:
            from halfmove.arena.report.plots import refuse

            refuse(self.view, plan)
        if self.plot is not None:
            from halfmove.teach.canvas import require

            require()
        if self.anchor:
            from halfmove.arena.report.rating import find_anchor

            find_anchor(list_names(plan), self.anchor)
        if self.export is not None:
            from halfmove.arena.export import check_format

            check_format(plan, self.export)

    def add_report(self, results: Results) -> Results:
        """The results with the report as it was asked for, once its files are written."""
        results = replace(results, anchors=self.anchor, aivat=self.aivat)
        if self.export and results.records:
            from halfmove.arena.export import export

            export(results.plan, results.records.values(), self.export)
        if self.plot and results.records:
            from halfmove.arena.report.plots import plot
            from halfmove.arena.report.summary import report
            from halfmove.core.atomic_file import whole_bytes

            picture = plot(report(results), Path(self.plot).suffix[1:], self.view)
            with whole_bytes(self.plot) as out:
                out.write(picture)
        return results
