"""Kernels and plain functions as Numba sees them, and the events of compiling."""

import types as pytypes
from functools import lru_cache
from typing import Any

from numba import njit, types
from numba.core import event
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from halfmove.core.compile import Kernel, announce
from halfmove.core.machine import bit_ops, buffers, game_type  # noqa: F401  (they register themselves)
from halfmove.core.machine.cache import KernelCache


def machine_kernel(kernel: Kernel) -> Any:
    """The dispatcher of a kernel: specialised by argument types, cached on disk, free of the GIL."""
    dispatcher: Any = njit(nogil=True)(kernel.python)
    dispatcher._cache = KernelCache(kernel.python, f"{kernel.__module__}.{kernel.__qualname__}")
    return dispatcher


@typeof_impl.register(Kernel)  # so that one kernel may call another, and itself
def _typeof_kernel(kernel, context):  # type: ignore[no-untyped-def]
    return types.Dispatcher(kernel.machine)


@lru_cache(maxsize=None)
def _machine_function(function: pytypes.FunctionType) -> Any:
    return njit(nogil=True)(function)


@typeof_impl.register(pytypes.FunctionType)  # so that rules and kernels may call plain functions of Python
def _typeof_function(function, context):  # type: ignore[no-untyped-def]
    if cpu_target.typing_context._lookup_global(function) is not None:
        return None  # Numba, or core.machine, has a meaning of its own for it
    return types.Dispatcher(_machine_function(function))


class _Progress(event.Listener):
    """Tells `core.compile` when the machine code of a kernel is being made (not when it is loaded)."""

    def __init__(self) -> None:
        self.under_way: list[Dispatcher] = []

    def on_start(self, event):  # type: ignore[no-untyped-def]
        dispatcher, arguments = event.data["dispatcher"], event.data["args"]
        if not self.under_way:
            games = [str(t).split("(")[0].split(".")[-1] for t in arguments if isinstance(t, game_type.GameType)]
            announce("start", dispatcher.py_func.__name__, games[0] if games else "")
        self.under_way.append(dispatcher)

    def on_end(self, event):  # type: ignore[no-untyped-def]
        self.under_way.pop()
        if not self.under_way:
            announce("end", event.data["dispatcher"].py_func.__name__, "")


event.register("numba:compile", _Progress())
