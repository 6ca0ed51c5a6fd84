"""The transposition table: its packing, which entry gives way, and two speeds."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted, kernel
from halfmove.core.contract import Game
from halfmove.search.action_numbers import NO_ACTION
from halfmove.search.alphabeta.table import (
    COMPLETE,
    EXACT,
    LOWER,
    UPPER,
    Table,
    action_of,
    age_of,
    bound_of,
    bucket_of,
    depth_of,
    find,
    pack,
    score_of,
    store,
    work_of,
)

FIELDS = st.tuples(
    st.integers(-(2**29), 2**29 - 1),
    st.integers(0, NO_ACTION),
    st.integers(0, COMPLETE),
    st.sampled_from([UPPER, LOWER, EXACT]),
    st.integers(0, 31),
    st.integers(0, 7),
)
WORDS = st.integers(0, 2**64 - 1)


class Point(NamedTuple):
    x: int


class Nothing(Game):
    """A game for kernels that only touch the table."""

    def initial(self):
        return Point(0)


@kernel
def packed(game, score, action, depth, bound, work, age):
    data = pack(score, action, depth, bound, work, age)
    return data, score_of(data), action_of(data), depth_of(data), bound_of(data), work_of(data), age_of(data)


@kernel
def put(game, words, key: Bitboard, mask, data: Bitboard, age):
    at = bucket_of(key, mask)
    store(words, at, key, data, age)
    return at, find(words, at, key)


@given(FIELDS)
def test_what_is_packed_comes_out_again_at_both_speeds(fields):
    data, *unpacked = packed(interpreted(Nothing()), *fields)
    assert tuple(unpacked) == fields
    assert 0 < data < 2**64
    assert packed(Nothing(), *fields) == (data, *fields)


@given(st.lists(st.tuples(WORDS, FIELDS), max_size=40))
def test_a_table_is_the_same_at_both_speeds(entries):
    tables = []
    for game in (Nothing(), interpreted(Nothing())):
        words = Buffer(4 * 8, unsigned=True)
        said = [put(game, words, key, 3, pack(*fields), fields[-1]) for key, fields in entries]
        tables.append((words.array.tolist(), said))
    assert tables[0] == tables[1]


def entry(work, age=0, score=0):
    return pack(score, 1, 5, EXACT, work, age)


def one_bucket():
    return Table(0).words


def test_the_same_key_is_overwritten_and_nothing_else():
    words = one_bucket()
    for key in (1, 2, 3, 4):
        store(words, 0, key, entry(20), 0)
    store(words, 0, 3, entry(1, score=77), 0)
    assert score_of(find(words, 0, 3)) == 77
    assert [work_of(find(words, 0, key)) for key in (1, 2, 3, 4)] == [20, 20, 1, 20]


def test_the_cheapest_of_the_oldest_search_gives_way():
    words = one_bucket()
    for key, work, age in ((1, 30, 0), (3, 31, 0), (2, 9, 1), (4, 1, 1)):
        store(words, 0, key, entry(work, age), age)
    store(words, 0, 5, entry(1, 2), 2)
    assert [find(words, 0, key) != 0 for key in (1, 2, 3, 4, 5)] == [False, True, True, True, True]
    store(words, 0, 6, entry(1, 2), 2)
    assert find(words, 0, 3) == 0
    store(words, 0, 7, entry(1, 2), 2)
    assert find(words, 0, 4) == 0


def test_ages_go_round():
    words = one_bucket()
    for key, age in ((2, 6), (1, 7), (3, 0), (4, 0)):
        store(words, 0, key, entry(5, age), age)
    store(words, 0, 5, entry(5, 0), 0)
    assert find(words, 0, 2) == 0


@given(WORDS, WORDS, FIELDS, FIELDS)
def test_an_entry_half_written_does_not_match(key, other, old, new):
    old, new = pack(*old), pack(*new)
    if key == other or old == new:
        return
    words = one_bucket()
    store(words, 0, key, old, 0)
    words[1] = new  # another thread has written its data but not yet its key
    assert find(words, 0, key) == 0
    assert find(words, 0, other) in (0, new)  # `new` only if the keys and data happen to fit


def test_lookup_from_outside_takes_the_games_own_key():
    table = Table(0.5)
    assert table.buckets == 8192
    key = 12345
    mixed = bits.mix(key)
    store(table.words, bucket_of(mixed, table.buckets - 1), mixed, entry(3, score=-9), 0)
    assert score_of(table.lookup(key)) == -9
    assert table.lookup(key + 1) == 0
    table.clear()
    assert table.lookup(key) == 0


@given(WORDS)
def test_buckets_lie_inside_the_table(key):
    table = Table(0.01)
    at = bucket_of(key, table.buckets - 1)
    assert at % 8 == 0
    assert 0 <= at <= len(table.words) - 8


def test_permille_counts_the_entries_of_this_search():
    table = Table(1)
    for key in range(4096):
        store(table.words, bucket_of(key, 1023), key, entry(1), 0)
    assert table.permille() == 1000
    table.new_search()
    assert table.permille() == 0
    assert Table(0).permille() == 0


@pytest.mark.parametrize("megabytes", [0, 0.001, 0.5, 1, 3])
def test_a_table_is_no_larger_than_asked(megabytes):
    table = Table(megabytes)
    assert table.megabytes <= max(megabytes, 64 / 2**20)
    assert table.buckets & (table.buckets - 1) == 0


def test_a_table_that_grows_forgets_nothing():
    table = Table(0.01)
    random = np.random.default_rng(3)
    keys = [int(k) for k in random.integers(0, 2**64, 300, np.uint64)]
    for i, key in enumerate(keys):
        mixed = bits.mix(key)
        store(table.words, bucket_of(mixed, table.buckets - 1), mixed, entry(1 + i % 20, score=i), 0)
    before = {key: table.lookup(key) for key in keys}
    assert sum(data != 0 for data in before.values()) > 200
    table.grow()
    assert {key: table.lookup(key) for key in keys} == before
