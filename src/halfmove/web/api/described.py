"""What the description of the API says of a route: what it is asked and answers, by their declarations."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Body
from fastapi.responses import JSONResponse
from pydantic import AfterValidator

from halfmove.core.operation import Request, operation
from halfmove.core.operation.kinds import LARGEST, Schema
from halfmove.core.operation.schema import COMPONENTS, schema_of

DEEPEST, MOST_PARTS = 200, 50_000
"""Levels and parts that free data (a tree, answers) may have."""

Number = int | float | Literal["inf", "-inf"]
"""As JSON has it: the infinities, which only trees have, are texts."""


def plain(data: Any) -> Any:
    """Free data as it came; a ValueError for what could not be pickled, searched or sent back."""
    waiting, parts = [(data, 1)], 0
    while waiting:
        part, level = waiting.pop()
        parts += 1
        if level > DEEPEST or parts > MOST_PARTS:
            raise ValueError(f"it may have {DEEPEST} levels and {MOST_PARTS:,} parts")
        if isinstance(part, dict):
            waiting.extend((key, level) for key in part)
        if isinstance(part, (dict, list)):
            waiting.extend(
                (below, level + 1) for below in (part.values() if isinstance(part, dict) else part)
            )
        elif isinstance(part, str):
            try:
                part.encode("utf-8")
            except UnicodeEncodeError:
                raise ValueError("there is half a surrogate pair in a text") from None
        elif isinstance(part, (int, float)) and not (math.isfinite(part) and abs(part) <= LARGEST):
            raise ValueError("numbers may go up to 2**53; the infinities are the texts inf and -inf")
    return data


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


def content_of(kind: Any) -> dict[str, Any]:
    """The content of an answer with data of a `kind`, such as a `TypedDict`."""
    return {"application/json": {"schema": schema_of(kind, components)}}


def answer(kind: Any) -> dict[str, Any]:
    """What a route is given that answers with data of a `kind`."""
    return {
        "responses": {200: {"description": "What was found.", "content": content_of(kind)}},
        "response_class": JSONResponse,
    }


def describe(description: Schema) -> Schema:
    """An application's description with the schemas that its routes refer to."""
    schemas = description.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in components.items():
        assert schemas.setdefault(name, schema) == schema, f"two schemas are called {name}"
    return description
