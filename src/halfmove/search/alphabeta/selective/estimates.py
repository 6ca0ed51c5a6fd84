"""The evaluations of the positions seen last: many come again, at the next level or by other moves.

A word of `Memory.estimates` is: the upper 34 bits of the key | the estimate + 2**29, in 30 bits; 0 for none.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.search.alphabeta.plain import estimate
from halfmove.search.alphabeta.selective.memory import ESTIMATES, Memory

_BITS = 30
_HALF = 1 << (_BITS - 1)
_VALUE = (1 << _BITS) - 1


def recall_estimate(
    game: Game, state: Any, key: Bitboard, mover: int, lower: int, upper: int, m: Memory
) -> int:
    """`estimate`, from memory where the state's `canonical` key was met lately."""
    at = bits.number(key & bits.board(ESTIMATES - 1))
    name = bits.left(bits.right(key, _BITS), _BITS)
    word = m.estimates[at]
    if word != bits.board(0) and bits.left(bits.right(word, _BITS), _BITS) == name:
        return bits.number(word & bits.board(_VALUE)) - _HALF
    value = estimate(game, state, mover, lower, upper)
    m.estimates[at] = name | bits.board(value + _HALF)
    return value
