"""Answers over HTTP held against the declaration of their operation."""

from __future__ import annotations

from typing import Any

import jsonschema

from halfmove.core.operation.schema import result_schema
from halfmove.core.operations import load


def validate(data: Any, operation: str) -> None:
    """Raise where data are not what the operation's results are declared to be."""
    components: dict[str, Any] = {}
    schema = result_schema(load(operation), components)
    jsonschema.validate(data, {**schema, "components": {"schemas": components}})


def answer_of(answer: Any, operation: str) -> Any:
    """The data of an answer, which must be 200 and as it is declared."""
    assert answer.status_code == 200, answer.text[:500]
    validate(answer.json(), operation)
    return answer.json()
