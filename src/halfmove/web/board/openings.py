"""The opening: what it is called, and an explorer of where it may go, by names and by the server's book."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from halfmove.books.book import GAME, Book
from halfmove.core.contract import Game
from halfmove.presentation import words
from halfmove.web.board.table import Move, Table
from halfmove.web.server import here
from halfmove.web.widgets import folded

_CLICK = "(event) => {const b = event.target.closest('[data-move]'); if (b) emit(b.dataset.move);}"
_OPENED = "(event) => emit(event.currentTarget.open)"


class Openings:
    """The name of the opening over the moves, and under them, once it is opened, the explorer."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.book: Book | None = here().book if table.name == GAME else None
        self._named = type(table.game).opening_name is not Game.opening_name
        self._open = False
        if table.fixed or not (self._named or self.book):
            return
        self.name = ui.html("", sanitize=False).classes("hm-opening").props("data-name=opening")
        with folded("Opening explorer") as box:
            self.shown = ui.html("", sanitize=False)
        box.props("data-name=explorer")
        box.on("toggle", lambda event: self._turn(bool(event.args)), js_handler=_OPENED)
        self.shown.on("click", lambda event: self._play(str(event.args)), js_handler=_CLICK)
        table.watchers.append(self.refresh)
        self.refresh()

    def _turn(self, on: bool) -> None:
        self._open = on
        self.refresh()

    def refresh(self) -> None:
        """After any change."""
        game, history = self.table.game, self.table.record.history
        found = (game.opening_name(state) for state in reversed(history.states))
        name = next(filter(None, found), "") if self._named else ""
        self.name.set_content(escape(name))
        if self._open:
            self.shown.set_content(self._table() or '<p class="hm-soft">No opening leads on from here.</p>')

    def _play(self, text: str) -> None:
        move = next((move for move in self.table.legal if move.text == text), None)
        if move is None:
            return
        if self.table.may_move:
            self.table.play(move.action)
        else:
            ui.notify("It is not your turn.")

    def _table(self) -> str:
        """The moves of the book, and those that lead to a position with a name."""
        table = self.table
        found = self.book.moves(table.game, table.state) if self.book and not table.over else []
        weights = {move.action: move for move in found}
        total = sum(move.weight for move in found) or 1
        rows: list[tuple[int, str, str]] = []
        for move in table.legal:
            name = table.game.opening_name(table.game.result(table.state, move.action))
            known = weights.get(move.action)
            if name or known:
                rows.append((-(known.weight if known else -1), name, _row(move, name, known, total)))
        head = "<th>move</th><th>opening</th>" + ('<th class="hm-right">book</th>' if self.book else "")
        body = "".join(
            f"<tr>{row}{'<td></td>' if self.book and weight == 1 else ''}</tr>"
            for weight, _, row in sorted(rows)
        )
        if not rows:
            return ""
        return (
            f'<div class="hm-scroll" tabindex="0" role="region" aria-label="Opening explorer">'
            f'<table class="hm-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )


def _row(move: Move, name: str, known: Any, total: int) -> str:
    text = escape(move.text)
    button = f'<button class="hm-step" type="button" data-move="{text}">{text}</button>'
    cells = f"<td>{button}</td><td>{escape(name)}</td>"
    if known is None:
        return cells
    share = f"{known.weight / total:.0%}"
    played = getattr(known, "played", None)
    if played is not None and played.games:  # an extended book knows what became of it
        score = (played.wins + played.draws / 2) / played.finished if played.finished else None
        scored = "" if score is None else f", scored {score:.0%}"
        share += f'<br><span class="hm-soft hm-small">{words.count(played.games)} games{scored}</span>'
    return f'{cells}<td class="hm-right">{share}</td>'
