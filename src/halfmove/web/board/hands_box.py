"""What the page shows of many hands in a row: who has won what, the next hand, the hands that are over."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.web.board.clock import Clock
from halfmove.web.board.hands import Hand, Hands
from halfmove.web.board.table import Table
from halfmove.web.pages import versioned
from halfmove.web.widgets import button, on_click, press


class HandsBox:
    """The hands of a table, with buttons."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        open_link: Callable[[str], Table],
        tell_seats: Callable[[], Any],
    ) -> None:
        """`tell_seats` is called when players have changed seats."""
        self.hands = Hands(table, clock, open_link, _leave)
        self._tell_seats, self._who = tell_seats, list(table.seats.who.values())
        self._shown = ("", "")
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("hands.css")}">')
        with ui.element("section").classes("hm-hands").props('aria-label="hands"'):
            self._totals = ui.html("", sanitize=False).classes("hm-totals").props("data-name=totals")
            with ui.element("div").classes("hm-tools"):
                self._next = button("Next hand", self.hands.deal, main=True, name="next-hand")
                self._back = button("Back to the table", self._go_back, main=True, name="back-to-table")
                self._automatic = button(
                    "Deal by itself", self._switch, title="Deal the next hand after a pause", name="by-itself"
                )
            self._list = ui.html("", sanitize=False).props("data-name=hands")
        on_click(self._list, "hand", self._look_at)
        table.watchers.append(self.refresh)
        ui.timer(0.5, self.hands.tick)
        self.refresh()

    def refresh(self) -> None:
        """After any change."""
        self.hands.note()
        who = list(self.hands.table.seats.who.values())
        if who != self._who:
            self._who = who
            self._tell_seats()
        self._next.set_visibility(self.hands.has_next)
        self._back.set_visibility(bool(self.hands.looked_at))
        press(self._automatic, self.hands.by_itself)
        shown = (write_totals(self.hands), write_list(self.hands))
        if shown != self._shown:
            self._shown = shown
            self._totals.set_content(shown[0])
            self._list.set_content(shown[1])

    def _look_at(self, number: str) -> None:
        self._go_to(lambda: self.hands.look_at(int(number)))

    def _go_back(self) -> None:
        self._go_to(self.hands.go_back)

    def _go_to(self, go: Callable[[], None]) -> None:
        try:
            go()
        except BadInput as error:
            ui.notify(str(error))

    def _switch(self) -> None:
        self.hands.switch()
        self.refresh()


def _leave(taken: dict[str, Any], link: str) -> None:
    """To another page, which takes over what it is told."""
    ui.run_javascript(f"halfmoveNext({json.dumps(taken)}, {json.dumps(link)})")


def write_totals(hands: Hands) -> str:
    """Each player with where he sits and what he has won so far, as HTML."""
    seats = {player: hands.table.names[seat] for seat, player in enumerate(hands.seated)}
    cells = [
        f'<li><b>{name}</b> <span class="hm-soft">{escape(seats.get(player, "out"))}</span> '
        f"{_amount(hands.totals[player])}</li>"
        for player, name in enumerate(hands.names)
    ]
    now = hands.count + (not hands.is_written_down)
    title = f"Hand {hands.looked_at} again" if hands.looked_at else f"Hand {now}"
    return f"<h2>{title}</h2><ul>{''.join(cells)}</ul>"


def write_list(hands: Hands) -> str:
    """The hands that are over, the last first, as HTML."""
    if not hands.played:
        return ""
    rows = []
    for number, hand in zip(range(hands.count, 0, -1), reversed(hands.played), strict=False):
        here = ' aria-current="true"' if number == hands.looked_at else ""
        rows.append(
            f'<li><button type="button" data-hand="{number}"{here}><span class="hm-soft">{number}</span>'
            f"<span>{escape(hand.seen)}</span>{_result(hands, hand)}</button></li>"
        )
    return f"<details open><summary>Hands played</summary><ol>{''.join(rows)}</ol></details>"


def _result(hands: Hands, hand: Hand) -> str:
    """What the only person has won; else who has won."""
    if hands.names[0] == "You":
        return _amount(hand.won[0])
    winner = max(range(len(hand.won)), key=lambda player: hand.won[player])
    return f"<span>{hands.names[winner]} {_amount(hand.won[winner])}</span>"


def _amount(won: float) -> str:
    """A result with its sign and colour."""
    look = "hm-good" if won > 0 else "hm-bad" if won < 0 else "hm-soft"
    words = f"{won:+,.10g}".replace("-", "−") if won else "±0"
    return f'<span class="hm-num {look}">{words}</span>'
