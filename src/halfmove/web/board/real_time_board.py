"""The board of a game in real time as an element of a page (`assets/board_realtime.js`).

It stands where `element.Board` does for other games, and is shown states as that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui.element import Element

from halfmove.core.realtime import DIRECTIONS, Course, RealTime
from halfmove.web.pages import ASSETS

COMMANDS = ("toggle", "pause", "step", "restart", "replay", "speed", "seek")
"""What its buttons and keys ask for."""


class RealTimeBoard(Element, component=ASSETS / "board_realtime.js"):
    """Ground and figures; `on_steer` hears which player holds which direction, `on_command` one of COMMANDS
    and what is said with it."""

    def __init__(
        self,
        label: str,
        real_time: RealTime,
        speeds: Sequence[str],
        on_steer: Callable[[int, str], Any],
        on_command: Callable[[str, dict[str, Any]], Any],
    ) -> None:
        super().__init__()
        self._real_time = real_time
        self._props["label"] = label
        self._props["ground"] = real_time.ground()
        self._props["cast"] = list(real_time.cast())
        self._props["look"] = real_time.style()
        self._props["speeds"] = list(speeds)
        self._props["stride"] = real_time.stride
        self._props["pads"] = []

        def steered(event: Any) -> None:
            player, held = event.args["player"], event.args["held"]
            if isinstance(player, int) and held in DIRECTIONS:
                on_steer(player, held)

        def commanded(event: Any) -> Any:
            name = event.args.get("name")
            return on_command(name, event.args) if name in COMMANDS else None

        self.on("steer", steered)
        self.on("command", commanded)

    def set_steerers(self, people: Sequence[tuple[int, str]]) -> None:
        """Who steers: player and name, the one with the arrows first."""
        pads = [{"player": player, "name": name} for player, name in people]
        if pads != self._props["pads"]:
            self._props["pads"] = pads
            self.update()

    def show(self, s: Any, *, ms: float, **said: Any) -> None:
        """Show a state, to which the figures go in so many milliseconds (0: at once), and what else the
        element knows by `said`."""
        scene = self._real_time.scene(s)
        content = {
            "figures": [[f.x, f.y, *f.heading, f.look] for f in scene.figures],
            "things": scene.things,
            "ending": scene.ending,
            "tally": [list(pair) for pair in scene.tally],
            **said,
        }
        self._props["first"] = content  # for a page that is only being opened
        self.run_method("show", {**content, "ms": ms})

    def tell(self, **said: Any) -> None:
        """What the element knows besides the scene."""
        self._props["first"] = {**self._props.get("first", {}), **said}
        self.run_method("show", said)

    def expect(self, plans: Sequence[Course], guesses: Sequence[Course]) -> None:
        """Draw ways: what a search plans, and what the others are thought to do, with probabilities."""
        drawn = [_draw_course(course, "plan" if course.figure == 0 else "reply") for course in plans]
        self.run_method("expect", drawn + [_draw_course(course, "guess") for course in guesses])


def _draw_course(course: Course, kind: str) -> dict[str, Any]:
    (x1, y1), (x2, y2) = course.points[0], course.points[-1]
    guess = kind == "guess"
    return {
        "kind": kind,
        "points": [list(point) for point in course.points],
        "opacity": round(max(course.probability, 0.25), 2) if guess else 0.85,
        "words": f"{course.probability:.0%}" if guess and course.probability < 1 else "",
        "at": [x2 + (x2 - x1) * 0.35, y2 + (y2 - y1) * 0.35 + 2.5] if guess else [x1, y1],
    }
