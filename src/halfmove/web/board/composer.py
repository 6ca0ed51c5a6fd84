"""Actions of several pieces that are laid on the board one after the other, such as the letters of a word.

Under the board lies a tray with the pieces of the player to move.  They are dragged to the board, or chosen
and put where one touches it, or typed from the point on that has the focus; `Surface.compose` says all the
while what they come to.  What is laid so far is this page's own; nobody else is told of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import ui

from halfmove.core.surface import Composition, TrayPiece
from halfmove.web.board.table import Table
from halfmove.web.widgets import button, enable, on_click

_KEYS = """(e) => {
  const point = e.target.dataset?.point;
  if (!point || e.ctrlKey || e.metaKey || e.altKey) return;
  if (!(e.key.length === 1 && /\\p{L}|\\?/u.test(e.key)) && e.key !== 'Backspace') return;
  if (!e.currentTarget.querySelector('.hm-composer:not(.hidden)')) return;
  e.preventDefault(); e.stopPropagation();
  emit([e.key, point]);
}"""
"""Letters and Backspace on a point of the board, while something is composed."""


class Composer:
    """The tray under a board, and what has been laid of it."""

    def __init__(self, table: Table, play: Callable[[Any], None], refresh: Callable[[], None]) -> None:
        """`play` plays an action; `refresh` shows the board again."""
        self.table, self._play, self._refresh = table, play, refresh
        self.active = False
        self.laid: dict[str, tuple[int, str]] = {}
        """What lies on points: the place of the piece in the tray, and its symbol."""
        self.cursor: tuple[str, bool] | None = None
        self._node: Any = None
        self._pieces: list[TrayPiece] = []
        self._order: list[int] = []
        self._chosen: int | None = None
        self._point = ""
        """Where a piece goes of which a symbol is to be chosen."""
        self._aside: set[int] | None = None
        """The pieces that are chosen to be put aside; None: one does not."""
        self._typed = ""
        """The point that had the focus when a letter was typed last."""
        self.box = ui.element("div").classes("hm-composer").props('role="group" aria-label="your pieces"')
        with self.box:
            self.palette = ui.html("", sanitize=False).classes("hm-palette hm-tray")
            on_click(self.palette, "piece", self._take)
            self.letters = ui.html("", sanitize=False).classes("hm-palette hm-letters")
            self.letters.props('role="group" aria-label="What does it stand for?"')
            on_click(self.letters, "letter", self._choose)
            self.said = ui.html("", sanitize=False).classes("hm-composed").props('role="status"')
            with ui.element("div").classes("hm-tools"):
                self.play_button = button("Play", self._finish, main=True, name="compose")
                self.recall_button = button("Recall", self.recall, name="recall")
                self.shuffle_button = button("Shuffle", self._shuffle, name="shuffle")
                self.aside_button = button("", self._begin_aside, name="aside")
        self.box.set_visibility(False)

    def listen(self, around: Any) -> None:
        """Hear the letters that are typed on the board in an element."""
        around.on("keydown", lambda event: self._type(*map(str, event.args)), js_handler=_KEYS)

    # ---- showing
    def show(self, *, active: bool) -> None:
        """Offer the pieces of the player to move, or none."""
        table = self.table
        surface = table.surface
        pieces = list(surface.tray(table.state)) if active and surface is not None else []
        self.active = bool(pieces)
        self.box.set_visibility(self.active)
        if not self.active:
            self._node = None
            self.palette.set_content("")  # another's pieces are not for whoever looks now
            return
        if (table.record.here, table.viewer) != self._node:
            self._node = table.record.here, table.viewer
            self.laid, self.cursor, self._chosen, self._aside = {}, None, None, None
            self._point = self._typed = ""
            self._order = list(range(len(pieces)))
        self._pieces = pieces
        self._show_tray()

    def picture(self) -> str:
        """The board with what is laid."""
        table = self.table
        assert table.surface is not None
        return table.surface.composed_picture(table.state, table.viewer, self._symbols(), self.cursor)

    def spoken(self) -> dict[str, str]:
        """What lies on the points, in words."""
        return {point: f"{symbol}, not played yet" for point, (_, symbol) in self.laid.items()}

    def _symbols(self) -> dict[str, str]:
        return {point: symbol for point, (_, symbol) in self.laid.items()}

    def _composition(self) -> Composition:
        surface, state = self.table.surface, self.table.state
        assert surface is not None
        if self._aside is not None:
            return surface.set_aside(state, sorted(self._aside))
        return surface.compose(state, self._symbols())

    def _show_tray(self) -> None:
        surface = self.table.surface
        assert surface is not None
        used = {place for place, _ in self.laid.values()}
        pressed = self._aside if self._aside is not None else {self._chosen}
        shown = [(place, self._pieces[place]) for place in self._order if place not in used]
        self.palette.set_content(
            "".join(
                f'<button type="button" data-piece="{place}" aria-label="{escape(piece.words)}" '
                f'aria-pressed="{"true" if place in pressed else "false"}">{piece.picture}</button>'
                for place, piece in shown
            )
        )
        asked = self._pieces[self._chosen].stands_for if self._point and self._chosen is not None else ()
        self.letters.set_visibility(bool(asked))
        self.letters.set_content(
            "".join(
                f'<button type="button" data-letter="{escape(symbol)}">'
                f"{escape(symbol.strip('[]').upper())}</button>"
                for symbol in asked
            )
        )
        found = self._composition()
        said = "Which letter is it?" if asked else found.said
        self.said.set_content(escape(said or "Drag tiles to the board, or choose one and touch a square."))
        putting = self._aside is not None
        word = surface.set_aside_word
        self.play_button.set_content(escape(f"{word} {len(self._aside or ())}" if putting else "Play"))
        enable(self.play_button, found.action is not None)
        enable(self.recall_button, bool(self.laid) and not putting)
        self.aside_button.set_visibility(bool(word))
        self.aside_button.set_content("Cancel" if putting else escape(f"{word} …"))

    # ---- what a person does
    def touch(self, point: str) -> None:
        """A point is touched: the chosen piece goes there, one that lies there comes back, or typing begins
        there."""
        if self._aside is not None or point not in self._points():
            self._refresh()
        elif point in self.laid:
            self._take_back(point)
        elif self._chosen is not None and self._is_free(point):
            self._lay(self._chosen, point)
        elif self._is_free(point):
            self._chosen, self._point, self._typed = None, "", ""
            self.cursor = point, self.cursor is not None and self.cursor[0] == point and not self.cursor[1]
            self._refresh()
        else:
            self._refresh()

    def place(self, start: str, end: str, piece: str) -> None:
        """A piece is dragged: from a point or from the tray; to a point, or off the board."""
        if start in self.laid and not end:
            self._take_back(start)
        elif start in self.laid and self._is_free(end):
            self.laid[end] = self.laid.pop(start)
            self._refresh()
        elif not start and self._known(piece) is not None and self._is_free(end) and self._aside is None:
            self._lay(int(piece), end)
        else:
            self._refresh()

    def _points(self) -> set[str]:
        table = self.table
        assert table.surface is not None
        return {point.name for point in table.surface.points(table.state, below=table.below)}

    def _is_free(self, point: str) -> bool:
        """Whether a piece may be laid there."""
        table = self.table
        assert table.surface is not None
        if point in self.laid or point not in self._points():
            return False
        return table.surface.next_point(table.state, point, False, {}) == point

    def _known(self, piece: str) -> int | None:
        """A piece of the tray by its place, unless it is on the board."""
        used = {place for place, _ in self.laid.values()}
        place = int(piece) if piece.isdecimal() and len(piece) < 4 else -1
        return place if 0 <= place < len(self._pieces) and place not in used else None

    def _take(self, piece: str) -> None:
        """A piece of the tray is clicked."""
        place = self._known(piece)
        if place is None:
            return
        if self._aside is not None:
            self._aside ^= {place}
            self._show_tray()
            return
        self._point = ""
        if self.cursor is not None and self._typed == "" and self._chosen is None:
            self._lay_at_cursor(place, self._pieces[place].symbol)
            return
        self._chosen = None if self._chosen == place else place
        self._show_tray()

    def _lay(self, place: int, point: str) -> None:
        """Lay a piece down; first ask what it stands for, where that is open."""
        if self._pieces[place].stands_for:
            self._chosen, self._point = place, point
            self._show_tray()
            self._refresh()
            return
        self._put(place, point, self._pieces[place].symbol)

    def _put(self, place: int, point: str, symbol: str) -> None:
        self.laid[point] = place, symbol
        self._chosen, self._point = None, ""
        if self.cursor is not None:
            self._move_cursor(self.cursor[0], self.cursor[1])
        self._refresh()

    def _choose(self, symbol: str) -> None:
        """It is said what a piece stands for."""
        if self._chosen is None or not self._point or symbol not in self._pieces[self._chosen].stands_for:
            return
        self._put(self._chosen, self._point, symbol)

    def _lay_at_cursor(self, place: int, symbol: str) -> None:
        assert self.cursor is not None
        if symbol:
            self._put(place, self.cursor[0], symbol)
        else:
            self._lay(place, self.cursor[0])

    def _move_cursor(self, point: str, down: bool) -> None:
        """The next piece goes to the next free point from here on."""
        surface = self.table.surface
        assert surface is not None
        following = surface.next_point(self.table.state, point, down, self._symbols())
        self.cursor = (following, down) if following else None

    def _type(self, key: str, point: str) -> None:
        """A letter is typed while the focus is on a point, or Backspace."""
        if not self.active or self._aside is not None or point not in self._points():
            return
        if key == "Backspace":
            if self.laid:
                back = next(reversed(self.laid))
                down = self.cursor is not None and self.cursor[1]
                del self.laid[back]
                self.cursor = back, down
                self._refresh()
            return
        if self.cursor is None or (self._typed and self._typed != point):
            self._move_cursor(point, self.cursor is not None and self.cursor[1])
        self._typed = point
        letter = key.upper()
        place = self._find(letter)
        if self.cursor is None or place is None:
            ui.notify(f"There is no {letter} among your pieces." if self.cursor else "The line ends here.")
            return
        piece = self._pieces[place]
        if piece.stands_for and letter != "?":
            symbol = next(s for s in piece.stands_for if s.strip("[]").upper() == letter)
            self._put(place, self.cursor[0], symbol)
        else:
            self._lay_at_cursor(place, piece.symbol)

    def _find(self, letter: str) -> int | None:
        """The piece of the tray that a letter means: one that has it, else one that may stand for it."""
        free = [place for place in self._order if self._known(str(place)) is not None]
        for place in free:
            if self._pieces[place].symbol.strip("[]").upper() == letter:
                return place
        for place in free:
            stands = [symbol.strip("[]").upper() for symbol in self._pieces[place].stands_for]
            if letter in stands or (letter == "?" and stands):
                return place
        return None

    def _take_back(self, point: str) -> None:
        self.laid.pop(point)
        self._refresh()

    def recall(self) -> None:
        """All pieces come back to the tray."""
        self.laid, self.cursor, self._chosen, self._point, self._typed = {}, None, None, "", ""
        self._refresh()

    def _shuffle(self) -> None:
        before = list(self._order)
        while self._order == before and len({self._pieces[place].words for place in before}) > 1:
            random.shuffle(self._order)
        self._show_tray()

    def _begin_aside(self) -> None:
        """Choose pieces to put aside, or do not."""
        aside = None if self._aside is not None else set[int]()
        self.laid, self.cursor, self._chosen, self._point = {}, None, None, ""
        self._aside = aside
        self._refresh()

    def _finish(self) -> None:
        found = self._composition()
        if found.action is None:
            self._show_tray()
        else:
            self._play(found.action)
