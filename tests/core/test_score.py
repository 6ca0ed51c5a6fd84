"""The order of engine scores, and the ply by which a child's score differs from its parent's."""

from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.score import (
    ESTIMATE,
    INFINITY,
    MAX_PLIES,
    WIN,
    loss_in,
    one_ply_back,
    one_ply_on,
    score_of_utility,
    win_in,
)

scores = st.integers(-3 * WIN, 3 * WIN) | st.integers(-ESTIMATE - 2, -ESTIMATE + 2) | st.just(ESTIMATE)
plies = st.integers(0, MAX_PLIES - 1)


@given(plies, plies)
def test_the_nearest_win_is_best_and_the_farthest_loss(near, far):
    assert (win_in(near) > win_in(far)) == (near < far)
    assert (loss_in(near) < loss_in(far)) == (near < far)
    assert win_in(near) == -loss_in(near)


@given(plies, st.integers(-ESTIMATE + 1, ESTIMATE - 1))
def test_no_estimate_passes_for_a_proof(distance, estimate):
    assert loss_in(distance) < estimate < win_in(distance)
    assert one_ply_on(estimate) == one_ply_back(estimate) == estimate


@given(st.integers(-3, 3), st.integers(0, 300))
def test_a_ply_on_is_a_ply_farther(utility, distance):
    score = score_of_utility(utility)
    for _ in range(distance):
        score = one_ply_on(score)
    sign = (utility > 0) - (utility < 0)
    assert score == utility * WIN - sign * distance


@given(scores, scores)
def test_both_steps_keep_the_order(a, b):
    if a <= b:
        assert one_ply_on(a) <= one_ply_on(b)
        assert one_ply_back(a) <= one_ply_back(b)


@given(st.integers(-WIN + 1, WIN - 1).filter(lambda s: abs(s) not in (ESTIMATE, ESTIMATE - 1)))
def test_back_undoes_on(score):
    assert one_ply_back(one_ply_on(score)) == score
    assert one_ply_on(one_ply_back(score)) == score


def test_everything_fits_the_thirty_two_bits_of_a_table():
    assert -(2**31) < -INFINITY < score_of_utility(-1) < score_of_utility(1) < INFINITY < 2**31
