"""The formal game: rules, text, what players see, what searches may know and what is offered besides, in one
class to inherit from."""

from __future__ import annotations

from typing import Any

from halfmove.core.contract.capabilities import Capabilities
from halfmove.core.contract.information import InformationHooks
from halfmove.core.contract.knowledge import Knowledge
from halfmove.core.contract.parameters import as_declared, declared_parameters
from halfmove.core.errors import BadInput

_MACHINE = ("_machine_name", "_machine_type")
"""What is remembered of a game's machine code: its name for `core.code`, its type for `core.machine`."""


class Game(InformationHooks, Knowledge, Capabilities):
    """Rules as methods over an immutable state; parameters as keyword arguments.

    A parameter is a class attribute with an annotation (`int`, `float`, `bool` or `str`) and a default; an
    annotation without a default declares a constant that `setup` derives.  States of a compiled game are
    `NamedTuple`s whose fields are `int`, `bool`, `bits.Bitboard` or tuples of these; its actions are `int`s
    of up to 32 bits.
    """

    def __init__(self, **parameters: Any) -> None:
        declared = declared_parameters(type(self))
        for key, value in parameters.items():
            if key not in declared:
                known = ", ".join(declared) or "none"
                raise BadInput(f"{self.title()} has no parameter '{key}'; its parameters are: {known}.")
            setattr(self, key, as_declared(self.title(), key, value, declared[key]))
        for key in declared:  # a default given and a default left are one game
            vars(self).setdefault(key, getattr(type(self), key))
        self.parameters: dict[str, Any] = {key: getattr(self, key) for key in declared}
        self.setup()

    def __setattr__(self, name: str, value: Any) -> None:
        for made in _MACHINE:
            vars(self).pop(made, None)  # machine code made for the old value must not serve the new
        super().__setattr__(name, value)

    def setup(self) -> None:
        """Check the parameters (raise `BadInput`) and derive constants from them."""

    def machine_constants(self) -> dict[str, Any]:
        """What of this object its machine code depends on, by name."""
        known = {
            k: v for k, v in vars(self).items() if k not in _MACHINE and k not in self.uncompiled_parameters
        }
        known["parameters"] = {
            k: v for k, v in self.parameters.items() if k not in self.uncompiled_parameters
        }
        return known

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" for k, v in self.parameters.items())
        return f"{type(self).__name__}({inside})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self.parameters.items()))))
