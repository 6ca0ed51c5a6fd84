"""An operation as a Python function, with the signature and the docstring that its fields make."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from halfmove.core.old_names import warn_of_old_name
from halfmove.core.operation.request import Field, Operation, read_data
from halfmove.core.operation.work import Work
from halfmove.core.operations import function_name
from halfmove.core.progress import telling


def python_function(operation: Operation) -> Callable[..., Any]:
    """The function that carries an operation out and returns its last result.

    It takes `progress` besides its fields (`core.reporting.Asked`).
    """
    fields = {one.python_name: one for one in python_fields(operation)}
    old = {name: key for key, one in fields.items() for name in one.old}
    signature = python_signature(operation)

    def function(*arguments: Any, **named: Any) -> Any:
        for name in old.keys() & named.keys():
            warn_of_old_name(operation.name, name, f"'{old[name]}'")
            named[old[name]] = named.pop(name)
        given = signature.bind(*arguments, **named).arguments
        progress = given.pop("progress", None)
        values = {fields[name].name: value for name, value in given.items()}
        request = read_data(
            operation.request, values, lambda name: operation.request.fields()[name].python_name
        )
        result = None
        with telling(request.doing(), progress):
            for found in request.run(Work()):
                result = found
        return result

    function.__name__ = function.__qualname__ = function_name(operation.name)
    function.__doc__ = python_docstring(operation)
    function.__module__ = "halfmove"
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    function.__annotations__["return"] = signature.return_annotation
    return function


def python_fields(operation: Operation) -> list[Field]:
    """The fields that the function takes: those without a name first, a position's state before others."""
    fields = [
        one for one in operation.request.fields().values() if "python" in one.faces and one.python != "-"
    ]
    positional = [one for one in fields if _is_positional(operation, one)]
    positional.sort(key=lambda one: (one.name != "game", one.python != "state"))
    return positional + [one for one in fields if one not in positional]


def _is_positional(operation: Operation, one: Field) -> bool:
    """Whether the function takes a field without its name: also a state, behind a game."""
    return one.place or (one.python == "state" and operation.request.fields()["game"].place)


def python_signature(operation: Operation) -> inspect.Signature:
    """The function's signature; what stands behind a field with a default has one too."""
    hints = annotations_of(operation)
    parameters = []
    must_have_default = False
    for one in python_fields(operation):
        if one.is_starred:
            each = hints[one.name].removeprefix("tuple[").removesuffix(", ...]")
            parameters.append(
                inspect.Parameter(one.python_name, inspect.Parameter.VAR_POSITIONAL, annotation=each)
            )
            continue
        positional = _is_positional(operation, one)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if positional else inspect.Parameter.KEYWORD_ONLY
        default = inspect.Parameter.empty if one.is_needed else one.default
        if positional and one.is_needed and must_have_default:
            kind = inspect.Parameter.KEYWORD_ONLY  # Python allows none after one with a default
        must_have_default = must_have_default or (positional and not one.is_needed)
        parameters.append(
            inspect.Parameter(one.python_name, kind, default=default, annotation=hints[one.name])
        )
    parameters.append(
        inspect.Parameter("progress", inspect.Parameter.KEYWORD_ONLY, default=None, annotation="Asked")
    )
    parameters.sort(key=lambda p: p.kind)
    return inspect.Signature(parameters, return_annotation=hints["return"])


def annotations_of(operation: Operation) -> dict[str, str]:
    """The types of the fields and, as `return`, of a result, as their source writes them."""
    found: dict[str, str] = {}
    for ancestor in reversed(operation.request.__mro__):
        found |= {key: str(hint) for key, hint in getattr(ancestor, "__annotations__", {}).items()}
    results = str(operation.request.run.__annotations__["return"])
    return found | {"return": results.removeprefix("Iterator[").removesuffix("]")}


def python_docstring(operation: Operation) -> str:
    """The docstring: what it does, then a line for each parameter."""
    lines = [operation.about, ""]
    for one in python_fields(operation):
        usual = f" {one.usual[0].upper()}{one.usual[1:]} if nothing is said." if one.usual else ""
        lines += textwrap.wrap(
            f"{one.python_name}: {one.about}{usual}", 100, initial_indent="    ", subsequent_indent="        "
        )
    lines += ["    progress: says how far it is (`core.reporting.Asked`).", ""]
    lines += ["BadInput, in one sentence, for what does not fit."]
    return "\n".join(lines)
