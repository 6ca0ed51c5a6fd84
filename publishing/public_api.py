"""What Halfmove promises (docs/versions.md), as `tests/public_api.txt` lists it, a line a promise.

    python -m publishing.public_api     write the list

Names with their signatures, members of classes, commands with their options, paths and fields of requests
over HTTP, entry points, formats of files.  A test compares the two: who changes the list changes a promise.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from halfmove.core import operations
from halfmove.presentation.packages import GROUPS

FILE = Path(__file__).resolve().parents[1] / "tests/public_api.txt"

MODULES = (
    "halfmove",
    "halfmove.bits",
    "halfmove.randomness",
    "halfmove.operations",
    "halfmove.core.operation",
    "halfmove.core.results",
    "halfmove.core.surface",
    "halfmove.core.endings",
)
"""What users import: of the last four, those who write operations, and games with a board or databases."""

FORMATS = {
    "network": ("search.neural.file", "FORMAT", "VERSION"),
    "strategy": ("imperfect.strategy", "FORMAT"),
    "strategy over buckets": ("imperfect.abstract_strategy", "FORMAT"),
    "buckets of hold'em": ("games.holdem.buckets", "FORMAT"),
    "rollout": ("search.chance.rollouts", "FORMAT"),
    "exercise": ("teach.quiz.exercise", "FORMAT"),
    "database of endings": ("endings.files", "MAGIC", "FORMAT"),
    "file of games": ("arena.store", "VERSION"),
    "extended opening book": ("books.extended.store", "VERSION"),
    "library of games": ("library.store", "VERSION"),
}
"""Files that a later version reads: a constant each that says which format, of the module that writes it."""


def text() -> str:
    """The whole list."""
    parts = [*python_names(), *commands(), *requests(), *others()]
    return "\n".join(
        ["# Made by `python -m publishing.public_api`: what docs/versions.md promises.", *parts, ""]
    )


def python_names() -> Iterator[str]:
    """Each public name of a module, with its signature or kind, and the members of a class."""
    for module_name in MODULES:
        module = import_module(module_name)
        for name in names_of(module):
            value = getattr(module, name)
            if module_name != "halfmove" or not name.startswith("__"):
                yield from describe(f"{module_name}.{name}", value)


def names_of(module: ModuleType) -> list[str]:
    """The names that a module promises: those it lists, or what is its own and has no underscore."""
    if module.__name__ == "halfmove.operations":
        ours = [name for name in operations.names() if "python" in operations.load(name).faces]
        return sorted(map(operations.function_name, ours))
    listed = getattr(module, "__all__", None)
    own = (name for name, value in vars(module).items() if is_own(value, module) and not name.startswith("_"))
    return sorted(listed or own)


def is_own(value: Any, module: ModuleType) -> bool:
    return str(getattr(value, "__module__", "")).startswith(module.__name__)


def describe(name: str, value: Any) -> Iterator[str]:
    """A line for a function or a constant; for a class one more for each public member."""
    if not inspect.isclass(value):
        yield f"{name}{signature(value)}"
        return
    yield f"class {name}{signature(value)}"
    for member in sorted(name for name in dir(value) if not name.startswith("_")):
        found = inspect.getattr_static(value, member)
        if not inspect.isclass(found):
            yield f"    .{member}{signature(found)}"


def signature(value: Any) -> str:
    """How it is called; of what is not called, nothing."""
    if isinstance(value, staticmethod | classmethod):
        value = value.__func__
    if not callable(value):
        return ""
    try:
        said = str(inspect.signature(value))
    except (TypeError, ValueError):
        return "(…)"
    return re.sub(r" at 0x[0-9a-f]+", "", said)


def commands() -> Iterator[str]:
    """Each command with its arguments and options."""
    for name in sorted(operations.names()):
        fields = operations.load(name).request.fields().values()
        words = [
            one for field in fields if "terminal" in field.faces for one in field.option_names or [field.name]
        ]
        yield " ".join(["halfmove", name, *words])


def requests() -> Iterator[str]:
    """Each path of the HTTP API, with the fields of its request."""
    from fastapi import FastAPI

    from halfmove.web import api

    app = FastAPI(title="Halfmove", version="0")
    api.add_to(app)
    found = app.openapi()
    for path, methods in sorted(found["paths"].items()):
        for method, described in sorted(methods.items()):
            body = described.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = body.get("schema", {})
            named = found["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], schema)
            old = " (deprecated)" if described.get("deprecated") else ""
            yield " ".join([f"{method.upper()} {path}{old}", *sorted(named.get("properties", {}))])


def others() -> Iterator[str]:
    """Entry points, and formats of files."""
    yield from (f"entry points {group}" for group in sorted(one.group for one in GROUPS))
    for what, (module, *constants) in FORMATS.items():
        values = (getattr(import_module(f"halfmove.{module}"), one) for one in constants)
        said = (value.decode() if isinstance(value, bytes) else str(value) for value in values)
        yield f"file {what}: {' '.join(said)}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
