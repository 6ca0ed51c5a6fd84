"""A fingerprint of code that changes when, and only when, what the code does may change.

`digest(function)` covers the function's bytecode, constants and defaults and, through the names it uses, every
function, kernel, class and constant of Python that it can reach.  Machine code is cached under this name, so an
edit of a rule, of a kernel, or of a helper that a kernel calls can never meet the machine code of yesterday.
Line numbers, comments and the place of the file do not count.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from halfmove.core.game import Game

_FOREIGN = ("numpy", "numba", "builtins", "math", "operator", "typing", "collections", "functools", "itertools")
_TEXT_ONLY = {"show", "position_text", "parse", "action_text", "parse_action", "draw", "title", "setup"}


class _Walk:
    """One walk over everything reachable; each object is described once."""

    def __init__(self) -> None:
        self.sum = hashlib.sha256()
        self.seen: set[int] = set()

    def note(self, *words: object) -> None:
        self.sum.update("\x1f".join(map(str, words)).encode() + b"\x1e")

    def visit(self, value: Any) -> None:
        if isinstance(value, (bool, int, float, complex, str, bytes, type(None), np.generic)):
            self.note(type(value).__name__, repr(value))
            return
        if isinstance(value, (tuple, list, frozenset, set)):
            self.note(type(value).__name__, len(value))
            for item in sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value:
                self.visit(item)
            return
        if isinstance(value, dict):
            for key, item in value.items():
                self.note("key", key)
                self.visit(item)
            return
        if isinstance(value, np.ndarray):
            self.note("array", value.dtype, value.shape, hashlib.sha256(value.tobytes()).hexdigest())
            return
        if id(value) in self.seen:
            return
        self.seen.add(id(value))
        value = getattr(value, "python", value)  # a kernel stands for its function
        if isinstance(value, types.FunctionType):
            self.visit_function(value)
        elif isinstance(value, type):
            self.visit_class(value)
        elif isinstance(value, types.MethodType):
            self.visit(value.__func__)
        else:
            self.note("object", type(value).__qualname__, getattr(value, "__name__", ""))

    def visit_function(self, function: types.FunctionType) -> None:
        if (function.__module__ or "").split(".")[0] in _FOREIGN:
            self.note("foreign", function.__module__, function.__qualname__)
            return
        if id(function.__code__) in self.seen:
            return
        self.seen.add(id(function.__code__))
        self.visit_code(function.__code__)
        self.visit(function.__defaults__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)
        names = set(_names(function.__code__))
        for name in sorted(names):
            if name not in function.__globals__:
                continue
            value = function.__globals__[name]
            self.note("global", name)
            if isinstance(value, types.ModuleType):
                if value.__name__.split(".")[0] not in _FOREIGN:
                    for attribute in sorted(names & set(vars(value))):
                        self.note("member", attribute)
                        self.visit(vars(value)[attribute])
            else:
                self.visit(value)

    def visit_code(self, code: types.CodeType) -> None:
        self.note("code", code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, code.co_argcount)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.visit_code(constant)
            else:
                self.note(type(constant).__name__, repr(constant))

    def visit_class(self, cls: type) -> None:
        self.note("class", cls.__qualname__, getattr(cls, "_fields", ""), getattr(cls, "__annotations__", ""))
        for name in getattr(cls, "_fields", ()):
            self.visit(getattr(cls, "_field_defaults", {}).get(name))

    def visit_game_class(self, cls: type) -> None:
        for ancestor in reversed(cls.__mro__[:-1]):
            self.note("game class", ancestor.__qualname__, getattr(ancestor, "__annotations__", ""))
            for name, value in sorted(vars(ancestor).items()):
                if name.startswith("__") or name in _TEXT_ONLY:
                    continue
                self.note("member", name)
                self.visit(value)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def digest(function: types.FunctionType) -> str:
    """The fingerprint of a function with all it calls: 16 hexadecimal digits."""
    walk = _Walk()
    walk.visit(function)
    return walk.sum.hexdigest()[:16]


def digest_of_game(game: Game) -> str:
    """The fingerprint of a game's rules and knowledge, parameters and derived constants included."""
    walk = _Walk()
    walk.sum.update(_digest_of_class(type(game)).encode())
    for name, value in sorted((k, v) for k, v in vars(game).items() if k != "_machine_type"):
        walk.note("constant", name)
        walk.visit(value)
    return walk.sum.hexdigest()[:16]


@lru_cache(maxsize=256)
def _digest_of_class(cls: type) -> str:
    walk = _Walk()
    walk.visit_game_class(cls)
    return walk.sum.hexdigest()[:16]
