"""Games of chance and of several players on the command line."""

import json

import pytest
from command import halfmove

ROOT = {"player": "chance", "probabilities": ["1/3", "2/3"], "children": [[1, 4], [4, 31]]}


@pytest.fixture
def file(tmp_path):
    def write(spec):
        path = tmp_path / "tree.json"
        path.write_text(json.dumps(spec))
        return str(path)

    return write


def test_a_tree_with_dice_is_analysed_without_being_told_how(file):
    found = halfmove("analyze", file([[3], ROOT]), "--json").json
    assert (found["algorithm"], found["best"], found["value"], found["proven"]) == ("star2", "0", 3, True)
    # below MAX's dice MIN moves: 1/3 + 8/3 = 3, no more than what the first move is worth


def test_where_nature_moves_the_report_gives_a_value_and_no_move(file):
    outcome = halfmove("analyze", file(ROOT))
    assert outcome.status == 0
    assert "chance to move" in outcome.out
    assert "proven: worth +22 to MAX" in outcome.out
    assert "best move" not in outcome.out
    found = halfmove("analyze", file(ROOT), "--json", "--lines", "2").json
    assert (found["to_move"], found["best"], found["lines"], found["value"]) == (
        -1,
        None,
        [],
        pytest.approx(22),
    )


def test_several_players_each_look_after_themselves(file):
    found = halfmove("analyze", file([[[{"value": [1, 2, 6]}, {"value": [4, 2, 3]}]]]), "--json").json
    assert (found["algorithm"], found["value"], found["variation"]) == ("maxn", 1, ["0", "0", "0"])


def test_an_algorithm_that_does_not_fit_says_which_would(file):
    outcome = halfmove("analyze", file(ROOT), "--algorithm", "alphabeta")
    assert outcome.status == 2
    assert "needs expectiminimax" in outcome.err
