"""A page to step through a search in a browser: one file, nothing fetched, the picture and the sentences.

The first frame is the whole picture; for every later one the page holds only what changed, so a search of a
thousand steps stays a small file.  Arrow keys, Home, End and the space bar work as the buttons do.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape

from halfmove.teach.drawing.film import Film, film
from halfmove.teach.drawing.palette import DARK, LIGHT
from halfmove.teach.drawing.style import Style
from halfmove.teach.drawing.svg import Painter, draw
from halfmove.teach.drawing.titles import searched
from halfmove.teach.sentences import Teller
from halfmove.teach.trace import Trace


def page(trace: Trace, style: Style, steps: int | None = None) -> str:
    """The page of a trace; it opens after `steps` events (None: 1, before the first node is entered)."""
    title = style.title if style.title is not None else searched(trace)
    made = film(trace, replace(style, title=""))
    first = made.scene(1)
    told = {
        "changes": _changes(made, first.origin, style.theme),
        "sentences": _sentences(trace),
        "at": _where(made),
        "start": 1 if steps is None else max(steps, 1),
    }
    values = {
        "TITLE": escape(title),
        "PICTURE": draw(first, style.theme),
        "STYLE": _STYLE + _THEMES[style.theme],
        "DATA": json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": _SCRIPT,
        "LAST": str(len(trace.events)),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: values[found.group(1)], _PAGE)


def _changes(made: Film, origin: tuple[float, float], theme: str) -> dict[str, list[tuple[int, str]]]:
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


def _where(made: Film) -> list[str | None]:
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


_PAGE = """<!DOCTYPE html>
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
<p id="sentence" aria-live="polite"></p>
<div id="controls">
<button id="first" title="to the beginning (Home)">|◀</button>
<button id="back" title="a step back (←)">◀</button>
<button id="next" title="a step on (→)">▶</button>
<button id="last" title="to the end (End)">▶|</button>
<button id="play" title="run, stop (space)">run</button>
<input id="slider" type="range" min="1" max="@LAST@" value="1" aria-label="step">
<output id="count" for="slider"></output>
</div>
</div>
</main>
<script id="data" type="application/json">@DATA@</script>
<script>@SCRIPT@</script>
</body>
</html>
"""

_STYLE = """
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
_THEMES = {
    "auto": f"@media (prefers-color-scheme:dark){{{_NIGHT}}}",
    "dark": _NIGHT,
    "light": "",
}

_SCRIPT = """
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const last = data.sentences.length;
const at = id => document.getElementById(id);
const parts = new Map();
for (const g of document.querySelectorAll("#picture svg > [data-part]")) parts.set(g.dataset.part, g);
const shown = new Map();
let step = 0, timer = null;

function look(history, step) {  // the last entry that is not later than the step
  let low = 0, high = history.length - 1, found = 0;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (history[middle][0] <= step) { found = middle; low = middle + 1; } else high = middle - 1;
  }
  return found;
}

function show(wanted) {
  step = Math.min(Math.max(wanted, 1), last);
  for (const [name, history] of Object.entries(data.changes)) {
    const index = look(history, step);
    if (shown.get(name) !== index) { parts.get(name).innerHTML = history[index][1]; shown.set(name, index); }
  }
  const here = parts.get(data.at[step - 1]);
  if (here) here.scrollIntoView({ block: "nearest", inline: "nearest" });
  at("sentence").textContent = data.sentences[step - 1];
  at("count").textContent = step + " / " + last;
  at("slider").value = step;
  at("first").disabled = at("back").disabled = step === 1;
  at("last").disabled = at("next").disabled = step === last;
  if (step === last) stop();
}

function stop() { clearInterval(timer); timer = null; at("play").textContent = "run"; }

function run() {
  if (timer) return stop();
  if (step === last) show(1);
  timer = setInterval(() => show(step + 1), 900);
  at("play").textContent = "stop";
}

const go = wanted => { stop(); show(wanted); };
at("first").onclick = () => go(1);
at("back").onclick = () => go(step - 1);
at("next").onclick = () => go(step + 1);
at("last").onclick = () => go(last);
at("play").onclick = run;
at("slider").oninput = () => go(Number(at("slider").value));
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 1, End: last };
  if (event.key in keys) { event.preventDefault(); go(keys[event.key]); }
  else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); run(); }
});
show(Number(location.hash.slice(1)) || data.start);
"""
