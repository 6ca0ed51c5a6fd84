"""Luck and skill of the game on the table: what each throw brought and what each choice cost, by player."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import HalfmoveError
from halfmove.web.board.record import Node
from halfmove.web.board.table import Table
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, on_click, table_html

FIGURES = (
    ("choices", "choices", "{:d}"),
    ("error, together", "error", "{:.3f}"),
    ("error, a choice", "error_per_choice", "{:.4f}"),
    ("throws", "throws", "{:d}"),
    ("luck, together", "luck", "{:+.3f}"),
    ("luck, a throw", "luck_per_throw", "{:+.4f}"),
)
"""What is told of each player: its name, its key, how it is written."""
LEAST = 0.0005
"""An error that is shown."""


class LuckPanel:
    """The report of luck and skill, and its button."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._job: Any = None
        with ui.element("div").classes("hm-fields"):
            self.button = button("Luck and skill", self.toggle, name="luck")
        self.state = ui.html("", sanitize=False).classes("hm-soft").props('aria-live="polite"')
        self.shown = ui.html("", sanitize=False).props("data-name=lucky")
        on_click(self.shown, "node", table.go_to)

    def toggle(self) -> None:
        """Begin, or stop."""
        if self._job is not None:
            self._job.stop()
            return
        line = [node for node in self.table.record.line() if node.text]
        if not line:
            ui.notify("Nothing has been played yet, so there is no luck and no error to measure.")
            return
        place = self.table.reference_at(line)
        given = {"game": self.table.reference.name}
        arguments = {"operation": "luck", "given": given, "place": place, "viewer": None}
        try:
            self._job = here().pool.begin(f"{self.table.client} luck", "operation", arguments)
        except HalfmoveError as error:
            self.state.set_content(error_html(error))
            return
        self.button.set_content("Stop")
        self.shown.set_content("")
        background_tasks.create(self._listen(self._job, line))

    async def _listen(self, job: Any, line: list[Node]) -> None:
        async for message in counted(job, self._show_wait):
            kind = message["kind"]
            if kind == "progress":
                if message["done"] is not None:
                    far = f"{message['done']} of {message['of']} throws and moves weighed …"
                    self.state.set_content(far)
            elif kind == "failed":
                self.state.set_content(error_html(message["error"]))
            elif kind == "stopped":
                self.state.set_content("Stopped.")
            elif kind == "done":
                self.state.set_content(escape(message["result"]["said"]))
                self.shown.set_content(self._format_found(message["result"], line))
        self._job = None
        self.button.set_content("Luck and skill")

    def _show_wait(self, waited: float) -> None:
        self.state.set_content(here().making.told(self.table.reference, waited))

    def _format_found(self, found: dict[str, Any], line: list[Node]) -> str:
        """The totals of the players, and a row for each throw and for each choice, in order."""
        names = "".join(f'<th class="hm-right">{escape(self.table.names[p])}</th>' for p in (0, 1))
        totals = "".join(
            f"<tr><th scope=row>{name}</th>"
            + "".join(f'<td class="hm-right">{form.format(one[key])}</td>' for one in found["players"])
            + "</tr>"
            for name, key, form in FIGURES
        )
        plies = sorted([*found["throws"], *found["choices"]], key=lambda one: one["ply"])
        head = ("ply", "who", "thrown or played", "better", "error", "luck")
        moves = table_html(head, [self._row(one, line) for one in plies], right=2, look="hm-small hm-num")
        return (
            f'<table class="hm-table hm-small hm-num"><thead><tr><td></td>{names}</tr></thead>'
            f"<tbody>{totals}</tbody></table>{moves}"
        )

    def _row(self, one: dict[str, Any], line: list[Node]) -> list[str]:
        """A click shows the throw as it lay, or the position of the choice."""
        node = line[one["ply"]]
        shown = node if "throw" in one else node.parent or node
        error = one.get("error", 0.0)
        text = escape(one.get("throw") or one["played"])
        better = escape(one["best"]) if error >= LEAST else ""
        cost = f"{error:.3f}" if error >= LEAST else ""
        luck = f"{one['luck']:+.3f}" if "luck" in one else ""
        button = f'<button class="hm-step" type="button" data-node="{shown.number}">{text}</button>'
        who = escape(self.table.names[one["player"]])
        return [self.table.move_number(one["ply"] + 1), who, button, better, cost, luck]
