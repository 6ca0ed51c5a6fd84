"""Class work: the teacher's page that hands out, the students' page, the overview of what was answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.teach.handouts.results import ClassResults, teachers_link
from halfmove.teach.handouts.work_file import Closed, Student, WorkFile
from halfmove.teach.lessons.web import SCRIPT, STYLE
from halfmove.web.api.problems import refuse
from halfmove.web.class_work import making, overview, student
from halfmove.web.class_work.folder import ClassFolder, is_teacher_of
from halfmove.web.lessons import host
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import not_found, page
from halfmove.web.pages.quiz import LEVELS
from halfmove.web.server import here
from halfmove.web.token import COOKIE, QUERY

NO_FOLDER = (
    "This server collects no class work. Start it with a folder for the answers: "
    "halfmove serve --class FOLDER"
)
NO_KEY = "This page is for the teacher; open it by the link with its key, which the server printed."


class _Refused(BadInput):
    """Who asks may not have it."""


def _now() -> datetime:
    return datetime.now(UTC)


def _folder() -> ClassFolder:
    found = here().class_work
    if found is None:
        raise BadInput(NO_FOLDER)
    return found


def _head() -> None:
    host.head("class_work.js")
    ui.add_head_html(
        f"<style>{STYLE}</style><script>{SCRIPT}</script>"
        f'<link rel="stylesheet" href="{versioned("class_work.css")}">'
    )


# ---- the pages


@ui.page("/class", response_timeout=host.FIRST)
async def teacher(request: Request) -> None:
    """What was handed out, and a form to hand something out."""
    _head()
    key = request.query_params.get("key", "")
    try:
        folder = _folder()
        if not folder.is_teacher(key):
            raise _Refused(NO_KEY)
        files = await asyncio.to_thread(folder.files)
    except BadInput as error:
        ui.context.client.status_code = 403 if isinstance(error, _Refused) else 404
        with page("Class work", "/lessons"):
            ui.html(f"<h1>Class work</h1><p>{escape(str(error))}</p>", sanitize=False)
        ui.run_javascript("halfmoveClass.shut()")
        return
    form = making.form(dict(request.query_params), LEVELS, here().lessons, here().catalogue)
    rows = "".join(_row(file, request) for file in files)
    listed = f'<ul class="cl-list">{rows}</ul>' if rows else "<p class='hm-soft'>Nothing so far.</p>"
    with page("Class work", "/lessons", wide=True):
        ui.html(
            "<h1>Class work</h1><p class='hm-soft'>Hand out a lesson, exercises or a position by a link. "
            "Students type a name and answer; no one needs an account.</p>"
            f'<div class="hl-page cl-teacher"><div>{form}</div><section><h2>Handed out</h2>{listed}'
            "</section></div>",
            sanitize=False,
        )
    ui.run_javascript("halfmoveClass.teacher()")


def _students_link(file: WorkFile, request: Request) -> str:
    """The path for the students; on a server with a token it shows that too, as nobody gets in without."""
    token = request.cookies.get(COOKIE, "")
    return f"/class/{file.handout.id}" + (f"?{urlencode({QUERY: token})}" if token else "")


def _row(file: WorkFile, request: Request) -> str:
    handout, count = file.handout, len(file.students)
    state = "closed" if file.is_closed(_now()) else "open"
    if state == "open" and handout.until is not None:
        state = f"open until {handout.until.astimezone():%d %b %Y, %H:%M}"
    return (
        f'<li class="hm-card cl-handout"><div><b>{escape(handout.title)}</b><br><span class="hm-soft">'
        f"{count} student{'' if count == 1 else 's'}, {state}, made "
        f'{handout.made.astimezone():%d %b %Y}</span></div><div class="hm-row">'
        f'<a class="hm-button hm-main-button" href="{escape(teachers_link(file))}">Results</a>'
        f'<button type="button" class="hm-button" data-copy="{escape(_students_link(file, request))}">'
        "Copy the students' link"
        "</button></div></li>"
    )


@ui.page("/class/{id}", response_timeout=host.FIRST)
async def students(id: str) -> None:
    """Where a student types a name, and answers."""
    _head()
    try:
        file = await asyncio.to_thread(lambda: _folder().find(id))
    except BadInput as error:
        not_found("Class work", "/lessons", str(error))
        return
    handout, closed = file.handout, file.is_closed(_now())
    until = "" if handout.until is None else f" Open until {handout.until.astimezone():%d %B %Y, %H:%M}."
    told = "This work is closed. With your code you see your answers." if closed else (
        f"Type your name or the number that your teacher knows you by.{until}"
    )  # fmt: skip
    name = "" if closed else (
        '<label class="hl-field hl-wide"><span>Your name or number</span><input name="name" maxlength="60" '
        'required autocomplete="name"></label><button class="hm-button hm-main-button">Begin</button>'
    )  # fmt: skip
    with page(handout.title, "/lessons"):
        ui.html(
            f'<div class="cl-student" data-id="{escape(handout.id)}"><div class="cl-bar" hidden>'
            '<b data-cl="name"></b> <span data-cl="summary" role="status"></span>'
            '<span class="hm-soft">Your code: <code data-cl="code"></code></span>'
            '<button type="button" class="hm-button" data-cl="leave">Not you?</button></div>'
            f'<div class="cl-door hm-card"><h1>{escape(handout.title)}</h1><p>{escape(told)}</p>'
            f'<form data-cl="begin">{name}</form>'
            f'<details{" open" if closed else ""}><summary>Go on with a code</summary><form data-cl="resume">'
            '<label class="hl-field hl-wide"><span>The code that you were shown</span>'
            '<input name="code" maxlength="40" required autocomplete="off" autocapitalize="off"></label>'
            '<button class="hm-button">Go on</button></form></details>'
            '<p class="hm-error" role="alert" data-cl="error" hidden></p></div>'
            f'<h1 class="cl-title" hidden>{escape(handout.title)}</h1><div data-cl="work"></div></div>',
            sanitize=False,
        )
    ui.run_javascript("halfmoveClass.student()")


@ui.page("/class/{id}/results", response_timeout=host.FIRST)
async def results(id: str, request: Request) -> None:
    """The overview for the teacher, which keeps itself up to date."""
    _head()
    try:
        file = await asyncio.to_thread(lambda: _teachers(id, request))
        shown = await asyncio.to_thread(lambda: overview.show_results(ClassResults(file), _now()))
    except BadInput as error:
        not_found("Class work", "/lessons", str(error))
        return
    handout, key = file.handout, escape(request.query_params["key"])
    below, link = f"/class/{handout.id}", escape(_students_link(file, request))
    with page(f"{handout.title}: results", "/lessons", wide=True):
        ui.html(
            f'<div class="cl-results" data-id="{escape(handout.id)}" data-key="{key}">'
            f"<h1>{escape(handout.title)}</h1>"
            f'<div class="hm-card cl-link"><span class="hm-soft">The students\' link</span>'
            f'<output data-link="{link}">{link}</output>'
            f'<button type="button" class="hm-button hm-main-button" data-copy="{link}">Copy</button></div>'
            f'<div class="hm-row cl-tools"><a class="hm-button" href="{below}/marks.csv?key={key}" download>'
            f'Marks as CSV</a><a class="hm-button" href="{below}/answers.jsonl?key={key}" download>All '
            'answers</a><button type="button" class="hm-button" data-cl="close"></button></div>'
            f'<div data-cl="overview">{shown}</div></div>',
            sanitize=False,
        )
    ui.run_javascript("halfmoveClass.results()")


# ---- what the pages ask for


def _teachers(id: str, request: Request) -> WorkFile:
    """The file, for who has its teacher's link."""
    file = _folder().find(id)
    if not is_teacher_of(file, request.query_params.get("key", "")):
        raise _Refused("This page is for the teacher; open it by the link with its key.")
    return file


async def _answer(work: Callable[[], Response]) -> Response:
    """What some work beside the loop answers, or why not."""
    try:
        return await asyncio.to_thread(work)
    except _Refused as error:
        return refuse(403, str(error))
    except Closed as error:
        return refuse(409, str(error))
    except HalfmoveError as error:
        return refuse(422, str(error))


async def _fields(request: Request) -> dict[str, Any]:
    """The object of JSON that is sent; empty for anything else."""
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _text(fields: dict[str, Any], key: str) -> str:
    found = fields.get(key)
    return found if isinstance(found, str) else ""


@app.post("/class/make")
async def make(request: Request) -> Response:
    """Hand out what the form says; the path of the overview."""
    given = await _fields(request)
    fields = {str(key): value for key, value in given.items() if isinstance(value, str)}

    def work() -> Response:
        folder = _folder()
        if not folder.is_teacher(fields.get("key", "")):
            raise _Refused(NO_KEY)
        level = LEVELS.get(fields.get("level", ""), {})
        handout = making.make({**level, **fields}, here().lessons, _now())
        return JSONResponse({"results": teachers_link(folder.add(handout))})

    return await _answer(work)


@app.post("/class/{id}/begin")
async def begin(id: str, request: Request) -> Response:
    """A new student; his code and what he is asked."""
    name = _text(await _fields(request), "name")

    def work() -> Response:
        file = _folder().find(id)
        who, code = file.join(name, _now())
        return JSONResponse({**student.show_work(file, who, _now()), "code": code})

    return await _answer(work)


@app.post("/class/{id}/work")
async def resume(id: str, request: Request) -> Response:
    """A student who comes back."""
    code = _text(await _fields(request), "code")

    def work() -> Response:
        file = _folder().find(id)
        return JSONResponse({**student.show_work(file, _student(file, code), _now()), "code": code})

    return await _answer(work)


@app.post("/class/{id}/answer")
async def answer(id: str, request: Request) -> Response:
    """An answer, marked and kept."""
    fields = await _fields(request)

    def work() -> Response:
        file, name = _folder().find(id), _text(fields, "task")
        who = _student(file, _text(fields, "code"))
        file.answer(who, name, fields.get("given"), _now())
        shown = student.show_answer(file, who, name, _now())
        return JSONResponse({"answer": shown, "summary": student.summary(file, who, _now())})

    return await _answer(work)


def _student(file: WorkFile, code: str) -> Student:
    found = file.find(code)
    if found is None:
        raise _Refused("Nobody here has this code.")
    return found


@app.get("/class/{id}/overview")
async def table(id: str, request: Request) -> Response:
    """The overview's inner part, as it is now."""

    def work() -> Response:
        return HTMLResponse(overview.show_results(ClassResults(_teachers(id, request)), _now()))

    return await _answer(work)


@app.post("/class/{id}/close")
async def close(id: str, request: Request) -> Response:
    """Take no answers any more, or again."""
    closed = (await _fields(request)).get("closed") is True

    def work() -> Response:
        file = _teachers(id, request)
        file.close(closed, _now())
        return HTMLResponse(overview.show_results(ClassResults(file), _now()))

    return await _answer(work)


@app.get("/class/{id}/marks.csv")
async def marks(id: str, request: Request) -> Response:
    """The marks for a spreadsheet."""

    def work() -> Response:
        text = ClassResults(_teachers(id, request)).csv()
        return _download(text.encode("utf-8-sig"), "text/csv; charset=utf-8", f"marks-{id}.csv")

    return await _answer(work)


@app.get("/class/{id}/answers.jsonl")
async def answers(id: str, request: Request) -> Response:
    """The file itself."""

    def work() -> Response:
        content = _teachers(id, request).path.read_bytes()
        return _download(content, "application/jsonl; charset=utf-8", f"class-{id}.jsonl")

    return await _answer(work)


def _download(content: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
