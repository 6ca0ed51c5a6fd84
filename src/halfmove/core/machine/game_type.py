"""A `Game` instance as a compile-time constant.

The Numba type of a game carries its class, its parameters and the digest of its rules, so that a kernel is
specialised for one game as a C++ template is: `self.width` is a literal, a method is a direct call that LLVM
inlines, and a generator of actions becomes a loop.
"""

import inspect
from types import FunctionType
from typing import Any, get_type_hints

import numpy as np
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox

from halfmove.core.bits import Bitboard
from halfmove.core.code.names import name_of_game
from halfmove.core.contract import Game
from halfmove.core.machine.inner import overload_attribute, overload_method
from halfmove.core.machine.listing import LISTED, listing
from halfmove.core.specialisation import item_hints


class GameType(types.Type):
    """The type of one game: equal to another's exactly when class, parameters and rules are the same."""

    @property
    def key(self):  # type: ignore[no-untyped-def]
        return self.name

    def __reduce__(self):  # type: ignore[no-untyped-def]  # cached machine code stores its argument types
        return _restore, (self.name,)


_known: dict[str, GameType] = {}


def _restore(name: str) -> GameType:
    return _known.get(name) or GameType(name)  # a game not in use now is only a name: nothing is imported


@typeof_impl.register(Game)
def type_of_game(game, context=None):  # type: ignore[no-untyped-def]
    """The Numba type of `game`, made at its first use."""
    found = vars(game).get("_machine_type")
    if found is None:
        name = name_of_game(game)
        found = _known.get(name) or _make(game, name)
        vars(game)["_machine_type"] = found  # past `__setattr__`, which forgets what was made
    return found


def _make(game: Game, name: str) -> GameType:
    # a class of its own for each game, because Numba's overloads dispatch on the class
    numba_type: Any = type(f"{type(game).__name__}Type", (GameType,), {})
    register_model(numba_type)(models.OpaqueModel)
    unbox(numba_type)(lambda typ, obj, c: NativeValue(c.context.get_dummy_value()))
    hints = get_type_hints(type(game), include_extras=True)
    for member in dir(type(game)):
        if not member.startswith("__") and member not in vars(game):
            value = _listing_of(type(game), member) or inspect.getattr_static(type(game), member)
            _compile_member(numba_type, member, machine_value(value, hints.get(member)))
    for member, value in game.machine_constants().items():
        if member != "parameters":
            _compile_constant(numba_type, member, machine_value(value, hints.get(member)))
    return _known.setdefault(name, numba_type(name))


def _listing_of(cls: type[Game], member: str) -> Any:
    """What a method of `LISTED` is in machine code; None for another, and where a game has its own."""
    if member not in LISTED or getattr(cls, member) is not getattr(Game, member):
        return None
    return listing(inspect.getattr_static(cls, LISTED[member]))


def machine_value(value: Any, hint: Any) -> Any:
    """`value` with every bitboard that its annotation `hint` declares as an unsigned word."""
    if hint == Bitboard:
        return np.uint64(value)
    if isinstance(value, tuple):
        hints = item_hints(value, hint)
        inside = [machine_value(v, h) for v, h in zip(value, hints, strict=True)]
        return type(value)(*inside) if hasattr(value, "_fields") else tuple(inside)
    return value


def _compile_member(numba_type: type, name: str, value: Any) -> None:
    if inspect.isfunction(value):
        compile_method(numba_type, name, value)
    elif isinstance(value, property) and value.fget is not None:
        (parameter,) = inspect.signature(value.fget).parameters
        overload_attribute(numba_type, name)(_picker(parameter, _unannotated(value.fget)))
    elif isinstance(value, staticmethod):
        parameters = ", ".join(inspect.signature(value.__func__).parameters)
        scope = {"function": value.__func__}
        exec(f"def method(self_, {parameters}): return function({parameters})", scope)
        overload_method(numba_type, name)(_picker(f"self_, {parameters}", scope["method"]))
    elif not callable(value):
        _compile_constant(numba_type, name, value)


def compile_method(numba_type: type, name: str, method: Any) -> None:
    """Let compiled code call `method` on values of `numba_type`."""
    parameters = ", ".join(inspect.signature(method).parameters)
    overload_method(numba_type, name)(_picker(parameters, _unannotated(method)))


def _picker(parameters: str, method: Any) -> Any:
    """What Numba wants as an overload: a function that returns the method, with its parameters."""
    scope = {"method": method}
    exec(f"def pick({parameters}): return method", scope)
    return scope["pick"]


def _unannotated(method: Any) -> Any:
    """A copy without annotations, as Numba wants the same signature, annotations and all, on both."""
    bare = FunctionType(
        method.__code__, method.__globals__, method.__name__, method.__defaults__, method.__closure__
    )
    bare.__qualname__, bare.__module__ = method.__qualname__, method.__module__
    return bare


@lower_constant(GameType)
def _game_as_constant(context, builder, typ, value):  # type: ignore[no-untyped-def]
    """A game within another (`core.in_turn`): all that it is stands in its type."""
    return context.get_dummy_value()


def _compile_constant(numba_type: type, name: str, value: Any) -> None:
    if isinstance(value, Game):
        type_of_game(value)
    if isinstance(value, (bool, int, float, np.generic, np.ndarray, tuple, Game)):
        overload_attribute(numba_type, name)(lambda game: lambda game: value)
