"""The moves of a game, with variations, to click through."""

from __future__ import annotations

from html import escape

from nicegui import ui

from halfmove.core import figures
from halfmove.core.contract import CHANCE
from halfmove.web.board.clock import format_time as shown_time
from halfmove.web.board.record import Node
from halfmove.web.board.table import Table
from halfmove.web.icons import icon_button
from halfmove.web.widgets import ask, enable, on_click


class MoveList:
    """The list, and the buttons that go through it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.list = (
            ui.html("", sanitize=False).classes("hm-moves").props("aria-label=moves role=group tabindex=0")
        )
        self.said = ui.html("", sanitize=False).props('aria-live="polite" data-name=said')
        on_click(self.list, "node", table.go_to)

    def build_ways(self) -> None:
        """Make the buttons that lead through the game."""
        icon_button("first", "To the beginning (Home)", self.first, name="first")
        icon_button("back", "Back (left arrow)", self.back, name="back")
        icon_button("on", "On (right arrow)", self.on, name="on")
        icon_button("last", "To the end (End)", self.last, name="last")

    def build_editing(self) -> None:
        """Make the buttons that change the record, and show the moves from now on."""
        table = self.table
        if not table.fixed:
            self.promote = icon_button(
                "promote", "Make this variation the main line", self._promote, name="promote"
            )
            self.delete = icon_button("delete", "Delete this move and what follows", self._cut, name="delete")
        table.watchers.append(self.refresh)
        table.readers.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the moves as they are now."""
        node = self.table.record.here
        if not self.table.fixed:
            enable(self.promote, any(one.parent and one.parent.children[0] is not one for one in node.path()))
            enable(self.delete, node.parent is not None)
        written = "".join(_format_record(self.table))
        self.list.set_content(written or '<span class="hm-soft">No moves yet.</span>')
        self.said.set_content(_describe_position(self.table))
        self.list.client.run_javascript(
            f"setTimeout(() => {{const e = getHtmlElement({self.list.id}); const c = e && "
            'e.querySelector("[aria-current]"); if (c) e.scrollTo(c.offsetLeft - e.offsetLeft - '
            "e.clientWidth / 2, c.offsetTop - e.offsetTop - e.clientHeight / 2);}, 30);"
        )

    def first(self) -> None:
        """To the beginning."""
        self.table.go(self.table.record.root)

    def back(self) -> None:
        """One move back; the deal counts as one."""
        node = self.table.record.here
        if node.parent is not None:
            self.table.go(self.table.record.root if node in self.table.record.list_deal() else node.parent)

    def on(self) -> None:
        """One move on, likewise."""
        node = self.table.record.here
        if node.children:
            deal = self.table.record.list_deal()
            self.table.go(deal[-1] if node.children[0] in deal else node.children[0])

    def last(self) -> None:
        """To the end of the line."""
        self.table.go(self.table.record.end())

    def _promote(self) -> None:
        for node in self.table.record.here.path():
            self.table.record.promote(node)
        self.table.notify_change()

    def _cut(self) -> None:
        node = self.table.record.here
        if node.parent is not None:
            ask(
                f"Delete {self.table.describe_move(node)} and all moves that follow it?",
                "Delete",
                self._cut_out,
                node,
            )

    def _cut_out(self, node: Node) -> None:
        if node.number in self.table.record.nodes:
            self.table.record.cut(node)
            self.table.notify_change()


def _format_record(table: Table) -> list[str]:
    """The record as HTML: a button a move, variations in brackets."""
    out: list[str] = []
    shown = table.record.here
    deal = table.record.list_deal()
    stack: list[tuple[Node, bool] | str] = [(deal[-1] if deal else table.record.root, True)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        node, numbered = item
        beside = _describe_unplayable(node)
        if not node.children:
            out.append(beside)
            continue
        main, *others = node.children
        out.append(
            _make_button(table, main, shown, numbered=numbered or figures.begins_number(table.game, main.ply))
        )
        rest: list[tuple[Node, bool] | str] = []
        for other in others:
            rest += [
                '<span class="hm-var"> (' + _make_button(table, other, shown, numbered=True),
                (other, False),
                ")</span> ",
            ]
        stack += [(main, bool(others) or bool(beside)), beside, *reversed(rest)]
    return out


def _describe_position(table: Table) -> str:
    """What a file, or a report, says of the position shown: comment, clock, and what is kept besides."""
    node = table.record.here
    words_ = []
    if node.comment:
        words_.append(f'<p class="hm-said-here">{escape(node.comment)}</p>')
    if node.paper.clock is not None:
        words_.append(f'<p class="hm-soft hm-small">Clock: {shown_time(node.paper.clock)}</p>')
    if many := len(node.paper.kept):
        lines = "1 line" if many == 1 else f"{many} lines"
        words_.append(
            f'<p class="hm-soft hm-small">Beginning here, {lines} of the file cannot be played on this '
            "board, but will be saved again:</p>"
        )
        if table.viewer is None:
            words_ += (f'<pre class="hm-kept hm-small">{escape(line)}</pre>' for line in node.paper.kept)
    return "".join(words_)


def _describe_unplayable(node: Node) -> str:
    """A note in place of the lines of a file that begin here and cannot be played: the other side moves
    first, a move is passed over.  A click leads to where they stand."""
    many = len(node.paper.kept)
    if not many:
        return ""
    lines = "1 line" if many == 1 else f"{many} lines"
    return (
        f'<span class="hm-var"> (<button type="button" data-node="{node.number}" data-name="unplayable">'
        f"{lines} that cannot be played here</button>)</span> "
    )


def _make_button(table: Table, node: Node, shown: Node, *, numbered: bool) -> str:
    number = ""
    if numbered and node.text:
        number = f'<span class="hm-no">{table.move_number(node.ply)}</span>'
    who = ""
    if table.named_moves:
        name = "chance" if node.mover == CHANCE else table.names[node.mover]
        who = f'<span class="hm-no">{escape(name)}</span>'
    current = ' aria-current="true"' if node is shown else ""
    mark = (
        f'<span class="{"hm-bad" if "?" in node.mark else "hm-good"}">{node.mark}</span>' if node.mark else ""
    )
    said = f' title="{escape(node.comment)}"' if node.comment else ""
    kind = "hm-pair hm-made" if who else "hm-pair"
    return (
        f'<span class="{kind}">{number}{who}<button type="button" data-node="{node.number}"{current}{said}>'
        f"{escape(table.describe_move(node)) if node.text else '¶'}{mark}</button></span> "
    )
