"""`halfmove quiz`: practice in the terminal, sheets, and marking for autograders."""

import json
import shutil
import subprocess

import pytest
from command import halfmove

from halfmove.cli.main import main
from halfmove.teach.quiz import Exercise

pytestmark = pytest.mark.one_speed

AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def test_a_whole_exercise_typed():
    outcome = halfmove("quiz", AIMA, typed="A=3 B=3 C=2 D=2\na1\nc2 c3\n")
    assert outcome.status == 0
    assert "Score: 7 of 7 points" in outcome.out
    assert "To read again" not in outcome.out
    for line in ("A MAX", "├─ a1: B MIN", "│  ├─ b1 = 3", "   └─ d3 = 2"):
        assert line in outcome.out.splitlines()


def test_wrong_answers_get_their_reasons_at_once():
    outcome = halfmove("quiz", AIMA, "--questions", "pruned", typed="c2 d3\n")
    assert "c3 is pruned: you missed it." in outcome.out
    assert "d3 is not pruned." in outcome.out
    assert "a cut after it leaves" in " ".join(outcome.out.split())  # wherever the line ends
    assert "Score: 0 of 2 points" in outcome.out
    assert "To read again:" in outcome.out


def test_hint_skip_tree_help_and_slips():
    typed = "hnit\nhint\nB=9\nA=3 B=3 C=2 D=2\ntree\nhelp\nzz\nskip\nnone\n"
    outcome = halfmove("quiz", AIMA, typed=typed)
    assert "Did you mean hint?" in outcome.out
    assert "Begin at the bottom" in outcome.out
    assert "There is no node 'zz'" in outcome.out
    assert "skip  leave the question" in outcome.out
    typed = "hint\nA=3 B=3 C=2 D=2\ntree\nskip\n"
    outcome = halfmove("quiz", AIMA, "--questions", "values,move", typed=typed)
    assert "2 of 4 points, with a hint" in outcome.out
    assert outcome.out.count("A MAX\n") == 2
    assert "Score: 2 of 5 points" in outcome.out


def test_the_end_of_the_input_and_quit_give_the_score_so_far():
    for typed in ("A=3 B=3 C=2 D=2\n", "A=3 B=3 C=2 D=2\nquit\n"):
        outcome = halfmove("quiz", AIMA, typed=typed)
        assert (outcome.status, outcome.err) == (0, "")
        assert "Score: 4 of 4 points" in outcome.out


def test_ctrl_c_gives_the_score_and_130(monkeypatch, capsys):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("halfmove.cli.play_quiz.ask", interrupted)
    assert main(["quiz", AIMA]) == 130
    assert "Score: 0 of 0 points" in capsys.readouterr().out


def test_a_textbooks_tree_is_asked_about_by_its_name():
    asked = halfmove("quiz", "fig-5-2", "--json").json["exercises"][0]
    assert asked["solution"]["values"] == {"A": 3, "B": 3, "C": 2, "D": 2}
    assert asked["solution"]["pruned"] == ["c2", "c3"]


def test_without_a_seed_one_is_drawn_and_shown():
    outcome = halfmove("quiz", typed="")
    seed = outcome.out.split("(seed ")[1].split(")")[0]
    again = halfmove("quiz", "--seed", seed, typed="")
    assert again.out == outcome.out


def test_a_deep_cut_is_asked_for_in_one_word():
    [made] = halfmove("quiz", "--seed", "7", "--deep-cut", "--json").json["exercises"]
    assert Exercise.from_dict(made).findings.deep


def test_json_has_exercises_with_their_solutions():
    arguments = [
        "quiz",
        "--seed",
        "7",
        "--count",
        "2",
        "--depth",
        "3",
        "--branching",
        "2-3",
        "--min-cuts",
        "2",
    ]
    data = halfmove(*arguments, "--json").json
    assert [e["seed"] for e in data["exercises"]] == [7, 8]
    for exercise in data["exercises"]:
        assert set(exercise["solution"]) == {"values", "move", "pruned"} == set(exercise["reasons"])
        assert len(exercise["solution"]["pruned"]) >= 2


def test_answers_are_marked(tmp_path):
    made = halfmove("quiz", "--seed", "3", "--count", "2", "--json").json
    sheet, answers = tmp_path / "sheet.json", tmp_path / "answers.json"
    sheet.write_text(json.dumps(made))
    answers.write_text(json.dumps([made["exercises"][0]["solution"], {"move": None}]))
    for source in (["--seed", "3", "--count", "2"], ["--from", str(sheet)]):
        marked = halfmove("quiz", *source, "--answers", str(answers), "--json").json
        assert [m["points"] for m in marked["markings"]] == [made["exercises"][0]["points"], 0]
        assert marked["points"] == made["exercises"][0]["points"]
    text = halfmove("quiz", *source, "--answers", str(answers)).out
    assert text.startswith("Exercise 1: 6 of 6 points")
    assert "Together: 6 of" in text


def test_answers_from_standard_input():
    outcome = halfmove("quiz", AIMA, "--answers", "-", "--json", typed='{"move": "a1", "pruned": "c2"}')
    assert outcome.json["points"] == 2


@pytest.mark.parametrize("form", ["html", "md", "txt", "tex", "json"])
def test_a_sheet_and_its_solution(tmp_path, form):
    path = tmp_path / f"week5.{form}"
    outcome = halfmove("quiz", "--seed", "7", "--count", "2", "--output", str(path))
    assert outcome.status == 0
    assert outcome.out == f"Wrote {path}.\nWrote {tmp_path / f'week5-solution.{form}'}.\n"
    blank, solved = (p.read_text() for p in (path, tmp_path / f"week5-solution.{form}"))
    assert "Exercise" in blank or form == "json"
    assert "Cut at" not in blank
    assert "Cut at" in solved
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"week5-solution.{form}", f"week5.{form}"]


def test_a_sheet_as_pdf(tmp_path):
    pytest.importorskip("typst")
    assert halfmove("quiz", "--seed", "7", "-o", str(tmp_path / "w.pdf")).status == 0
    assert {p.name: p.read_bytes()[:5] for p in tmp_path.iterdir()} == dict.fromkeys(
        ("w.pdf", "w-solution.pdf"), b"%PDF-"
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_latex_compiles(tmp_path):
    halfmove("quiz", "--seed", "7", "--questions", "all", "-o", str(tmp_path / "w.tex"))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "w-solution.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_sheet_for_each(tmp_path):
    folder = tmp_path / "sheets"
    outcome = halfmove(
        "quiz", "--seed", "1", "--count", "3", "--each", "--format", "txt", "-o", str(folder), "--json"
    )
    assert len(outcome.json["files"]) == 6
    names = sorted(p.name for p in folder.iterdir())
    assert names[:2] == ["sheet-01-solution.txt", "sheet-01.txt"]
    assert len({p.read_text() for p in folder.iterdir()}) == 6


def test_files_for_learning_platforms(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for form, name in (("moodle", "quiz.xml"), ("gift", "quiz.gift"), ("qti", "quiz.zip")):
        assert halfmove("quiz", "--seed", "7", "--format", form).out == f"Wrote {name}.\n"
        assert (tmp_path / name).stat().st_size > 1000
    made = halfmove("quiz", "--seed", "7", "--count", "3", "--each", "--format", "gift", "-o", "w", "--json")
    assert [name[-13:] for name in made.json["files"]] == ["sheet-01.gift", "sheet-02.gift", "sheet-03.gift"]
    assert (tmp_path / "quiz.xml").read_text().count("<question type=") == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--depth", "x"], "depth is a whole number or a range such as 2-4, not 'x'"),
        (["--seed", "-1"], "--seed must be a whole number"),
        (["--count", "0"], "--count must be a whole number"),
        (["--questions", "riddle"], "There is no question 'riddle'"),
        (["--depth", "2", "--deep-cut"], "A deep cut needs a depth of 4"),
        (["--dialect", "basque"], "basque"),
        (["--output", "x.doc"], "A sheet is a file of .pdf, .tex, .html"),
        (["--output", "no/such/folder/x.md"], "There is no folder"),
        (["--answers", "no-such.json"], "There is no file 'no-such.json'"),
        (["--from", "no-such.json"], "There is no file 'no-such.json'"),
        (["tictactoe"], "tictactoe is a game, and halfmove quiz asks about trees; halfmove tree tictactoe"),
        (["pig"], "asks about trees; halfmove tree pig"),
        (["kuhn"], "kuhn is a game, and halfmove quiz asks about trees.\n"),
        (["mine.py"], "There is no file 'mine.py'"),
        ([AIMA, "--depth", "3"], "--depth is for trees made from a seed"),
        ([AIMA, "--count", "3"], "--count is for trees made from a seed"),
        ([AIMA, "--one-best"], "--one-best is for trees made from a seed"),
        ([AIMA, "--from", "x.json"], "not both"),
        (["--each", "--format", "doc", "-o", "x"], "There is no format 'doc'"),
        (["--each", "--format", "qti"], "--each writes into a folder; name it with --output"),
        (["--format", "moodle", "-o", "x.gift"], "--format moodle is a file of .xml, not 'x.gift'"),
    ],
)
def test_bad_input(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = halfmove("quiz", *arguments)
    assert outcome.status == 2
    assert outcome.out == ""
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_answers_that_do_not_fit(tmp_path):
    path = tmp_path / "a.json"
    for content, said in [
        ("{", "is not JSON"),
        ("[1]", "an object such as"),
        ("[{}, {}]", "1 exercise and 2 sets"),
    ]:
        path.write_text(content)
        outcome = halfmove("quiz", AIMA, "--answers", str(path))
        assert (outcome.status, outcome.out) == (2, "")
        assert said in outcome.err
