"""The rollout of the position on the table: its plays in a table that grows, until it is stopped or sure.

Started again for the same position and settings it goes on where it was.
"""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.numbers import read_whole
from halfmove.search.chance.rollout_text import headings, rows
from halfmove.web.board.table import Table
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, folded, on_click, select, table_html, text
from halfmove.web.workers.job import in_line

TRIALS = {"36": "36", "144": "144", "1296": "1,296", "5184": "5,184", "10000000": "until stopped"}
THROWS = {"7": "7 throws", "11": "11 throws", "none": "to the end of the game"}
PLAYS = ("2", "3", "5", "10")
CONFIDENCE = {"": "no matter", "0.95": "95 % sure", "0.99": "99 % sure"}


class RolloutPanel:
    """The rollout and its settings."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.job: Any = None
        self._latest: dict[str, Any] | None = None
        self._of: Any = None
        """What the figures are of: the node of the record and the settings."""
        self._standing: Any = None
        with (
            folded("Rollout: each play rolled out many times"),
            ui.element("section").classes("hm-card").props('aria-label="rollout"'),
        ):
            with ui.element("div").classes("hm-fields"):
                self.plays = select("Plays", {n: n for n in PLAYS}, "3")
                self.trials = select("Trials of each", TRIALS, "1296")
                self.throws = select("A trial lasts", THROWS, "7")
                self.confidence = select("Until the best is", CONFIDENCE, "")
                self.seed = text("Seed of the dice", "0", kind="number", width="7rem")
            with ui.element("div").classes("hm-row"):
                self.button = button("Roll out", self.toggle, main=True, name="rollout")
                self.state = (
                    ui.html("", sanitize=False).classes("hm-soft hm-small hm-num").props('aria-live="polite"')
                )
            self.shown = ui.html("", sanitize=False).props("data-name=rolled")
            on_click(self.shown, "play", self._play)

    # ---- switching
    def toggle(self) -> None:
        """Start, go on, or stop with what there is."""
        if self.job is not None:
            self.job.stop()
            return
        try:
            given = self._given()
            arguments = {**self.table.place(), "given": given}
            of = (self.table.record.here, {key: given[key] for key in ("lines", "truncate", "seed")})
            if of == self._of and self._standing is not None:
                arguments["standing"] = self._standing
            else:
                self._of, self._latest, self._standing = of, None, None
                self._show()
            self.job = here().pool.begin(
                f"{self.table.client} rollout", "rollout", arguments, seconds=here().pool.bounds.seconds
            )
        except HalfmoveError as error:
            self._refused(str(error))
            return
        if self.refresh not in self.table.watchers:
            self.table.watchers.append(self.refresh)
        self.button.set_content("Stop")
        background_tasks.create(self._listen(self.job))

    def refresh(self) -> None:
        """After a change: another position has a rollout of its own."""
        if self._of is None or self._of[0] is self.table.record.here:
            return
        if self.job is not None:
            self.job.stop()
        self._of = self._latest = self._standing = None
        self._show()
        self.table.watchers.remove(self.refresh)

    def _given(self) -> dict[str, Any]:
        """The request as the operation's fields have it."""
        choices = ((self.plays, PLAYS), (self.trials, TRIALS), (self.throws, THROWS))
        if any(field.value not in known for field, known in (*choices, (self.confidence, CONFIDENCE))):
            raise BadInput("Choose the plays, the trials and their length from the menus.")
        seed = read_whole(self.seed.value.strip() or "0", 0, 2**32 - 1)
        if seed is None:
            raise BadInput("A seed is a whole number from 0 to 4,294,967,295.")
        return {
            "game": self.table.name,
            "lines": int(self.plays.value),
            "trials": int(self.trials.value),
            "truncate": None if self.throws.value == "none" else int(self.throws.value),
            "confidence": float(self.confidence.value) if self.confidence.value else None,
            "seed": seed,
        }

    # ---- what it says
    async def _listen(self, job: Any) -> None:
        of = self._of
        async for message in counted(job, partial(self._waiting, of)):
            kind = message["kind"]
            if of is self._of:
                if kind in ("rollout", "done"):
                    self._latest = message if kind == "rollout" else message["result"]
                    self._standing = job.arguments.get("standing")
                    self._show()
                elif kind == "waiting" and self._latest is None:
                    self.state.set_content(in_line(message))
                elif kind == "failed":
                    self._refused(message["error"])
                elif kind == "stopped":
                    told = "" if self._latest is None else f"{self._latest['trials']:,} trials of each play; "
                    self.state.set_content(f"{told}stopped")
        self.job = None
        self.button.set_content("Roll out" if self._latest is None else "Go on")

    def _waiting(self, of: Any, waited: float) -> None:
        if of is self._of:
            self.state.set_content(here().making.told(self.table.reference, waited))

    def _refused(self, sentence: str) -> None:
        self._of = self._latest = self._standing = None
        self._show()
        self.state.set_content(error_html(sentence))

    def _show(self) -> None:
        """The table as it is now."""
        found = self._latest
        if found is None:
            self.state.set_content("")
            self.shown.set_content("")
            if self.job is None:
                self.button.set_content("Roll out")
            return
        self.state.set_content(escape(found["said"]))
        self.shown.set_content(rolled_table(found))

    def _play(self, move: str) -> None:
        """Play what was clicked."""
        record = self.table.record
        try:
            record.play_text(move)
        except BadInput as error:
            ui.notify(str(error))
        self.table.changed()


def rolled_table(found: dict[str, Any]) -> str:
    """The plays of a rollout as JSON, the best first, each a button that plays it."""
    head, body = [escape(name) for name in headings(found)], []
    for play, row in zip(found["plays"], rows(found), strict=True):
        first, *cells = map(escape, row)
        if play["play"] is not None:
            first = f'<button class="hm-step" type="button" data-play="{first}">{first}</button>'
        body.append([first, *cells])
    return table_html(head, body, right=len(head) - 1, look="hm-small hm-num hm-one-line")
