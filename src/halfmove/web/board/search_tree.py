"""The tree of the running search, opened node by node: windows are past, what the memory holds is shown."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import background_tasks, ui

from halfmove.core import figures
from halfmove.core.scores import number
from halfmove.teach.naming import probability
from halfmove.web.widgets import folded, on_click

if TYPE_CHECKING:
    from halfmove.web.board.analysis import Engine
    from halfmove.web.board.table import Table

MOST_OPEN = 24
MOST_CHILDREN = 100
"""Children of a node that are listed; the rest is counted."""
EVERY = 5
"""Analyses between two looks at the open nodes."""


class SearchTree:
    """The tree of one engine."""

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table, self.engine = table, engine
        self._open: dict[tuple[str, ...], dict[str, Any] | None] = {}
        self._since = 0
        with folded("The tree it is growing") as self.box:
            self.shown = ui.html("", sanitize=False).classes("hm-tree hm-small")
        self.box.on(
            "toggle",
            lambda event: self._handle_toggle(bool(event.args)),
            js_handler="(e) => emit(e.target.open)",
        )
        on_click(self.shown, "path", self._click)

    def clear(self) -> None:
        """Another position: another tree."""
        opened = () in self._open
        self._open.clear()
        if opened:
            self._open[()] = None
        self.shown.set_content("")

    def _handle_toggle(self, opened: bool) -> None:
        if opened:
            self._open.setdefault((), None)
            background_tasks.create(self.look(now=True))
        else:
            self._open.clear()

    def _click(self, text: str) -> None:
        path = tuple(text.split("\x1f")) if text else ()
        if path in self._open:
            for other in [p for p in self._open if p[: len(path)] == path]:
                del self._open[other]
            self._show()
        elif len(self._open) < MOST_OPEN:
            self._open[path] = None
            background_tasks.create(self.look(now=True))

    async def look(self, *, now: bool = False) -> None:
        """Look at the open nodes again, every few analyses."""
        if not self._open:
            return
        self._since += 1
        if not now and self._since < EVERY:
            return
        self._since = 0
        job = self.engine.job
        if job is None or not job.running:
            self._show()
            return
        for path in list(self._open):
            answer = await job.ask({"path": list(path)})
            if answer is not None and path in self._open:
                self._open[path] = answer
        self._show()

    def _show(self) -> None:
        root = self._open.get(())
        if root is None:
            told = "You can look at it while the search runs." if () in self._open else ""
            self.shown.set_content(f'<p class="hm-soft">{told}</p>')
            return
        note = '<p class="hm-soft">Values are those of the player to move at each node.</p>'
        self.shown.set_content(note + self._node((), root))

    def _node(self, path: tuple[str, ...], node: dict[str, Any]) -> str:
        if node.get("over"):
            return f"<p>{escape(node['over'])}</p>"
        children = node["children"]
        rows = "".join(
            self._child((*path, child["move"]), child, children) for child in children[:MOST_CHILDREN]
        )
        rest = len(children) - MOST_CHILDREN
        more = f'<li class="hm-soft">and {rest} more</li>' if rest > 0 else ""
        if not children:
            more = '<li class="hm-soft">nothing is kept of this node</li>'
        return f"<ul>{rows}{more}</ul>"

    def _child(self, path: tuple[str, ...], child: dict[str, Any], siblings: list[dict[str, Any]]) -> str:
        below = self._open.get(path)
        sign = "▾" if path in self._open else "▸"
        said = _describe_child(child, siblings)
        key = escape("\x1f".join(path))
        inner = self._node(path, below) if below else ""
        expanded = "true" if path in self._open else "false"
        return (
            f'<li><button type="button" data-path="{key}" aria-expanded="{expanded}">{sign} '
            f"<b>{escape(child['move'])}</b> {said}</button>{inner}</li>"
        )


def _describe_child(child: dict[str, Any], siblings: list[dict[str, Any]]) -> str:
    chance = f"{probability(child['probability'])}: " if "probability" in child else ""
    return chance + _found(child, siblings)


def _found(child: dict[str, Any], siblings: list[dict[str, Any]]) -> str:
    if "visits" in child:
        whole = max(sum(c["visits"] for c in siblings), 1)
        mean = "" if child["mean"] is None else f", mean {child['mean']:.3f}"
        proven = "" if child["proven"] is None else f", proven {number(child['proven'])}"
        return f"{figures.count(child['visits'])} visits ({child['visits'] / whole:.0%}){mean}{proven}"
    if "value" not in child:
        return '<span class="hm-soft">not kept: cut off, or forgotten</span>'
    depth = {"end": "to the end", 0: "over"}.get(child["depth"], f"depth {child['depth']}")
    best = " ★" if child["best"] else ""
    bound = {"=": "exact", "≤": "upper bound", "≥": "lower bound"}[child["sign"]]
    return f'{child["sign"]} {escape(child["short"])} <span class="hm-soft">({bound}, {depth})</span>{best}'
