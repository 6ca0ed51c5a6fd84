"""One source, two speeds: `@kernel` functions run interpreted or compiled, from the same text.

A kernel is a function whose first argument is a game.  Called with a game that allows it, the kernel is
compiled for that game (once; the machine code is kept on disk); otherwise it runs as the Python it is
written in, where a debugger steps through it and states may be any object.  `HALFMOVE_JIT=0` runs
everything interpreted.
"""

from __future__ import annotations

import copy
import functools
import inspect
import os
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, Generic, ParamSpec, TypeVar

from halfmove.core import progress, reporting
from halfmove.core.contract import Game
from halfmove.core.naming import open_game
from halfmove.core.specialisation import SHAPERS, shape

P = ParamSpec("P")
R = TypeVar("R")


_JIT = os.environ.get("HALFMOVE_JIT", "1") != "0"


def jit_enabled() -> bool:
    """Whether compiled games run compiled: yes, unless `HALFMOVE_JIT=0` was set when the process started."""
    return _JIT


def runs_compiled(game: Game) -> bool:
    """Whether kernels run compiled for this game."""
    return game.compiled and _JIT


def compiles_aside() -> bool:
    """Whether another process may make machine code while this one runs interpreted: yes, unless
    `HALFMOVE_COMPILE=here`, with which whoever needs it makes it first."""
    return os.environ.get("HALFMOVE_COMPILE", "aside") != "here"


def interpreted(game: Game | str) -> Game:
    """The same game, run as plain Python: for watching, debugging and checking against the compiled one."""
    twin = copy.copy(open_game(game))
    twin.compiled = False
    return twin


class Kernel(Generic[P, R]):
    """A function of (game, ...): machine code for a compiled game, plain Python for any other.

    `kernel.python` is the function itself; `kernel.machine` its Numba dispatcher, made when first needed.
    Arguments after the game are states, whole numbers, `Buffer`s and tuples of these; a number is signed
    unless its parameter is annotated `Bitboard`.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        if any(
            p.kind is not p.POSITIONAL_OR_KEYWORD for p in inspect.signature(function).parameters.values()
        ):
            raise TypeError(
                f"the kernel {function.__name__} must take its arguments by position, with no * or **"
            )
        functools.update_wrapper(self, function)
        self.python = function
        self._machine: Any = None
        self.digest: str | None = None  # of the function, once it has been asked for
        self._entries: dict[tuple[Hashable, ...], Callable[P, R]] = {}
        self._parameters = function.__code__.co_argcount

    @property
    def machine(self) -> Any:
        """The Numba dispatcher."""
        if self._machine is None:
            from halfmove.core.machine.dispatch import machine_kernel

            self._machine = machine_kernel(self)
        return self._machine

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        if named or len(arguments) != self._parameters:
            arguments = self._complete(arguments, named)
        game: Any = arguments[0]
        if not (game.compiled and _JIT):
            return self.python(*arguments)  # type: ignore[call-arg]
        # The way of every call but the first: a dictionary from the shapes of the arguments to machine code,
        # asked here because Numba's own dispatch spends microseconds on types that it does not know by heart.
        try:
            shapes: list[Any] = [game._machine.name]
            for argument in arguments[1:]:
                shaper = SHAPERS[argument.__class__]
                shapes.append(argument.__class__ if shaper is None else shaper(argument))
            entry = self._entries[tuple(shapes)]
        except (KeyError, AttributeError):
            entry = self._specialise(arguments)
        return entry(*arguments)  # type: ignore[call-arg]

    def specialised(self, *arguments: P.args, **named: P.kwargs) -> Callable[P, R]:
        """The kernel as a function for calls like this one: same game, arguments of the same classes.

        It looks at nothing before it calls, which matters to calls of a few microseconds.
        """
        if named or len(arguments) != self._parameters:
            arguments = self._complete(arguments, named)
        if runs_compiled(arguments[0]):  # type: ignore[arg-type]
            return self._specialise(arguments)
        return self.python

    def prepare(self, *arguments: P.args, **named: P.kwargs) -> None:
        """Make the machine code for a call with such arguments without calling: before a clock starts."""
        game: Any = arguments[0]
        if not runs_compiled(game):
            return
        arguments = self._complete(arguments, named)
        known = game._machine.name
        if known is None or (known, *map(shape, arguments[1:])) not in self._entries:
            self._specialise(arguments, prepares=True)

    def _complete(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """The arguments in the order of the parameters, with defaults; TypeError as Python itself would."""
        bound = inspect.signature(self.python).bind(*arguments, **named)
        bound.apply_defaults()
        return bound.args

    def _specialise(self, arguments: tuple[Any, ...], *, prepares: bool = False) -> Callable[P, R]:
        """The machine code for such arguments: loaded from its file, or compiled and kept."""
        from halfmove.core.code import files, loader, names

        key = names.name_of_game(arguments[0]), *map(shape, arguments[1:])
        known = self._entries.get(key)
        if known is not None:  # for another instance of the game, which had no name yet
            return known
        installed = files.brought_along(self, arguments)
        found = installed and files.kept(installed, loader.load)
        if found:
            self._entries[key] = found
            return found
        name = names.name_of_code(self, arguments)
        path = None if name is None else files.path_of(self, name)
        if _only_kept.get() and not (path and path.exists()):
            why = files.why_not_kept(path) if path else names.why_without_name()
            raise NotKept(self.python.__qualname__, why)
        entry: Callable[P, R]
        if path is None:
            files.tell_not_kept(type(arguments[0]).__name__, names.why_without_name())
            entry, _ = self._make(arguments, prepares)
        else:
            entry = files.read_or_make(path, loader.load, lambda: self._make(arguments, prepares))
        self._entries[key] = entry
        return entry

    def _make(self, arguments: tuple[Any, ...], prepares: bool) -> Any:
        from halfmove.core.machine.dispatch import make

        second = arguments[1] if prepares and len(arguments) > 1 else None
        # a state of somebody else's rules, not a tree or another tuple of ours
        is_state = isinstance(second, tuple) and not type(second).__module__.startswith("halfmove.")
        return make(self, arguments, rules_first=is_state)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a function of (game, ...) a `Kernel`: interpreted or compiled as the game allows.

    Three rules keep the two speeds and the disk cache sound: bitboards go through `core.bits`; a recursive
    call passes no literal number (`np.int64(2)`, or a variable); two kernels do not call each other in a
    circle.
    """
    return Kernel(function)


def step(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function a part of each kernel that calls it: a step with a name, for whoever reads; in machine
    code it stands in the kernel's own body, where a call with twenty arguments would cost more than the step.
    """
    function.__halfmove_step__ = True  # type: ignore[attr-defined]
    return function


# ---- only what is kept


class NotKept(Exception):
    """Machine code would have to be made, where `only_kept` says that it is not to be."""

    def __init__(self, kernel: str, why: str = "") -> None:
        super().__init__(kernel)
        self.why = why
        """Why no process can keep it, in words; "" where one can."""


_only_kept: ContextVar[bool] = ContextVar("only_kept", default=False)


@contextmanager
def only_kept() -> Iterator[None]:
    """In this block, in this context, machine code is loaded but never made: `NotKept` instead."""
    before = _only_kept.set(True)
    try:
        yield
    finally:
        _only_kept.reset(before)


# ---- progress

Announcer = Callable[[str, str, str], None]


class _Announced:
    """Says of the work that needs machine code that it is being made; where there is none, that is work of
    its own."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._work: progress.Work | None = None
        self._since: float | None = None

    def __call__(self, what: str, kernel_name: str, game_name: str) -> None:
        if what == "start":
            self._start(progress.making(kernel_name, game_name))
            return
        if self._work is not None:
            self._work.making = ""
            self._work = None
        self._open.close()
        if self._since is not None:
            print(f" {time.perf_counter() - self._since:.1f} s", file=sys.stderr, flush=True)
            self._since = None

    def _start(self, words: str) -> None:
        if progress.current() is None:
            self._open.enter_context(progress.telling(words))
        self._work = progress.current()
        assert self._work is not None
        self._work.making = words
        # whoever calls from Python at a terminal sees it at once, where nothing else is shown
        if isinstance(self._work.teller, reporting.Log) and sys.stderr.isatty():
            self._since = time.perf_counter()
            print(f"{words} …", end="", file=sys.stderr, flush=True)


_made = 0.0
"""Seconds that this process has made machine code for, until now."""
_making_since: float | None = None


class Stopwatch:
    """Seconds of work since it was made, apart from those in which this process made machine code."""

    def __init__(self) -> None:
        self._begun, self._made = time.perf_counter(), _made

    @property
    def compiling(self) -> float:
        """Seconds in which machine code was made."""
        return _made - self._made

    @property
    def seconds(self) -> float:
        """All other seconds."""
        return time.perf_counter() - self._begun - self.compiling


announce_to_work: Announcer = _Announced()
"""The default announcer: the work that needs the machine code says that it is being made."""
_announcer: Announcer = announce_to_work


def announce_with(announcer: Announcer | None) -> None:
    """Send word of compiling to `announcer("start" | "end", kernel, game)`; None restores the default."""
    global _announcer
    _announcer = announcer or announce_to_work


def announce(what: str, kernel_name: str, game_name: str) -> None:
    """Called when the machine code of a kernel starts and ends being made."""
    global _made, _making_since
    if what == "start":
        _making_since = time.perf_counter()
    elif _making_since is not None:
        _made += time.perf_counter() - _making_since
        _making_since = None
    _announcer(what, kernel_name, game_name)
