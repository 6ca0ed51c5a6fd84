"""Files of arrays that say what they hold: read as written, and refused in a sentence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from halfmove.core.array_file import check_same, open_arrays, write_arrays
from halfmove.core.errors import BadInput

FORM = "numbers of a test 1"
REFUSED = "It is no file of this test."


@given(
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none(), max_size=4),
    arrays(np.float64, st.integers(0, 9)),
)
def test_what_was_written_is_read(tmp_path_factory, head, numbers):
    file = tmp_path_factory.getbasetemp() / "numbers.npz"
    write_arrays(file, FORM, head, numbers=numbers)
    with open_arrays(file, FORM, REFUSED) as (told, kept):
        assert told == head
        np.testing.assert_array_equal(kept["numbers"], numbers)


def write(file, form=FORM, head='{"a": 1}'):
    np.savez(file, told=np.array([form, head]), numbers=np.arange(3))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: write(file, form="numbers of a test 2"),
        lambda file: write(file, head="[1]"),
        lambda file: write(file, head="{"),
        lambda file: np.savez(file, numbers=np.arange(3)),
        lambda file: np.savez(file, told=np.array([FORM])),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"PK"),
        lambda file: file.write_bytes(file.read_bytes()[:-40]),
        lambda file: file.write_bytes(b"nonsense"),
    ],
)
def test_another_file_is_refused(tmp_path, spoil):
    file = tmp_path / "numbers.npz"
    write(file)
    spoil(file)
    with pytest.raises(BadInput, match=REFUSED), open_arrays(file, FORM, REFUSED) as (_, kept):
        kept["numbers"]


@pytest.mark.parametrize("wrong", [KeyError, ValueError, IndexError])
def test_a_reader_that_finds_it_wrong_refuses_it(tmp_path, wrong):
    write(tmp_path / "numbers.npz")
    with pytest.raises(BadInput, match=REFUSED), open_arrays(tmp_path / "numbers.npz", FORM, REFUSED):
        raise wrong


def test_one_that_is_not_there_cannot_be_read(tmp_path):
    with (
        pytest.raises(BadInput, match="cannot be read: No such file"),
        open_arrays(tmp_path / "none.npz", FORM, REFUSED),
    ):
        pass


def test_what_is_not_the_same_is_named():
    check_same({"a": [1, 2], "more": 3}, {"a": (1, 2)}, "The file")
    with pytest.raises(BadInput, match=r"^The file has a 1, and here it is 2; so there\.$"):
        check_same({"a": 1}, {"a": 2}, "The file", "; so there")
    with pytest.raises(BadInput, match="has a None"):
        check_same({}, {"a": 2}, "The file")
