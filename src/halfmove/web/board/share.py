"""The Share tab: the link, the picture, games and positions written and read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.games.description import summary
from halfmove.web.board import formats
from halfmove.web.board.files import PICK
from halfmove.web.board.library import SaveButton
from halfmove.web.board.table import Table
from halfmove.web.widgets import area, button, select, text

_COPY = """<button class="hm-button" type="button" data-name="copyposition" onclick="
  const field = this.parentElement.parentElement.querySelector('input');
  field.select();
  if (navigator.clipboard) navigator.clipboard.writeText(field.value); else document.execCommand('copy');
  this.textContent = 'Copied';
  setTimeout(() => { this.textContent = 'Copy'; }, 1500);">Copy</button>"""


class ShareTab:
    """What leaves the page, and what comes in.  Of a game in which something is hidden no moves are written:
    they would tell what nobody at this page may know."""

    def __init__(self, table: Table, opened: Callable[[str], Awaitable[None]]) -> None:
        """`opened` opens a game that is pasted."""
        self.table, self._opened = table, opened
        whole = not table.fixed
        restores = (
            "its variations, all that a file says of it, and the position shown"
            if whole
            else "what is hidden sealed in it"
        )
        ui.html(
            f"<p>The address of this page restores the game with {restores}.</p>",
            sanitize=False,
        )
        with ui.element("div").classes("hm-tools"):
            button("Copy link", self._copy_link, name="copylink")
            button("Save picture (SVG)", self._save_picture, name="picture")
            SaveButton(table)
            if whole:
                button("Analyse here", lambda: ui.navigate.to(table.url("analyse")))
                button("Play from here", lambda: ui.navigate.to(table.url("play")))
        if whole and table.game.has_notation:
            PositionLine(table)
        if whole:
            self._texts()
        said = escape(summary(table.rules).replace("`", ""))
        ui.html(f'<p class="hm-soft hm-small">{said}</p>', sanitize=False)

    def _texts(self) -> None:
        forms = formats.list_formats(self.table.game)
        self.form = select("Write as", {form: form for form in forms}, forms[0])
        with ui.element("div").classes("hm-tools"):
            button("Save as file", self._save, name="save")
            ui.html(PICK, sanitize=False)
            button("Write", self._write, name="export")
            button("Read what stands below", self._read, name="import")
        self.text = area("Game or position", rows=7)
        self.text.input.props("data-name=paper")
        self.error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')

    def _copy_link(self) -> None:
        ui.run_javascript("navigator.clipboard && navigator.clipboard.writeText(location.href)")
        ui.notify("The link is in the clipboard.")

    def _save_picture(self) -> None:
        ui.download.content(self.table.picture(), f"{self.table.name}.svg", "image/svg+xml")

    def _written(self) -> str | None:
        try:
            table = self.table
            return formats.write(
                table.record, self.form.value, names=table.seats.list_names(), ended=table.agreed
            )
        except BadInput as error:
            self.error.set_content(escape(str(error)))
            return None

    def _write(self) -> None:
        if (content := self._written()) is not None:
            self.error.set_content("")
            self.text.put(content)

    def _save(self) -> None:
        if (content := self._written()) is not None:
            game, form = self.table.game, self.form.value
            name = f"{self.table.name}{formats.find_suffix(game, form)}"
            ui.download.content(formats.encode(game, form, content), name, "text/plain")

    async def _read(self) -> None:
        text = self.text.value.strip()
        if not text:
            self.error.set_content("There is nothing to read; paste a game or a position.")
            return
        self.error.set_content("")
        await self._opened(text)


class PositionLine:
    """The position shown, in the game's notation (FEN for chess), to copy."""

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
