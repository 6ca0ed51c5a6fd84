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
    "rooms.room_page",
    "rooms.opening_page",
    "rooms.exhibition_page",
    *(
        f"pages.{name}"
        for name in (
            "home",
            "library",
            "lessons",
            "steps",
            "quiz",
            "class_work",
            "misconceptions",
            "runs",
            "operations",
            "docs",
        )
    ),
)
ASSETS = Path(__file__).parent.parent / "assets"


def versioned(asset: str) -> str:
    """The address of an asset, another one after each change of it, so that no browser keeps an old one."""
    return f"/assets/{asset}?{int((ASSETS / asset).stat().st_mtime)}"


def add_to(app: FastAPI) -> None:
    """Add all pages to an application."""
    from nicegui import app as pages
    from nicegui import ui
    from nicegui.dependencies import register_importmap_override

    pages.add_static_files("/assets", str(ASSETS))
    for module in sorted(ASSETS.glob("board_*.js")):  # a module names others by their paths alone
        register_importmap_override(f"/assets/{module.name}", versioned(module.name))
    for name in PAGES:
        import_module(f"halfmove.web.{name}")
    from halfmove.web.pages.layout import nothing_there

    pages.exception_handler(404)(nothing_there)
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
