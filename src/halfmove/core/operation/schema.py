"""The JSON schema of a result, by the type that its `to_dict` gives, a `TypedDict` of described fields."""

from __future__ import annotations

import types
import typing
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from halfmove.core.operation.kinds import Schema
from halfmove.core.operation.request import Operation

SIMPLE = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null"}
COMPONENTS = "#/components/schemas/"


def result_kind(operation: Operation) -> Any:
    """What an operation's answer is: the type that its result's `to_dict` gives, or those of its results."""
    found = get_args(get_type_hints(operation.request.run)["return"])[0]
    several = get_args(found) if get_origin(found) in (Union, types.UnionType) else (found,)
    return reduce(or_, [get_type_hints(result.to_dict).get("return", dict) for result in several])


def schema_of(kind: Any, components: dict[str, Schema]) -> Schema:
    """The schema of a type; each `TypedDict` in it is added to `components` by its name."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return schema_of(arguments[0], components) | {"description": arguments[1]}
    if origin in (NotRequired, Required):
        return schema_of(arguments[0], components)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(one, components) for one in arguments]}
    if kind in SIMPLE:
        return {"type": SIMPLE[kind]}
    if typing.is_typeddict(kind):
        if kind.__name__ not in components:
            components[kind.__name__] = {}  # so that one that holds itself ends
            components[kind.__name__] = _object(kind, components)
        return {"$ref": f"{COMPONENTS}{kind.__name__}"}
    if origin in (list, tuple):
        return {"type": "array", "items": schema_of(arguments[0], components)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1], components)}
    return {}


def _object(kind: Any, components: dict[str, Schema]) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    return {
        "type": "object",
        "title": kind.__name__,
        "description": (kind.__doc__ or "").strip(),
        "properties": {name: schema_of(hint, components) for name, hint in hints.items()},
        "required": sorted(name for name, hint in hints.items() if not _is_optional(hint)),
    }


def _is_optional(hint: Any) -> bool:
    """Whether a field may be missing."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_origin(hint) is NotRequired
