"""The formal game: rules, text, what players see, what searches may know, what networks are given and what is
offered besides, in one class to inherit from."""

from __future__ import annotations

import copy
from typing import Any

from halfmove.core.contract.capabilities import Capabilities
from halfmove.core.contract.encoding import EncodingHooks
from halfmove.core.contract.endings import EndingHooks
from halfmove.core.contract.information import InformationHooks
from halfmove.core.contract.knowledge import Knowledge
from halfmove.core.contract.parameters import convert_parameter, declared_parameters
from halfmove.core.contract.runtime import runtime_words
from halfmove.core.errors import BadInput


class Machine:
    """What is remembered of a game for its machine code, until an attribute of the game changes.

    A change makes a new one, instead of emptying this: who is working out, in another thread, what belongs to
    the game as it was, leaves it where nobody looks any more.
    """

    __slots__ = ("name", "type", "whole", "words")

    def __init__(self) -> None:
        self.name: str | None = None
        """Its name for `core.code`."""
        self.type: Any = None
        """Its type for `core.machine`."""
        self.words: bytes | None = None
        """Its runtime parameters."""
        self.whole: Game | None = None
        """The same game with none."""


class Game(InformationHooks, Knowledge, EncodingHooks, EndingHooks, Capabilities):
    """Rules as methods over an immutable state; parameters as keyword arguments.

    A parameter is a class attribute with an annotation (`int`, `float`, `bool` or `str`) and a default; an
    annotation without a default declares a constant that `setup` derives.  States of a compiled game are
    `NamedTuple`s whose fields are `int`, `bool`, `bits.Bitboard` or tuples of these; its actions are `int`s
    of up to 32 bits.
    """

    _machine: Machine

    def __init__(self, **parameters: Any) -> None:
        declared = declared_parameters(type(self))
        for key, value in parameters.items():
            if key not in declared:
                known = ", ".join(declared) or "none"
                raise BadInput(f"{self.title()} has no parameter '{key}'; its parameters are: {known}.")
            setattr(self, key, convert_parameter(self.title(), key, value, declared[key]))
        for key in declared:  # a default given and a default left are one game
            vars(self).setdefault(key, getattr(type(self), key))
        self.parameters: dict[str, Any] = {key: getattr(self, key) for key in declared}
        self.setup()

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        vars(self)["_machine"] = Machine()  # machine code made for the old value must not serve the new

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle has: machine code is found anew."""
        return {**vars(self), "_machine": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _machine=Machine())

    @property
    def _machine_words(self) -> bytes:
        """The runtime parameters, where machine code looks for them."""
        machine = self._machine
        if machine.words is None:
            machine.words = runtime_words(self)
        return machine.words

    def setup(self) -> None:
        """Check the parameters (raise `BadInput`) and derive constants from them."""

    def machine_constants(self) -> dict[str, Any]:
        """What of this object its machine code contains, by name; text is none of it, nor is `compiled`."""
        left_out = {"_machine", "compiled", *self.uncompiled_parameters, *self.runtime_parameters}

        def contained(values: dict[str, Any]) -> dict[str, Any]:
            return {k: v for k, v in values.items() if k not in left_out and not isinstance(v, str)}

        known = {k: all_compiled_in(v) for k, v in contained(vars(self)).items()}
        known["parameters"] = contained(self.parameters)
        return known

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" for k, v in self.parameters.items())
        return f"{type(self).__name__}({inside})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self.parameters.items()))))


def all_compiled_in(value: Any) -> Any:
    """A game that machine code contains, as a constant, has no runtime parameters: nobody hands them over.
    Any other value is given back as it is."""
    if not isinstance(value, Game) or not value.runtime_parameters:
        return value
    machine = value._machine
    if machine.whole is None:
        twin = copy.copy(value)
        twin.runtime_parameters = ()
        machine.whole = twin
    return machine.whole
