"""Time controls as they are written, and clocks that run by them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.clock import Clock, TimeControl, parse_time_control
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit

pytestmark = pytest.mark.one_speed


def test_the_examples_of_the_documentation() -> None:
    assert parse_time_control("10+0.1") == TimeControl(10.0, None, 0.1)
    assert parse_time_control("40/60+0.5") == TimeControl(60.0, 40, 0.5)
    assert parse_time_control("0.5/move") == TimeControl(limit=Limit(seconds=0.5))
    assert parse_time_control("10+0.1,nodes=1000") == TimeControl(10.0, None, 0.1, Limit(nodes=1000))
    assert not parse_time_control("").bounded


numbers = st.decimals(min_value="0.01", max_value=9999, places=2).map(float)


@given(numbers, st.none() | st.integers(1, 99), numbers | st.just(0.0), st.none() | st.integers(1, 10**9))
def test_what_is_written_is_read_back(base: float, moves: int | None, more: float, nodes: int | None) -> None:
    control = TimeControl(base, moves, more, Limit(nodes=nodes))
    assert parse_time_control(control.text) == control


@pytest.mark.parametrize(
    "text", ["fast", "0+0", "0/move", "depth=0", "depth=1.5", "0/10", "seconds=inf", "-1+2"]
)
def test_a_wrong_one_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadInput):
        parse_time_control(text)


def test_a_clock_counts_moves_increments_and_new_controls() -> None:
    clock = Clock(parse_time_control("2/10+1"))
    assert clock.moves_to_go == 2
    assert clock.spend(4.0)
    assert (clock.left, clock.moves_to_go) == (7.0, 1)
    assert clock.spend(7.05, grace=0.1)  # forgiven, and not owed
    assert (clock.left, clock.moves_to_go) == (11.0, 2)
    assert not clock.spend(11.2, grace=0.1)


def test_a_time_for_each_move_is_a_limit_not_a_store() -> None:
    clock = Clock(parse_time_control("0.5/move"))
    assert clock.spend(0.1)
    assert clock.spend(0.55, grace=0.1)
    assert not clock.spend(0.7, grace=0.1)
    assert clock.left is None
