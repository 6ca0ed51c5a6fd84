"""The way into a room: a form for who has the invitation, and the links that others are sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

from nicegui import ui

from halfmove.web.rooms.room import Room
from halfmove.web.rooms.seat import LONGEST_NAME
from halfmove.web.widgets import button, text

KEPT = "halfmove-room-"
"""The key of the browser's store under which a seat's secret is kept, with the room's number."""
SCRIPT = """<script>
// Who this is: what the browser keeps for the room, the invitation of the link, the name used last.
function halfmoveEnter(number) {
  const wait = setInterval(() => {
    if (!window.did_handshake) return;
    clearInterval(wait);
    emitEvent("hm-room", {
      key: localStorage.getItem("halfmove-room-" + number) || "",
      invitation: new URLSearchParams(location.search).get("join") || "",
      name: localStorage.getItem("halfmove-name") || "",
    });
  }, 20);
}
function halfmoveCopy(button) {
  const field = button.parentElement.querySelector("input");
  field.select();
  if (navigator.clipboard) navigator.clipboard.writeText(field.value); else document.execCommand("copy");
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}
</script>"""


def link_html(label: str, path: str, name: str) -> str:
    """A link in full to copy: the browser knows the address by which this server is reached."""
    return (
        f'<div class="rm-link"><label class="hm-field">{escape(label)}'
        f'<input readonly data-name="{name}" data-path="{escape(path)}" value="{escape(path)}"></label>'
        '<button class="hm-button" type="button" onclick="halfmoveCopy(this)">Copy</button></div>'
    )


FILL = """for (const field of document.querySelectorAll("input[data-path]"))
  field.value = location.origin + field.dataset.path;"""
"""Makes the paths of `link_html` whole addresses."""


class Doorway:
    """Shown beside the board while seats are free, and to who may take one."""

    def __init__(self, room: Room, sit: Callable[[int, str], None], *, token: str, local: bool) -> None:
        """`sit` takes a seat; `token` is the server's, where a guest needs it;
        `local`: only this machine can reach the server."""
        self.room, self._sit, self._token, self._local = room, sit, token, local
        self.invited = False
        """Whether who looks at the page may take a free seat."""
        self.name = ""
        """Of who comes, as he was called last."""
        self._shown: object = None
        self.box = ui.element("div").classes("rm-doorway")

    def refresh(self, player: int | None) -> None:
        """After any change; `player` is who looks."""
        shown = (player, tuple(self.room.free), self.invited)
        if shown == self._shown:
            return
        self._shown = shown
        self.box.clear()
        with self.box:
            if player is None and self.invited and self.room.free:
                self._build_form()
            elif player is None:
                said = "You watch this game." if self.room.begun else "The game has not begun; you watch."
                ui.html(f'<p class="hm-soft" data-name="watching">{said}</p>', sanitize=False)
            elif self.room.free and not self.room.about.exhibition:
                self._build_links()
        ui.run_javascript(FILL)

    def _build_form(self) -> None:
        names = self.room.table.names
        with ui.element("form").classes("hm-card rm-join").props("onsubmit='return false' aria-label=seat"):
            ui.html("<h2>You are invited to play</h2>", sanitize=False)
            field = text("Your name (if you like)", self.name, width="100%")
            field.input.props(f"maxlength={LONGEST_NAME} data-name=name")
            with ui.element("div").classes("hm-tools"):
                for seat in self.room.free:
                    words = f"Play as {escape(names[seat])}"
                    button(
                        words, lambda seat=seat: self._sit(seat, field.value), main=True, name=f"sit{seat}"
                    )

    def _build_links(self) -> None:
        about, free = self.room.about, len(self.room.free)
        path, token = f"/room/{about.number}", f"&token={self._token}" if self._token else ""
        with ui.element("div").classes("hm-card"):
            wait = "your opponent" if len(self.room.seats) == 2 else f"{free} more"
            ui.html(
                f"<h2>Waiting for {wait}</h2>"
                "<p>Send the invitation to whom you want to play with: who opens it first has the seat.</p>"
                + link_html("Invitation", f"{path}?join={about.invitation}{token}", "invitation"),
                sanitize=False,
            )
            if self._token:
                ui.html(
                    '<p class="hm-soft hm-small">It contains the token of this server.</p>', sanitize=False
                )
            if self._local:
                ui.html(
                    '<p class="hm-warn hm-small">Only this machine reaches this server now: '
                    "<code>halfmove serve --host 0.0.0.0 --token new</code> lets others come.</p>",
                    sanitize=False,
                )


def keep_key(number: str, key: str, name: str) -> str:
    """The script that has the browser keep a seat's secret, and the name."""
    kept = f"localStorage.setItem({json.dumps(KEPT + number)}, {json.dumps(key)});"
    return kept + (f"localStorage.setItem('halfmove-name', {json.dumps(name)});" if name else "")
