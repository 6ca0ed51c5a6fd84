"""The report of a game: what positions were worth, the moves that lost something, and what refutes them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core import figures
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.search.chance.rollouts import unfit
from halfmove.teach.judgements import accuracy
from halfmove.web.board.luck import LuckPanel
from halfmove.web.board.record import Node
from halfmove.web.board.table import Table
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, on_click, select, table_html

_PICK = (
    "(event) => {const s = event.currentTarget.querySelector('svg'); if (!s) return;"
    " const r = s.getBoundingClientRect(); emit((event.clientX - r.left) / r.width);}"
)
NAMES = {"??": "blunder", "?": "mistake", "?!": "dubious"}


class Graph:
    """The value over the game, a point a move; a click goes there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.box = ui.html("", sanitize=False)
        self.box.on("click", lambda event: self._go(float(event.args)), js_handler=_PICK)
        table.readers.append(self.refresh)

    def _go(self, share: float) -> None:
        line = [self.table.record.root, *self.table.record.line()]
        self.table.go(line[max(0, min(round(share * (len(line) - 1)), len(line) - 1))])

    def refresh(self) -> None:
        """Draw what is known."""
        line = [self.table.record.root, *self.table.record.line()]
        known = [(i, node.chance) for i, node in enumerate(line) if node.chance is not None]
        if known and self.refresh not in self.table.watchers:
            self.table.watchers.append(self.refresh)  # from now on there is something to draw
        if len(known) < 2:
            self.box.set_content("")
            return
        last = max(len(line) - 1, 1)
        first, second = ("".join(_areas(known, last, edge)) for edge in (100, 0))
        at = 1000 * line.index(self.table.record.here) / last if self.table.record.here in line else 0
        marks = "".join(
            f'<circle cx="{1000 * i / last:.0f}" cy="{100 - 100 * node.chance:.0f}" r="7" '
            f'fill="{"#d33a2c" if node.mark == "??" else "#e6a100"}"/>'
            for i, node in enumerate(line)
            if node.mark in NAMES and node.chance is not None
        )
        self.box.set_content(
            '<svg class="hm-graph" viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" '
            'aria-label="the value over the game">'
            f'<path d="{second}" fill="var(--second)"/><path d="{first}" fill="var(--first)"/>'
            '<path d="M0 50H1000" stroke="#888" stroke-width="1"/>'
            f'{marks}<path d="M{at:.0f} 0V100" stroke="var(--accent)" stroke-width="4"/></svg>'
        )


def _areas(known: list[tuple[int, float]], last: int, edge: int) -> Iterator[str]:
    """A path for each run of positions whose values are known, between the values and an edge: at the bottom
    (100) is the first player's part, at the top the second's.  A position takes half the way to its
    neighbours; where nothing is known there is a gap."""
    run: list[tuple[int, float]] = []
    for i, chance in [*known, (10**9, 0.0)]:
        if run and i != run[-1][0] + 1:
            left, right = (
                max(0.0, min(1000 * j / last, 1000.0)) for j in (run[0][0] - 0.5, run[-1][0] + 0.5)
            )
            points = [(left, run[0][1]), *((1000 * j / last, c) for j, c in run), (right, run[-1][1])]
            top = "".join(f"L{x:.1f} {100 - 100 * c:.1f}" for x, c in points)
            yield f"M{left:.1f} {edge}{top}L{right:.1f} {edge}z"
            run = []
        run.append((i, chance))


class Report:
    """The report and its button."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._job: Any = None
        self.kept: dict[str, Any] | None = None
        """The moves that it is about and what was found, for whoever restores it; None where nothing is."""
        self._varied: dict[int, tuple[list[Node], list[Node]]] = {}
        """By ply: what was better, and what refutes the move, as they stand in the record."""
        with ui.element("div").classes("hm-fields"):
            self.seconds = select(
                "Time for each position", {"0.2": "0.2 s", "0.5": "0.5 s", "1": "1 s", "3": "3 s"}, "0.5"
            )
            self.button = button("Report on this game", self.toggle, main=True, name="report")
        self.state = ui.html("", sanitize=False).classes("hm-soft").props('aria-live="polite"')
        self.shown = ui.html("", sanitize=False)
        on_click(self.shown, "node", table.go_to)
        self.luck = LuckPanel(table) if unfit(table.game) is None else None

    def toggle(self) -> None:
        """Begin, or stop with what there is."""
        if self._job is not None:
            self._job.stop()
            return
        line = self.table.record.line()
        if not line:
            ui.notify("There are no moves to report on.")
            return
        arguments = {
            "place": self.table.reference_at(line),
            "settled": line[-1].settled,
            "seconds": float(self.seconds.value),
        }
        try:
            self._job = here().pool.begin(f"{self.table.client} report", "report", arguments)
        except HalfmoveError as error:
            self.state.set_content(error_html(error))
            return
        self.button.set_content("Stop")
        background_tasks.create(self._listen(self._job, line))

    def _show_wait(self, waited: float) -> None:
        self.state.set_content(here().making.told(self.table.reference, waited))

    async def _listen(self, job: Any, line: list[Node]) -> None:
        judged: list[dict[str, Any]] = []
        self._varied.clear()
        try:
            async for message in counted(job, self._show_wait):
                kind = message["kind"]
                if kind == "judged":
                    judged.append(message)
                    self._put(line, message)
                    self.state.set_content(f"{len(judged)} of {len(line)} moves looked at …")
                elif kind == "failed":
                    raise BadInput(message["error"])
            self.state.set_content("" if len(judged) == len(line) else f"Stopped after {len(judged)} moves.")
        except BadInput as error:
            self.state.set_content(error_html(error))
        finally:
            self._job = None
            self.button.set_content("Report on this game")
        self._show(line, judged)
        self.kept = {"moves": [node.text for node in line], "judged": judged} if judged else None
        self.table.notify_notes()

    def restore(self, kept: Any) -> None:
        """Show again what `kept` was, if it is about a line of this game."""
        if not isinstance(kept, dict) or self.table.fixed:
            return
        line, node = [], self.table.record.root
        moves = kept.get("moves")
        for text in moves if isinstance(moves, list) else []:
            found = next((child for child in node.children if child.text == text), None)
            if found is None:
                return
            line.append(found)
            node = found
        judged = kept.get("judged")
        if not isinstance(judged, list) or not all(
            _is_sound(j, len(line), self.table.game.players) for j in judged
        ):
            return
        for message in judged:
            self._put(line, message)
        self._show(line, judged)
        self.kept = kept

    def _put(self, line: list[Node], message: dict[str, Any]) -> None:
        """What was found about one move, into the record: value, mark, and what was better."""
        node = line[message["ply"]]
        if node.number not in self.table.record.nodes or node.parent is None:
            return
        node.chance, node.parent.chance = message["after"], message["before"]
        node.mark = message["mark"]
        if not node.mark:
            return
        better = message["better"]
        node.judged = f"{NAMES[node.mark]}: {better[0]} was better" if better else NAMES[node.mark]
        self._varied[message["ply"]] = (
            self._vary(node.parent, better),
            self._vary(node, message["refutation"]),
        )

    def _vary(self, node: Node, moves: list[str]) -> list[Node]:
        """Add a line of moves as a variation after a node; what it now consists of."""
        record = self.table.record
        back, added = record.here, []
        try:
            record.go(node)
            for move in moves:
                if record.history.over:
                    break
                record.play_text(move)
                added.append(record.here)
        except BadInput:
            pass
        finally:
            record.go(back)
        return added

    def _show(self, line: list[Node], judged: list[dict[str, Any]]) -> None:
        game = self.table.game
        looked = [(j["ply"], j["mover"], j["lost"], j["before"]) for j in judged]
        rows = []
        for player in range(game.players):
            own = [j for j in judged if j["mover"] == player]
            marks = [j["mark"] for j in own]
            counts = ", ".join(
                f"{marks.count(mark)} {name}{'' if mark == '?!' or marks.count(mark) == 1 else 's'}"
                for mark, name in NAMES.items()
            )
            lost = sum(j["lost"] for j in own) / max(len(own), 1)
            found = accuracy(looked, player)
            told = "" if found is None else f"; accuracy {found:.0f} %"
            name = escape(self.table.names[player])
            rows.append(f"<p><b>{name}</b>: {counts}; {lost:.1%} lost a move{told}</p>")
        moves = [
            [
                f'<button class="hm-button" type="button" data-node="{line[j["ply"]].number}">'
                f"{figures.move_number(game, j['ply'] + 1)} {escape(line[j['ply']].text)}"
                f"{j['mark']}</button>",
                *(_buttons(nodes[:6]) for nodes in self._varied.get(j["ply"], ([], []))),
                f"{j['lost']:.0%}",
            ]
            for j in sorted(judged, key=lambda j: j["ply"])
            if j["mark"]
        ]
        table = table_html(("move", "better", "refuted by", "lost"), moves, right=1) if moves else ""
        self.shown.set_content("".join(rows) + table if judged else "")


def _is_sound(judged: Any, moves: int, players: int) -> bool:
    """Whether something is what was found about one of so many moves."""
    if not isinstance(judged, dict):
        return False
    lines = (judged.get("better"), judged.get("refutation"))
    return (
        judged.get("ply") in range(moves)
        and judged.get("mover") in range(-1, players)
        and judged.get("mark") in ("", *NAMES)
        and all(isinstance(line, list) and all(isinstance(move, str) for move in line) for line in lines)
        and all(is_share(judged.get(key)) for key in ("before", "after", "lost"))
    )


def is_share(value: Any) -> bool:
    """Whether something is a share of a point, 0 to 1."""
    return isinstance(value, int | float) and 0 <= value <= 1


def _buttons(nodes: list[Node]) -> str:
    """A line of the record to click through."""
    return "".join(
        f'<button class="hm-step" type="button" data-node="{node.number}">{escape(node.text)}</button>'
        for node in nodes
    )
