"""A 64-bit name for any state, the same in every process."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any, cast

from halfmove.core import bits
from halfmove.core.contract.traits import State


def hash_state(s: State) -> bits.Bitboard:
    """A hash of a state's fields that is the same in every process; compiled, `machine` knows tuples."""
    if isinstance(s, tuple):
        h = bits.board(len(s))
        for field in s:
            h = bits.hash_with(h, hash_state(field))
        return h
    if isinstance(s, int):
        return bits.board(int(s))
    return _hash_object(s)


def _hash_object(s: Any) -> bits.Bitboard:
    """Interpreted only: any object, by what it shows of itself."""
    if isinstance(s, (frozenset, set)):  # in whatever order
        return hash_state(tuple(sorted(map(hash_state, s))))
    if is_dataclass(s):
        return hash_state(tuple(getattr(s, field.name) for field in fields(s)))
    if getattr(s, "shape", None) == ():  # a number of NumPy's
        return hash_state(s.item())
    if hasattr(s, "tobytes"):
        return int.from_bytes(blake2b(s.tobytes(), digest_size=8).digest())
    if cast(Any, type(s)).__repr__ is object.__repr__:
        return bits.board(hash(s))
    return int.from_bytes(blake2b(repr(s).encode(), digest_size=8).digest())
