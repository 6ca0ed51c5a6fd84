"""Which operations there are: by name, without importing them.

`operations.json` is made from the declarations: `python -m halfmove.core.operations`; a test holds it
against them.  A package of its own declares operations by the entry point group `halfmove.operations`: the
name of the operation, with a dot for a space, and its request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.entry_points import Group
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.operation.request import Operation

FILE = Path(__file__).parent / "operations.json"
ROOT = Path(__file__).parent.parent
MARK = "@operation("
"""What the declaration of an operation begins with in a source file."""


@cache
def own() -> dict[str, dict[str, str]]:
    """The operations of Halfmove: the sentence of each as `summary`, and the `module` that declares it."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def _read(found: Any, name: str) -> Operation:
    """The operation that a package's request declares."""
    declared: Operation | None = getattr(found, "operation", None)
    if declared is None:
        raise BadInput(f"is no request with a declaration @operation(…) but {found!r}.")
    if declared.name != name.replace(".", " "):
        raise BadInput(f"calls itself '{declared.name}'.")
    return declared


OTHERS = Group("halfmove.operations", "operation", lambda name: name.replace(".", " ") in own(), _read)
"""The operations of other packages."""


def names() -> list[str]:
    """The names of all operations."""
    return [*own(), *(name.replace(".", " ") for name in OTHERS.names())]


def summaries() -> dict[str, str]:
    """Every operation that can be loaded, with its one sentence."""
    others = {name.replace(".", " "): declared.summary for name, declared in OTHERS.working().items()}
    return {name: row["summary"] for name, row in own().items()} | others


def find(words: Sequence[str]) -> str | None:
    """The operation with whose name, of one word or two, these begin; None where there is none."""
    return next((name for name in (" ".join(words[:2]), *words[:1]) if name in names()), None)


def group(name: str) -> dict[str, str]:
    """The operations whose names begin with this word: the second word of each, with its one sentence."""
    inner = {one: one.removeprefix(f"{name} ") for one in names()}
    known = summaries() if any(one != second for one, second in inner.items()) else {}
    return {second: known[one] for one, second in inner.items() if second != one and one in known}


def function_name(name: str) -> str:
    """What the Python function of an operation is called."""
    return name.replace("-", "_").replace(" ", "_")


def load(name: str) -> Operation:
    """An operation by its name; `BadInput` where there is none."""
    if name not in names():
        raise BadInput(f"There is no operation '{name}'; there are: {', '.join(names())}.")
    if name in own():
        return next(one for one in find_declared(import_module(own()[name]["module"])) if one.name == name)
    declared: Operation = OTHERS.load(name.replace(" ", "."))
    return declared


def load_all(face: str) -> list[Operation]:
    """The operations that a face has: `python`, `http`, `form` or `terminal`."""
    return [one for one in map(load, summaries()) if face in one.faces]


def find_declared(module: Any) -> Iterator[Operation]:
    """The operations that a module declares itself."""
    from halfmove.core.operation.request import Request

    for value in vars(module).values():
        is_request = isinstance(value, type) and issubclass(value, Request)
        if is_request and value.__module__ == module.__name__ and "operation" in vars(value):
            yield value.operation


def module_of(file: Path) -> str:
    """The name that a source file of the package is imported by."""
    parts = file.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def text() -> str:
    """What the file is to hold: the declarations of all source files, in the order of their names."""
    found = {}
    for file in sorted(ROOT.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if f"\n{MARK}" in source:
            module = import_module(module_of(file))
            for declared in find_declared(module):
                found[declared.name] = {"summary": declared.summary, "module": module.__name__}
    return json.dumps(dict(sorted(found.items())), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
