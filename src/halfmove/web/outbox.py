"""What is sent to a page: changes of an element alone, where only its look has changed.

For each update the toolkit draws all of the page anew, in 5 to 20 ms of the browser's time: with moves,
clocks and analyses that is most of what a person waits for.  Here an element whose parts and listeners are
the same as last time is changed where it stands (`assets/changes.js`).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from nicegui.outbox import Outbox as ToolkitsOutbox

if TYPE_CHECKING:
    from nicegui import Client

PLAIN = re.compile("[a-z][a-z-]*")
"""Attributes as HTML has them; the toolkit's other properties begin with a sign."""
LIVE = frozenset({"value", "checked", "selected", "open", "muted"})
"""Attributes that are more in a document: what a person has done there counts."""
HTML = "nicegui-html"
NATIVE = frozenset({"div", "section", "header", "main", "details", "span", "label"})
"""Tags of elements that are changed so."""


class Outbox(ToolkitsOutbox):
    """In place of the toolkit's: see `use`."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._frames: dict[int, int] = {}
        """By element: what of it was sent last, besides its look."""
        self._first: list[dict[str, Any]] = []
        """What goes before all else that waits."""
        self._gone: list[dict[str, Any]] = []
        """What went so, and comes again when its turn would have been."""

    def note(self) -> None:
        """The browser has the page: what is not to be sent again stands there as it is."""
        for number, element in self.client.elements.items():
            if number not in self.updates:
                self._frames[number] = _frame(element._to_dict())

    def run_first(self, code: str) -> None:
        """Run JavaScript before anything that waits to be sent, updates too."""
        data = {"code": code}
        self._first.append(data)
        self.enqueue_message("run_javascript", data, self.client.id)

    async def _emit(self, message: Any) -> None:
        client, kind, data = message
        while self._first:
            first = self._first.pop(0)
            self._gone.append(first)
            await super()._emit((client, "run_javascript", first))
        if any(data is gone for gone in self._gone):
            self._gone = [gone for gone in self._gone if gone is not data]
            return
        again = "_id" in data  # to a browser that had lost its connection: as it was sent before
        if kind == "update" and not again:
            looks = {number: element for number, element in data.items() if self._is_look(number, element)}
            if looks:
                code = f"halfmoveChange({json.dumps([[n, _look(e)] for n, e in looks.items()])})"
                await super()._emit((client, "run_javascript", {"code": code}))
            data = {number: element for number, element in data.items() if number not in looks}
            if not data:
                return
        await super()._emit((client, kind, data))

    def _is_look(self, number: int, element: Any) -> bool:
        """Whether nothing but the look of an element has changed since it was sent."""
        if element is None:
            self._frames.pop(number, None)
            return False
        frame, before = _frame(element), self._frames.get(number)
        self._frames[number] = frame
        return frame == before and (element["tag"] == HTML or element["tag"] in NATIVE)


def use(client: Client) -> None:
    """Have a page that is being built send through an outbox of ours."""
    before = client.outbox
    before.stop()
    client.outbox = Outbox(client)
    client.outbox.messages.extend(before.messages)
    client.on_connect(client.outbox.note)


def run_first(client: Client, code: str) -> None:
    """Run JavaScript on a page before anything else that it is sent now."""
    assert isinstance(client.outbox, Outbox), "`pages.layout.page` gives every page one"
    client.outbox.run_first(code)


def _look(element: dict[str, Any]) -> dict[str, Any]:
    return {key: element[key] for key in ("class", "style", "props") if key in element}


def _frame(element: dict[str, Any]) -> int:
    """A number for all of an element besides its look: another one, where it cannot be changed alone."""
    rest = {key: value for key, value in element.items() if key not in ("class", "style", "props")}
    odd = {
        name: value
        for name, value in element.get("props", {}).items()
        if name in LIVE or not (name == "innerHTML" or PLAIN.fullmatch(name))
    }
    return hash(json.dumps([rest, odd], default=str))
