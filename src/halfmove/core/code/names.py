"""The name of a piece of machine code: a digest of all that it depends on.

The kernel with all it calls, the types of its arguments (a game's carries the digest of its rules), compile
flags, processor, Numba and Python, and this package's own compiler.  Whatever changes, the name changes.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import platform
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.code.processor import Processor, compiled_for
from halfmove.core.contract import Game
from halfmove.core.digest import digest, digest_of_game, names_in
from halfmove.core.specialisation import item_hints
from halfmove.core.watch import Watcher

VERSION: str = sys.modules[
    "halfmove"
].__version__  # its names, not needed here, reach up to games and searches

_DECLARED = {int: "int64", bool: "boolean", float: "float64", Bitboard: "uint64"}
_PACKAGES = {"numba": "_version.py", "llvmlite": "_version.py", "numpy": "version.py"}


KNOWN_NUMBA = "0.68."
"""The versions whose machine code can be loaded without them, and whose compiler `core.machine` adapts; with
any other, Numba compiles in its own way, and in every process."""


@functools.cache
def numba_is_known() -> bool:
    """Whether the installed Numba is one of `KNOWN_NUMBA`; it need not be imported."""
    imported = sys.modules.get("numba")
    if imported is not None:
        return str(imported.__version__).startswith(KNOWN_NUMBA)
    return f'"version": "{KNOWN_NUMBA}' in folder_of("numba").joinpath("_version.py").read_text()


def name_of_code(kernel: Any, arguments: tuple[Any, ...], processor: Processor | None = None) -> str | None:
    """The name under which the machine code for calls like this one is kept, for a processor (the one that
    this process compiles for); None where none is kept."""
    hints = parameter_hints(kernel.python)
    kinds = [name_of_game(arguments[0])]
    if not numba_is_known():
        return None
    for argument, hint in zip(arguments[1:], hints, strict=True):
        kind = _kind_of_argument(argument, hint)
        if kind is None:
            return None
        kinds.append(kind)
    depends = f"{', '.join(kinds)} {_digest(kernel)} {_ground(processor or compiled_for())}"
    return hashlib.sha256(depends.encode()).hexdigest()[:40]


def why_without_name() -> str:
    """Why `name_of_code` has no name, in words."""
    if not numba_is_known():
        return f"only that of Numba {KNOWN_NUMBA}x can be loaded again"
    return "an argument's type has no name that another process would know"


def _digest(kernel: Any) -> str:
    known: str | None = kernel.digest
    if known is None:
        known = kernel.digest = digest(kernel.python)
    return known


@functools.cache
def _ground(processor: Processor) -> str:
    """What every kernel's machine code depends on: versions, settings, processor, and our own compiler."""
    version = ".".join(map(str, sys.version_info[:2]))  # its C interface, which machine code calls
    h = hashlib.sha256(f"{VERSION} {version} {sys.implementation.cache_tag}".encode())
    for package, file in _PACKAGES.items():
        h.update(folder_of(package).joinpath(file).read_bytes())
    h.update(f"{llvm.get_process_triple()} {processor} {platform.machine()}".encode())
    about = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")  # the processor
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in about)
    h.update(f"{settings}".encode())
    for own in ("code", "machine"):
        for path in sorted((Path(__file__).parent.parent / own).glob("*.py")):
            h.update(path.read_bytes())
    return h.hexdigest()


@functools.cache
def folder_of(package: str) -> Path:
    """Where an installed package lies, without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{package} is not installed", name=package)
    return Path(spec.origin).parent


# ---- games

_CLASSES: dict[str, type] = {}
"""The names of games, and the classes of the games that have them."""


def name_of_game(game: Game) -> str:
    """What tells this game from every other, readable at the front, exact at the end."""
    machine = game._machine
    known: str | None = machine.name
    if known is None:
        parameters = ",".join(f"{k}={v}" for k, v in game.machine_constants()["parameters"].items())
        cls = type(game)
        known = _own_name(cls, f"{cls.__module__}.{cls.__qualname__}({parameters})@{digest_of_game(game)}")
        _CLASSES[known] = cls
        machine.name = known
    return known


def _own_name(cls: type[Game], name: str) -> str:
    """`name`, numbered where another class has it: the same rules run a second time make other classes of
    states, and a kernel of one that calls itself for the other's is not to be kept on disk."""
    own, number = name, 1
    while _CLASSES.get(own, cls) is not cls:
        number += 1
        own = f"{name}#{number}"
    return own


# ---- watchers

_WATCHERS: dict[type, str] = {}


def name_of_watcher(cls: type[Watcher]) -> str:
    """A class of watchers with the digest of its methods."""
    known = _WATCHERS.get(cls)
    if known is None:
        words = " ".join(f"{name} {digest(method)}" for name, method in watching_methods(cls))
        source = hashlib.sha256(words.encode()).hexdigest()[:16]
        known = _WATCHERS[cls] = f"{cls.__module__}.{cls.__qualname__}@{source}"
    return known


def watching_methods(cls: type[Watcher]) -> list[tuple[str, Any]]:
    """The methods of a watcher that kernels call, and those that these call.

    What else a watcher can do is Python's: it may know what changes from run to run, and with it the name
    would (`Follower` keeps the searches that it has written out).
    """
    every = dict(inspect.getmembers(cls, inspect.isfunction))
    wanted = [name for name, value in vars(Watcher).items() if inspect.isfunction(value)]
    found: dict[str, Any] = {}
    while wanted:
        name = wanted.pop()
        if name in every and name not in found and name not in ("start", "finish"):
            found[name] = every[name]
            wanted.extend(names_in(every[name].__code__))
    return sorted(found.items())


# ---- other arguments


def _kind_of_argument(value: Any, hint: Any) -> str | None:
    """The type of a kernel's argument, as `core.machine.types` takes it; None for one that has no lasting
    name."""
    if hint in _DECLARED and type(value) not in ((int, float) if hint is float else (int,)):
        hint = None
    return _kind(value, int if hint is bool else hint)


def _kind(value: Any, hint: Any) -> str | None:
    if hint in _DECLARED:
        return _DECLARED[hint]
    cls = type(value)
    if cls in (int, bool, float):
        return _DECLARED[cls]
    if isinstance(value, tuple):
        inside = [_kind(v, h) for v, h in zip(value, item_hints(value, hint), strict=True)]
        if None in inside:
            return None
        fields = f"{', '.join(cls._fields)}: " if hasattr(cls, "_fields") else ""
        return f"{cls.__module__}.{cls.__qualname__}({fields}{', '.join(map(str, inside))})"
    if isinstance(value, Game):
        return name_of_game(value)
    if isinstance(value, Buffer):
        return f"Buffer({'uint64' if value.unsigned else 'int64'})"
    if isinstance(value, Watcher):
        return name_of_watcher(cls) if cls.compiled else None
    return _kind_of_numpy(value)


def _kind_of_numpy(value: Any) -> str | None:
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, (numpy.generic, numpy.ndarray)):
        return None
    if isinstance(value, numpy.generic):
        name = str(value.dtype.name)
        return (
            "boolean" if name == "bool" else name
        )  # as for Python's own numbers, whose code serves them too
    flags = value.flags
    layout = f"{flags.c_contiguous:d}{flags.f_contiguous:d}{flags.writeable:d}{flags.aligned:d}"
    return f"numpy {value.dtype.str} {value.ndim} {layout}" if type(value) is numpy.ndarray else None


_NUMBERS = {"int": int, "bool": bool, "float": float}


@functools.cache
def parameter_hints(function: Any) -> list[Any]:
    """The annotations of the parameters after the game; None for one missing or naming what is not there."""
    return list(_hints(function))[1:]


def _hints(function: Any) -> Iterator[Any]:
    for name in inspect.signature(function).parameters:
        hint = function.__annotations__.get(name)
        if isinstance(hint, str):
            hint = _NUMBERS.get(hint) or _looked_up(hint, function.__globals__)
        yield hint


def _looked_up(annotation: str, scope: dict[str, Any]) -> Any:
    """What a dotted name means in `scope`; None for any other annotation, which decides nothing here."""
    first, *rest = annotation.split(".")
    value = scope.get(first)
    for name in rest:
        value = getattr(value, name, None)
    return value
