"""`halfmove solve`: proven values and distances."""

import re

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


# ---- proof numbers

MATE_IN_ONE = ["shogi", "--position", "7nk/9/6G2/9/9/9/9/9/9 b GN 1"]


def test_proof_numbers_prove_values_and_shortest_ends():
    found = halfmove("solve", "tictactoe", "--algorithm", "dfpn", "--json").json
    assert (found["value"], found["proven"], found["algorithm"]) == (0, True, "dfpn")
    near = ["tictactoe", "--moves", "a1 b1 a2 b2", "--algorithm", "dfpn", "--shortest", "--json"]
    found = halfmove("solve", *near).json
    assert (found["best"], found["value"], found["distance"], found["variation"]) == ("a3", 1, 1, ["a3"])
    assert (found["plies"], found["fewest"]) == (1, True)
    won = ["tictactoe", "--moves", "a1 b1 a2 b2", "--algorithm", "dfpn"]
    assert re.search(r"^end         in \d ply", halfmove("solve", *won).out, re.MULTILINE)
    assert "plies" not in halfmove("solve", "tictactoe", "--json").json


def test_a_mate_by_checks_is_told_with_its_line():
    found = halfmove("solve", *MATE_IN_ONE, "--algorithm", "dfpn", "--checks", "--json").json
    assert (found["value"], found["best"]) == (1, "G*2b")
    assert (found["plies"], found["fewest"]) == (1, False)
    outcome = halfmove("solve", *MATE_IN_ONE, "--algorithm", "dfpn", "--checks")
    assert "mate        in 1 ply or fewer by checks" in outcome.out
    outcome = halfmove("solve", *MATE_IN_ONE, "--algorithm", "dfpn", "--checks", "--shortest")
    assert "mate        in 1 ply, and in no fewer by checks" in outcome.out
    outcome = halfmove("solve", "shogi", "--algorithm", "dfpn", "--checks")
    assert "has no mate by checks alone: proven" in outcome.err


def test_a_win_in_so_many_plies():
    start = ["tictactoe", "--moves", "a1 b1 a2", "--algorithm", "dfpn", "--json"]
    assert halfmove("solve", *start, "--plies", "1").json["proven"] is False
    outcome = halfmove("solve", *start[:-1], "--plies", "2")
    assert "The player to move has no win in at most 2 plies: proven." in outcome.err


def test_what_proof_numbers_do_not_fit():
    refused = halfmove("solve", "minishogi", "--algorithm", "retrograde")
    assert (refused.status, refused.out) == (2, "")
    assert "does not write its positions in words" in refused.err
    assert halfmove("solve", "kuhn", "--algorithm", "dfpn").status == 2
    refused = halfmove("solve", "tictactoe", "--checks")
    assert (refused.status, "it is for proof numbers" in refused.err) == (2, True)
    refused = halfmove("solve", "hex", "--algorithm", "dfpn", "--checks")
    assert "needs a game with checks" in refused.err


@pytest.mark.parametrize("method", ["pn", "pn2"])
def test_best_first_proofs_are_told_and_certified(tmp_path, method):
    near = ["tictactoe", "--moves", "a1 b1 a2 b2", "--algorithm", method]
    found = halfmove("solve", *near, "--shortest", "--json").json
    assert (found["value"], found["plies"], found["fewest"], found["algorithm"]) == (1, 1, True, method)
    file = tmp_path / "kept.proof"
    assert halfmove("solve", *near, "--certificate", str(file)).status == 0
    assert halfmove("verify", str(file)).status == 0


def test_what_a_tree_in_memory_cannot_do_is_said():
    refused = halfmove("solve", "tictactoe", "--algorithm", "pn", "--threads", "2")
    assert (refused.status, "--threads is not for proof numbers with a tree in memory" in refused.err) == (
        2,
        True,
    )
    full = halfmove("solve", "connect4", "--algorithm", "pn", "--memory", "1")
    assert "The tree of pn filled its memory before it had an answer" in full.err
    assert "--memory), or take pn2" in full.err
