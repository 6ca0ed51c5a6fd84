"""Practice: exercises made from seeds, marked at once and with reasons."""

from __future__ import annotations

import json
from html import escape

from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfmove.core.errors import HalfmoveError
from halfmove.teach.quiz.kinds import KINDS
from halfmove.teach.quiz.request import QuizRequest
from halfmove.teach.trace import teachable
from halfmove.web.api.problems import plain_refusal
from halfmove.web.api.running import client_of
from halfmove.web.lessons import host, links, practice
from halfmove.web.lessons.operations import Controls
from halfmove.web.lessons.player import waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here

LEVELS: dict[str, dict[str, str]] = {
    "two plies, the first cuts": {},
    "three plies, two cuts": {"depth": "3", "branching": "2-3", "min_cuts": "2"},
    "a deep cut": {"deep_cut": "yes"},
    "equal values: which dialect matters": {"depth": "3", "branching": "2", "ties": "yes", "min_cuts": "1"},
    "how much is pruned, both ways": {
        "questions": "leaves nodes",
        "depth": "3",
        "branching": "2-3",
        "min_cuts": "2",
    },
    "which values cut a branch": {
        "questions": "when",
        "depth": "3",
        "branching": "2-3",
        "min_cuts": "2",
    },
    "hidden moves: information sets": {"questions": "sets unseen", "depth": "4", "branching": "2"},
    "a bit of everything": {
        "questions": "values move pruned leaves when",
        "depth": "3",
        "branching": "2-3",
        "min_cuts": "2",
    },
    "all questions": {"questions": "all", "depth": "3", "branching": "2", "min_cuts": "1"},
    "name the dialect": {
        "questions": "dialect",
        "depth": "3",
        "branching": "2",
        "ties": "yes",
        "min_cuts": "1",
    },
    "chance": {"chance": "yes", "depth": "3", "branching": "2"},
    "three players": {"players": "3"},
    "two ghosts: several MINs in a round": {"ghosts": "2", "min_cuts": "1"},
    "two ghosts, one of them at random": {"ghosts": "2", "chance": "yes"},
    "from the right": {"order": "right", "min_cuts": "1"},
}
"""What there is to choose at once."""


@ui.page("/quiz", response_timeout=host.FIRST)
async def quiz() -> None:
    """The wishes, the blank tree, the questions."""
    await host.ready(teachable)
    fields, refused = await host.query(_form, practice.check)
    host.head("practice.js")
    with page("Practice", "/quiz", wide=True):
        ui.html(
            "<h1>Practice</h1><p class='hm-soft'>A tree, a search, and what happens? Every answer is marked "
            f'at once, with the reasons.</p>{refused}<div class="hl-page"><div class="hl-side">'
            f'{_score()}{_form(fields)}</div><div class="hl-stage">{_stage()}</div></div>',
            sanitize=False,
        )
    host.Lesson("practice")


def _score() -> str:
    return (
        '<section class="hm-card hl-score" aria-label="Score"><p><span class="hm-soft">Score</span> '
        '<b id="score" role="status">0 of 0 points</b></p><div class="hm-row">'
        '<button type="button" class="hm-button hm-main-button" data-act="another">Next exercise</button>'
        '<button type="button" class="hm-button" data-act="anew">Count anew</button></div></section>'
    )


def _form(fields: dict[str, str]) -> str:
    levels = "".join(
        f'<option value="{escape(name)}" data-fields="{escape(json.dumps({**wishes, "level": name}))}">'
        f"{escape(name)}</option>"
        for name, wishes in LEVELS.items()
    )
    exact = {name: name for name, algorithm in teachable().items() if not _heuristic(name)}
    kinds = {"": "what suits the search", "all": "all", **{name: KINDS[name].title for name in KINDS}}
    kinds["values move pruned leaves when"] = "values, move, pruning, how much, and when"
    kinds["sets unseen"] = "information sets, and the value with hidden moves"
    kinds["leaves nodes"] = "numbers of leaves and nodes pruned, both ways"
    controls = Controls(QuizRequest, here().catalogue, fields, short=True)
    wishes = controls.in_groups(
        without=("seed", "count"), algorithm={"": "what fits", **exact}, questions=kinds
    )
    return (
        f'<form id="lesson" class="hm-card hl-form" autocomplete="off">{waiting()}<fieldset>'
        '<label class="hl-field hl-wide"><span>Kind of exercise</span><select data-fill>'
        f'<option value="">choose one…</option>{levels}</select></label>{controls.named("seed")}</fieldset>'
        f"<details data-narrow open><summary>Wishes</summary>{wishes}</details></form>"
    )


def _heuristic(name: str) -> bool:
    lesson = teachable()[name].lesson
    return lesson is None or lesson.heuristic or not lesson.practised


def _stage() -> str:
    saves = "".join(
        f'<a class="hm-button" data-file="/quiz/file/{ending}" download="exercise.{ending}">{word}</a>'
        for ending, word in practice.available().items()
    )
    handing_out = ""
    if here().class_work is not None:
        handing_out = '<a class="hm-button" data-file="/class" href="/class">Hand out to a class</a>'
    return (
        '<section class="hm-card hl-sheet" aria-label="The exercise">'
        '<div class="hl-head"><h2 data-slot="title"></h2><button type="button" class="hm-button" '
        'data-act="fit" aria-pressed="false">Whole picture</button></div><p data-slot="task"></p>'
        '<div class="hl-picture hl-drawn" data-slot="picture" tabindex="0" role="group" '
        'aria-label="The tree"></div>'
        '<div class="hm-row"><button type="button" class="hm-button" data-act="copy">Copy the link</button>'
        '<button type="button" class="hm-button" data-act="solution">Show the solution</button>'
        f'<span data-slot="lab"></span>{handing_out}</div>'
        f'<p class="hm-row"><span class="hm-soft">Save the exercise:</span>{saves}</p></section>'
        '<div class="hl-questions" data-slot="questions"></div>'
    )


@app.get("/quiz/file/{ending}")
async def file(ending: str, request: Request) -> Response:
    """The exercise that the query says, on paper or for a learning platform."""
    try:
        content = await host.made(
            client_of(request, "file"), "practice", {**links.renamed(request.query_params), "ending": ending}
        )
    except HalfmoveError as error:
        return plain_refusal(error)
    if content is None:
        return PlainTextResponse("This took too long; ask for less.", status_code=503)
    headers = {"Content-Disposition": f'attachment; filename="exercise.{ending}"'}
    return Response(content, media_type=practice.TYPES[ending][1], headers=headers)
