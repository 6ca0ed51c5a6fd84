"""What of a page outlasts its reload besides its link: clocks, a pause, values, the report.

The browser keeps it with the entry of its history, so that Back brings it as well; the server keeps nothing.
What comes back is a stranger's word: it is checked like a link.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from nicegui import ui

from halfmove.web.board.clock import Clock
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.hands import Hands
from halfmove.web.board.record import Node
from halfmove.web.board.report import Report, is_share
from halfmove.web.board.table import Table

_NOTHING = {
    "clock": "null",
    "seconds": "null",
    "paused": "false",
    "values": "[]",
    "report": "null",
    "hands": "null",
}
"""What need not be kept."""
MOST = 1000
"""Values kept: the positions of a long game with its variations."""
SCRIPT = """<script>
window.halfmoveAt = (url, another) => {
  if (another) history.pushState({}, "", url);
  else history.replaceState(history.state, "", url);
  window.halfmoveUrl = location.pathname + location.search;
};
window.halfmoveKeep = (part, content) => {
  const state = history.state || {};
  history.replaceState({ ...state, halfmove: { ...state.halfmove, [part]: content } }, "");
};
window.halfmoveNext = (content, url) => {
  sessionStorage.setItem("halfmove-next", JSON.stringify(content));
  location.href = url;
};
addEventListener("popstate", () => {
  if (window.halfmoveUrl && location.pathname + location.search !== window.halfmoveUrl) location.reload();
});
(() => {
  const next = sessionStorage.getItem("halfmove-next");
  sessionStorage.removeItem("halfmove-next");
  const wait = setInterval(() => {
    if (!window.did_handshake) return;
    clearInterval(wait);
    emitEvent("hm-kept", (history.state && history.state.halfmove) || (next && JSON.parse(next)) || {});
  }, 20);
})();
</script>"""


class PageState:
    """Tells the browser what to keep, and takes it back."""

    def __init__(
        self, table: Table, clock: Clock, engines: EngineSeats, report: Callable[[bool], Report | None]
    ) -> None:
        """`report` gives the report of the page, if there is one: made for that, if it is told `True`."""
        self.table, self.clock, self.engines, self._report = table, clock, engines, report
        self.hands: Hands | None = None
        """Of a table at which hands follow each other."""
        self._kept: dict[str, str] = {}

    def save(self) -> None:
        """Have the browser keep what has changed."""
        record = self.table.record
        values = [(i, node.chance) for i, node in zip(range(MOST), _in_order(record.root))]
        report = self._report(False)
        parts = {
            "clock": self.clock.kept(),
            "seconds": self.engines.seconds,
            "paused": self.engines.paused,
            "values": [(i, chance) for i, chance in values if chance is not None],
            "report": None if report is None else report.kept,
            "hands": None if self.hands is None else self.hands.kept(),
        }
        for part, content in parts.items():
            written = json.dumps(content)
            if self._kept.get(part, _NOTHING[part]) != written:
                self._kept[part] = written
                ui.run_javascript(f"halfmoveKeep({json.dumps(part)}, {written})")

    def restore(self, said: Any) -> None:
        """Take back what the browser has kept, as far as it can be."""
        if not isinstance(said, dict):
            return
        self.clock.restore(said.get("clock"))
        seconds = said.get("seconds")
        if isinstance(seconds, int | float) and 0.05 <= seconds <= 120:
            self.engines.seconds = float(seconds)
        self.engines.paused = said.get("paused") is True and not self.table.seats.people
        if self.table.barred:
            self._restore_values(said.get("values"))
        if self.hands is not None:
            self.hands.restore(said.get("hands"))
        kept = said.get("report")
        if kept is not None and (report := self._report(True)) is not None:
            report.restore(kept)

    def _restore_values(self, values: Any) -> None:
        known: dict[int, float] = {}
        for pair in values if isinstance(values, list) else []:
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], int) and is_share(pair[1]):
                known[pair[0]] = float(pair[1])
        for i, node in zip(range(MOST), _in_order(self.table.record.root)):
            if i in known:
                node.chance = known[i]


def _in_order(root: Node) -> Iterator[Node]:
    """The positions of a record, each before what follows it, the main continuation first."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)
