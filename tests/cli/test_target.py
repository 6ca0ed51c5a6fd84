"""GAME as an explicit tree: files, text, standard input, and who moves first."""

import json
from pathlib import Path

import pytest
from command import halfmove

import halfmove as hm

pytestmark = pytest.mark.one_speed

TREES = sorted((Path(__file__).parents[2] / "examples" / "trees").glob("*.tree"))
COURSE = "[[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]"
"""GAME1 of MIT's course: 4 when MAX moves first, 11 when MIN does."""

INDENTED = "MAX\n  a1: MIN [3, 12, 8]\n  a2: MIN [2, 4, 6]\n  a3: MIN [14, 5, 2]\n"


def value(*arguments, typed=""):
    found = halfmove("analyze", *arguments, "--algorithm", "minimax", "--json", typed=typed).json
    return found["value"], found["best"]


def test_a_tree_as_text_in_a_file_or_on_standard_input(tmp_path):
    for name in ("t.tree", "t.txt", "t.json", "T.TREE"):
        (tmp_path / name).write_text(INDENTED)
        assert value(str(tmp_path / name)) == (3, "a1")
    assert value(INDENTED) == value("-", typed=INDENTED) == (3, "a1")
    assert value("MIN A {b1: 3, b2: [4, 5]}") == (-3, "b1")


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.stem)
def test_the_example_trees_keep_the_contract(path):
    assert halfmove("check", str(path), "--json").json["sound"] is True


def test_who_moves_first():
    assert value(COURSE) == (4, "1")
    assert value(COURSE, "--set", "root=min") == (-11, "0")
    told = halfmove("analyze", COURSE, "--set", "root=left")
    assert (told.status, told.out) == (2, "")
    assert "Of the root, the player is" in told.err


def test_infinite_values_are_text_in_json():
    found = halfmove("analyze", "[[inf], [-inf]]", "--json").json
    assert (found["value"], found["lines"][0]["value"]) == ("inf", "inf")
    assert json.loads(found["parameters"]["spec"]) == [["inf"], ["-inf"]]
    assert "worth +∞ to MAX" in halfmove("analyze", "[[inf], [-inf]]").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["analyze", "[[3, 2], [4, 5]"], "In the tree, line 1, column 16: the tree ends"),
        (["analyze", "MAX\n  3\n  b 4"], "In the tree, line 3, column 3: 'b 4' has no value"),
        (["analyze", "[1, 2]", "--set", "width=3"], "A game tree has one parameter, root"),
        (["analyze", "nowhere.tree"], "There is no file 'nowhere.tree'"),
        (["analyze", "-"], "There is no tree on standard input"),
        (["analyze", "[[3, ∞], [4, 5]]", "--algorithm", "engine"], "The engine counts utilities up to 500"),
        (["solve", "[[3, 0.5], [4, 5]]"], "has utilities that are not"),
    ],
)
def test_one_sentence_and_status_2(arguments, said):
    outcome = halfmove(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


# ---- games on paper
def test_the_end_of_a_game_as_a_position(tmp_path):
    pytest.importorskip("chess", reason="python-chess is not installed")
    file = tmp_path / "Two games.pgn"
    file.write_text("1. e4 (1. d4) e5 *\n\n1. c4 {English} Nf6 2. Nc3 g6 1-0\n")
    ends = {file: "e4 e5", f"{file}#1": "e4 e5", f" {file}#2": "c4 Nf6 Nc3 g6"}
    for name, moves in ends.items():
        words = ("--position", str(name), "--moves", "Nf3")
        found = halfmove("explain", "chess", *words, "--evaluation", "--json").json
        game = hm.game("chess")
        assert found["position"] == game.position_text(hm.position(game, moves=f"{moves} Nf3")[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "none.pgn"], "There is no file 'none.pgn' with games."),
        (["chess", "a.pgn#3"], "There is no game 3 in 'a.pgn'."),
        (["chess", "a.pgn#0"], "There is no game 0 in 'a.pgn'."),
        (["chess", "a.pgn#2"], "a.pgn: game 2 (line 3): 1. 'e5' is not legal."),
        (["nim", "a.pgn"], "'a.pgn' has games of chess, not of nim."),
    ],
)
def test_games_that_end_nowhere(tmp_path, monkeypatch, words, said):
    pytest.importorskip("chess", reason="python-chess is not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.pgn").write_text("1. e4 *\n\n1. e5 *\n" if "3" not in words[1] else "1. e4 *")
    told = halfmove("analyze", words[0], "--position", words[1])
    assert (told.status, told.out, told.err) == (2, "", f"halfmove: {said}\n")
