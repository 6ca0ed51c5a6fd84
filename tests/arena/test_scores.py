"""A game's one point, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.scores import score_draw, score_loss, share_point

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("utilities", "shares"),
    [
        ((1, -1), (1, 0)),
        ((-3, 7), (0, 1)),
        ((0, 0), (0.5, 0.5)),
        ((3, 2, 1), (2 / 3, 1 / 3, 0)),
        ((1, 0, 0), (2 / 3, 1 / 6, 1 / 6)),
        ((1, 1, 0), (1 / 2, 1 / 2, 0)),
        ((5,), (1,)),
    ],
)
def test_shares_by_place(utilities, shares):
    assert share_point(utilities) == pytest.approx(shares)


def test_who_loses_has_nothing_and_the_others_share():
    assert score_loss(1, range(2)) == (1, 0)
    assert score_loss(0, range(3)) == pytest.approx((0, 1 / 2, 1 / 2))
    assert score_draw(range(4)) == pytest.approx((1 / 4,) * 4)


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=6))
def test_the_point_is_shared_out_whole_and_more_is_never_worth_less(utilities):
    shares = share_point(utilities)
    assert sum(shares) == pytest.approx(1)
    for a, mine in zip(utilities, shares, strict=True):
        for b, theirs in zip(utilities, shares, strict=True):
            assert (a > b) == (mine > theirs + 1e-12)
