"""The report of a game: what positions were worth, the moves that lost something, and what refutes them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.search.chance.rollouts import unfit
from halfmove.web.board.learning import Hints, LearnPanel
from halfmove.web.board.luck import LuckPanel
from halfmove.web.board.record import Node
from halfmove.web.board.scorecard import format_scorecards
from halfmove.web.board.table import Table
from halfmove.web.board.value_graph import NAMES
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, on_click, select, table_html


class Report:
    """The report and its button."""

    def __init__(self, table: Table, show_arrows: Callable[[Hints], None]) -> None:
        """`show_arrows` draws on the board where a hint points to."""
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
        self.cards = ui.html("", sanitize=False)
        on_click(self.cards, "next", self._go_to_next)
        self.learning = LearnPanel(table, show_arrows, lambda: float(self.seconds.value))
        self.shown = ui.html("", sanitize=False).classes("hm-report-moves")
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
        many = len(line)
        self._varied.clear()
        try:
            async for message in counted(job, self._show_wait):
                kind = message["kind"]
                if kind == "judged":
                    judged.append(message)
                    self._put(line, message)
                    many = message.get("of", len(line))
                    self.state.set_content(f"{len(judged)} of {many} moves looked at …")
                elif kind == "failed":
                    raise BadInput(message["error"])
            self.state.set_content("" if len(judged) == many else f"Stopped after {len(judged)} moves.")
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
        said = message.get("said") or (better[0] if better else "")
        node.judged = f"{NAMES[node.mark]}: {said} was better" if said else NAMES[node.mark]
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
        moves = [
            [
                f'<button class="hm-button" type="button" data-node="{line[j["ply"]].number}">'
                f"{self.table.move_number(j['ply'] + 1)} {escape(line[j['ply']].text)}"
                f"{j['mark']}</button>",
                *(_buttons(nodes[:6]) for nodes in self._varied.get(j["ply"], ([], []))),
                _loss(j),
            ]
            for j in sorted(judged, key=lambda j: j["ply"])
            if j["mark"]
        ]
        table = table_html(("move", "better", "refuted by", "lost"), moves, right=1) if moves else ""
        self.cards.set_content(format_scorecards(self.table, judged) if judged else "")
        self.shown.set_content(table)
        self.learning.offer(line, judged)

    def _go_to_next(self, which: str) -> None:
        """To a player's next move with a mark after the position shown, or the first one."""
        player, _, mark = which.partition(" ")
        line = self.table.record.line()
        found = [node for node in line if str(node.mover) == player and node.mark == mark]
        if found:
            here = self.table.record.here.ply
            self.table.go(next((node for node in found if node.ply > here), found[0]))


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


def _loss(judged: dict[str, Any]) -> str:
    """What a move lost: of a point, and in the game's unit where that is counted too."""
    cost, unit = judged.get("cost"), judged.get("unit")
    has_cost = isinstance(cost, int | float) and isinstance(unit, str)
    return f"{judged['lost']:.0%}" + (f", {cost:.1f} {escape(str(unit))}" if has_cost else "")


def _buttons(nodes: list[Node]) -> str:
    """A line of the record to click through."""
    return "".join(
        f'<button class="hm-step" type="button" data-node="{node.number}">{escape(node.text)}</button>'
        for node in nodes
    )
