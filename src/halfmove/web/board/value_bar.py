"""The value bar beside the board: the first player's share of the point, from that player's side."""

from __future__ import annotations

from nicegui import ui

from halfmove.web.board.table import Table


class ValueBar:
    """Of a table; not shown where the game has no such value, or in real time."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bar = ui.html("<div></div>", sanitize=False).classes("hm-bar").props('role="img"')
        self.bar.set_visibility(table.barred and table.real_time is None)

    def show(self, chance: float | None) -> None:
        """Show the first player's share; None: it is not known."""
        part = "" if chance is None else f'<div style="height:{100 * chance:.1f}%"></div>'
        self.bar.set_content(part)
        self.bar.classes(add="" if part else "hm-unknown", remove="hm-unknown" if part else "")
        told = "not known" if chance is None else f"{chance:.0%} for {self.table.names[0]}"
        self.bar.props(f'data-below={self.table.below} aria-label="value: {told}" title="{told}"')
