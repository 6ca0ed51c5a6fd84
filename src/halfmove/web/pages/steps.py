"""Pages to learn from: searches step by step, growth, subgames; each family at its own address."""

from __future__ import annotations

import asyncio

from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfmove.core.errors import HalfmoveError
from halfmove.web.api.problems import plain_refusal
from halfmove.web.api.running import client_of
from halfmove.web.lessons import equilibria, growth, host, links, searches, simulations, subgames
from halfmove.web.lessons.player import Family, form_and_stage
from halfmove.web.pages.layout import page
from halfmove.web.server import here

FAMILIES = (
    searches.FAMILY,
    simulations.FAMILY,
    equilibria.REGRET,
    equilibria.MATRIX,
    growth.FAMILY,
    subgames.FAMILY,
)


def add_page(family: Family) -> None:
    """Add the page of a family: the form, and what is made from it."""

    @ui.page(family.path, response_timeout=host.FIRST)
    async def steps() -> None:
        catalogue = here().catalogue
        empty = family.controls or (lambda catalogue: family.form({}, catalogue))
        fields, refused = await host.query(
            lambda fields: empty(catalogue),
            lambda fields: family.check(fields, catalogue),
            family.subjects(catalogue),
        )
        form = await asyncio.to_thread(family.form, fields, catalogue)
        host.head()
        with page(family.name, family.path, wide=True):
            ui.html(
                f"<h1>{family.heading}</h1><p class='hm-soft'>{family.about}</p>{refused}"
                f"{form_and_stage(form, family.stage())}{family.below}",
                sanitize=False,
            )
        host.Lesson(family.kind, seconds=family.seconds)


for _family in FAMILIES:
    add_page(_family)


@app.get("/lab/file/{ending}")
async def file(ending: str, request: Request) -> Response:
    """A picture of one step, or the page to step through, of the search that the query says."""
    fields = {**links.renamed(request.query_params), "ending": ending}
    try:
        content = await host.made(client_of(request, "file"), "file", fields)
    except HalfmoveError as error:
        return plain_refusal(error)
    if content is None:
        return PlainTextResponse("This took too long; ask for a smaller tree.", status_code=503)
    headers = {"Content-Disposition": f'attachment; filename="search.{ending}"'}
    return Response(content, media_type=searches.TYPES[ending], headers=headers)
