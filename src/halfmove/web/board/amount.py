"""A number to type where a player may choose any of many, as a bet: a field and a button under the board."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from halfmove.core.surface import Amount
from halfmove.web.widgets import button


class AmountEntry:
    """The field, while there is a number to choose; `chosen` is told the action's text."""

    def __init__(self, chosen: Callable[[str], None]) -> None:
        self._chosen = chosen
        self._shown: Amount | None = None
        self.box = ui.element("div").classes("hm-tools").props('role="group" aria-label="amount"')
        self.box.set_visibility(False)

    def show(self, amount: Amount | None) -> None:
        """Ask for such a number; None: for none."""
        if amount == self._shown:
            return
        self._shown = amount
        self.box.clear()
        self.box.set_visibility(amount is not None)
        if amount is None:
            return
        bounds = f"{amount.least:,} to {amount.most:,}"
        with self.box:
            self.field = (
                ui.input(value=str(amount.least))
                .props(
                    f'dense outlined inputmode=numeric aria-label="{amount.word}, {bounds}" data-name=amount'
                )
                .classes("hm-amount")
                .on("keydown.enter", lambda _: self._take())
            )
            button(amount.word, self._take, main=True, name="bet")
            ui.html(f"<span>{bounds}</span>", sanitize=False)

    def _take(self) -> None:
        if self._shown is not None:
            self._chosen(f"{self._shown.word} {self.field.value}")
