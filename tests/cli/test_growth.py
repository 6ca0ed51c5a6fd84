import json

import pytest
from command import halfmove

AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def test_growth_by_formula():
    shown = halfmove("growth", "-b", "3", "-d", "6")
    assert shown.status == 0
    assert "248.562" in shown.out
    assert "Uniform trees with 3 branches" in shown.out
    only = halfmove("growth", "-b", "2", "--depth", "6", "--best", "--json").json
    assert [s["name"] for s in only["series"]] == ["best case"]
    assert [p["count"] for p in only["series"][0]["points"]] == [2, 3, 5, 7, 11, 15]


def test_growth_measured():
    found = halfmove("growth", "-b", "2", "-d", "4", "--samples", "30", "--seed", "5", "--json").json
    again = halfmove("growth", "-b", "2", "-d", "4", "--samples", "30", "--seed", "5", "--json").json
    assert found == again
    assert found["series"][-1]["name"] == "alphabeta, measured"
    assert found["series"][-1]["points"][3]["error"] > 0


@pytest.mark.parametrize("algorithm", ["deepening", "alphabeta"])
def test_growth_of_every_level_ends(algorithm):
    """Deepening looks at all leaves of a tree of one ply, and then, in each sample, at one level more."""
    asked = ("--algorithms", algorithm, "--samples", "2", "--nodes", "100000", "--json")
    found = halfmove("growth", "-b", "3", "-d", "2", *asked).json["series"][-1]
    assert [point["depth"] for point in found["points"]] == [1, 2]
    first, second = (point["count"] for point in found["points"])
    more = 3 if algorithm == "deepening" else 0
    assert first == 3
    assert 5 + more <= second <= 9 + more


def test_growth_of_a_game(tmp_path):
    table = tmp_path / "curve.csv"
    shown = halfmove(
        "growth", AIMA, "--algorithms", "minimax,alphabeta", "--count", "evaluations", "-o", str(table)
    )
    assert shown.status == 0
    assert "minimax: the whole game" in shown.out
    assert "alphabeta,measured,2,7,0.0," in table.read_text()


def test_growth_turned_round():
    shown = halfmove("growth", "--reach", "--json").json
    best = next(s for s in shown["series"] if s["kind"] == "best")
    assert {k: best["points"][5][k] for k in ("depth", "count")} == {"depth": 10, "count": 1e6}


def test_a_plot_of_the_lectures(tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "growth.svg"
    assert halfmove("growth", "--output", str(picture)).status == 0
    assert picture.read_text().startswith("<?xml")


def test_orderings_of_a_tree(tmp_path):
    shown = halfmove("orderings", AIMA, "--reorder", "root=2,0,1", "--reorder", "2=2", "--samples", "20")
    assert shown.status == 0
    assert "best                5" in shown.out
    assert "20 orderings at random of 1,296" in shown.out
    file = tmp_path / "orderings.json"
    found = halfmove("orderings", AIMA, "--samples", "0", "--json", "--output", str(file)).json
    assert [row["evaluations"] for row in found["rows"]] == [7, 5, 9]
    assert json.loads(file.read_text())["rows"] == found["rows"]
    best = json.dumps(found["rows"][1]["tree"])
    assert halfmove("orderings", best, "--samples", "0", "--json").json["rows"][0]["evaluations"] == 5


def test_orderings_of_a_game_small_enough_to_be_taken_whole():
    # by hand: 3! orders at the root, 2! where 1,1 and 2! where 2 is left; five ways to play
    found = halfmove("orderings", "nim", "--set", "heaps=2,1", "--samples", "0", "--json").json
    assert (found["leaves"], found["orderings"]) == (5, 24)


def test_a_tree_may_have_more_orderings_than_a_float_can_say():
    shown = halfmove("orderings", "tictactoe", "--depth", "3", "--samples", "2")
    assert "2 orderings at random of 3." in shown.out
    assert "× 10³¹³" in shown.out
    found = halfmove("orderings", "tictactoe", "--depth", "3", "--samples", "0", "--json").json
    assert found["orderings"].endswith("× 10³¹³")


def test_orderings_where_min_moves_first():
    tree = "[[7,11,3,10],[4,9,14,8],[5,2,12,16],[15,6,1,3]]"
    found = halfmove("orderings", tree, "--root", "min", "--samples", "0", "--json").json
    assert (found["value"], found["rows"][0]["evaluations"]) == (11, 11)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["growth", "-b", "0"], "--branching must be a whole number from 1 to 1000, not '0'"),
        (["growth", "--depth", "x"], "--depth must be a whole number from 1 to 100, not 'x'"),
        (["growth", "--samples", "1"], "--samples must be a whole number from 2 to 1000000000, not '1'"),
        (["growth", "--algorithms", "alphabeta"], "ask for some with --samples"),
        (["growth", "--samples", "5", "--algorithms", "magic"], "There is no search 'magic' to measure"),
        (["growth", "--samples", "5", "--algorithms", ","], "--algorithms is empty"),
        (["growth", "--samples", "5", "--algorithms", "minimax,minimax"], "names 'minimax' twice"),
        (["growth", "--count", "leaves"], "--count cannot be 'leaves'; it is one of: evaluations, nodes."),
        (["growth", "--seconds", "3"], "--seconds limits the searches of a game"),
        (["growth", "--moves", "b2"], "--moves needs a game"),
        (["growth", "--output", "growth.doc"], "not 'growth.doc'"),
        (["growth", "--output", "no/such/folder/growth.svg"], "There is no folder"),
        (["growth", "tictactoe", "-b", "3"], "--branching is about uniform trees"),
        (["growth", "tictactoe", "--best"], "--best, --mean and --worst are about uniform trees"),
        (["growth", "tictactoe", "--algorithms", "engine-luck"], "no feature 'luck'"),
        (["orderings", "tictactoe"], "The tree of tictactoe has more than 20,000 nodes"),
        (["orderings", AIMA, "--reorder", "2,0,1"], "--reorder takes NODE=A,B,…"),
        (["orderings", AIMA, "--reorder", "0=1", "--reorder", "0=2"], "gives the order at '0' twice"),
        (["orderings", AIMA, "--reorder", "7=1"], "'7' is not an action"),
        (["orderings", AIMA, "--dialect", "klingon"], "--dialect cannot be 'klingon'"),
        (["orderings", AIMA, "--output", "tree.png"], "written as .csv or .json, not 'tree.png'"),
        (["orderings", '{"player": "chance", "children": [1, 2]}'], "has chance in it"),
    ],
)
def test_bad_input(arguments, sentence):
    done = halfmove(*arguments)
    assert (done.status, done.out) == (2, "")
    assert sentence in done.err
    assert done.err.count("\n") == 1
