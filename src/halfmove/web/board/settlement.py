"""The end of a game that players must settle (Go: its dead stones): the game proposes, people change it on
the board, accept it or resume play, and only then there is a result."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import HalfmoveError
from halfmove.core.settlement import Settlement
from halfmove.web.board.table import Table
from halfmove.web.server import here
from halfmove.web.widgets import button


class SettlementBox:
    """Shown where a game ends that must be settled: with buttons, and after the agreement as the score."""

    def __init__(self, table: Table, redraw: Callable[[], None]) -> None:
        """`redraw` shows the board again after a change of `shown`."""
        self.table, self._redraw = table, redraw
        self.shown: Settlement | None = None
        """The proposal as people have changed it so far, or what is agreed upon."""
        self.open = False
        """Whether touches are meant for it."""
        self.about: Any = None
        """The position and what is agreed upon there; None where there is nothing to settle."""
        self.box = ui.element("section").classes("hm-card hm-settlement").props("aria-label=settlement")
        self._built = False
        self.box.set_visibility(False)

    def _build(self) -> None:
        """Make what stands in the box: of most games nothing is ever settled."""
        self._built = True
        with self.box:
            self.told = ui.html("", sanitize=False).props('aria-live="polite" data-name=settlement')
            self.help = ui.html("", sanitize=False).classes("hm-soft hm-small")
            with ui.element("div").classes("hm-tools"):
                self.accept = button("Accept", self._accept, main=True, name="accept")
                self.resume = button("Resume play", self._resume, name="resume")
                self.again = button("Settle again", self._reopen, name="settleagain")
            self.score = ui.html("", sanitize=False).props("data-name=score")

    def refresh(self) -> None:
        """After any change: open where a game has just ended so, the score where it is agreed."""
        settlement, node = self.table.settlement, self.table.record.here
        about = None if settlement is None else (node, node.settled)
        if about == self.about:
            return
        self.about, self.shown, self.open = about, None, False
        self.box.set_visibility(settlement is not None)
        if settlement is None:
            return
        if node.settled is None:
            self._show(f"Judging the {settlement.subject} …")
            background_tasks.create(self._propose(about, settlement))
        else:
            self.shown = settlement
            self._show(f"{settlement} {settlement.ending()}")

    async def _propose(self, about: Any, settlement: Settlement) -> None:
        said = ""
        try:
            arguments = {**self.table.place(), "judgement": "settlement"}
            job = here().pool.begin(self.table.client, "judgement", arguments)
            settlement.choose(await job.result() or ())
        except HalfmoveError as error:
            said = f"There is no proposal: {error} "
        if about != self.about:
            return
        if not self.table.seats.people:  # engines accept what the game proposes
            self.table.settle(settlement.chosen)
            return
        self.shown, self.open = settlement, True
        with self.table.screen:
            self._show(said + str(settlement))
            self._redraw()

    def handle_touch(self, point: str) -> None:
        """Change what becomes of the group there."""
        if self.shown is None or not self.open:
            return
        try:
            self.shown.change(point)
        except HalfmoveError as error:
            self.told.set_content(escape(str(error)))
            return
        self._show(str(self.shown))
        self._redraw()

    # ---- the three ways on
    def _accept(self) -> None:
        if self.shown is not None and self.open:
            self.table.settle(self.shown.chosen)

    def _resume(self) -> None:
        if self.shown is not None and self.open:
            self.table.resume(self.shown.closing)

    def _reopen(self) -> None:
        """Take the agreement back; what was chosen is the next proposal."""
        settlement = self.shown
        if settlement is None or self.open:
            return
        node = self.table.record.here
        self.about, self.open = (node, None), True
        self.table.settle(None)
        self._show(str(settlement))

    # ---- showing
    def _show(self, said: str) -> None:
        settlement = self.shown
        if not self._built:
            self._build()
        self.told.set_content(escape(said))
        self.help.set_content(escape(settlement.touch) if settlement is not None and self.open else "")
        self.score.set_content("" if settlement is None else _table(self.table, settlement))
        self.accept.set_visibility(self.open)
        self.resume.set_visibility(self.open and settlement is not None and settlement.closing > 0)
        self.again.set_visibility(settlement is not None and not self.open)


def _table(table: Table, settlement: Settlement) -> str:
    """The score, a row for each part of it; nothing where it has no parts."""
    parts = settlement.parts()
    if not parts:
        return ""
    names = "".join(f'<th class="hm-right" scope="col">{escape(name)}</th>' for name in table.names)
    rows = "".join(_row(part.name, part.points) for part in parts)
    totals = [sum(points) for points in zip(*(part.points for part in parts), strict=True)]
    return (
        '<table class="hm-table hm-score"><caption class="hm-said">Score</caption>'
        f"<thead><tr><td></td>{names}</tr></thead><tbody>{rows}</tbody>"
        f"<tfoot>{_row('Together', totals)}</tfoot></table>"
    )


def _row(name: str, points: Any) -> str:
    cells = "".join(f'<td class="hm-right">{number:g}</td>' for number in points)
    return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
