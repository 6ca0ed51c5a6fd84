"""The search seen while a game runs: its plan on the board, what each action is worth, and what the others
are thought to do.

A search of its own, as the Analysis tab has it, of the position at the beginning of a tick; when its time is
over the next one takes the position that there is by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core import figures
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.realtime import Course, RealTime
from halfmove.web.board.real_time_board import RealTimeBoard
from halfmove.web.board.table import Table
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, press

LINES = 5
"""Actions whose values are told."""
STANDING = 2.0
"""Seconds that a position is searched in which the game stands still."""


class RealTimeSearchPanel:
    """A button, the figures under the board, the ways on it."""

    def __init__(self, table: Table, real_time: RealTime, stage: RealTimeBoard) -> None:
        self.table, self.real_time, self.stage = table, real_time, stage
        self.on = False
        self.algorithm = "auto"
        self.seconds = 0.2
        """That a position is searched while the game runs."""
        self._job: Any = None
        self._node: Any = None
        self._busy = False

    def build(self) -> None:
        """The button."""
        title = "The search's plan, the value of each action, and the expected moves of the others"
        self.button = button("Watch the search", self._turn, title=title, name="watch")
        press(self.button, False)

    def show_figures(self) -> None:
        """Where the values stand."""
        self.figures = ui.html("", sanitize=False).classes("hm-watched").props("data-name=watched")

    def _turn(self) -> None:
        self.on = not self.on
        press(self.button, self.on)
        self._node = None
        if not self.on:
            self.close()
            self.figures.set_content("")
            self.stage.expect((), ())
        self.follow()

    def again(self, algorithm: str) -> None:
        """Search with another algorithm."""
        self.algorithm, self._node = algorithm, None
        self.close()
        self.follow()

    def close(self) -> None:
        """No search any more."""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def follow(self) -> None:
        """The position is another one: search it, as soon as the search that runs has had its time."""
        if self.on and not self._busy:
            self._busy = True
            background_tasks.create(self._watch())

    async def _watch(self) -> None:
        table = self.table
        try:
            while self.on and self._node is not table.record.here:
                node, state = table.record.here, table.state
                self._node = node
                if table.record.history.over or not self.real_time.begins(state):
                    self.stage.expect((), ())
                    break
                found = await self._find_result()
                if found is not None and self.on:
                    with table.screen:
                        self._show(state, found)
        except HalfmoveError as error:
            with table.screen:
                self.figures.set_content(error_html(error))
        finally:
            self._busy = False

    async def _find_result(self) -> dict[str, Any] | None:
        """What the search says at last; None where it was stopped before it said anything."""
        arguments = {**self.table.place(), "algorithm": self.algorithm, "lines": LINES}
        arguments["seconds"] = self.seconds
        job = here().pool.begin(f"{self.table.client} watch", "analysis", arguments, seconds=self.seconds)
        self._job = job
        found: dict[str, Any] | None = await job.result()
        if self._job is job:
            self._job = None
        return found

    def _show(self, state: Any, found: dict[str, Any]) -> None:
        self.stage.expect(self.plans(state, found["variation"]), self.real_time.expected(state))
        self.figures.set_content(_table(found))

    def plans(self, state: Any, variation: list[str]) -> Sequence[Course]:
        """The ways along a line of moves, as far as they are moves."""
        game, actions, at = self.table.game, [], state
        for text in variation:
            try:
                actions.append(game.parse_action(at, text))
            except BadInput:  # a search may go on past the end
                break
            at = game.result(at, actions[-1])
        return self.real_time.courses(state, actions)


def _table(found: dict[str, Any]) -> str:
    """The values of the actions, the best one marked, and how far the search saw."""
    cells = ""
    for line in sorted(found["lines"], key=lambda line: line["move"]):
        best = ' class="hm-best"' if line["move"] == found["best"] else ""
        cells += f"<div{best}><span>{escape(line['move'])}</span> <b>{escape(line['short'])}</b></div>"
    unit = "simulations" if found["lines"] and "visits" in found["lines"][0] else "nodes"
    told = f"{found['algorithm']} · depth {found['depth']} · {figures.count(found['nodes'])} {unit}"
    return f'<div class="hm-values">{cells}</div><div class="hm-soft hm-small hm-num">{escape(told)}</div>'
