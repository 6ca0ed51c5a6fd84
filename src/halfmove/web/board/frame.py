"""The frame of a page with a board: how large the board may be, the panel that touches it, what keys do.

The board page and the page of a room both stand in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from nicegui import ui
from nicegui.elements.html import Html

from halfmove.web.board.table import Table
from halfmove.web.board.view import REMEMBERED
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import page
from halfmove.web.widgets import measure_picture

KEYS = """<script>
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (/^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(document.activeElement.tagName)) return;
  const touching = document.activeElement.closest(".hm-layer") && event.key.startsWith("Arrow");
  if (touching || document.activeElement.closest("[role=tablist]")) return;
  const names = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const name = names[event.key] || { u: "undo", r: "redo", h: "hint", f: "turn" }[event.key];
  const target = name && document.querySelector(`[data-name="${name}"]`);
  if (target) { target.click(); event.preventDefault(); }
});
</script>"""
"""Keys press the buttons of the page."""


@contextmanager
def frame_table(table: Table, scripts: str, styles: tuple[str, ...] = (), look: str = "") -> Iterator[None]:
    """A page around a table, with scripts and further style sheets of its own; `look`: a class besides."""
    sheets = "".join(f'<link rel="stylesheet" href="{versioned(name)}">' for name in ("board.css", *styles))
    ui.add_head_html(sheets + KEYS + REMEMBERED + scripts)
    with (
        page(table.title, "/", wide=True),
        ui.element("div").classes(f"hm-table-page hm-live {look}".rstrip()) as whole,
    ):
        if table.barred and table.colours:
            whole.style("--first:{};--second:{}".format(*table.colours))
        whole.style(f"--ratio:{measure_picture(table.picture()):.4g};--seats:{table.game.players}")
        if table.markup is not None or table.bets:
            whole.style("--under:3.3rem")
        yield


@contextmanager
def build_panel() -> Iterator[None]:
    """The panel beside the board, which is as high as that."""
    with ui.element("div").classes("hm-panel"), ui.element("div").classes("hm-panel-in"):
        yield


@contextmanager
def build_top(table: Table) -> Iterator[Html]:
    """The head of the panel: the game, and the line that says how it stands, which is given."""
    with ui.element("div").classes("hm-top"):
        ui.html(f"<h1>{escape(table.title)}</h1>", sanitize=False)
        yield ui.html("", sanitize=False).classes("hm-status").props("data-name=status")
