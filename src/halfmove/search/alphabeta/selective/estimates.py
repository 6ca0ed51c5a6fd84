"""The evaluations of the positions seen last: many come again, at the next level or by other moves.

A word of `Memory.estimates` is: the upper 34 bits of the key | the estimate + 2**29, in 30 bits; 0 for none.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import prefetch
from halfmove.core.contract import Game
from halfmove.search.alphabeta.network import judge_within
from halfmove.search.alphabeta.plain import canonical, count_sharing_symmetries
from halfmove.search.alphabeta.samples import EVERY, note_sample
from halfmove.search.alphabeta.selective.memory import ESTIMATES, MASK, Memory
from halfmove.search.alphabeta.table import bucket_of

_BITS = 30
_HALF = 1 << (_BITS - 1)
_VALUE = (1 << _BITS) - 1


def fetch(key: Bitboard, m: Memory) -> None:
    """Have what is kept of a state brought near, the table's entry and its estimate, as it is asked soon."""
    prefetch(m.table, bucket_of(key, m.counters[MASK]))
    prefetch(m.estimates, bits.number(key & bits.board(ESTIMATES - 1)))


def fetch_early(game: Game, child: Any, m: Memory) -> None:
    """`fetch` for a state that may yet be passed over, unless its `canonical` key takes long."""
    if count_sharing_symmetries(game) == 1:
        fetch(canonical(game, child)[0], m)


def fetch_late(game: Game, key: Bitboard, m: Memory) -> None:
    """`fetch` for a state that is searched now, by its `canonical` key, where it was not done early."""
    if count_sharing_symmetries(game) > 1:
        fetch(key, m)


def recall_estimate(
    game: Game, state: Any, key: Bitboard, mover: int, lower: int, upper: int, ply: int, m: Memory
) -> int:
    """`judge_within`, from memory where the state's `canonical` key was met lately."""
    at = bits.number(key & bits.board(ESTIMATES - 1))
    name = bits.left(bits.right(key, _BITS), _BITS)
    word = m.estimates[at]
    if word != bits.board(0) and bits.left(bits.right(word, _BITS), _BITS) == name:
        return bits.number(word & bits.board(_VALUE)) - _HALF
    value = judge_within(game, state, mover, lower, upper, ply, m)
    m.estimates[at] = name | bits.board(value + _HALF)
    if m.samples[EVERY] != 0:
        note_sample(state, key, m.samples)
    return value
