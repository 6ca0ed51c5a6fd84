"""The review of a game that is over: what each action cost, by the game's own measure (`Game.review`)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.contract.hooks import defines
from halfmove.core.errors import HalfmoveError
from halfmove.core.review import find_places
from halfmove.web.board.record import Node
from halfmove.web.board.table import Table
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, on_click, table_html

LATER = "The review is there when the game is over."


def is_reviewed(table: Table) -> bool:
    """Whether a table's game measures itself."""
    return defines(type(table.rules), "review")


class ReviewBox:
    """The review and its button, which is there once nothing is hidden any more."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._job: Any = None
        self._root = table.record.root
        self.button = button("Review this game", self.toggle, main=True, name="review")
        self.state = ui.html("", sanitize=False).classes("hm-soft").props('aria-live="polite"')
        self.shown = ui.html("", sanitize=False).props("data-name=reviewed")
        on_click(self.shown, "node", table.go_to)
        table.watchers.append(self.refresh)
        self.refresh()

    @property
    def is_open(self) -> bool:
        """Whether all that was hidden may be seen here."""
        return not self.table.fixed or self.table.record.history.over

    def refresh(self) -> None:
        """After any change."""
        if self.table.record.root is not self._root:  # another game
            self._root = self.table.record.root
            self.shown.set_content("")
        if self._job is None:
            self.button.set_visibility(self.is_open)
            self.state.set_content("" if self.is_open else LATER)

    def toggle(self) -> None:
        """Begin, or stop."""
        if self._job is not None:
            self._job.stop()
            return
        if not self.is_open:
            return
        line = [node for node in self.table.record.line() if node.text]
        arguments = {
            "operation": "review",
            "given": {"game": self.table.reference.name},
            "place": self.table.reference_at(line),
            "viewer": None,
        }
        try:
            self._job = here().pool.begin(f"{self.table.client} review", "operation", arguments)
        except HalfmoveError as error:
            self.state.set_content(error_html(error))
            return
        self.button.set_content("Stop")
        background_tasks.create(self._listen(self._job, line))

    async def _listen(self, job: Any, line: Sequence[Node]) -> None:
        root = self._root
        async for message in counted(job, self._show_wait):
            if self.table.record.root is not root:
                job.stop()
                continue
            kind = message["kind"]
            if kind == "progress" and message["done"] is not None:
                self.state.set_content(f"{message['done']} of {message['of']} actions reviewed …")
            elif kind == "failed":
                self.state.set_content(error_html(message["error"]))
            elif kind == "stopped":
                self.state.set_content("Stopped.")
            elif kind == "done":
                self.state.set_content("")
                self.shown.set_content(self._format(message["result"], line))
        self._job = None
        self.button.set_content("Review this game")

    def _show_wait(self, waited: float) -> None:
        self.state.set_content(here().making.told(self.table.reference, waited))

    def _format(self, found: dict[str, Any], line: Sequence[Node]) -> str:
        """The facts, what each player lost, and a row for each action, as HTML."""
        facts = "".join(f"<p>{escape(fact)}</p>" for fact in found["facts"])
        costs = ", ".join(f"{escape(name)} {cost:g}" for name, cost in found["costs"].items())
        lost = f"<p>Lost, in {escape(found['unit'])}: {costs}.</p>" if costs else ""
        nodes = find_nodes([one["action"] for one in found["actions"]], line)
        rows = [self._row(one, node) for one, node in zip(found["actions"], nodes, strict=True)]
        head = ("who", "action", "cost", "better", "remark")
        return facts + lost + table_html(head, rows, look="hm-small")

    def _row(self, one: dict[str, Any], node: Node | None) -> list[str]:
        """A click shows the position after an action."""
        text, cost = escape(one["action"]), f"{one['cost']:g}" if one["cost"] else ""
        if node is not None:
            text = f'<button class="hm-step" type="button" data-node="{node.number}">{text}</button>'
        name = escape(self.table.game.player_name(one["player"]))
        better = escape(" ".join(one["better"]))
        return [name, text, f"<b>{cost}</b>" if cost else "", better, escape(one["remark"])]


def find_nodes(actions: Sequence[str], line: Sequence[Node]) -> list[Node | None]:
    """The node of each action in the line; None for one before its start."""
    places = find_places(actions, [node.text for node in line])
    return [None if place is None else line[place] for place in places]
