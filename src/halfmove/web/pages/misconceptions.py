"""The gallery of misconceptions: what is believed of game search, and what happens."""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.teach.misconceptions import Misconception, misconception, misconceptions
from halfmove.teach.misconceptions.report import body
from halfmove.teach.trace import with_defaults
from halfmove.web.lessons import host
from halfmove.web.lessons.forms import word
from halfmove.web.pages.layout import not_found, page, tile


@ui.page("/misconceptions", response_timeout=host.FIRST)
async def gallery() -> None:
    """All of them, by topic."""
    found = await asyncio.to_thread(misconceptions)
    host.head()
    with page("Misconceptions", "/misconceptions"):
        parts = "".join(
            f"<h2>{escape(topic)}</h2><div class='hm-cards'>{''.join(map(_tile, entries))}</div>"
            for topic, entries in found.topics().items()
            if entries
        )
        ui.html(
            "<h1>Misconceptions</h1><p class='hm-soft'>What classrooms believe of game search, and what real "
            f"searches do: every figure is read off a run.</p>{parts}",
            sanitize=False,
        )


def _tile(entry: Misconception) -> str:
    about = entry.name.replace("-", " ")
    return tile(f"/misconceptions/{entry.name}", f"“{entry.belief}”", about, tag="h3")


@ui.page("/misconceptions/{name}", response_timeout=host.FIRST)
async def one(name: str) -> None:
    """One of them, with its runs."""
    try:
        entry, content = await asyncio.to_thread(_content, name)
    except BadInput as error:
        host.head()
        not_found("Misconceptions", "/misconceptions", str(error))
        return
    names = list(misconceptions())
    place = names.index(entry.name)
    host.head()
    with page(entry.name.replace("-", " ").capitalize(), "/misconceptions"):
        ui.html(
            f'<p class="hm-soft"><a href="/misconceptions">Misconceptions</a> · {escape(entry.topic)}</p>'
            f"<h1>“{escape(entry.belief)}”</h1>"
            f'<article class="hm-card hl-exhibit hl-drawn">{content}</article>'
            f'<nav class="hm-row" aria-label="More misconceptions">{_way("← ", names, place - 1)}'
            f"{_way('→ ', names, place + 1)}</nav>",
            sanitize=False,
        )


def _way(sign: str, names: list[str], place: int) -> str:
    if not 0 <= place < len(names):
        return ""
    name = names[place]
    return f'<a class="hm-button" href="/misconceptions/{name}">{sign}{escape(name.replace("-", " "))}</a>'


@lru_cache(maxsize=64)
def _content(name: str) -> tuple[Misconception, str]:
    """The entry, and its HTML as the page's own style sheet colours it."""
    entry = misconception(name)
    html = re.sub(r"<style>@media.*?</style>", "", body(entry), flags=re.DOTALL)
    return entry, html + _laboratory(entry)


def _laboratory(entry: Misconception) -> str:
    """Where the right runs can be stepped through."""
    links = []
    for run in entry.runs:
        made = run.trace
        whole: Any = made.game
        if run.verdict != "right" or not whole.explicit:
            continue
        usual = with_defaults(made.algorithm, {})
        fields = {"tree": whole.indented(), "algorithm": made.algorithm.name}
        fields |= {key: word(value) for key, value in made.options.items() if value != usual[key]}
        if made.depth is not None:
            fields["depth"] = str(made.depth)
        links.append(
            f'<a class="hm-button" href="/lab?{escape(urlencode(fields))}">{escape(run.heading)}</a>'
        )
    if not links:
        return ""
    return f'<p><b>Step through it.</b></p><div class="hm-row">{"".join(links)}</div>'
