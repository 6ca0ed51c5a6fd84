"""What else a board may show: coordinates and numbers of moves, which the browser remembers, and an estimate
whose the points will be."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import HalfmoveError
from halfmove.core.ownership import Ownership
from halfmove.web.board.table import Table
from halfmove.web.icons import draw_icon, icon_button
from halfmove.web.server import here
from halfmove.web.widgets import press

REMEMBERED = """<script>
function halfmoveShow(name, usual, turned) { // whether a part of boards is shown; `turned`: other than now
  const kept = localStorage.getItem("halfmove-" + name) || usual;
  const now = turned ? (kept === "on" ? "off" : "on") : kept;
  localStorage.setItem("halfmove-" + name, now);
  document.documentElement.dataset[name] = now;
  for (const button of document.querySelectorAll(`[data-name="${name}"]`)) button.ariaPressed = now === "on";
}
halfmoveShow("coordinates", "on");
halfmoveShow("numbers", "off");
halfmoveShow("mover", "off");
</script>"""


class View:
    """The switches, and the estimate while it is switched on."""

    def __init__(self, table: Table, redraw: Callable[[], None]) -> None:
        """`redraw` shows the board again after a change of `found`."""
        self.table, self._redraw = table, redraw
        self.found: Ownership | None = None
        """The estimate for the position shown."""
        self._on = False
        self._node: Any = None
        self._job: Any = None
        self.told = (
            ui.html("", sanitize=False).classes("hm-small").props('aria-live="polite" data-name=estimated')
        )
        self.button: Any = None

    def build_switches(self) -> None:
        """Make the buttons that show and hide."""
        build_switches(self.table)
        if self.table.estimated:
            title = "Estimate the score: the expected owner of each point, by random playouts"
            self.button = icon_button("estimate", title, self._turn, name="estimate")
            press(self.button, False)

    def _turn(self) -> None:
        self._on = not self._on
        press(self.button, self._on)
        self._node = None
        self.refresh()
        self._redraw()

    def refresh(self) -> None:
        """After any change: another position is judged anew, if that is wanted."""
        node = self.table.record.here
        if node is self._node or self.button is None:
            return
        self._node, self.found = node, None
        if self._job is not None:
            self._job.stop()
            self._job = None
        wanted = self._on and not self.table.over
        self.told.set_content("Judging …" if wanted else "")
        if wanted:
            background_tasks.create(self._judge(node))

    async def _judge(self, node: Any) -> None:
        found, said = None, ""
        try:
            arguments = {**self.table.place(), "judgement": "ownership"}
            self._job = here().pool.begin(f"{self.table.client} estimate", "judgement", arguments)
            found = await self._job.result()
        except HalfmoveError as error:
            said = str(error)
        if node is not self._node or not self._on:
            return
        self.found = found
        with self.table.screen:
            self.told.set_content(escape(found.words if found is not None else said))
            self._redraw()


def build_switches(table: Table) -> None:
    """Make the buttons for what the browser remembers to show."""
    if table.labelled:
        remembered_button(draw_icon("coordinates"), "coordinates", "on", title="Coordinates")
    if table.numbered:
        remembered_button(draw_icon("numbers"), "numbers", "off", title="Numbers of the moves")


def remembered_button(words: str, name: str, usual: str, *, title: str = "") -> None:
    """A button for what the browser alone knows and keeps; `words` may be an icon, which `title` names."""
    named = f'aria-label="{escape(title)}" ' if words.startswith("<svg") else ""
    look = "hm-button hm-icon-button" if named else "hm-button"
    ui.html(
        f'<button class="{look}" type="button" data-name="{name}" title="{escape(title)}" {named}'
        f"onclick=\"halfmoveShow('{name}', '{usual}', true)\">{words}</button>",
        sanitize=False,
    )
    ui.run_javascript(f"halfmoveShow('{name}', '{usual}')")
