"""The opening: what it is called, and an explorer of where it may go, by names, by the server's book and by
the games of the library."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import context, ui

from halfmove.books.book import Book
from halfmove.core import figures
from halfmove.core.contract import Game
from halfmove.core.named_openings import has_names, opening_of
from halfmove.web.board.library import LibraryMoves
from halfmove.web.board.table import Move, Table
from halfmove.web.books import book_of
from halfmove.web.server import here
from halfmove.web.widgets import folded, on_click, table_html

_OPENED = "(event) => emit(event.currentTarget.open)"


class Openings:
    """The name of the opening over the moves, and under them, once it is opened, the explorer."""

    def __init__(self, table: Table) -> None:
        self.table = table
        opened = book_of(here().books, table.game)
        self.book: Book | None = None if opened is None else opened.book
        self._named = has_names(table.game)
        self._open = False
        self._games: LibraryMoves | None = None
        request, library = context.client.request, here().library
        kept = not table.fixed and library.may_read(request) and library.has_games_of(table.game)
        if table.fixed or not (self._named or self.book or kept):
            return
        self.name = ui.html("", sanitize=False).classes("hm-opening").props("data-name=opening")
        with folded("Opening explorer") as box:
            if kept:
                self._games = LibraryMoves(table)
                on_click(self._games.shown, "move", self._play)
            self.shown = ui.html("", sanitize=False)
        box.props("data-name=explorer")
        box.on("toggle", lambda event: self._turn(bool(event.args)), js_handler=_OPENED)
        on_click(self.shown, "move", self._play)
        table.watchers.append(self.refresh)
        self.refresh()

    def _turn(self, on: bool) -> None:
        self._open = on
        self.refresh()

    def refresh(self) -> None:
        """After any change."""
        opening = opening_of(self.table.record.history)
        self.name.set_content(escape(opening.words() if opening else ""))
        if self._open:
            none = "" if self._games else '<p class="hm-soft">No opening leads on from here.</p>'
            self.shown.set_content(self._table() or none)
            if self._games is not None:
                self._games.refresh()

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
        known = {move.action: move for move in found}
        total = sum(move.weight for move in found) or 1
        judged = any(getattr(move, "value", None) is not None for move in found)
        rows: list[tuple[int, str, list[str]]] = []
        for move in table.legal:
            name = table.game.opening_name(table.game.result(table.state, move.action)) if self._named else ""
            own = known.get(move.action)
            if name or own:
                cells = [_button(move)]
                cells += [escape(name)] if self._named else []
                cells += [_value(table.game, own)] if judged else []
                cells += [_chosen(own, total)] if self.book else []
                rows.append((-(own.weight if own else -1), name, cells))
        if not rows:
            return ""
        head = ["move", *(["opening"] if self._named else [])]
        figures = [f"value for {escape(table.names[table.mover])}"] if judged else []
        figures += ["book"] if self.book else []
        body = [cells for _, _, cells in sorted(rows)]
        return table_html(head + figures, body, right=len(figures), about="Opening explorer")


def _button(move: Move) -> str:
    text = escape(move.text)
    return f'<button class="hm-step" type="button" data-move="{text}">{text}</button>'


def _value(game: Game, known: Any) -> str:
    """What a book that was expanded says the move is worth to its player."""
    value = getattr(known, "value", None)
    return "" if value is None else escape(value.text(game))


def _chosen(known: Any, total: int) -> str:
    """How often the book chooses the move, and what became of it in the games."""
    if known is None:
        return ""
    share = f"{known.weight / total:.0%}"
    played = getattr(known, "played", None)
    if played is not None and played.games:  # an extended book knows what became of it
        score = (played.wins + played.draws / 2) / played.finished if played.finished else None
        scored = "" if score is None else f", scored {score:.0%}"
        many = "game" if played.games == 1 else "games"
        share += f'<br><span class="hm-soft hm-small">{figures.count(played.games)} {many}{scored}</span>'
    return share
