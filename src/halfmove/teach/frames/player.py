"""What a player in a browser steps through: the first picture, and all that changes after it.

The picture of the first frame is whole; of every later one there is only what changed, so a search of a
thousand steps stays small.  `SCRIPT` plays it, on a page in one file and on the pages of the server.  Arrow
keys, Home, End and the space bar work as the buttons do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from halfmove.teach.drawing.scene import DARK, LIGHT, Scene
from halfmove.teach.drawing.svg import Painter, draw
from halfmove.teach.frames.recording import Frames
from halfmove.teach.naming import NEXT_CUT

SCRIPT = (Path(__file__).parent / "player.js").read_text(encoding="utf-8")
"""Defines `halfmovePlayer(root, data, hooks)`."""

Looks = list[tuple[int, Any]]
"""From which step on something looks how."""


def player_data(frames: Frames, theme: str = "auto") -> tuple[Scene, dict[str, Any]]:
    """The first picture, and what the script is told: ready for `json.dumps`.

    "first": the first step; "changes": of each part, from which step on it looks how; "sentences": one a
    step; "at": the part in which the step happens; "stops": the steps one can go to at once; "stopName",
    "stopKey": of the button that does.
    """
    painter = Painter(DARK if theme == "dark" else LIGHT, classes=theme == "auto")
    changes: dict[str, Looks] = {}
    sentences, at, stops = [], [], []
    for frame in frames.frames():
        for group in frame.groups:
            _note(changes.setdefault(group.name, []), frame.step, painter.inside(group))
        for name, content in frame.beside.items():
            _note(changes.setdefault(name, []), frame.step, content)
        sentences.append(frame.sentence)
        at.append(frame.at)
        if frame.stop:
            stops.append(frame.step)
    return frames.scene(frames.first), {
        "first": frames.first,
        "changes": changes,
        "sentences": sentences,
        "at": at,
        "stops": stops,
        "stopName": frames.stop[0],
        "stopKey": frames.stop[1],
        **frames.facts(),
    }


def looks_of(contents: Iterable[Any], first: int = 0) -> Looks:
    """From which step on there is what, of the content at every step."""
    looks: Looks = []
    for step, content in enumerate(contents, first):
        _note(looks, step, content)
    return looks


def _note(looks: Looks, step: int, content: Any) -> None:
    if not looks or looks[-1][1] != content:
        looks.append((step, content))


def page(frames: Frames, *, title: str | None = None, theme: str = "auto", start: int | None = None) -> str:
    """A page to step through, in one file that fetches nothing; it opens at `start` (None: `first`)."""
    scene, data = player_data(frames, theme)
    data["start"] = frames.first if start is None else max(start, frames.first)
    values = {
        "TITLE": escape(scene.title if title is None else title),
        "PICTURE": draw(scene, theme),
        "STYLE": STYLE + THEMES[theme] + frames.style,
        "DATA": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": SCRIPT + _START,
        "CONTROLS": controls(data["first"] + len(data["sentences"]) - 1, frames.stop),
        "BELOW": frames.below(),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: values[found.group(1)], PAGE)


BUTTONS = (
    ("first", "|◀", "to the beginning (Home)"),
    ("back", "◀", "a step back (←)"),
    ("next", "▶", "a step on (→)"),
    ("last", "▶|", "to the end (End)"),
)


def controls(last: int, stop: tuple[str, str] = NEXT_CUT) -> str:
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


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>@STYLE@</style>
</head>
<body>
<main>
<h1>@TITLE@</h1>
<div id="picture">
@PICTURE@</div>
<div id="foot">
@CONTROLS@
</div>
@BELOW@</main>
<script id="data" type="application/json">@DATA@</script>
<script>@SCRIPT@</script>
</body>
</html>
"""

STYLE = """
:root{--paper:#fff;--ink:#1b1f24;--soft:#57606a;--line:#c8cfd6}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.4 'DejaVu Sans',Verdana,sans-serif}
main{max-width:76rem;margin:0 auto;padding:1rem}
h1{font-size:1.25rem;margin:.2rem 0 .8rem}
#picture{overflow:auto;text-align:center}
#picture svg{display:inline-block}
#foot{position:sticky;bottom:0;padding:.4rem 0;background:var(--paper)}
html{scroll-padding-bottom:9rem}
#sentence{min-height:2.8em;margin:.4rem 0;font-size:1.05rem}
#controls{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
#controls button{min-width:2.8rem;padding:.35rem .5rem;font:inherit;color:inherit;background:none;
border:1px solid var(--line);border-radius:.3rem;cursor:pointer}
#controls button:disabled{opacity:.35;cursor:default}
#slider{flex:1 1 8rem;min-width:4rem}
#count{min-width:6em;text-align:right;color:var(--soft);font-variant-numeric:tabular-nums}
@media print{#controls{display:none}}
"""
_NIGHT = ":root{--paper:#14171c;--ink:#e8ebef;--soft:#aab3be;--line:#3d444d;color-scheme:dark}"
THEMES = {
    "auto": f"@media (prefers-color-scheme:dark){{{_NIGHT}}}",
    "dark": _NIGHT,
    "light": "",
}

_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const player = halfmovePlayer(document.querySelector("main"), data);
player.show(Number(location.hash.slice(1)) || data.start);
"""
