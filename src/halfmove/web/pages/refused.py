"""A page that does not exist, or a link that cannot be opened: why, and the way home."""

from __future__ import annotations

from html import escape

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import Response
from nicegui import Client, context, ui
from starlette.exceptions import HTTPException

from halfmove.web.pages.layout import page

_FILES = ("/assets/", "/_nicegui")
"""Where paths name files, which programs ask for and not people."""


def refused(why: str, status: int) -> None:
    """Make of the page that is being built one that says why it cannot be shown."""
    context.client.status_code = status
    heading = "This page does not exist" if status == 404 else "This link does not work"
    with page(heading):
        ui.html(
            f'<h1>{heading}</h1><p class="hm-error">{escape(why)}</p><p><a href="/">All games</a></p>',
            sanitize=False,
        )


async def not_found(request: Request, error: Exception) -> Response:
    """The answer to a path where nothing is."""
    path = request.url.path
    if path.startswith(_FILES):
        return await http_exception_handler(request, HTTPException(404, f"There is no {path[:200]}."))
    with Client(ui.page(""), request=request) as client:
        refused(f"There is nothing at {path[:200]}.", 404)
    return client.build_response(request, 404)
