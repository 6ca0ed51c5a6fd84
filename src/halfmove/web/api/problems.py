"""Errors over HTTP: a status and one sentence, {"detail": …}; bad input is never an error of the server's."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, compile_path
from starlette.types import Receive, Scope, Send

from halfmove.core.errors import HalfmoveError
from halfmove.web.api.described import content_of
from halfmove.web.catalogue import NoSuchGame
from halfmove.web.workers.quotas import Busy


class Problem(TypedDict):
    """Why a request was refused."""

    detail: Annotated[str, "One sentence: what is wrong, and what would be right."]


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": content_of(Problem)}
    for status, description in (
        (400, "The request or its body cannot be read."),
        (401, "The server has a token, and the request does not show it."),
        (403, "The request comes from a page of another site, or to a name that is none of this machine's."),
        (404, "There is no such game, or run."),
        (408, "The request took too long to come."),
        (413, "The request is too large."),
        (422, "The request makes no sense; the sentence says what is wrong."),
        (429, "Too many searches at once, or no seconds of search left; Retry-After says when to try again."),
        (431, "The header of the request is too large."),
        (500, "The server failed, which is a fault of its; its log says at what."),
        (503, "There are too many connections."),
    )
}
"""What every operation may answer besides."""


def add_to(app: FastAPI) -> None:
    """Have an application answer errors so."""
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(HalfmoveError, _wrong)
    app.add_exception_handler(RequestValidationError, _invalid)


def refuse(status: int, sentence: str, **headers: str) -> JSONResponse:
    """The answer to a request that cannot be served."""
    return JSONResponse({"detail": _writable(sentence)}, status, headers)


def sentence(errors: list[Any] | Any) -> str:
    """The first of Pydantic's errors in a sentence: `At moves.2: Input should be a valid string.`"""
    first = errors[0]
    place = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    if first["type"] == "json_invalid":
        return f"The body is not JSON: {first.get('ctx', {}).get('error', 'it cannot be read')}."
    if first["type"] == "extra_forbidden":
        return f"There is no '{'.'.join(place)[:100]}' to be set in such a request."
    said = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    if not place:
        return f"The body must be an object of JSON, sent as application/json: {said}."
    return f"At {'.'.join(place)[:100]}: {said[:1000]}."


def plain_refusal(error: HalfmoveError) -> PlainTextResponse:
    """What a file that a page offers is answered with where it cannot be made: the sentence alone."""
    if isinstance(error, Busy):
        return PlainTextResponse(str(error), 429, {"Retry-After": f"{error.retry:g}"})
    return PlainTextResponse(str(error), 400)


async def _busy(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Busy)
    return refuse(429, str(error), **{"Retry-After": f"{error.retry:g}"})


async def _wrong(request: Request, error: Exception) -> JSONResponse:
    return refuse(404 if isinstance(error, NoSuchGame) else 422, str(error))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return refuse(422, sentence(error.errors()))


def _writable(text: str) -> str:
    """Without halves of surrogate pairs, which JSON may bring in and UTF-8 cannot carry out."""
    return text.encode("utf-8", "replace").decode("utf-8")


def nothing_else(app: FastAPI) -> None:
    """Answer all that is left under /api in JSON; called when everything else is there, before the pages
    are."""
    for path in ("/api", "/api/{rest:path}"):
        # An object, not a function, is asked with every method there is.
        app.router.routes.append(Route(path, _Elsewhere(app), include_in_schema=False))


class _Elsewhere:
    """Says what there is instead."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        allowed = ", ".join(self._methods(path))
        if allowed:
            answer = refuse(405, f"The method here is {allowed}.", Allow=allowed)
        else:
            answer = refuse(404, f"There is nothing at {path}; /docs lists what there is.")
        await answer(scope, receive, send)

    def _methods(self, path: str) -> list[str]:
        """The methods of a path, as the description of the application has them."""
        return [
            method.upper()
            for template, operations in self._app.openapi()["paths"].items()
            if compile_path(template)[0].fullmatch(path)
            for method in operations
        ]
