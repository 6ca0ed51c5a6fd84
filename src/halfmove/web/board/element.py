"""The board as an element of a page: a picture with points to touch (`assets/board.js`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from nicegui import ui
from nicegui.element import Element

from halfmove.core.surface import Point
from halfmove.web.board.overlay import Overlay
from halfmove.web.board.picture_parts import find_changes
from halfmove.web.outbox import run_first
from halfmove.web.pages import ASSETS, versioned

_MODULES = "".join(
    f'<link rel="modulepreload" href="{versioned(module.name)}">'
    for module in sorted(ASSETS.glob("board_*.js"))
    if module.name != "board_realtime.js"  # another element's
)
"""Fetched with `board.js`, not when it has come and names them."""


class Touches(NamedTuple):
    """What touches of a board mean."""

    moves: Sequence[Sequence[str]] = ()
    """Those that are moves."""
    ahead: Sequence[Sequence[str]] = ()
    """Those that may become moves when the other side has moved."""
    free: bool = False
    """Whether every touch is told."""
    loose: bool = False
    """Whether pieces are dragged anywhere."""
    signing: str = ""
    """With what touches mark points; empty: they do not."""


class Board(Element, component=ASSETS / "board.js"):
    """A board; `on_move` hears the touches of a move, `on_touch` every touch while setting up, `on_place`
    a piece that is dragged there: from a point, to a point (either may be empty) and, from the palette,
    which; `on_sign` a point that is marked, and with what."""

    def __init__(
        self,
        label: str,
        on_move: Callable[[list[str]], Any],
        on_touch: Callable[[str], Any] | None = None,
        on_place: Callable[[str, str, str], Any] | None = None,
        on_sign: Callable[[str, str], Any] | None = None,
    ) -> None:
        super().__init__()
        ui.add_head_html(_MODULES)
        self._props["label"] = label
        self._props["signable"] = on_sign is not None
        self._answers = True
        """Whether something was done on it since it was shown, which has to be answered by showing it."""

        def heard(name: str, call: Callable[[Any], Any]) -> None:
            def told(event: Any) -> Any:
                self._answers = True
                return call(event.args)

            self.on(name, told)

        self.on("lost", lambda _: self.update())
        heard("move", lambda said: on_move([str(name) for name in said["touches"]]))
        if on_touch is not None:
            heard("touch", lambda said: on_touch(str(said["point"])))
        if on_place is not None:
            heard("place", lambda said: on_place(*(str(said[key]) for key in ("from", "to", "piece"))))
        if on_sign is not None:
            heard("sign", lambda said: on_sign(str(said["point"]), str(said["kind"])))

    def show(
        self,
        picture: str,
        points: Sequence[Point],
        touches: Touches,
        *,
        occupied: Mapping[str, str] | None = None,
        last: Sequence[str] = (),
        said: str = "",
        overlay: Overlay | None = None,
    ) -> None:
        """Show a picture, what can be touched in it, what stands on its points, and what touches mean.
        Where all that is so already, a piece that a person has chosen stays chosen."""
        overlay = overlay or Overlay()
        there = occupied or {}
        words = {p.name: (there.get(p.name, ""), overlay.spoken.get(p.name, "")) for p in points}
        # Tuples, as NiceGUI wraps every list in an observer.
        content: dict[str, Any] = {
            "svg": picture,
            "where": tuple((p.name, p.x, p.y, p.width, p.height) for p in points),
            "words": tuple((name, *said) for name, said in words.items() if any(said)),
            "moves": tuple(tuple(move) for move in touches.moves),
            "ahead": tuple(tuple(move) for move in touches.ahead),
            "free": touches.free,
            "loose": touches.loose,
            "signing": touches.signing,
            "last": tuple(last),
            "said": said,
            "faded": tuple(overlay.faded),
            "squares": tuple(overlay.squares),
            "numbers": tuple(overlay.numbers),
            "signs": tuple(overlay.signs),
        }
        changed = {key: value for key, value in content.items() if self._props.get(key) != value}
        if not self._answers and not changed:
            return
        self._answers = False
        self._change({**changed, "hints": (), "shown": self._props.get("shown", 0) + 1})

    def _change(self, changed: dict[str, Any]) -> None:
        """Set properties; a browser that is connected is sent these alone, not the whole element."""
        before = self._props.get("svg")
        with self._props.suspend_updates():
            self._props.update(changed)
        if self.client.has_socket_connection:
            if before and "svg" in changed and (parts := find_changes(before, changed["svg"])):
                changed = {**changed, "parts": parts}
                del changed["svg"]
            run_first(
                self.client, f"runMethod({self.id}, 'take', {json.dumps([self.id, changed], default=list)})"
            )
        else:
            self.update()

    def hint(self, hints: Sequence[tuple[Sequence[str], float, tuple[float, float] | None]]) -> None:
        """Draw arrows for moves, each with how strongly and, where that is not the point touched, where the
        piece comes to lie (`Surface.lands`)."""
        self._draw_arrows("hints", hints)

    def threaten(self, threats: Sequence[tuple[Sequence[str], float, tuple[float, float] | None]]) -> None:
        """Draw arrows likewise, in red, for what the other side would play; they stay until others come."""
        self._draw_arrows("threats", threats)

    def _draw_arrows(
        self, prop: str, moves: Sequence[tuple[Sequence[str], float, tuple[float, float] | None]]
    ) -> None:
        new = tuple(
            {"touches": tuple(touches), "opacity": opacity, "at": at}
            for touches, opacity, at in moves
            if touches
        )
        if new != self._props.get(prop, ()):
            self._change({prop: new})
