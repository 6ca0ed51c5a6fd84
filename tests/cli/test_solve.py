"""`halfmove solve`: proven values and distances."""

import pytest
from command import ANALYZE_KEYS, halfmove


@pytest.mark.parametrize("memory", [[], ["--memory", "16"]])
def test_json_adds_the_distance(memory):
    found = halfmove("solve", "tictactoe", "--moves", "a1 b1 a2", "--json", *memory).json
    assert {*ANALYZE_KEYS, "distance"} <= set(found)
    assert found["proven"] is True


def test_a_win_with_its_distance():
    found = halfmove(
        "solve", "connect4", "--set", "width=4", "--set", "height=4", "--moves", "1 2 1 2 1", "--json"
    ).json
    assert found["proven"] is True
    found = halfmove("solve", "connect4", "--moves", "1 7 2 7 3 6", "--json").json
    assert (found["best"], found["value"], found["distance"]) == ("4", 1, 1)


def test_weakly_the_value_alone():
    found = halfmove("solve", "tictactoe", "--weak", "--json").json
    assert (found["value"], found["proven"]) == (0, True)


def test_the_report():
    outcome = halfmove("solve", "tictactoe")
    assert outcome.status == 0
    assert "proven draw" in outcome.out


def test_othello_is_solved_by_discs_unless_told_otherwise():
    small = ["othello", "--set", "width=4", "--set", "height=4", "--json"]
    found = halfmove("solve", *small).json
    assert (found["score"], found["value"], found["parameters"]["score"]) == (-10, -10, "discs")
    assert found["lines"][0]["score"] == -10
    found = halfmove("solve", *small, "--set", "score=discs on the board").json
    assert found["score"] == -8
    found = halfmove("solve", *small, "--set", "score=win").json
    assert (found["value"], found["score"] < -1) == (-1, True)


def test_a_game_of_chance_is_won_with_a_probability():
    found = halfmove("solve", "pig", "--set", "target=8", "--json").json
    assert {*ANALYZE_KEYS, "distance", "payoff"} <= set(found)
    assert found["value"] == pytest.approx((found["payoff"] + 1) / 2) == pytest.approx(0.738041, abs=1e-6)
    assert (found["best"], found["proven"], found["distance"]) == ("roll", True, None)
    assert found["lines"][0]["value"] == found["value"]
    told = halfmove("solve", "pig", "--set", "target=8").out
    assert "proven: A can expect 73.80 % of the points" in told


def test_what_is_too_large_to_solve_is_refused():
    refused = halfmove("solve", "backgammon", "--memory", "1")
    assert (refused.status, refused.out) == (2, "")
    assert "backgammon is too large to solve: more than " in refused.err
