"""A page's line to the processes that think: what its form says goes there, what it shows comes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from halfmove.core.errors import HalfmoveError
from halfmove.teach.drawing.scene import DARK
from halfmove.teach.drawing.svg import sheet_of
from halfmove.teach.frames.player import SCRIPT
from halfmove.web.lessons import links
from halfmove.web.making import counted, so_far
from halfmove.web.pages import versioned
from halfmove.web.server import here
from halfmove.web.users import user_of
from halfmove.web.workers.job import Job, in_line

FIRST = 30.0
"""Seconds that the first visit to a page may take: it imports what later ones find there."""
SECONDS = 20.0
"""What one lesson may take."""
MOST_FIELDS, MOST_TEXT = 80, 40_000

_DARK = sheet_of('[data-theme="dark"] .hl-drawn', DARK).replace(f"fill:{DARK['paper']}", "fill:var(--card)")
_PICTURES = f".hl-drawn .f-paper{{fill:var(--card)}}@media screen{{{_DARK}}}"


def head(*scripts: str) -> None:
    """The style sheet and the scripts of the lessons, and what else of `assets` a page needs."""
    more = "".join(f'<script src="{versioned(name)}"></script>' for name in scripts)
    ui.add_head_html(
        f'<link rel="stylesheet" href="{versioned("lab.css")}"><style>{_PICTURES}</style>'
        f'<script>{SCRIPT}</script><script src="{versioned("lab.js")}"></script>{more}'
    )


async def ready(*works: Callable[[], object]) -> None:
    """Do what a page needs and later ones find done (imports, names of games), beside the loop."""
    await asyncio.to_thread(lambda: [work() for work in works])


async def query(
    form: Callable[[dict[str, str]], str],
    check: Callable[[dict[str, str]], object],
    games: Collection[str] = (),
) -> tuple[dict[str, str], str]:
    """The fields that the page's link sets (of a repeated one the last), and, as HTML, what is wrong with it.

    Where something is, the page has the status for it, and its form is filled with the rest.
    """
    client = ui.context.client
    given = {} if client.request is None else dict(client.request.query_params)
    said = await asyncio.to_thread(lambda: links.read(given, form({}) if given else "", check, games))
    if not said.why:
        return said.fields, ""
    client.status_code = said.status
    return said.fields, (
        f'<p class="hm-error" role="alert" data-name="refused">{escape(said.why)} '
        '<a href="/">All games</a></p>'
    )


class Lesson:
    """What one page asks for, one thing at a time: the newest is the one that is wanted."""

    def __init__(self, kind: str, *, seconds: float = SECONDS) -> None:
        self.kind, self.seconds = kind, seconds
        self.client = ui.context.client
        here().pool.enter(self.client.id, user_of(self.client.request.scope))
        self.job: Job | None = None
        ui.on("lesson", self.asked)
        ui.on("lesson-stop", self.interrupt)
        self.client.on_delete(lambda: here().pool.leave(self.client.id))
        ui.run_javascript("hmLesson.begin()")

    async def asked(self, event: GenericEventArguments) -> None:
        """The form has changed: make what it asks for, and send it."""
        number, fields = _checked(event.args)
        self.stop()
        try:
            job = here().pool.begin(
                self.client.id,
                "lesson",
                {"kind": self.kind, "fields": fields},
                urgent=True,
                seconds=self.seconds,
            )
        except HalfmoveError as error:
            self._send(number, json.dumps({"error": str(error)}))
            return
        self.job = job

        def waiting(waited: float) -> None:
            self._send(number, json.dumps({"progress": so_far(waited)}))

        async for message in counted(job, waiting):
            if message["kind"] == "waiting":
                self._send(number, json.dumps({"progress": in_line(message)}))
            elif message["kind"] == "progress":
                self._send(number, json.dumps({"progress": message["text"]}))
            elif message["kind"] == "failed":
                self._send(number, json.dumps({"error": message["error"]}))
            elif message["kind"] == "done":
                self._send(number, message["result"])
            elif message["kind"] == "stopped" and job is self.job:
                sentence = f"This was stopped, or took longer than {self.seconds:g} s; reduce the request."
                self._send(number, json.dumps({"error": sentence}))
        if job is self.job:
            self.job = None

    def stop(self) -> None:
        """What is under way is not wanted any more."""
        job, self.job = self.job, None
        if job is not None:
            job.stop()

    def interrupt(self) -> None:
        """The person has waited long enough: a task that has something by now gives it."""
        if self.job is not None and self.job.process is not None:
            self.job.process.stop(self.job.number)
        else:
            self.stop()

    def _send(self, number: int, content: str) -> None:
        """Give the page JSON; what came too late it puts aside by its number."""
        self.client.run_javascript(f"hmLesson.load({number},{content})")


def _checked(args: Any) -> tuple[int, dict[str, str]]:
    """The number and the fields of a message, as text; what is none of that is left out."""
    data = args if isinstance(args, Mapping) else {}
    fields = data.get("fields")
    number = data.get("n")
    given = dict(list(fields.items())[:MOST_FIELDS]) if isinstance(fields, Mapping) else {}
    texts = {str(key): value for key, value in given.items() if isinstance(value, str)}
    if sum(map(len, texts.values())) > MOST_TEXT:
        texts = {}
    return number if isinstance(number, int) else 0, texts


async def made(client: str, kind: str, fields: Mapping[str, str], *, seconds: float = SECONDS) -> Any:
    """The same for one request that is no page's, such as a file to take along."""
    job = here().pool.begin(client, "lesson", {"kind": kind, "fields": dict(fields)}, seconds=seconds)
    try:
        return await job.result()
    finally:
        job.stop()
