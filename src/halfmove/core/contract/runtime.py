"""Runtime parameters: numbers of a game that machine code reads while it runs (`Traits.runtime_parameters`).

They lie one after the other in a `bytes` object, 64 bits each, in the order of their names.  That never
changes: a kernel that runs keeps the numbers that it was called with, whatever becomes of the game.
"""

from __future__ import annotations

import struct
from typing import Any, get_type_hints

from halfmove.core.bits import Bitboard
from halfmove.core.errors import CompileError

_FORMATS = {int: "q", bool: "q", float: "d", Bitboard: "Q"}
"""By the declared type: how `struct` writes the 64 bits."""


def runtime_kinds(game: Any) -> dict[str, Any]:
    """The declared types of runtime parameters, in their order; `TypeError` where one is not declared."""
    hints = get_type_hints(type(game), include_extras=True) if game.runtime_parameters else {}
    for name in game.runtime_parameters:
        if hints.get(name) not in _FORMATS:
            raise TypeError(
                f"{type(game).__name__}.{name} is a runtime parameter, so it is to be annotated "
                "int, bool, float or Bitboard."
            )
    return {name: hints[name] for name in game.runtime_parameters}


def runtime_words(game: Any) -> bytes:
    """The runtime parameters of a game as machine code reads them."""
    kinds = runtime_kinds(game)
    return b"".join(_word(type(game), name, getattr(game, name), kind) for name, kind in kinds.items())


def _word(cls: type, name: str, value: Any, kind: Any) -> bytes:
    try:
        if kind is bool and value is not True and value is not False:
            raise TypeError
        return struct.pack(_FORMATS[kind], value)
    except (struct.error, TypeError, OverflowError):
        declared = "Bitboard" if kind == Bitboard else kind.__name__
        raise CompileError(f"{cls.__name__}.{name} is declared {declared} but holds {value!r}.") from None
