"""Kernels and plain functions as Numba sees them, and the events of compiling."""

import gc
import types as pytypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba import njit, types
from numba.core import event
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from halfmove.core.buffer import Buffer
from halfmove.core.code.files import Code, tell_not_kept
from halfmove.core.code.names import numba_is_known, parameter_hints
from halfmove.core.compile import Kernel, announce
from halfmove.core.contract import Game
from halfmove.core.errors import HalfmoveError
from halfmove.core.in_turn import rules_of
from halfmove.core.machine import bit_ops, blas, buffers, callbacks, state_words, vectors, watchers  # noqa: F401  (they register themselves)
from halfmove.core.machine.diagnose import explain
from halfmove.core.machine.game_type import GameType, type_of_game
from halfmove.core.machine.inner import NO_WRAPPERS
from halfmove.core.machine.keeping import code_of
from halfmove.core.machine.pipeline import KERNEL
from halfmove.core.machine.rewriting import rewrite
from halfmove.core.machine.types import type_of_argument


def machine_kernel(kernel: Kernel[..., Any]) -> Any:
    """The dispatcher of a kernel: specialised by argument types, free of the GIL."""
    return njit(nogil=True, no_cfunc_wrapper=True, **KERNEL)(_door(kernel.python))


def _door(function: Any) -> Any:
    """A function with the parameters of `function` that only calls it.

    Python calls the door; kernels call the function itself, which is compiled like any other that compiled
    code calls, once for all kernels.
    """
    code = function.__code__
    parameters = ", ".join(code.co_varnames[: code.co_argcount])
    scope = {"inside": function}
    exec(f"def door({parameters}): return inside({parameters})", scope)
    door: Any = scope["door"]
    door.__name__, door.__qualname__ = function.__name__, function.__qualname__
    door.__module__, door.__defaults__ = function.__module__, function.__defaults__
    return door


def make(
    kernel: Kernel[..., Any], arguments: tuple[Any, ...], *, rules_first: bool = False
) -> tuple[Any, Code | str]:
    """The machine code for such arguments: a function of Python that reads plain numbers and tuples, and what
    can be kept of it, or why nothing can be.

    With `rules_first` the second argument is a state, and the rules of a user's game are compiled before all
    else, so that what is wrong with them is said a second earlier; the kernel uses what was made of them.
    """
    hints = parameter_hints(kernel.python)
    try:
        kinds = [type_of_argument(a, h) for a, h in zip(arguments[1:], hints, strict=True)]
        with _no_collections(), _no_lock_events():
            signature = type_of_game(arguments[0]), *kinds
            if rules_first and _may_be_refused(arguments[0]):
                _machine_function(_rules).compile((*signature[:2], type_of_argument(Buffer(1), Buffer)))
            function = kernel.machine.compile(signature)
            code = code_of(kernel.machine.overloads[signature])
        if isinstance(code, str):
            tell_not_kept(type(arguments[0]).__name__, code)
        return function, code
    except HalfmoveError:
        raise
    except Exception as error:  # noqa: BLE001  Numba raises anything; no kernel has run yet
        raise explain(error, kernel, arguments[0]) from None


def _may_be_refused(game: Game) -> bool:
    """Whether somebody else's rules are played, by `_rules`."""
    return not game.simultaneous and not type(rules_of(game)).__module__.startswith("halfmove.")


def _rules(game, s, out):  # type: ignore[no-untyped-def]
    """All that a search asks the rules of a game."""
    count = game.list_actions(s, out, 0)
    after = game.result(s, out[0])
    return count, game.to_move(after), game.is_terminal(after), game.utility(s, 0)


@contextmanager
def _no_collections() -> Iterator[None]:
    """Compiling makes half a million objects, half of which stay: to look through them for rubbish costs a
    twentieth of the time.  The next full collection finds what there is."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()  # with the next line: all is old now, and not looked through at once
            gc.unfreeze()
        gc.enable()


@contextmanager
def _no_lock_events() -> Iterator[None]:
    """Numba tells its listeners each time that LLVM's lock is taken and given back, 60,000 times for a large
    kernel, and each function that is being compiled adds a listener."""
    lock = getattr(llvm.ffi.lib, "_lock", None) if numba_is_known() else None
    told = getattr(lock, "_cblist", [])  # llvmlite's own matter: another version may have no such list
    kept = list(told)
    told.clear()
    try:
        yield
    finally:
        told[:] = kept


@typeof_impl.register(Kernel)  # so that one kernel may call another, and itself
def _typeof_kernel(kernel, context):  # type: ignore[no-untyped-def]
    return types.Dispatcher(_machine_function(kernel.python))


@cache
def _machine_function(function: pytypes.FunctionType) -> Any:
    inside = getattr(function, "__halfmove_step__", False)
    return njit(nogil=True, forceinline=inside, **NO_WRAPPERS)(rewrite(function))


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
            games = [str(t).split("(")[0].split(".")[-1] for t in arguments if isinstance(t, GameType)]
            announce("start", dispatcher.py_func.__name__, games[0] if games else "")
        self.under_way.append(dispatcher)

    def on_end(self, event):  # type: ignore[no-untyped-def]
        self.under_way.pop()
        if not self.under_way:
            announce("end", event.data["dispatcher"].py_func.__name__, "")


event.register("numba:compile", _Progress())
