"""What a link to a game shows where others post it: a title, a sentence, and a picture of the position.

Previews of links take no SVG, so the picture is a PNG, set by Typst (the extra `pictures`); without it the
link has its words only.  Where something is hidden there is no picture of it.
"""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from html import escape
from textwrap import wrap
from threading import Lock

from fastapi import HTTPException, Request, Response
from nicegui import app

from halfmove.core.errors import BadInput
from halfmove.core.extras import is_installed
from halfmove.web.board.table import Table

WIDE, HIGH, EDGE = 1200, 630, 30
"""Dots of the picture, as previews show it best, and of its margin."""
_DOTS = 72.0
"""An inch, so that a unit of the drawing is a dot."""
_one_at_a_time = Lock()


def format_tags(table: Table, origin: str) -> str:
    """The head's lines for a page; `origin` is the server's address, with a slash at its end."""
    said = {"title": f"{table.title} · Halfmove", "description": _describe(table), "type": "website"}
    said["site_name"] = "Halfmove"
    if not table.game.hidden and is_installed("typst"):
        _, _, query = table.url().partition("?")
        said["image"] = f"{origin}picture/{table.name}.png" + (f"?{query}" if query else "")
        said |= {"image:width": str(WIDE), "image:height": str(HIGH), "image:alt": _describe(table)}
    lines = [f'<meta property="og:{key}" content="{escape(value)}">' for key, value in said.items()]
    card = "summary_large_image" if "image" in said else "summary"
    return "".join([*lines, f'<meta name="twitter:card" content="{card}">'])


def _describe(table: Table) -> str:
    if table.game.hidden:
        return "Something is hidden in this game: play it to see your view."
    return table.status


@app.get("/picture/{game}.png")
async def picture(request: Request, game: str) -> Response:
    """The position that a link to a game shows, as PNG."""
    from halfmove.web.board.page import open_table

    try:
        table = await asyncio.to_thread(open_table, game, dict(request.query_params), "play")
        if table.game.hidden:
            raise BadInput("Something is hidden in this game, so there is no picture of it.")
        content = await asyncio.to_thread(_draw_png, table.picture(), table.title, _describe(table))
    except BadInput as error:
        raise HTTPException(404, str(error)) from None
    return Response(content, media_type="image/png", headers={"Cache-Control": "max-age=3600"})


@lru_cache(maxsize=64)
def _draw_png(board: str, title: str, sentence: str) -> bytes:
    from halfmove.teach.drawing.svg import typeset

    with _one_at_a_time:
        return typeset(draw_card(board, title, sentence), "png", _DOTS)


def draw_card(board: str, title: str, sentence: str) -> str:
    """The board on the left, words on the right, as one SVG document."""
    opening = re.match(r"<svg[^>]*>", board)
    assert opening is not None, "a picture is an SVG document"
    side = HIGH - 2 * EDGE
    tag = re.sub(r' (?:width|height)="[^"]*"', "", opening[0])
    inner = tag.replace("<svg", f'<svg x="{EDGE}" y="{EDGE}" width="{side}" height="{side}"', 1)
    left = 2 * EDGE + side
    lines = wrap(sentence, 26)[:5]
    words = "".join(
        f'<text x="{left}" y="{320 + 48 * i}" font-size="34" fill="#3a424c">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'font-family="DejaVu Sans, system-ui, sans-serif">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#f7f8fa"/>'
        f"{inner}{board[opening.end() :].replace('system-ui', 'DejaVu Sans')}"
        f'<text x="{left}" y="235" font-size="56" font-weight="700" fill="#1b1f24">'
        f"{escape(title[:16])}</text>"
        f'{words}<text x="{left}" y="{HIGH - EDGE - 8}" font-size="28" fill="#57606a">Halfmove</text></svg>'
    )
