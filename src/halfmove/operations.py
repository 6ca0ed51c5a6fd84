"""Every operation as a Python function: `halfmove.operations.perft("chess", depth=4)`.

A function is made from the operation's declaration when it is first asked for; `operations.pyi` has the
signatures for type checkers and editors, and is made by `python -m halfmove.core.operation.stubs`.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.operation.function import python_function
from halfmove.core.operations import function_name, load, load_all, names


def __getattr__(name: str) -> Any:
    known = {function_name(one): one for one in names()}
    if name not in known or "python" not in load(known[name]).faces:
        raise AttributeError(f"halfmove has no operation '{name}'")
    function = python_function(load(known[name]))
    globals()[name] = function
    return function


def __dir__() -> list[str]:
    return [function_name(one.name) for one in load_all("python")]
