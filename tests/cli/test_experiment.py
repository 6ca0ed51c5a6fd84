"""`halfmove experiment`: run, shown again, written, refused."""

import json

import pytest

from halfmove.cli.main import main

TRIAL = """
name = "Trial"
hypothesis = "So it is."
game = "tictactoe"
sides = ["random?name=one", "random?name=two"]
games = 16
openings = "random"
"""


@pytest.fixture
def trial(tmp_path):
    file = tmp_path / "trial.toml"
    file.write_text(TRIAL)
    return file


def test_run_shown_and_written(trial, tmp_path, capsys):
    assert main(["experiment", str(trial), "--at-once", "1"]) == 0
    first = capsys.readouterr().out
    assert "Trial" in first
    assert "16 games" in first
    report = tmp_path / "trial.md"
    assert main(["experiment", str(trial), "--write", str(report)]) == 0
    assert capsys.readouterr().out == f"{first}\nWrote {report}.\n"
    assert report.read_text().startswith("# Trial\n")
    assert main(["experiment", str(trial), "--plot", str(tmp_path / "trial.svg")]) == 0
    assert (tmp_path / "trial.svg").read_bytes().startswith(b"<?xml")
    capsys.readouterr()
    assert main(["experiment", str(trial), "--look", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["done"] is True
    assert data["matches"][0]["report"]["games"] == 16


def test_looking_before_anything_is_played(trial, capsys):
    assert main(["experiment", str(trial), "--look"]) == 0
    assert "Nothing has been played yet." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--look", "--again"], "give one of them"),
        (["--at-once", "0"], "--at-once must be a whole number from 1 to 1024"),
        (["--write", "report.pdf"], "a file ending in .md, not 'report.pdf'"),
        (["--write", "nowhere/report.md"], "There is no folder 'nowhere'"),
        (["--plot", "plot.txt"], "written as .svg, .png or .pdf, not 'plot.txt'"),
    ],
)
def test_options_refused(trial, capsys, options, sentence):
    assert main(["experiment", str(trial), *options]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""
    assert not trial.with_suffix(".sqlite").exists()


def test_a_file_that_is_wrong(trial, capsys):
    trial.write_text(TRIAL + "gmaes = 3\n")
    assert main(["experiment", str(trial)]) == 2
    assert f"{trial}: gmaes: there is no such key; did you mean 'games'?" in capsys.readouterr().err
