"""What players of a room agree upon: offers and the answers to them, what is being settled; and buttons for
offers, resigning and messages."""

from __future__ import annotations

from functools import partial
from html import escape

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.web.icons import icon_button
from halfmove.web.rooms.room import ASKED, DRAW, REMATCH, SAYINGS, TAKE_BACK
from halfmove.web.rooms.room_table import RoomTable
from halfmove.web.widgets import ask, button

_WORDS = {DRAW: "Offer draw", TAKE_BACK: "Ask to take back", REMATCH: "Rematch"}
_ICONS = {DRAW: "draw", TAKE_BACK: "undo", REMATCH: "new"}
_SAYINGS = '<option value="">Say …</option>' + "".join(
    f'<option value="{number}">{said}</option>' for number, said in enumerate(SAYINGS)
)
_CHOSEN = "(event) => {const v = event.target.value; event.target.value = ''; if (v) emit(v);}"


class Agreements:
    """What a player can do besides moving; for who watches, little."""

    def __init__(self, table: RoomTable) -> None:
        self.table = table
        self._shown: object = None
        self.told = ui.element("div").classes("rm-told").props('aria-live="polite" data-name=wish')

    def build_buttons(self) -> None:
        """Make the buttons, once: one that is drawn anew while it is pressed would not hear that."""
        self.kinds = {
            kind: icon_button(_ICONS[kind], words, partial(self._ask, kind), name=kind.replace(" ", ""))
            for kind, words in _WORDS.items()
        }
        self.resigning = icon_button("resign", "Resign", self._resign, name="resign")
        self.analysed = ui.html("", sanitize=False)
        self.sayings = ui.html(_SAYINGS, sanitize=False, tag="select").classes("hm-button rm-say")
        self.sayings.props('aria-label="Send a message" data-name=say')
        self.sayings.on("change", lambda event: self._say(str(event.args)), js_handler=_CHOSEN)

    def refresh(self) -> None:
        """After any change."""
        table, room, player = self.table, self.table.room, self.table.player
        for kind, made in self.kinds.items():
            made.set_visibility(player is not None and room.wish is None and room.may_ask(kind, player))
        over = room.table.over
        self.resigning.set_visibility(player is not None and table.opposed and room.begun and not over)
        self.sayings.set_visibility(player is not None and len(room.people) > 1)
        url = escape(room.table.url("analyse")) if room.finished and not table.game.hidden else ""
        link = f'<a class="hm-button" href="{url}" data-name="analyse">Analyse</a>' if url else ""
        if self.analysed.content != link:
            self.analysed.set_content(link)
        settling = None if room.settlement is None else (room.proposed, frozenset(room.accepted))
        if (shown := (player, room.wish, settling)) == self._shown:
            return
        self._shown = shown
        self.told.clear()
        with self.told:
            self._show_wish()
            self._show_settlement()

    def _say(self, number: str) -> None:
        if self.table.player is not None and number.isdecimal():
            self.table.room.say(self.table.player, int(number))

    # ---- offers
    def _show_wish(self) -> None:
        table, room = self.table, self.table.room
        wish, player = room.wish, self.table.player
        if wish is None:
            return
        if player is not None and player in wish.agreed:
            ui.html(f"<p>You asked: {escape(_WORDS[wish.kind].lower())}.</p>", sanitize=False)
            button("Withdraw", self._decline, name="decline")
            return
        who = f"{table.name_player(wish.player)} ({table.names[wish.player]})"
        ui.html(f"<p><b>{escape(who)}</b> {ASKED[wish.kind]}.</p>", sanitize=False)
        if player in room.people:
            button("Accept", self._agree, main=True, name="agree")
            button("Decline", self._decline, name="decline")

    def _ask(self, kind: str) -> None:
        if self.table.player is not None:
            self.table.room.ask(kind, self.table.player)

    def _agree(self) -> None:
        if self.table.player is not None:
            self.table.room.agree(self.table.player)

    def _decline(self) -> None:
        if self.table.player is not None:
            self.table.room.decline(self.table.player)

    def _resign(self) -> None:
        if self.table.player is not None:
            ask("Resign this game?", "Resign", self.table.room.resign, self.table.player)

    # ---- the end of a game that players settle
    def _show_settlement(self) -> None:
        room, player = self.table.room, self.table.player
        settlement = room.settlement
        if settlement is None:
            return
        if room.proposed is None:
            ui.html(f"<p>Judging the {escape(settlement.subject)} …</p>", sanitize=False)
            return
        accepted = [self.table.names[p] for p in sorted(room.accepted)]
        said = f" Accepted by {', '.join(accepted)}." if accepted else ""
        ui.html(f"<p>{escape(str(settlement))}{escape(said)}</p>", sanitize=False)
        if player not in room.people:
            return
        ui.html(f'<p class="hm-soft hm-small">{escape(settlement.touch)}</p>', sanitize=False)
        if player not in room.accepted:
            button("Accept", partial(room.accept, player), main=True, name="accept")
        if settlement.closing:
            button("Resume play", partial(room.resume, player), name="resume")

    def handle_touch(self, point: str) -> None:
        """A point touched while something is being settled."""
        if self.table.player is None:
            return
        try:
            self.table.room.change(self.table.player, point)
        except BadInput as error:
            ui.notify(str(error))
