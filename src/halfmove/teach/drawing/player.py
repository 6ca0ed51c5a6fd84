"""A search as what a player in a browser steps through: the first frame, and all that changes after it.

The picture of the first frame is whole; of every later one there is only what changed, so a search of a
thousand steps stays small.  `SCRIPT` plays it; `page` puts both into a file of their own, and the pages in
the browser show the same.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from halfmove.teach.drawing.frames import Frames
from halfmove.teach.drawing.palette import DARK, LIGHT
from halfmove.teach.drawing.scene import Scene
from halfmove.teach.drawing.style import Style
from halfmove.teach.drawing.svg import Painter
from halfmove.teach.own_steps import stop_name, stops
from halfmove.teach.sentences import Teller
from halfmove.teach.trace import Trace

SCRIPT = (Path(__file__).parent / "player.js").read_text(encoding="utf-8")
"""Defines `halfmovePlayer(root, data, hooks)`."""

STOP = "next cut", "c"
"""What the button is called that goes on to where something happens, and its key."""


BUTTONS = (
    ("first", "|◀", "to the beginning (Home)"),
    ("back", "◀", "a step back (←)"),
    ("next", "▶", "a step on (→)"),
    ("last", "▶|", "to the end (End)"),
)


def controls(last: int, stop: tuple[str, str] = STOP) -> str:
    """The sentence of a step and the buttons below it, as `SCRIPT` looks for them."""
    name, key = stop
    moves = "\n".join(
        f'<button id="{action}" data-do="{action}" type="button" title="{title}" aria-label="{title}">{sign}'
        "</button>"
        for action, sign, title in BUTTONS
    )
    return f"""<p id="sentence" data-do="sentence" aria-live="polite"></p>
<div id="controls">
{moves}
<button id="stop" data-do="stop" type="button" title="to the {name} ({key})">{name}</button>
<button id="play" data-do="play" type="button" title="run, stop (space)">run</button>
<input id="slider" data-do="slider" type="range" min="1" max="{last}" value="1" aria-label="step">
<output id="count" data-do="count" for="slider"></output>
</div>"""


def player_data(trace: Trace, style: Style) -> tuple[Scene, dict[str, Any]]:
    """The first frame of a trace, and what the script is told: ready for `json.dumps`.

    "changes": of each part of the picture, from which step on it looks how (from 1); "sentences": one a step;
    "at": the part of the node that the search is at; "stops": the steps that cut; "stopKey".
    """
    made = Frames(trace, replace(style, title=""))
    scene = made.scene(1)
    return scene, {
        "changes": _changes(made, scene.origin, style.theme),
        "sentences": _sentences(trace),
        "at": _where(made),
        "stops": [step for step, event in enumerate(trace.events, 1) if stops(event)],
        "stopKey": STOP[1],
        "stopName": stop_name(trace.lesson) or STOP[0],
    }


def _changes(made: Frames, origin: tuple[float, float], theme: str) -> dict[str, list[tuple[int, str]]]:
    """For each part of the picture: from which step on it looks how."""
    palette = DARK if theme == "dark" else LIGHT
    painter = Painter(palette, classes=theme == "auto")
    looks: dict[str, list[tuple[int, str]]] = {}
    for frame in made.frames():
        for item in frame.items:
            for group in made.groups(item):
                marks = replace(group, marks=[mark.moved(*origin) for mark in group.marks])
                inner = painter.inside(marks)
                known = looks.setdefault(group.name, [])
                if not known or known[-1][1] != inner:
                    known.append((frame.step, inner))
    return looks


def _where(made: Frames) -> list[str | None]:
    """The node that the search is at after each step."""
    at: list[str | None] = []
    for frame in made.frames():
        here = [f"n{item.number}" for item in frame.items if item.current]
        moved = here or any(item.number == _number(at) for item in frame.items)
        at.append((here[0] if here else None) if moved else at[-1] if at else None)
    return at


def _number(at: list[str | None]) -> int | None:
    return int(at[-1][1:]) if at and at[-1] else None


def _sentences(trace: Trace) -> list[str]:
    teller = Teller(trace.lesson, trace.true_value if trace.maximisers else None)
    return [teller.tell(event) for event in trace.events]
