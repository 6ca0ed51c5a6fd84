"""States as rows of words: what is written is read back, at both speeds, of every kind of field."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted, kernel
from halfmove.core.words import count_words, read_words, write_words

GAME = hm.game("nim")

boards = st.integers(0, bits.FULL)
numbers = st.integers(-(1 << 63), (1 << 63) - 1)


class Inner(NamedTuple):
    board: Bitboard
    flag: bool


class Sample(NamedTuple):
    """Every kind of field that a compiled state may have."""

    number: int
    board: Bitboard
    flag: bool
    row: tuple[Bitboard, ...]
    pair: tuple[int, Bitboard]
    inner: Inner
    last: int


samples = st.builds(
    Sample,
    numbers,
    boards,
    st.booleans(),
    st.tuples(boards, boards, boards),
    st.tuples(numbers, boards),
    st.builds(Inner, boards, st.booleans()),
    numbers,
)


@kernel
def through_words(game, s, words, at):
    end = write_words(s, words, at)
    return read_words(s, words, at), end


@given(samples, samples)
def test_what_is_written_is_read_back(sample, like):
    for game in (GAME, interpreted(GAME)):
        words = Buffer(16)
        back, end = through_words(game, sample, words, 2)
        assert tuple(back) == tuple(sample)
        assert end - 2 == count_words(sample) == 11
        assert read_words(like, words, 2) == sample  # whichever state says what kind it is
        assert type(read_words(like, words, 2).flag) is bool


@given(samples)
def test_words_are_the_same_at_both_speeds(sample):
    rows = []
    for game in (GAME, interpreted(GAME)):
        words = Buffer(13)
        through_words(game, sample, words, 1)
        rows.append([int(word) for word in words.array])
    assert rows[0] == rows[1]
    assert rows[0][0] == rows[0][-1] == 0  # nothing is written before and after


def test_what_is_no_number_has_no_words():
    with pytest.raises(TypeError, match="'e4' is no whole number"):
        count_words((1, (2, "e4")))
