"""What the description of the API says of a route: what it is asked and answers, by their declarations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Body
from fastapi.responses import JSONResponse
from pydantic import AfterValidator

from halfmove.core.operation import Request, operation
from halfmove.core.operation.kinds import Schema
from halfmove.core.operation.schema import COMPONENTS, schema_of
from halfmove.web.api.models import plain

Number = int | float | Literal["inf", "-inf"]
"""As JSON has it: the infinities, which only trees have, are texts."""
Given = Annotated[dict[str, Any], AfterValidator(plain), Body()]
"""What a client sent, to be read by a declaration's fields."""

components: dict[str, Schema] = {}
"""The schemas that routes refer to, by name."""

R = TypeVar("R", bound=Request)


def question(name: str, summary: str) -> Callable[[type[R]], type[R]]:
    """Declare what is asked over HTTP alone."""
    return operation(name, summary, faces=("http",))


def described(request: type[Request], kind: Any, name: str = "") -> dict[str, Any]:
    """What a route is given that is asked `request` and answers with data of a `kind`; its operation goes by
    `name`, or its own."""
    declared = request.operation
    schema = declared.schema()
    components[schema["title"]] = schema
    content = {"application/json": {"schema": {"$ref": COMPONENTS + schema["title"]}}}
    paragraphs = declared.about.split("\n\n")
    return {
        "summary": declared.summary.rstrip("."),
        "description": "\n\n".join(part for part in paragraphs if not part.startswith("Example: ")),
        "operation_id": re.sub(r"\W", "_", name or declared.name),
        "openapi_extra": {"requestBody": {"required": True, "content": content}},
        **answer(kind),
    }


def answer(kind: Any) -> dict[str, Any]:
    """What a route is given that answers with data of a `kind`, such as a `TypedDict`."""
    content = {"application/json": {"schema": schema_of(kind, components)}}
    return {
        "responses": {200: {"description": "What was found.", "content": content}},
        "response_class": JSONResponse,
    }


def describe(description: Schema) -> Schema:
    """An application's description with the schemas that its routes refer to."""
    schemas = description.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in components.items():
        assert schemas.setdefault(name, schema) == schema, f"two schemas are called {name}"
    return description
