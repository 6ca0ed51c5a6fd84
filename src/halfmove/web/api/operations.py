"""Operations over HTTP: `POST /api/NAME` takes a declaration's fields and answers with the last result."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, ValidationError

from halfmove.core.errors import BadInput
from halfmove.core.operation import Operation, PositionRequest, read_data
from halfmove.core.operation.kinds import Schema
from halfmove.core.operation.schema import result_schema
from halfmove.core.operations import load, rows
from halfmove.web.api.models import PlaceRequest, plain
from halfmove.web.api.problems import sentence
from halfmove.web.api.running import by_rules, client_of, known, of_the_mover, opened, result
from halfmove.web.server import here

LONGEST = 60.0
"""Seconds that an operation may take."""

VIEWER: Schema = {
    "description": "Of a game in which something is hidden: through whose eyes it is seen, a player's "
    "(from 0) or a spectator's; `all` is the analyst's view, for one who owns the whole game.",
    "anyOf": [{"type": "integer"}, {"enum": ["spectator", "all"]}],
    "default": "spectator",
}
PLACE = ("game", "parameters", "position", "moves", "viewer")

Given = Annotated[dict[str, Any], AfterValidator(plain), Body()]


def add_to(app: FastAPI, responses: dict[int | str, Any]) -> None:
    """Add all operations to an application, and what they answer to its description."""
    components: dict[str, Schema] = {}
    router = APIRouter(tags=["operations"])
    for operation in map(load, rows()):
        if "http" in operation.faces:
            _add(router, operation, components)
    app.include_router(router, prefix="/api", responses=responses)
    described = app.openapi

    def openapi() -> dict[str, Any]:
        description = described()
        schemas = description.setdefault("components", {}).setdefault("schemas", {})
        for name, schema in components.items():
            assert schemas.setdefault(name, schema) == schema, f"two schemas are called {name}"
        return description

    app.openapi = openapi  # type: ignore[method-assign]


def _add(router: APIRouter, operation: Operation, components: dict[str, Schema]) -> None:
    """Add one operation to a router, and what its answer consists of to `components`."""
    schema = operation.schema()
    if issubclass(operation.request, PositionRequest):
        schema["properties"]["viewer"] = VIEWER
    components[schema["title"]] = schema
    body = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema['title']}"}}}
    answer = {"application/json": {"schema": result_schema(operation, components)}}

    async def carry_out(request: Request, given: Given) -> JSONResponse:
        return JSONResponse(await _carry_out(operation, request, given))

    for path in (operation.path, *operation.old_paths):
        router.add_api_route(
            f"/{path}",
            carry_out,
            methods=["POST"],
            summary=operation.summary.rstrip("."),
            description=_about(operation),
            operation_id=path.replace("-", "_").replace("/", "_"),
            deprecated=path != operation.path or None,
            openapi_extra={"requestBody": {"required": True, "content": body}},
            responses={200: {"description": "What was found.", "content": answer}},
            response_class=JSONResponse,
        )


def _about(operation: Operation) -> str:
    """What it does, without the examples of commands."""
    paragraphs = operation.about.split("\n\n")
    return "\n\n".join(part for part in paragraphs if not part.startswith("Example: "))


async def _carry_out(operation: Operation, request: Request, given: dict[str, Any]) -> Any:
    """The last result of an operation on what a client sent, as data."""
    client = client_of(request)
    arguments: dict[str, Any] = {"operation": operation.name, "viewer": None}
    if issubclass(operation.request, PositionRequest):
        if operation.request.fields()["game"].is_needed or given.get("game") is not None:
            arguments |= await _opened(client, given)
        given = {key: value for key, value in given.items() if key != "viewer"}
    arguments["given"] = read_data(operation.request, given, face="http").to_data()
    job = here().pool.begin(client, "operation", arguments, seconds=LONGEST)
    found = await result(request, job)
    if found is None:
        raise BadInput(f"It takes more than {LONGEST:g} seconds; ask for less.")
    return found


async def _opened(client: str, given: dict[str, Any]) -> dict[str, Any]:
    """The place that a request names and through whose eyes it is seen; `BadInput` for what a client may not
    ask about."""
    try:
        asked = PlaceRequest.model_validate({key: given[key] for key in PLACE if key in given})
    except ValidationError as error:
        raise BadInput(sentence(error.errors())) from None
    known(asked.game)

    def look(asked: PlaceRequest) -> int | None:
        history, viewer = opened(asked)
        of_the_mover(history, viewer)
        return viewer

    return {"place": asked.place(), "viewer": await by_rules(client, look, asked)}
