"""The laboratory: a textbook search on a tree of one's own, or on a small game, step by step."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from html import escape
from typing import Any

from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfmove.core.errors import HalfmoveError
from halfmove.games.tree.read import EXAMPLE
from halfmove.presentation.games import spoken
from halfmove.teach.examples import EXAMPLES
from halfmove.teach.trace import teachable
from halfmove.web.lessons import files, forms, host, searches
from halfmove.web.lessons.player import player, waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here

START = EXAMPLE


@ui.page("/lab", response_timeout=host.FIRST)
async def lab() -> None:
    """The form, the player, and what came of the search."""
    await host.ready(teachable, _games, _figures)
    catalogue = here().catalogue
    fields, refused = await host.query(
        lambda fields: _form(fields, list(teachable())),
        lambda fields: searches.check(_with_tree(fields), catalogue),
        catalogue.names(),
    )
    offered = await asyncio.to_thread(searches.offered_by, _with_tree(fields), catalogue)
    host.head()
    with page("Laboratory", "/lab", wide=True):
        ui.html(
            "<h1>The laboratory</h1><p class='hm-soft'>Write a tree, choose a search, and step through it: "
            "arrow keys, Home and End, space to run, c to the next cut. Click a node of your tree to change "
            f'it.</p>{refused}<div class="hl-page"><div>{_form(fields, offered)}</div>'
            f"<div class='hl-stage' data-stage>{_stage()}</div></div>{_dialog()}",
            sanitize=False,
        )
    host.Lesson("search")


def _with_tree(fields: dict[str, str]) -> dict[str, str]:
    """The fields as the form has them: where no tree is said, with the one to begin with."""
    return {"tree": START, **fields}


def _form(fields: dict[str, str], offered: list[str]) -> str:
    names = {name: name for name in offered}
    chosen = _of(fields, "algorithm")
    if chosen not in ("", "auto"):  # fits, though it may not be meant for it
        names.setdefault(chosen, chosen)
    own = "".join(
        f'<fieldset data-when="chosen={name}" hidden disabled><legend>{name}</legend>'
        f'<p class="hm-soft hm-small hl-wide">{escape(algorithm.summary)}</p>'
        f"{forms.options_of(algorithm.lesson.options, fields)}</fieldset>"
        for name, algorithm in teachable().items()
        if algorithm.lesson is not None
    )
    more = (
        forms.choice(
            "order of children",
            "order",
            {"left": "from the left", "right": "from the right"},
            _of(fields, "order"),
        )
        + forms.entry(
            "depth, in plies or rounds",
            "depth",
            _of(fields, "depth"),
            whole=True,
            hint="to the leaves",
        )
        + forms.choice(
            "windows",
            "windows",
            {"entered": "as entered", "ended": "as left", "none": "none"},
            _of(fields, "windows"),
        )
        + forms.tick("intervals: what is proven", "intervals", fields)
        + forms.tick("true values", "truth", fields)
        + forms.tick("order of visits", "numbers", fields)
    )
    return (
        f'<form id="lesson" class="hm-card hl-form" autocomplete="off">{_subject(fields)}'
        f"{waiting()}"
        "<fieldset><legend>Search</legend>"
        + forms.choice("algorithm", "algorithm", {"auto": "what fits best", **names}, chosen)
        + "</fieldset><details open data-narrow><summary>Options</summary>"
        + f"{own}<fieldset>{more}</fieldset></details></form>"
    )


def _subject(fields: dict[str, str]) -> str:
    return (
        f"<fieldset>{forms.choice('what is searched', 'game', _games(), _of(fields, 'game'), wide=True)}"
        '</fieldset><fieldset data-when="game=">'
        + forms.area(
            "nested lists, JSON, indented text, Lisp, or Graphviz", "tree", _of(fields, "tree"), default=START
        )
        + _figures()
        + forms.choice(
            "at the root moves",
            "root",
            {"": "MAX, or as written", "max": "MAX", "min": "MIN", "chance": "chance"},
            _of(fields, "root"),
            wide=True,
        )
        + f'</fieldset><fieldset data-when="game={"|".join(filter(None, _games()))}" hidden disabled>'
        + forms.entry("rules and size", "set", _of(fields, "set"), hint="width=5 height=5", wide=True)
        + forms.entry("moves before", "moves", _of(fields, "moves"), hint="in the game's notation", wide=True)
        + forms.entry("or a position", "position", _of(fields, "position"))
        + forms.tick("symmetric positions once", "merge", fields)
        + forms.tick("values in units of the evaluation", "units", fields)
        + forms.choice("at the nodes", "boards", {"yes": "boards", "no": "moves"}, _of(fields, "boards"))
        + "</fieldset>"
    )


@lru_cache(maxsize=1)
def _games() -> dict[str, str]:
    """What can be searched: the tree in the box, or a game of the catalogue."""
    names = here().catalogue.names()
    return {"": "the tree written here", **{name: spoken(here().catalogue.watched(name)) for name in names}}


@lru_cache(maxsize=1)
def _figures() -> str:
    """The trees of textbooks, each with the search that shows what is to be seen."""
    rows = '<option value="">choose one…</option>'
    for name, example in EXAMPLES.items():
        own: dict[str, Any] = {"tree": example.text()}
        if example.algorithm != "alphabeta":
            own["algorithm"] = example.algorithm
        if example.depth is not None:
            own["depth"] = str(example.depth)
        own |= {key: forms.word(value) for key, value in example.options.items()}
        data, words = escape(json.dumps(own)), escape(f"{name}: {example.shows}")
        rows += f'<option value="{escape(name)}" data-fields="{data}">{words}</option>'
    return (
        '<label class="hl-field hl-wide"><span>Or a tree of a textbook</span>'
        f"<select data-fill>{rows}</select></label>"
    )


def _of(fields: dict[str, str], name: str) -> str:
    return fields.get(name, "")


def _stage() -> str:
    endings = "".join(
        f'<a class="hm-button" data-file="/lab/file/{ending}" download="search.{ending}">{ending.upper()}</a>'
        for ending in files.available()
    )
    others = f'<span class="hm-soft hm-small">{escape(files.unavailable())}</span>'
    return (
        f"{player('The search, step by step')}"
        '<section class="hm-card hm-row" aria-label="To take along">'
        '<button type="button" class="hm-button hm-main-button" data-act="copy">Copy the link</button>'
        f'<span class="hm-soft">Save this step:</span>{endings}{others}</section>'
        '<div class="hl-facts">'
        '<section class="hm-card"><h2>Answer</h2><div data-slot="answer"></div></section>'
        '<section class="hm-card"><h2>Pruned</h2><div data-slot="pruned"></div></section></div>'
        '<section class="hm-card"><h2>What it cost</h2><div data-slot="counts"></div></section>'
    )


def _dialog() -> str:
    return (
        '<dialog id="node" class="hl-dialog"><h2></h2>'
        '<label class="hl-field"><span>Its value</span><input type="text" maxlength="60"></label>'
        '<div class="hm-row"><button type="button" class="hl-set" data-do="set">Set the value</button>'
        '<button type="button" data-do="add">Add a child</button>'
        '<button type="button" data-do="remove">Remove</button>'
        '<button type="button" onclick="this.closest(\'dialog\').close()">Cancel</button></div></dialog>'
    )


@app.get("/lab/file/{ending}")
async def file(ending: str, request: Request) -> Response:
    """A picture of one step, or the page to step through, of the search that the query says."""
    fields = {**_with_tree(dict(request.query_params)), "ending": ending}
    client = f"file {request.client.host if request.client else ''}"
    try:
        content = await host.made(client, "file", fields)
    except HalfmoveError as error:
        return PlainTextResponse(str(error), status_code=400)
    if content is None:
        return PlainTextResponse("This took too long; ask for a smaller tree.", status_code=503)
    headers = {"Content-Disposition": f'attachment; filename="search.{ending}"'}
    return Response(content, media_type=files.TYPES[ending], headers=headers)
