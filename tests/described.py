"""Answers over HTTP held against the declaration of their operation."""

from __future__ import annotations

from typing import Any

import jsonschema

from halfmove.core.operation.schema import result_kind, schema_of
from halfmove.core.operations import load


def validate(data: Any, declared: Any) -> None:
    """Raise where data are not what an operation's results, or a `TypedDict`, are declared to be."""
    components: dict[str, Any] = {}
    kind = result_kind(load(declared)) if isinstance(declared, str) else declared
    schema = schema_of(kind, components)
    jsonschema.validate(data, {**schema, "components": {"schemas": components}})


def answer_of(answer: Any, declared: Any) -> Any:
    """The data of an answer, which must be 200 and as it is declared."""
    assert answer.status_code == 200, answer.text[:500]
    validate(answer.json(), declared)
    return answer.json()
