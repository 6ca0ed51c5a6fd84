"""Which operations there are: by name, without importing them.

`operations.json` is made from the declarations: `python -m halfmove.core.operations`; a test holds it
against them.  A package of its own declares operations by the entry point group `halfmove.operations`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.entry_points import entry_points
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.operation.request import Operation

FILE = Path(__file__).parent / "operations.json"
ROOT = Path(__file__).parent.parent
MARK = "@operation("
"""What the declaration of an operation begins with in a source file."""


@cache
def rows() -> dict[str, dict[str, str]]:
    """Every operation: its one sentence as `summary`, and the `module` that declares it."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    for point in entry_points("halfmove.operations"):
        request = point.load()
        declared = request.operation
        found.setdefault(declared.name, {"summary": declared.summary, "module": request.__module__})
    return found


def find(words: Sequence[str]) -> str | None:
    """The operation with whose name, of one word or two, these begin; None where there is none."""
    return next((name for name in (" ".join(words[:2]), *words[:1]) if name in rows()), None)


def group(name: str) -> dict[str, str]:
    """The operations whose names begin with this word: the second word of each, with its one sentence."""
    names = {one: one.removeprefix(f"{name} ") for one in rows()}
    return {inner: rows()[one]["summary"] for one, inner in names.items() if inner != one}


def function_name(name: str) -> str:
    """What the Python function of an operation is called."""
    return name.replace("-", "_").replace(" ", "_")


def load(name: str) -> Operation:
    """An operation by its name; `BadInput` where there is none."""
    row = rows().get(name)
    if row is None:
        raise BadInput(f"There is no operation '{name}'; there are: {', '.join(rows())}.")
    module = import_module(row["module"])
    for declared in find_declared(module):
        if declared.name == name:
            return declared
    raise BadInput(f"{row['module']} declares no operation '{name}'.")


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
