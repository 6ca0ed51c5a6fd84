"""Machine code from a file made a function of Python, without the compiler.

LLVM links the object file; what the code needs of Numba at run time are three small extension modules, which
are loaded by themselves: importing Numba would take ten times as long.  Numba is imported only when the code
raises an exception, and to compile.
"""

from __future__ import annotations

import ctypes
import functools
import pickle
import sys
import threading
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import llvmlite.binding as llvm

from halfmove.core.code.files import Code
from halfmove.core.code.names import folder_of

_lock = threading.RLock()
_kept: list[Any] = []
"""What loaded code points at: it lives as long as the process."""


def load(code: Code) -> Callable[..., Any] | None:
    """The function that this machine code is; None where it names a class that this process does not have."""
    symbol, constants = code.environment
    try:
        consts = pickle.loads(constants)
    except (ImportError, AttributeError):
        return None
    with _lock:
        _symbols()
        numba_functions = _extension("numba._dynfunc")
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(code.object_code))
        engine.finalize_object()
        own = numba_functions.Environment({})
        own.consts.extend(consts)
        _point(engine, symbol, own)
        for inner in code.environments:
            _point(engine, inner, _no_constants())
        address = engine.get_function_address(code.function)
        about = f"machine code of {code.name}"
        function = numba_functions.make_function(sys, code.name, about, address, own, (engine, own))
        _kept.append((function, engine, own))
        return function  # type: ignore[no-any-return]


def _point(engine: Any, symbol: str, environment: Any) -> None:
    """Tell code where one of its environments is."""
    address = engine.get_global_value_address(symbol)
    ctypes.c_void_p.from_address(address).value = id(environment)


@functools.cache
def _no_constants() -> Any:
    environment = _extension("numba._dynfunc").Environment({})
    _kept.append(environment)
    return environment


def _engine() -> Any:
    """An engine for one object file: names in different files cannot meet."""
    module = llvm.parse_assembly("")
    return llvm.create_mcjit_compiler(module, _target_machine())


@functools.cache
def _prepare() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())


def _target_machine() -> Any:
    x86 = llvm.get_process_triple().startswith(("x86", "i386", "i686", "amd64"))
    return _prepare().create_target_machine(
        opt=0, reloc="static" if x86 else "default", codemodel="jitdefault", jit=True
    )


def known_outside(symbol: str) -> bool:
    """Whether machine code that calls this symbol can be loaded here."""
    _symbols()
    return llvm.address_of_symbol(symbol) is not None


@functools.cache
def _symbols() -> None:
    """Name what kernels call at run time: of Numba's extension modules, and one function of our own."""
    _prepare()
    for prefix, module in (("numba_", "numba._helperlib"), ("NRT_", "numba.core.runtime._nrt_python")):
        for name, address in _extension(module).c_helpers.items():
            llvm.add_symbol(name if name.startswith("_") else prefix + name, address)
    llvm.add_symbol("numba_unpickle", ctypes.cast(_UNPICKLE, ctypes.c_void_p).value)


@functools.cache
def _extension(name: str) -> Any:
    """An extension module of Numba's, without the package around it."""
    if name in sys.modules:
        return sys.modules[name]
    package, *inner, last = name.split(".")
    folder = folder_of(package).joinpath(*inner)
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"{last}{suffix}"
        if path.exists():
            spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
            assert spec is not None
            module = module_from_spec(spec)
            sys.modules[name] = module  # where Numba finds it, should it be imported later
            return module
    raise ModuleNotFoundError(f"Numba has no {name}", name=name)


def class_named(module: str, qualified: str) -> Any:
    """A class by its name: how a class of a script is kept."""
    return functools.reduce(getattr, qualified.split("."), sys.modules[module])


_unpickled: dict[bytes, Any] = {}


def _unpickle(data: int, size: int, hashed: int) -> Any:
    """What Numba's own function does: the class of a record that is returned, or an exception raised."""
    key = ctypes.string_at(hashed, 20)
    if key not in _unpickled:
        _unpickled[key] = pickle.loads(ctypes.string_at(data, size))
    return _unpickled[key]


_UNPICKLE = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(_unpickle)
