"""A fingerprint of code that changes when, and only when, what the code does may change.

`digest(function)` covers the function's bytecode, constants and defaults and, through the names it uses,
every function, kernel, class and constant of Python that it can reach.  Machine code is cached under this
name, so an edit of a rule, of a kernel, or of a helper that a kernel calls never uses outdated
machine code.
Line numbers, comments and the place of the file do not count.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import os
import sys
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np

if TYPE_CHECKING:
    from halfmove.core.contract import Game

_LIBRARY = Path(os.__file__).parent


@cache
def _foreign(module: str) -> bool:
    """Whether a module counts with its version only (see `core.code.names`): NumPy, Numba, Python's own.

    Python's own keep caches among their globals (`re._cache`), which would change the digest from call to
    call; a user's file may have the name of one of them (`queue.py`), so the place decides as well.
    """
    package = module.split(".")[0]
    if package not in sys.stdlib_module_names:
        return package in ("numba", "numpy")
    file = getattr(sys.modules.get(package), "__file__", None)
    return package != "__main__" and (file is None or Path(file).is_relative_to(_LIBRARY))


@cache
def _text_only() -> frozenset[str]:
    """The methods of a game on which no machine code depends."""
    from halfmove.core.contract.hooks import text_only  # the table stands on the contract, and this below it

    return text_only()


class _Walk:
    """One walk over everything reachable; each object is described once, and then by its number."""

    def __init__(self) -> None:
        self.sum = hashlib.sha256()
        self.seen: dict[int, tuple[int, Any]] = {}  # the object too, so that its id is not given away

    def note(self, *words: object) -> None:
        self.sum.update("\x1f".join(map(str, words)).encode() + b"\x1e")

    def known(self, value: Any) -> bool:
        if id(value) in self.seen:
            self.note("again", self.seen[id(value)][0])
            return True
        self.seen[id(value)] = len(self.seen), value
        return False

    def visit(self, value: Any) -> None:
        if isinstance(value, enum.Enum):
            self.note("member", value.name, repr(value.value))
        elif isinstance(value, (bool, int, float, complex, str, bytes, type(None), type(...), np.generic)):
            self.note(type(value).__name__, repr(value))
        elif isinstance(value, np.ndarray):
            self.note("array", value.dtype, value.shape, hashlib.sha256(value.tobytes()).hexdigest())
        elif isinstance(value, types.CodeType):
            self.visit_code(value)
        elif not self.known(value):
            self.visit_object(value)

    def visit_object(self, value: Any) -> None:
        value = getattr(value, "python", getattr(value, "py_func", value))  # a kernel stands for its function
        if is_memoised(value):
            value = value.__wrapped__
        if isinstance(value, (tuple, list)):
            self.note(type(value).__name__, len(value))
            for item in value:
                self.visit(item)
        elif isinstance(value, (set, frozenset)):
            self.note("set", sorted(map(repr, value)))
        elif isinstance(value, dict):
            for key, item in value.items():
                self.note("key", repr(key))
                self.visit(item)
        elif isinstance(value, types.FunctionType):
            self.visit_function(value)
        elif isinstance(value, type):
            self.visit_class(value)
        elif isinstance(value, (types.MethodType, staticmethod, classmethod)):
            self.note(type(value).__name__)
            self.visit(value.__func__)
        elif isinstance(value, property):
            self.note("property")
            self.visit(value.fget)
        elif hasattr(value, "parameters") and hasattr(value, "utility"):
            self.note("game", _digest_of_constant(value))
        else:
            name = getattr(value, "__name__", "")
            self.note("object", type(value).__qualname__, getattr(value, "__module__", ""), name)

    def visit_function(self, function: types.FunctionType) -> None:
        if _foreign(function.__module__ or ""):
            self.note("foreign", function.__module__, function.__qualname__)
            return
        self.visit_code(function.__code__)
        self.visit(function.__defaults__)
        self.visit(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)
        self.visit_names(function.__code__, function.__globals__)

    def visit_names(
        self, code: types.CodeType, scope: dict[str, Any], owner: str = "", within: tuple[str, ...] = ()
    ) -> None:
        """Whatever of the names in code is in `scope`: its globals, or those of the module called `owner`."""
        for name in sorted(set(names_in(code)) & scope.keys()):
            value = scope[name]
            if isinstance(value, types.ModuleType):
                # Python puts a module into its package when anything imports it; code may not know of it.
                if value.__name__ == f"{scope.get('__name__')}.{name}" and not _loads(code, owner, name):
                    continue
                self.note("name", name)
                self.note("module", value.__name__)
                if not _foreign(value.__name__) and value.__name__ not in within:
                    self.visit_names(code, vars(value), name, (*within, value.__name__))
            else:
                self.note("name", name)
                self.visit(value)

    def visit_code(self, code: types.CodeType) -> None:
        self.note("code", code.co_code.hex(), code.co_exceptiontable.hex(), code.co_flags)
        self.note(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self.note(code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount)
        for constant in code.co_consts:
            self.visit(constant)

    def visit_class(self, cls: type) -> None:
        """A class that code names: a `NamedTuple` to build, an enumeration, constants to read."""
        self.note("class", cls.__qualname__, getattr(cls, "_fields", ""))
        if _foreign(cls.__module__) or hasattr(cls, "symmetric_action"):
            return  # games are described by `digest_of_game`, under their type
        self.visit_hints(cls)
        self.visit(getattr(cls, "_field_defaults", None))
        if issubclass(cls, enum.Enum):
            self.note(*((member.name, repr(member.value)) for member in cls))
        elif not hasattr(cls, "_fields"):
            self.visit_members(cls)
        else:
            self.visit_methods(cls)

    def visit_hints(self, cls: type) -> None:
        try:
            self.note(get_type_hints(cls, include_extras=True))  # an alias may be redefined: resolve it
        except NameError:
            self.note(annotations_as_written(cls))

    def visit_methods(self, cls: type) -> None:
        """What a class of states has besides its fields."""
        for name, value in sorted(vars(cls).items()):
            if not name.startswith("_") and isinstance(value, (types.FunctionType, property)):
                self.note("member", name)
                self.visit(value)

    def visit_members(self, cls: type) -> None:
        for name, value in sorted(vars(cls).items()):
            if not name.startswith("__") and name not in _text_only():
                self.note("member", name)
                self.visit(value)

    def visit_game_class(self, cls: type) -> None:
        self.visit_hints(cls)
        for ancestor in reversed(cls.__mro__[:-1]):
            self.note("game class", ancestor.__qualname__)
            self.visit_members(ancestor)


def annotations_as_written(cls: type) -> object:
    """The annotations of a class itself, some of which name what is not there."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.STRING)
    return vars(cls).get("__annotations__", "")


def names_in(code: types.CodeType) -> Iterator[str]:
    """The names of globals and attributes that code and the functions written in it use."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def _loads(code: types.CodeType, owner: str, name: str) -> bool:
    """Whether code loads the global `name`; with an owner, the attribute `name` of what it names so."""
    loads = ("LOAD_ATTR", "LOAD_METHOD") if owner else ("LOAD_GLOBAL", "LOAD_NAME")
    before = ""
    for instruction in dis.get_instructions(code):
        if instruction.argval == name and instruction.opname in loads and before == owner:
            return True
        before = str(instruction.argval) if owner else ""
    return any(_loads(inner, owner, name) for inner in code.co_consts if isinstance(inner, types.CodeType))


def is_memoised(value: Any) -> bool:
    """Whether it is a function that `functools.cache` or `lru_cache` remembers the answers of."""
    return isinstance(value, functools._lru_cache_wrapper)


def digest(function: Any) -> str:
    """The fingerprint of a function, or a kernel, with all it calls: 16 hexadecimal digits."""
    walk = _Walk()
    walk.visit(function)
    return walk.sum.hexdigest()[:16]


def digest_of_game(game: Game) -> str:
    """The fingerprint of a game's rules and knowledge, parameters and derived constants included; of those
    that are read at run time, the names and types."""
    from halfmove.core.contract.runtime import runtime_kinds

    walk = _Walk()
    walk.visit_game_class(type(game))
    walk.note("runtime", *runtime_kinds(game).items())
    for name, value in sorted(game.machine_constants().items()):
        walk.note("constant", name)
        walk.visit(value)
    return walk.sum.hexdigest()[:16]


def _digest_of_constant(game: Game) -> str:
    from halfmove.core.contract.game import all_compiled_in

    return digest_of_game(all_compiled_in(game))
