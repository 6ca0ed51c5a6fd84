"""Every operation as a page: a form made from its declaration, and what it finds."""

from __future__ import annotations

from html import escape

from nicegui import ui

from halfmove.core.operations import load, load_all, names
from halfmove.web.lessons import host, operations
from halfmove.web.lessons.player import COPY_BESIDE, form_and_stage, lesson_form
from halfmove.web.pages.layout import not_found, page, tile
from halfmove.web.server import here

WAY = "/operations"
SECONDS = 60.0
"""That an operation may take."""
_STAGE = (
    '<section class="hm-card"><h2>The answer</h2><div class="hm-scroll" data-slot="answer" tabindex="0" '
    'role="group" aria-label="The answer"></div></section><section class="hm-card"><h2>In a terminal</h2>'
    f'<p data-slot="command"></p>{COPY_BESIDE}</section>'
)


@ui.page(WAY)
def all_operations() -> None:
    """The list of them."""
    tiles = "".join(
        tile(f"{WAY}/{operation.path}", operation.name, operation.summary, look="")
        for operation in load_all("form")
    )
    with page("Operations", WAY):
        ui.html(
            "<h1>Operations</h1><p class='hm-soft'>What a command does, a page does as well: its form has "
            f'the options of the command.</p><div class="hm-cards">{tiles}</div>',
            sanitize=False,
        )


@ui.page(WAY + "/{path:path}", response_timeout=host.FIRST)
async def one_operation(path: str) -> None:
    """A form and the answer."""
    name = path.replace("/", " ")
    if name not in names() or "form" not in load(name).faces:
        not_found("Operations", WAY, f"There is no operation '{name[:40]}'.")
        return
    operation, catalogue = load(name), here().catalogue

    def form(fields: dict[str, str]) -> str:
        return lesson_form(operations.form(operation, catalogue, fields), "Go")

    def check(fields: dict[str, str]) -> None:
        operations.read({**operation.example(), **fields, operations.NAME: name})

    fields, refused = await host.query(form, check, catalogue.names())
    host.head()
    with page(operation.name, WAY, wide=True):
        ui.html(
            f"<h1>{escape(operation.name)}</h1><p class='hm-soft'>{escape(operation.summary)}</p>"
            f"{refused}{form_and_stage(form(fields), _STAGE)}",
            sanitize=False,
        )
    host.Lesson("operation", seconds=SECONDS)
