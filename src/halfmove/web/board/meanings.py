"""What the actions so far say by an agreed system (`Game.meanings`): the calls of an auction, explained."""

from __future__ import annotations

from html import escape

from nicegui import ui

from halfmove.core.contract.hooks import defines
from halfmove.web.board.table import Table


def has_meanings(table: Table) -> bool:
    """Whether actions of a table's game say something."""
    return defines(type(table.rules), "meanings")


class MeaningsBox:
    """A list that opens and closes; it is there once something has been said."""

    def __init__(self, table: Table) -> None:
        self.table, self._shown = table, ""
        with ui.element("details").props("data-name=meanings").classes("hm-small") as self.box:
            with ui.element("summary"):
                ui.html("What the calls say", sanitize=False, tag="span")
            self.list = ui.html("", sanitize=False)
        table.watchers.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """After any change."""
        game, said = self.table.game, ""
        for one in self.table.rules.meanings(self.table.state):
            who = escape(game.player_name(one.player))
            said += f"<li><b>{who} {escape(one.text)}</b> {escape(one.remark)}</li>"
        self.box.set_visibility(bool(said))
        if said != self._shown:
            self._shown = said
            self.list.set_content(f"<ol>{said}</ol>")
