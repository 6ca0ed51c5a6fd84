"""Lessons: the list, and one at a time; the answers given stay in the reader's own browser."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.library import Entry
from halfmove.web.lessons import host
from halfmove.web.pages.layout import not_found, page, tile
from halfmove.web.server import here


@ui.page("/lessons", response_timeout=host.FIRST)
async def lessons() -> None:
    """All of them, the lecturer's own first."""
    tiles = "".join(f"<li>{_tile(number, entry)}</li>" for number, entry in enumerate(here().lessons, 1))
    with page("Lessons", "/lessons"):
        ui.html(
            "<h1>Lessons</h1><p class='hm-soft'>Step by step through game search: text, searches to step "
            "through, and questions that are marked at once. Answers stay in your browser."
            f"{_class_work()}</p>"
            f'<ol class="hm-cards" style="list-style:none;padding:0">{tiles}</ol>',
            sanitize=False,
        )


def _class_work() -> str:
    """The way to hand lessons out, where this server collects answers."""
    return "" if here().class_work is None else ' <a href="/class">Hand out to a class</a>'


def _tile(number: int, entry: Entry) -> str:
    return tile(
        f"/lessons/{quote(entry.name)}", f"{number}. {entry.title}", entry.about, tag="h2", look="hm-soft"
    )


@ui.page("/lessons/{name}", response_timeout=host.FIRST)
async def lesson(name: str) -> None:
    """One of them; `#step-3` is its third step."""
    try:
        found = await asyncio.to_thread(here().lessons.open, name)
    except BadInput as error:
        not_found("Lessons", "/lessons", str(error))
        return
    from halfmove.teach.lessons.web import SCRIPT, STYLE, article

    host.head()
    ui.add_head_html(f"<style>{STYLE}</style><script>{SCRIPT}</script>")
    with page(found.title, "/lessons"):
        ui.html(article(found), sanitize=False)
    ui.run_javascript('halfmoveLesson(document.querySelector(".le-lesson"))')
