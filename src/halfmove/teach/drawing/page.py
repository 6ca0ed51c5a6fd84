"""A page to step through a search in a browser: one file, nothing fetched, the picture and the sentences.

What it plays, and the script that does, are `player`'s.  Arrow keys, Home, End and the space bar work as the
buttons do.
"""

from __future__ import annotations

import json
import re
from html import escape

from halfmove.teach.drawing.legend import searched
from halfmove.teach.drawing.player import SCRIPT, controls, player_data
from halfmove.teach.drawing.style import Style
from halfmove.teach.drawing.svg import draw
from halfmove.teach.trace import Trace


def page(trace: Trace, style: Style, steps: int | None = None) -> str:
    """The page of a trace; it opens after `steps` events (None: 1, before the first node is entered)."""
    title = style.title if style.title is not None else searched(trace)
    first, told = player_data(trace, style)
    told["start"] = 1 if steps is None else max(steps, 1)
    values = {
        "TITLE": escape(title),
        "PICTURE": draw(first, style.theme),
        "STYLE": STYLE + THEMES[style.theme],
        "DATA": json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": SCRIPT + _START,
        "CONTROLS": controls(len(trace.events)),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: values[found.group(1)], PAGE)


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
</main>
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
