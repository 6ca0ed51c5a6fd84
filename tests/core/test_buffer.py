"""A buffer is the same memory at both speeds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.buffer import Buffer, prefetch, put_short, short_at
from halfmove.core.compile import interpreted, kernel
from halfmove.core.contract import Game


class Nothing(Game):
    """A game with no rules."""


@kernel
def accumulate(game, source: Buffer, target: Buffer, n: int) -> int:
    """Running sums, the index of the last one."""
    total = source[0]
    target[0] = total
    for i in range(1, n):
        prefetch(source, i + 1)
        total += source[i]
        target[i] = total
    target[0] += 1
    return n - 1


@pytest.mark.parametrize("unsigned", [False, True])
@given(numbers=st.lists(st.integers(0, 2**40), min_size=1, max_size=9))
def test_read_and_write_at_both_speeds(unsigned, numbers):
    answers = []
    for game in (Nothing(), interpreted(Nothing())):
        source, target = Buffer(10, unsigned=unsigned), Buffer(10, unsigned=unsigned)
        for i, number in enumerate(numbers):
            source[i] = number
        assert accumulate(game, source, target, len(numbers)) == len(numbers) - 1
        answers.append(list(target.array))
    assert answers[0] == answers[1]
    assert answers[0][len(numbers) - 1] == sum(numbers) + (len(numbers) == 1)


@kernel
def backwards(game, buffer: Buffer, n: int) -> int:
    """Turn the order of the first n short numbers round."""
    for i in range(n // 2):
        kept = short_at(buffer, i)
        put_short(buffer, i, short_at(buffer, n - 1 - i))
        put_short(buffer, n - 1 - i, kept)
    return short_at(buffer, 0)


@given(numbers=st.lists(st.integers(0, 2**16 - 1), min_size=1, max_size=12))
def test_four_short_numbers_stand_in_a_word_at_both_speeds(numbers):
    for game in (Nothing(), interpreted(Nothing())):
        buffer = Buffer(4)
        buffer[3] = -1
        for i, number in enumerate(numbers):
            put_short(buffer, i, number)
        assert backwards(game, buffer, len(numbers)) == numbers[-1]
        assert [short_at(buffer, i) for i in range(len(numbers))] == numbers[::-1]
        assert buffer[3] == -1
        words = [sum(n << 16 * k for k, n in enumerate(numbers[::-1][at : at + 4])) for at in (0, 4, 8)]
        assert [buffer[w] % 2**64 for w in range(3)] == words


def test_words_are_64_bits_zeroed_and_aligned():
    signed, unsigned = Buffer(5), Buffer(5, unsigned=True)
    assert [*signed.array] == [0] * 5
    assert signed.address % 64 == unsigned.address % 64 == 0
    signed[2], unsigned[2] = -(2**63), 2**64 - 1
    assert signed[2] == -(2**63)
    assert unsigned[2] == 2**64 - 1
    assert type(unsigned[2]) is int
    assert len(signed) == 5
    signed.clear()
    assert signed[2] == 0
    with pytest.raises(OverflowError):
        unsigned[0] = -1
    with pytest.raises(IndexError):
        signed[5]
