"""Every function of `core.bits`: the processor's meaning is plain Python's, and that is what sets say."""

import inspect
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core import bits
from halfmove.core.bits import FULL, Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted, kernel
from halfmove.core.contract import Game, hash_state

boards = st.integers(0, FULL) | st.sampled_from([0, 1, 1 << 63, FULL, FULL - 1, 0x5555_5555_5555_5555])
counts = st.integers(0, 63)
words = st.integers(-(2**63), 2**63 - 1)
wides = st.tuples(boards, boards, boards)


TABLE = np.array([(0x9E37_79B9_7F4A_7C15 * n) & FULL for n in range(64)], np.uint64)


class Nothing(Game):
    """A game with no rules, to run kernels with."""


class Inner(NamedTuple):
    flag: bool
    wide: tuple[Bitboard, Bitboard, Bitboard]
    other: tuple[Bitboard, ...]


class Outer(NamedTuple):
    board: Bitboard
    number: int
    inner: Inner


@kernel
def every_function(game: Game, a: Bitboard, b: Bitboard, n: int, w: int, s: Outer, out: Buffer) -> int:
    out[0] = bits.board(w)
    out[1] = bits.bit(n)
    out[2] = bits.left(a, n)
    out[3] = bits.right(a, n)
    out[4] = bits.plus(a, b)
    out[5] = bits.minus(a, b)
    out[6] = bits.times(a, b)
    out[7] = bits.invert(a)
    out[8] = bits.without(a, b)
    out[9] = bits.board(1 if bits.has(a, n) else 0)
    out[10] = bits.board(bits.count(a))
    out[11] = bits.board(bits.lowest(a)) if a != bits.board(0) else bits.board(64)
    out[12] = bits.lowest_bit(a)
    out[13] = bits.without_lowest(a)
    out[14] = bits.board(bits.number(a))
    out[15] = bits.board(bits.number(a >> 1))
    out[16] = bits.mix(a)
    out[17] = bits.hash_with(a, w)
    for square in bits.squares(a):
        out[18] = bits.hash_with(out[18], square)
    out[19] = bits.board(1 if bits.wide_has(s.inner.wide, n + 64) else 0)
    wide = bits.wide_with(s.inner.wide, n + 64)
    for i in range(3):
        out[20 + i] = wide[i]
    out[23] = hash_state(s)
    out[24] = a & b
    out[25] = a | b
    out[26] = a ^ b
    out[27] = a >> n
    one, two = s.inner.wide, s.inner.other
    for i in range(3):
        out[28 + i] = bits.wide_and(one, two)[i]
        out[31 + i] = bits.wide_or(one, two)[i]
        out[34 + i] = bits.wide_without(one, two)[i]
        out[37 + i] = bits.wide_up(one, n + 1)[i] if n < 63 else bits.board(0)
        out[40 + i] = bits.wide_down(one, n + 1)[i] if n < 63 else bits.board(0)
    out[43] = bits.board(bits.wide_count(one))
    out[44] = bits.board(bits.wide_lowest(one)) if not bits.wide_empty(one) else bits.board(192)
    for square in bits.wide_squares(one):
        out[45] = bits.hash_with(out[45], square)
    out[46] = bits.wide_hash(a, one)
    out[47] = bits.swap(a)
    out[48] = bits.entry(TABLE, n)
    size = bits.count(a)
    out[49] = bits.board(bits.select(a, n % size)) if size > 0 else bits.board(64)
    wide_size = bits.wide_count(one)
    for i in range(3):
        k = n + 64 * i
        out[50 + i] = bits.board(bits.wide_select(one, k % wide_size)) if wide_size > 0 else bits.board(192)
        out[53 + i] = bits.wide_alone(one, k)[i]
        out[56 + i] = bits.wide_entry(one, TABLE, n // 4)[i]
        out[59 + i] = bits.board(1 if bits.wide_has(one, k) else 0)
    row = bits.with_item((w, n, 3), n % 3, bits.number(b))
    for i in range(3):
        out[62 + i] = bits.board(row[i])
    out[65] = bits.highest_bit(a)
    for i in range(5):
        out[66 + i] = bits.wide_window(one, n + 64 * (i - 1))
    return bits.number(a)


def test_every_function_is_named_above():
    source = inspect.getsource(every_function.python)
    public = [
        name for name, f in inspect.getmembers(bits, inspect.isfunction) if f.__module__ == bits.__name__
    ]
    assert [name for name in public if f"bits.{name}(" not in source] == []


@pytest.mark.slow_interpreted
@given(boards, boards, counts, words, wides, wides, st.booleans())
def test_compiled_is_plain_python(a, b, n, w, wide, other, flag):
    game, slow, fast = Nothing(), Buffer(71, unsigned=True), Buffer(71, unsigned=True)
    state = Outer(b, w, Inner(flag, wide, other))
    signed = every_function(interpreted(game), a, b, n, w, state, slow)
    assert every_function(game, a, b, n, w, state, fast) == signed
    assert list(slow.array) == list(fast.array)


def squares_of(b):
    return {i for i in range(64) if b >> i & 1}


@given(boards, boards, counts)
def test_plain_python_is_what_sets_say(a, b, n):
    mine, yours = squares_of(a), squares_of(b)
    assert set(bits.squares(a)) == mine
    assert list(bits.squares(a)) == sorted(mine)
    assert bits.count(a) == len(mine)
    assert squares_of(bits.left(a, n)) == {i + n for i in mine if i + n < 64}
    assert squares_of(bits.right(a, n)) == {i - n for i in mine if i >= n}
    assert squares_of(bits.without(a, b)) == mine - yours
    assert squares_of(bits.invert(a)) == set(range(64)) - mine
    assert bits.has(a, n) == (n in mine)
    assert squares_of(bits.lowest_bit(a)) == ({min(mine)} if mine else set())
    assert squares_of(bits.without_lowest(a)) == (mine - {min(mine)} if mine else set())
    assert squares_of(bits.highest_bit(a)) == ({max(mine)} if mine else set())
    assert bits.plus(bits.minus(a, b), b) == a
    assert bits.board(bits.number(a)) == a
    assert bits.number(a >> 1) == a >> 1
    assert squares_of(bits.swap(a)) == {i ^ 56 for i in mine}, "the ranks turned over"
    assert bits.entry(TABLE, n) == TABLE[n] == bits.entry(tuple(TABLE), n)
    if mine:
        assert bits.lowest(a) == min(mine)


def squares_of_wide(w):
    return {i for i in range(192) if w[i // 64] >> i % 64 & 1}


@given(wides, wides, st.integers(1, 63), st.integers(0, 191))
def test_boards_of_several_words_are_what_sets_say(a, b, n, square):
    mine, yours = squares_of_wide(a), squares_of_wide(b)
    assert list(bits.wide_squares(a)) == sorted(mine)
    assert bits.wide_count(a) == len(mine)
    assert bits.wide_empty(a) == (not mine)
    assert squares_of_wide(bits.wide_and(a, b)) == mine & yours
    assert squares_of_wide(bits.wide_or(a, b)) == mine | yours
    assert squares_of_wide(bits.wide_without(a, b)) == mine - yours
    assert squares_of_wide(bits.wide_up(a, n)) == {i + n for i in mine if i + n < 192}
    assert squares_of_wide(bits.wide_down(a, n)) == {i - n for i in mine if i >= n}
    assert squares_of_wide(bits.wide_with(a, square)) == mine | {square}
    for at in (square, square - 64):
        assert squares_of(bits.wide_window(a, at)) == {i - at for i in mine if at <= i < at + 64}
    assert bits.wide_has(a, square) == (square in mine)
    assert not bits.wide_has(a, 64 * len(a) + square), "as machine code has it"
    assert not bits.wide_has(a, -1 - square)
    assert bits.wide_hash(bits.wide_hash(0, a), b) == bits.wide_hash(0, (*a, *b))
    if mine:
        assert bits.wide_lowest(a) == min(mine)


@given(boards, boards)
def test_mix_tells_words_apart(a, b):
    assert (bits.mix(a) == bits.mix(b)) == (a == b)
    assert 0 <= bits.mix(a) <= FULL


def test_mix_is_splitmix64():
    """The first outputs of SplitMix64 seeded with 0, as in Vigna's reference implementation."""
    assert bits.mix(0x9E37_79B9_7F4A_7C15) == 0xE220_A839_7B1D_CDAF
    assert bits.mix(2 * 0x9E37_79B9_7F4A_7C15 & FULL) == 0x6E78_9E6A_A1B9_65F4
