"""The pages: a module each, with functions decorated as pages of NiceGUI; `layout` is around them all.

The board, the largest of them, is the folder `web.board`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

PAGES = (
    "board.page",
    *(f"pages.{name}" for name in ("home", "lab", "montecarlo", "quiz", "growth", "misconceptions", "docs")),
)
ASSETS = Path(__file__).parent.parent / "assets"


def add_to(app: FastAPI) -> None:
    """Add all pages to an application."""
    from nicegui import app as pages
    from nicegui import ui

    pages.add_static_files("/assets", str(ASSETS))
    for name in PAGES:
        import_module(f"halfmove.web.{name}")
    from halfmove.web.pages.refused import not_found

    pages.exception_handler(404)(not_found)
    # The toolkit's bar for requests has no name that a screen reader could say, and shows nothing here.
    pages.config.quasar_config["loadingBar"] = {"skipHijack": True}
    ui.run_with(
        app,
        title="Halfmove",
        favicon=(ASSETS / "halfmove.svg").read_text(),
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=10.0,
        show_welcome_message=False,
    )
