"""What a person chooses where no touch of the board says it: which of several moves, or how much to bet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from halfmove.core.surface import Amount
from halfmove.web.board.table import Move, Table
from halfmove.web.widgets import button

_ESCAPE = "(e) => {if (e.key === 'Escape' && e.currentTarget.querySelector('.hm-choice button')) emit();}"
_BESIDE = "(event) => {if (event.target === event.currentTarget) emit();}"


class MoveChoice:
    """Which of several moves is meant, where they have the same touches: a list of buttons beside the point
    touched last, while it is open; Escape or a click beside it closes it."""

    def __init__(self, table: Table, chosen: Callable[[Any], None], left: Callable[[], None]) -> None:
        """`chosen` is told the action, `left` that none was chosen."""
        self.table, self._chosen, self._left = table, chosen, left
        self.box = ui.element("div").classes("hm-choice").props('role="group" aria-label="Which move?"')
        around = self.box.parent_slot.parent  # type: ignore[union-attr]
        around.on("keydown", lambda _: self._leave(), js_handler=_ESCAPE)
        self.box.on("click", lambda _: self._leave(), js_handler=_BESIDE)
        self.box.set_visibility(False)

    def open(self, moves: Sequence[Move], point: str) -> None:
        """Offer these moves."""
        surface = self.table.surface
        self.box.clear()
        with self.box, ui.element("div") as column:
            column.style(self._place(point)).classes("hm-up" if self._low(point) else "")
            for move in moves:
                look = surface.choice_picture(self.table.state, move.action) if surface else ""
                button(f"{look}{escape(move.text)}", partial(self._take, move.action), name="choice")
        self.box.set_visibility(True)
        self.box.client.run_javascript(
            f"setTimeout(() => getHtmlElement({self.box.id})?.querySelector('button')?.focus(), 50)"
        )

    def close(self) -> None:
        """Nothing is to be chosen any more."""
        if self.box.visible:
            self.box.set_visibility(False)
            self.box.clear()

    def _take(self, action: Any) -> None:
        self.close()
        self._chosen(action)

    def _leave(self) -> None:
        self.close()
        self._left()

    def _share(self, point: str) -> tuple[float, float, float, float]:
        """A point of the board as shares of the picture: left, top, width, height."""
        assert self.table.surface is not None
        box = re.search(r'viewBox="([^"]+)"', self.table.picture())
        assert box is not None, "a picture that can be touched has a viewBox"
        left, top, width, height = map(float, box[1].split())
        points = self.table.surface.points(self.table.state, below=self.table.below)
        p = next(p for p in points if p.name == point)
        return (p.x - left) / width, (p.y - top) / height, p.width / width, p.height / height

    def _low(self, point: str) -> bool:
        _, top, _, height = self._share(point)
        return top + height / 2 > 0.5

    def _place(self, point: str) -> str:
        """Over the point, from there towards the middle of the board."""
        left, top, width, height = self._share(point)
        across = f"left:{100 * left:.2f}%" if left < 0.5 else f"right:{100 * (1 - left - width):.2f}%"
        down = f"bottom:{100 * (1 - top - height):.2f}%" if self._low(point) else f"top:{100 * top:.2f}%"
        return f"{across};{down};width:{100 * width:.2f}%;min-width:3rem"


class AmountEntry:
    """A field and a button under the board, while there is a number to choose; `chosen` is told the action's
    text."""

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
