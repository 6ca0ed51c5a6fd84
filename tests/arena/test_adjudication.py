"""Games scored before their end: both sides must have said it, for long enough."""

import pytest

from halfmove.arena.adjudication import Adjudicator
from halfmove.arena.job import Adjudication, Ending

pytestmark = pytest.mark.one_speed


def after(rule, values, plies=None, seats=2):
    """The verdict after moves of the seats in turn, each saying this of its own position."""
    judge = Adjudicator(Adjudication(**rule), seats)
    for number, value in enumerate(values):
        mate = value[1] if isinstance(value, tuple) else None
        judge.note(number % seats, None if mate is not None else value, mate)
    return judge.verdict(len(values) if plies is None else plies)


RESIGN = {"resign_value": 5, "resign_moves": 2}
DRAW = {"draw_value": 0.1, "draw_moves": 2, "draw_after": 10}


def test_nothing_is_scored_unless_asked_for():
    assert after({}, [99, -99] * 50) is None


def test_a_game_is_given_up_once_both_sides_see_it_lost():
    verdict = after(RESIGN, [-5, 6, -7, 5])
    assert (verdict.ending, verdict.loser) == (Ending.ADJUDICATION, 0)
    assert after(RESIGN, [6, -6, 6, -6]).loser == 1
    assert after(RESIGN, [0, 0, 6, -6, 6, -6]).loser == 1


@pytest.mark.parametrize(
    "values",
    [
        [-5, 6, -7],  # not for long enough
        [-5, 6, -4.9, 6],  # one doubts it
        [-5, 6, None, 6],  # one does not say
        [-5, -5, -5, -5],  # each thinks itself lost
        [],
    ],
)
def test_a_game_goes_on_while_they_differ(values):
    assert after(RESIGN, values) is None


def test_a_mate_announced_is_more_than_any_value():
    assert after(RESIGN, [("mate", -4), ("mate", 3), -9, 9]).loser == 0
    assert after(DRAW, [0, ("mate", 9), 0, 0], plies=20) is None


def test_a_draw_needs_both_and_its_time():
    verdict = after(DRAW, [0.1, -0.1, 0, 0], plies=10)
    assert (verdict.ending, verdict.loser) == (Ending.ADJUDICATION, None)
    assert after(DRAW, [0.1, -0.1, 0, 0], plies=9) is None
    assert after(DRAW, [0.1, -0.11, 0, 0], plies=10) is None


def test_length_is_a_draw_for_any_number_of_seats():
    for seats in (2, 3):
        verdict = after({"most_plies": 6}, [None] * 6, seats=seats)
        assert (verdict.ending, verdict.loser) == (Ending.LENGTH, None)
    assert after({"most_plies": 6}, [None] * 5) is None
    assert after(RESIGN, [-9, 9, 9, -9, 9, 9], seats=3) is None, "three players cannot agree in this way"
