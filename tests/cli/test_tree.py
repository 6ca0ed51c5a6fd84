"""`halfmove tree`: the tree in the terminal, its streams, its files, and the stepper by lines."""

import json

import pytest
from command import halfmove
from lessons import FIG_5_2

from halfmove.teach.examples import EXAMPLES

pytestmark = pytest.mark.one_speed

SPEC = json.dumps(FIG_5_2)


def test_an_option_given_twice_is_refused(tmp_path):
    first, second = str(tmp_path / "a.svg"), str(tmp_path / "b.png")
    for given in (("-o", first, "-o", second), (f"--output={first}", f"-o{second}")):
        refused = halfmove("tree", SPEC, *given)
        assert refused.status == 2
        assert refused.err == f"halfmove: --output is given twice, '{first}' and '{second}'; give it once.\n"
        assert not list(tmp_path.iterdir())
    assert halfmove("tree", SPEC, "--option", "labels=after", "--option", "dialect=mit").status == 0
    assert halfmove("tree", "nim", "--set", "heaps=1,2", "--set", "misere=yes", "--trace").status == 0
    assert halfmove("tree", SPEC, "--moves", "--output", "--output", first).status == 2  # a value is a value


def test_a_missing_evaluation_is_said():
    """To one ply neither node has a value: 0 stands for it, and every form says so."""
    short = ("tree", "[[3, 4], [5, 6]]", "--depth", "1")
    shown = halfmove(*short).out
    assert "0: MIN ≈ 0?" in shown
    assert "0? no evaluation: 0 stands for one" in shown
    assert "note        2 nodes at the horizon have no evaluation; 0 stands for each" in shown
    assert "Node 0 is not searched any deeper: it has no evaluation, and 0 stands for one." in (
        halfmove(*short, "--sentences").out
    )
    assert "evaluate 0: 0?" in halfmove(*short, "--trace").out
    events = [json.loads(line) for line in halfmove(*short, "--events").out.splitlines()]
    assert [event["missing"] for event in events if event["kind"] == "evaluate"] == [True, True]
    rated = '[{"value": 2, "children": [3, 4]}, {"value": 0, "children": [5, 6]}]'
    told = halfmove("tree", rated, "--depth", "1")
    assert "0?" not in told.out
    assert "has no evaluation" not in halfmove("tree", rated, "--depth", "1", "--sentences").out


def test_what_is_proven_as_intervals(tmp_path):
    tree = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
    assert "2: MIN [2, 2]  ✂ 2 ≤ 3" in halfmove("tree", tree, "--intervals").out
    picture = tmp_path / "fig.svg"
    halfmove("tree", tree, "--intervals", "--output", str(picture))
    assert "[−∞, 2]" in picture.read_text()
    refused = halfmove("tree", tree, "--intervals", "--algorithm", "quiescence")
    assert refused.status == 2
    assert "There are no intervals to show of quiescence: it leaves out what may matter." in refused.err


def test_the_tree_the_answer_and_the_counts():
    outcome = halfmove("tree", SPEC)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("MAX A = 3 ★  (−∞, ∞)\n├─ a1: MIN B = 3 ★  (−∞, ∞)\n")
    assert "│  ├✂ c2: (4)" in outcome.out
    assert "best move   a1" in outcome.out
    assert "7 evaluations" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_json_is_one_object_with_the_promised_keys():
    found = halfmove("tree", SPEC, "--json").json
    assert (found["value"], found["action"], found["leaf_count"]) == (3, "a1", 7)
    assert found["leaves"] == [3, 12, 8, 2, 14, 5, 2]
    assert found["pruned"] == ["a2/c2", "a2/c3"]
    assert {"generated", "events", "options", "counts"} <= set(found)


@pytest.mark.parametrize(
    ("arguments", "leaves"),
    [
        (["--algorithm", "minimax"], 9),
        (["--dialect", "cs188"], 7),
        (["--order", "right"], 9),
        (["--root", "min"], 7),
        (["--algorithm", "mtdf", "--option", "first=3"], 7),
        (["--algorithm", "negamax", "--option", "form=F3"], 7),
        (["--moves", "a2"], 3),
        (["--position", "D", "--algorithm", "alphabeta"], 3),
    ],
)
def test_the_search_can_be_chosen(arguments, leaves):
    found = halfmove("tree", SPEC, *arguments, "--json").json
    assert found["counts"]["leaves"] == leaves


def test_a_dialect_shows_in_what_is_returned():
    soft = halfmove("tree", SPEC, "--dialect", "aima").out
    hard = halfmove("tree", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "--dialect", "winston").out
    assert "MIN C ≤ 2" in soft
    assert "MIN ≤ 3" in hard


def test_the_algorithm_fits_the_tree_by_itself():
    chance = '{"children": [{"player": "chance", "children": [4, 2]}, 1]}'
    vectors = "[[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]]"
    assert halfmove("tree", chance, "--json").json["algorithm"] == "expectiminimax"
    found = halfmove("tree", vectors, "--json").json
    assert found["value"] == [7, 4, 1]
    assert "chance" in halfmove("tree", chance, "--algorithm", "alphabeta").err


def test_a_games_tree_with_and_without_mirror_images():
    whole = halfmove("tree", "tictactoe", "--depth", "2", "--algorithm", "minimax", "--json").json
    few = halfmove("tree", "tictactoe", "--depth", "2", "--algorithm", "minimax", "--merge", "--json").json
    assert (whole["leaf_count"], few["leaf_count"]) == (72, 12)
    assert whole["value"] == few["value"]


def test_what_is_shown_beside_the_nodes():
    assert "(3, ∞)" not in halfmove("tree", SPEC, "--no-windows").out
    assert "MIN C  (3, ∞)" in halfmove("tree", SPEC, "--no-values").out
    assert "✂ 2 ≤ 3  true value 2" in halfmove("tree", SPEC, "--truth").out
    blank = halfmove("tree", SPEC, "--blank").out
    assert blank.splitlines()[0] == "MAX A"
    assert "best move" not in blank


def test_the_steps_as_lines_as_sentences_and_as_json():
    lines = halfmove("tree", SPEC, "--trace").out.splitlines()
    assert lines[1] == "enter A: MAX  (−∞, ∞)"
    assert "  cut C: 2 ≤ 3; never visited: c2, c3" in lines
    assert "so MAX will never move to C, whatever c2 and c3" in halfmove("tree", SPEC, "--sentences").out
    events = [json.loads(line) for line in halfmove("tree", SPEC, "--events").out.splitlines()]
    assert events == halfmove("tree", SPEC, "--json").json["events"]


def test_a_tree_too_large_to_draw_is_refused_and_told_all_the_same():
    refused = halfmove("tree", "connect4")
    assert (refused.status, refused.out) == (2, "")
    assert "more than 20,000 nodes" in refused.err
    assert "--trace" in refused.err
    told = halfmove("tree", "tictactoe", "--depth", "6", "--moves", "b2", "--trace").out
    assert told.splitlines()[-1].startswith("finish: ")
    assert "true value" not in told


# ---- files
@pytest.mark.parametrize("suffix", ["txt", "json", "jsonl"])
def test_text_goes_into_a_file(tmp_path, suffix):
    path = tmp_path / f"tree.{suffix}"
    path.write_text("before")
    outcome = halfmove("tree", SPEC, "--output", str(path))
    assert (outcome.status, outcome.out) == (0, f"Wrote {path}.\n")
    written = path.read_text()
    if suffix == "txt":
        assert written.startswith("MAX A = 3 ★")
    elif suffix == "json":
        assert json.loads(written) == halfmove("tree", SPEC, "--json").json
    else:
        assert json.loads(written.splitlines()[0])["kind"] == "start"
    assert [child.name for child in tmp_path.iterdir()] == [path.name]


def test_a_sheet_and_its_solution_from_one_command(tmp_path):
    sheet, solution = tmp_path / "sheet.txt", tmp_path / "solution.txt"
    outcome = halfmove("tree", SPEC, "--blank", "-o", str(sheet), "--solution", str(solution))
    assert outcome.out == f"Wrote {sheet}.\nWrote {solution}.\n"
    assert "MIN C\n" in sheet.read_text()
    assert "MIN C ≤ 2" in solution.read_text()


def test_a_picture(tmp_path):
    path = tmp_path / "tree.svg"
    assert halfmove("tree", SPEC, "--output", str(path)).out == f"Wrote {path}.\n"
    whole = path.read_text()
    assert whole.lstrip().startswith("<svg")
    assert halfmove("tree", SPEC, "--blank", "--output", str(path)).status == 0
    assert path.read_text() != whole


def test_sentences_go_into_a_file(tmp_path):
    path = tmp_path / "told.txt"
    assert halfmove("tree", SPEC, "--sentences", "-o", str(path)).status == 0
    assert "never move to C" in path.read_text()


def test_nothing_half_written_is_left(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text("before")
    assert halfmove("tree", "connect4", "--output", str(path)).status == 2
    assert path.read_text() == "before"
    assert [child.name for child in tmp_path.iterdir()] == ["tree.json"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tree"], "needs GAME"),
        (["tree", "[[1, 2"], "line 1"),
        (["tree", SPEC, "--algorithm", "engine"], "There is no search 'engine' to watch; there are: "),
        (["tree", SPEC, "--dialect", "oxford"], "option 'dialect' is one of aima, cs188"),
        (["tree", SPEC, "--algorithm", "minimax", "--dialect", "aima"], "minimax has no option 'dialect'"),
        (["tree", SPEC, "--option", "dialect"], "--option takes KEY=VALUE"),
        (["tree", SPEC, "--option", "dialect=mit", "--dialect", "eth"], "'dialect' is given twice"),
        (["tree", SPEC, "--order", "up"], "--order cannot be 'up'; it is one of: left, right"),
        (["tree", SPEC, "--depth", "0"], "--depth must be a whole number"),
        (["tree", SPEC, "--trace", "--events"], "--trace and --events exclude each other"),
        (["tree", SPEC, "--steps", "--json"], "--steps and --json exclude each other"),
        (["tree", SPEC, "--merge"], "an explicit tree has no symmetric positions"),
        (["tree", SPEC, "--units"], "the values of an explicit tree stand in it"),
        (["tree", "nim", "--units"], "it has no unit of its own"),
        (["tree", SPEC, "--root", "nobody"], "nobody"),
        (["tree", "tictactoe", "--root", "min"], "tictactoe"),
        (["tree", SPEC, "--output", "/no/such/folder/x.txt"], "There is no folder '/no/such/folder'"),
        (["tree", SPEC, "--output", "/"], "'/' is a folder"),
        (["tree", SPEC, "--output", "x.txt", "--steps"], "--steps is for the terminal"),
        (["tree", SPEC, "--output", "x.doc"], "does not end in a picture's format"),
        (["tree", SPEC, "--solution", "x.txt"], "--solution goes with an exercise sheet"),
        (["tree", SPEC, "--moves", "zz"], "Move 1, 'zz', cannot be played"),
    ],
)
def test_bad_input(arguments, sentence):
    outcome = halfmove(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_textbook_s_tree_by_name_is_searched_as_there(name):
    there = EXAMPLES[name].trace()
    shown = halfmove("tree", name, "--json").json
    assert shown == json.loads(json.dumps(there.to_dict()))


def test_a_textbook_s_tree_is_searched_as_one_likes():
    assert "4 evaluations" in halfmove("tree", "winston", "--algorithm", "minimax").out
    assert halfmove("tree", "mit-game1", "--root", "min", "--json").json["value"] == 11
    assert halfmove("tree", "mit-game1", "--set", "root=min", "--json").json["value"] == 11
    greedy = halfmove("tree", "horizon", "--algorithm", "alphabeta", "--depth", "1", "--json").json
    assert (greedy["value"], greedy["action"]) == (1, "QxP")  # looks no further than the capture
    assert halfmove("tree", "horizon", "--json").json["action"] == "d4"
    assert halfmove("tree", "singular", "--depth", "1", "--json").json["action"] == "quiet"
    margin = halfmove("tree", "singular", "--option", "margin=50")
    assert "margin 50, forced yes, budget 1" in margin.out


def test_the_list_of_textbooks_trees():
    listed = halfmove("tree", "--list")
    assert listed.status == 0
    assert all(e.shows in listed.out and e.source in listed.out for e in EXAMPLES.values())
    trees = halfmove("tree", "--list", "--json").json["trees"]
    assert [(t["name"], t["algorithm"], t["depth"]) for t in trees] == [
        (e.name, e.algorithm, e.depth) for e in EXAMPLES.values()
    ]
    assert {t["name"]: t["leaves"] for t in trees}["fig-5-2"] == 9


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ((), "tree needs GAME, such as fig-5-2"),
        (("fig-5-2", "--list"), "--list lists all trees, and goes without a GAME; fig-5-2 is one too many."),
        (("fig-5-2", "--set", "heap=3"), "A game tree has one parameter, root, which says who moves first; "),
        (
            ("winston", "--set", "root=min", "--root", "max"),
            "--root max and --set root=min contradict each other",
        ),
        (("fig-5-3",), "There is no game 'fig-5-3'"),
    ],
)
def test_what_is_wrong_with_a_tree_s_name_is_said(typed, said):
    refused = halfmove("tree", *typed)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"halfmove: {said}")
