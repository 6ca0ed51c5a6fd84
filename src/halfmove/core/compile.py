"""One source, two speeds: `@kernel` functions run interpreted or compiled, from the same text.

A kernel is a function whose first argument is a game.  Called with a game that allows it, the kernel is compiled
for that game (once; the machine code is kept on disk); otherwise it runs as the Python it is written in, where a
debugger steps through it and states may be any object.  Set `HALFMOVE_JIT=0` to run everything interpreted.
"""

from __future__ import annotations

import copy
import functools
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar, get_type_hints

from halfmove.core.game import Game

P = ParamSpec("P")
R = TypeVar("R")


def jit_enabled() -> bool:
    """Whether compiled games run compiled: yes, unless the environment says `HALFMOVE_JIT=0`."""
    return os.environ.get("HALFMOVE_JIT", "1") != "0"


def runs_compiled(game: Game) -> bool:
    """Whether kernels run compiled for this game."""
    return game.compiled and jit_enabled()


def interpreted(game: Game) -> Game:
    """The same game, run as plain Python: for watching, debugging and checking against the compiled one."""
    twin = copy.copy(game)
    twin.compiled = False  # type: ignore[misc]
    return twin


class Kernel(Generic[P, R]):
    """A function of (game, ...): machine code for a compiled game, plain Python for any other.

    `kernel.python` is the function itself; `kernel.machine` its Numba dispatcher, made when first needed.
    Arguments after the game are states, whole numbers, `Buffer`s and tuples of these.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.python = function
        self._machine: Any = None

    @property
    def machine(self) -> Any:
        if self._machine is None:
            from halfmove.core.machine.dispatch import machine_kernel

            self._machine = machine_kernel(self)
        return self._machine

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        game: Any = arguments[0]
        if not runs_compiled(game):
            return self.python(*arguments, **named)
        machine = self.machine
        ready = [to_machine(a) for a in arguments]
        try:
            return from_machine(machine(*ready))  # type: ignore[no-any-return]
        except Exception as error:
            if type(error).__module__.startswith("numba."):
                from halfmove.core.machine.diagnose import explain

                raise explain(error, self, game) from None
            raise


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a function of (game, ...) a `Kernel`: interpreted or compiled as the game allows.

    Three rules keep the two speeds and the disk cache sound: bitboards go through `core.bits`; a recursive call
    passes no literal number (`np.int64(2)`, or a variable); two kernels do not call each other in a circle.
    """
    return Kernel(function)


# ---- crossing the border: Python's int has no width, a machine word has


@functools.lru_cache(maxsize=256)
def _fields(cls: type) -> tuple[Any, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(hints.get(field) for field in cls._fields)  # type: ignore[attr-defined]


def to_machine(value: Any) -> Any:
    """A state with its bitboard fields as unsigned words; anything else as it is."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        from halfmove.core.machine.game_type import machine_value

        hints = _fields(type(value))
        return type(value)(*(machine_value(to_machine(v), h) for v, h in zip(value, hints, strict=True)))
    return value


def from_machine(value: Any) -> Any:
    """A result with Python's own numbers."""
    if isinstance(value, tuple):
        inside = [from_machine(v) for v in value]
        return type(value)(*inside) if hasattr(value, "_fields") else tuple(inside)
    return value


# ---- progress

Announcer = Callable[[str, str, str], None]
_started = 0.0


def _to_terminal(what: str, kernel_name: str, game_name: str) -> None:
    """The default announcer: one line on a terminal's standard error, silent elsewhere."""
    global _started
    if not sys.stderr.isatty():
        return
    if what == "start":
        _started = time.perf_counter()
        whom = f" for {game_name}" if game_name else ""
        print(f"compiling {kernel_name}{whom} (the first time only) …", end="", file=sys.stderr, flush=True)
    else:
        print(f" {time.perf_counter() - _started:.1f} s", file=sys.stderr, flush=True)


_announcer: Announcer = _to_terminal


def announce_with(announcer: Announcer | None) -> None:
    """Send word of compiling to `announcer("start" | "end", kernel, game)`; None restores the default."""
    global _announcer
    _announcer = announcer or _to_terminal


def announce(what: str, kernel_name: str, game_name: str) -> None:
    """Called when the machine code of a kernel starts and ends being made."""
    _announcer(what, kernel_name, game_name)
