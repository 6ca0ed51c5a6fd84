"""Operations over HTTP: `POST /api/NAME` takes a declaration's fields and answers with the last result."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response

from halfmove.core.errors import BadInput
from halfmove.core.operation import Operation, PositionRequest, read_json
from halfmove.core.operation.schema import result_kind
from halfmove.core.operations import load_all
from halfmove.web.api.described import Given, describe, described
from halfmove.web.api.running import Place, answer, by_rules, client_of, opened_for_mover
from halfmove.web.server import here
from halfmove.web.workers.job import Job
from halfmove.web.workers.pool import TOO_LONG

LONGEST = 60.0
"""Seconds that an operation may take."""


def add_to(app: FastAPI, responses: dict[int | str, Any]) -> None:
    """Add all operations to an application, and what they answer to its description."""
    router = APIRouter(tags=["operations"])
    for operation in load_all("http"):
        _add(router, operation)
    app.include_router(router, prefix="/api", responses=responses)
    openapi = app.openapi
    app.openapi = lambda: describe(openapi())  # type: ignore[method-assign]


def _add(router: APIRouter, operation: Operation) -> None:
    """Add one operation to a router."""

    async def carry_out(request: Request, given: Given) -> Response:
        return await _carry_out(operation, request, given)

    async def carry_out_as_before(request: Request, given: Given) -> Response:
        """Clients of earlier releases give the game with its position as an object of its own."""
        place = given.pop("place", None)
        return await carry_out(request, {**place, **given} if isinstance(place, dict) else given)

    for path in (operation.path, *operation.old_paths):
        router.add_api_route(
            f"/{path}",
            carry_out if path == operation.path else carry_out_as_before,
            methods=["POST"],
            deprecated=path != operation.path or None,
            **described(operation.request, result_kind(operation), path),
        )


async def _carry_out(operation: Operation, request: Request, given: dict[str, Any]) -> Response:
    """Answer with the last result of an operation on what a client sent."""
    asked, client = read_json(operation.request, given), client_of(request)
    arguments: dict[str, Any] = {"operation": operation.name, "viewer": None, "given": asked.to_data()}
    is_shared = False
    if isinstance(asked, PositionRequest) and asked.is_named:
        place = Place.of(asked)
        history, viewer = await by_rules(client, opened_for_mover, place)
        arguments |= {"place": place.reference, "viewer": viewer}
        is_shared = not history.game.hidden

    def begin() -> Job:
        return here().pool.begin(client, "operation", arguments, seconds=LONGEST)

    job = here().answers.ask(arguments, begin) if is_shared else begin()
    return await answer(request, job, _finished)


def _finished(found: Any) -> Any:
    if found is None:
        raise BadInput(f"{TOO_LONG} {min(LONGEST, here().pool.bounds.seconds):g} seconds; ask for less.")
    return found
