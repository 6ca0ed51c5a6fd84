"""The position shown, in the game's notation (FEN for chess), to copy."""

from __future__ import annotations

from nicegui import ui

from halfmove.web.board.table import Table
from halfmove.web.widgets import text

_COPY = """<button class="hm-button" type="button" data-name="copyposition" onclick="
  const field = this.parentElement.parentElement.querySelector('input');
  field.select();
  if (navigator.clipboard) navigator.clipboard.writeText(field.value); else document.execCommand('copy');
  this.textContent = 'Copied';
  setTimeout(() => { this.textContent = 'Copy'; }, 1500);">Copy</button>"""


class PositionLine:
    """A line that follows what the board shows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        with ui.element("div").classes("hm-copied"):
            self.field = text("Position shown", self._now(), width="100%")
            self.field.input.props("readonly data-name=position")
            ui.html(_COPY, sanitize=False)
        table.watchers.append(self.refresh)

    def _now(self) -> str:
        return self.table.game.position_text(self.table.state)

    def refresh(self) -> None:
        """After any change."""
        if self.field.value != (now := self._now()):
            self.field.put(now)
