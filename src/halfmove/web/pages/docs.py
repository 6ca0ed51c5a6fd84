"""The page of the API, made from the server's own description; it fetches nothing from anywhere."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from halfmove.web.api import description
from halfmove.web.api.reference import html
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import page

_STYLE = f'<link rel="stylesheet" href="{versioned("docs.css")}">'


@ui.page("/docs")
def docs(request: Request) -> None:
    """All operations, then the WebSocket, then what can go wrong."""
    address = f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"
    with page("API", "/docs"):
        ui.add_head_html(_STYLE)
        ui.html(html(description(), address), sanitize=False)
