"""`halfmove explain`: the paragraphs, the JSON object, and what shapes them."""

import pytest
from command import halfmove

KEYS = [
    *("game", "parameters", "position", "to_move", "algorithm", "best", "value", "proven", "distance"),
    *("legal", "depth", "nodes", "seconds", "sentences", "moves", "groups"),
]
FORK = ("tictactoe", "--moves", "a1 b1 b2 c3", "--depth", "9")


def test_the_report_has_the_position_the_reasons_and_the_boards():
    outcome = halfmove("explain", *FORK)
    assert (outcome.status, outcome.err) == (0, "")
    assert "X to move\n\na3 wins in 3 plies (proven). Whatever O does" in outcome.out
    assert "b3 and c1 only draw (proven): O replies a3." in outcome.out
    assert "  after a3 a2    1 ply later: X wins\n" in outcome.out
    assert "Searched: depth" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in outcome.out.splitlines())


def test_boards_can_be_left_out():
    outcome = halfmove("explain", *FORK, "--no-boards")
    assert "1 ply later" not in outcome.out
    assert "a3 wins in 3 plies" in outcome.out


def test_json_is_one_object():
    found = halfmove("explain", *FORK, "--json").json
    assert list(found) == KEYS
    assert (found["best"], found["value"], found["proven"], found["distance"]) == ("a3", 1, True, 3)
    assert [move["move"] for move in found["moves"]][:2] == ["a3", "a2"]
    assert list(found["moves"][0]) == [
        *("move", "standing", "value", "behind", "proven", "distance", "reply", "variation", "forced"),
        *("over", "decided"),
    ]
    worse = next(move for move in found["moves"] if move["move"] == "c1")
    assert (worse["standing"], worse["behind"], worse["reply"]) == ("worse", 1, "a3")
    assert found["groups"] == [["a2"], ["b3", "c1"], ["c2"]]


def test_a_tree_with_names():
    tree = '{"children": {"left": [3, 5], "right": [1, 9]}}'
    found = halfmove("explain", tree, "--json").json
    assert found["sentences"][0] == "left is worth 3 to MAX (proven)."
    assert found["sentences"][-1] == "right is worth 1 (proven), 2 less: MIN replies 0, and MAX gets 1."


def test_a_finished_game():
    outcome = halfmove("explain", "connect4", "--moves", "1 7 2 7 3 6 4")
    assert outcome.status == 0
    assert "The game is over." in outcome.out
    found = halfmove("explain", "connect4", "--moves", "1 7 2 7 3 6 4", "--json").json
    assert (found["best"], found["legal"], found["moves"], found["to_move"]) == (None, 0, [], None)


def test_lines_and_algorithm():
    found = halfmove("explain", "tictactoe", "--lines", "3", "--depth", "2", "--json").json
    assert (len(found["moves"]), found["legal"]) == (3, 9)
    found = halfmove("explain", *FORK, "--algorithm", "minimax", "--json").json
    assert (found["algorithm"], found["value"], found["proven"]) == ("minimax", 1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("nogame",),
        ("tictactoe", "--moves", "z9"),
        ("tictactoe", "--lines", "0"),
        ("tictactoe", "--algorithm", "magic"),
        ("tictactoe", "--depth", "deep"),
        ("[[3, 12", "--json"),
        ('{"player": "chance", "children": [1, 2]}', "--algorithm", "engine"),
    ],
)
def test_bad_input_is_one_sentence(arguments):
    outcome = halfmove("explain", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("halfmove: ")
    assert outcome.err.count("\n") == 1


def test_why_not():
    outcome = halfmove("explain", *FORK, "--why-not", "c2", "--no-boards")
    assert "c2 only draws (proven): O replies a2." in outcome.out
    assert "b3 and c1" not in outcome.out
    assert halfmove("explain", *FORK, "--why-not", "a1").err.startswith("halfmove: ")
    lost = halfmove("explain", *FORK, "--lines", "1", "--why-not", "c2")
    assert (lost.status, lost.out) == (2, "")


def test_where_chance_moves_it_says_so():
    outcome = halfmove("explain", "kuhn")
    assert outcome.status == 0
    assert "Chance moves here, and there is no move to explain" in outcome.out
