"""A `Game` instance as a compile-time constant.

The Numba type of a game carries its class, its parameters and the digest of its rules, so that a kernel is
specialised for one game as a C++ template is: `self.width` is a literal, a method is a direct call that LLVM
inlines, and a generator of actions becomes a loop.

Runtime parameters are left out of the type.  The value of a game that has some is a pointer to them, and
`self.komi` reads a word there; of any other game it is nothing.
"""

import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from types import FunctionType
from typing import Any, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.registry import cpu_target
from numba.core.typing.typeof import Purpose
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox

from halfmove.core.bits import Bitboard
from halfmove.core.code.names import name_of_game
from halfmove.core.contract.game import Game, all_compiled_in
from halfmove.core.contract.runtime import runtime_kinds
from halfmove.core.digest import is_memoised
from halfmove.core.machine.constants import frozen
from halfmove.core.machine.listing import LISTED, listing
from halfmove.core.machine.members import NUMBERS, Members
from halfmove.core.machine.mixed_actions import has_mixed_actions
from halfmove.core.machine.rewriting import rewrite
from halfmove.core.machine.rows import records_in
from halfmove.core.machine.types import DECLARED, type_for
from halfmove.core.specialisation import item_hints


class GameType(types.Type):
    """The type of a game: equal to another's exactly when class, rules and all that is compiled in are."""

    constants: Mapping[str, Any] = {}
    """What its compiled attributes are: `core.machine.branches` decides by them."""
    records: Any = staticmethod(lambda: ())
    """Gives the types of the `NamedTuple`s in its states, which say how long the tuples in them are."""
    mixed = False
    """Whether actions are tuples in some states and numbers in others (`core.machine.mixed_actions`)."""

    @property
    def key(self):  # type: ignore[no-untyped-def]
        return self.name

    def __reduce__(self):  # type: ignore[no-untyped-def]  # cached machine code stores its argument types
        return _restore, (self.name,)


_known: dict[str, GameType] = {}


def _restore(name: str) -> GameType:
    return _known.get(name) or GameType(name)  # a game not in use now is only a name: nothing is imported


@typeof_impl.register(Game)
def _typeof(game, context):  # type: ignore[no-untyped-def]
    if context.purpose is not Purpose.constant:
        return type_of_game(game)
    whole = all_compiled_in(game)
    if whole._machine.type is None:
        type_of_game(whole)
        cpu_target.typing_context.refresh()  # the function that is being compiled shall know it
        cpu_target.target_context.refresh()
    return type_of_game(whole)


def type_of_game(game: Game) -> GameType:
    """The Numba type of `game`, made at its first use."""
    machine = game._machine
    if machine.type is None:
        name = name_of_game(game)
        machine.type = _known.get(name) or _make(game, name)
    found: GameType = machine.type
    return found


def _make(game: Game, name: str) -> GameType:
    # a class of its own for each game, because Numba's overloads dispatch on the class
    constants: dict[str, Any] = {"__class__": type(game), "__circles__": {}}
    numba_type: Any = type(f"{type(game).__name__}Type", (GameType,), {"constants": constants})
    numba_type.records = staticmethod(cache(lambda: _records_of(game)))
    numba_type.mixed = has_mixed_actions(type(game))
    runtime, compiled = runtime_kinds(game), Members(numba_type)
    if runtime:
        register_model(numba_type)(_PointerModel)
        unbox(numba_type)(_unbox_words)
        for index, (member, kind) in enumerate(runtime.items()):
            compiled.add_instruction(member, DECLARED[kind], _reader(index, DECLARED[kind]))
    else:
        register_model(numba_type)(models.OpaqueModel)
        unbox(numba_type)(lambda typ, obj, c: NativeValue(c.context.get_dummy_value()))
    hints = get_type_hints(type(game), include_extras=True)
    for member, value in game.machine_constants().items():
        if member != "parameters":
            _compile_constant(numba_type, compiled, member, machine_value(value, hints.get(member)))
    members = {
        member: inspect.getattr_static(type(game), member)
        for member in dir(type(game))
        if not member.startswith("__") and member not in vars(game) and member not in runtime
    }
    for member, value in sorted(members.items(), key=lambda each: inspect.isfunction(each[1])):
        found = _listing_of(type(game), member, numba_type.constants) or value
        _compile_member(numba_type, compiled, member, machine_value(found, hints.get(member)))
    compiled.register()
    return _known.setdefault(name, numba_type(name))


def _records_of(game: Game) -> Iterable[Any]:
    try:
        return records_in(type_for(game.initial()))
    except Exception:  # noqa: BLE001  whoever plays the game hears of it; here only lengths stay unknown
        return ()


def _listing_of(cls: type[Game], member: str, constants: Mapping[str, Any]) -> Any:
    """What a method of `LISTED` is in machine code; None for another, and where a game has its own."""
    if member not in LISTED or getattr(cls, member) is not getattr(Game, member):
        return None
    return listing(inspect.getattr_static(cls, LISTED[member]), constants)


def machine_value(value: Any, hint: Any) -> Any:
    """`value` with every bitboard that its annotation `hint` declares as an unsigned word."""
    if hint == Bitboard:
        return np.uint64(value)
    if isinstance(value, tuple):
        hints = item_hints(value, hint)
        inside = [machine_value(v, h) for v, h in zip(value, hints, strict=True)]
        return type(value)(*inside) if hasattr(value, "_fields") else tuple(inside)
    return value


def _compile_member(numba_type: Any, compiled: Members, name: str, value: Any) -> None:
    if isinstance(value, classmethod):  # its class knows no more than the game does
        value = value.__func__
    if is_memoised(value):
        value = value.__wrapped__
    if inspect.isfunction(value):
        compile_method(compiled, name, value, numba_type.constants)
    elif isinstance(value, property) and value.fget is not None:
        (parameter,) = inspect.signature(value.fget).parameters
        compiled.add_attribute(name, _picker(parameter, value.fget, numba_type.constants))
    elif isinstance(value, staticmethod):
        parameters = ", ".join(inspect.signature(value.__func__).parameters)
        scope = {"function": value.__func__}
        exec(f"def method(self_, {parameters}): return function({parameters})", scope)
        compiled.add_method(name, _picker(f"self_, {parameters}", scope["method"], {}))
    elif not callable(value):
        _compile_constant(numba_type, compiled, name, value)


def compile_method(
    compiled: Members, name: str, method: Any, constants: Mapping[str, Any] | None = None
) -> None:
    """Let compiled code call `method` on values of the type, whose compiled attributes are these."""
    signature = inspect.signature(method)
    bare = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    defaults = {f"default_{each.name}": each.default for each in bare if each.default is not each.empty}
    parameters = ", ".join(
        f"{each.replace(default=each.empty)}"
        + (f"=default_{each.name}" if f"default_{each.name}" in defaults else "")
        for each in bare
    )
    compiled.add_method(name, _picker(parameters, method, {} if constants is None else constants, defaults))


def _picker(
    parameters: str, method: Any, constants: Mapping[str, Any], defaults: Mapping[str, Any] | None = None
) -> Any:
    """What Numba wants as an overload: a function that returns the method, with its parameters."""
    compiled = cache(lambda: rewrite(_unannotated(method), constants))  # most methods are never asked for
    scope = {"compiled": compiled, **(defaults or {})}
    exec(f"def pick({parameters}): return compiled()", scope)
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
    assert not value.runtime_parameters or typ is type_of_game(all_compiled_in(value))
    return context.get_dummy_value()


def _compile_constant(numba_type: Any, compiled: Members, name: str, value: Any) -> None:
    if isinstance(value, (list, tuple)):
        value = frozen(value) or value
    if isinstance(value, (*NUMBERS, np.ndarray, tuple, Game)):
        if isinstance(value, NUMBERS):
            compiled.add_number(name, value)
        else:
            compiled.add_attribute(name, lambda game: lambda game: value)
        numba_type.constants[name] = value
    elif isinstance(value, dict):
        numba_type.constants[name] = value  # for `core.machine.rewriting`


# ---- runtime parameters

_WORD = ir.IntType(64)


class _PointerModel(models.PrimitiveModel):
    """A game with runtime parameters: a pointer to them."""

    def __init__(self, dmm, fe_type):  # type: ignore[no-untyped-def]
        super().__init__(dmm, fe_type, _WORD.as_pointer())


def _unbox_words(typ, obj, c):  # type: ignore[no-untyped-def]
    """The pointer into `Game._machine_words`, which is held until the kernel returns."""
    words = c.pyapi.object_getattr_string(obj, "_machine_words")
    place = cgutils.alloca_once_value(c.builder, ir.Constant(_WORD.as_pointer(), None))
    with c.builder.if_then(cgutils.is_not_null(c.builder, words), likely=True):
        text = c.pyapi.bytes_as_string(words)
        c.builder.store(c.builder.bitcast(text, _WORD.as_pointer()), place)
    pointer = c.builder.load(place)
    return NativeValue(
        pointer, is_error=cgutils.is_null(c.builder, pointer), cleanup=lambda: c.pyapi.decref(words)
    )


def _reader(index: int, kind: types.Type) -> Any:
    """What builds the instruction that reads a word, which never changes: LLVM may keep it, or read it before
    a loop."""

    def read(context: Any, builder: Any, pointer: Any) -> Any:
        written = ir.DoubleType() if kind is types.float64 else _WORD
        place = builder.gep(pointer, [ir.Constant(_WORD, index)])
        word = builder.load(builder.bitcast(place, written.as_pointer()))
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return builder.icmp_unsigned("!=", word, _WORD(0)) if kind is types.boolean else word

    return read
