"""Runs of training read from their folders, whole and damaged."""

from __future__ import annotations

import os

import pytest
from made_runs import line, made, report

from halfmove.core.errors import BadInput
from halfmove.learn.runs.report import Report
from halfmove.presentation import runs

pytestmark = pytest.mark.one_speed


def test_a_report_comes_back_from_the_log(tmp_path):
    run = runs.read(made(tmp_path / "run"))
    assert run.reports == tuple(report(number) for number in range(1, 6))
    assert run.damaged == 0
    assert (run.game.name, run.recipe, run.state) == ("tictactoe", "alphazero", "over")


@pytest.mark.parametrize(
    "wrong",
    [
        {"share": "half"},
        {"games": float("inf")},
        {"results": [1, 2]},
        {"results": 5},
        {"matches": [[1, 2]]},
        {"policy": True},
        {"example": 7},
    ],
)
def test_what_is_no_report_is_told(wrong):
    with pytest.raises(ValueError, match=r"wrong|no report"):
        Report.of_data({**report(2).to_dict(), **wrong})


def test_a_log_cut_short_by_a_killed_run_is_read_to_there(tmp_path):
    folder = made(tmp_path / "run", 3)
    with (folder / "log.jsonl").open("a") as log:
        log.write(line(report(4))[:50])
    run = runs.read(folder)
    assert [one.games for one in run.reports] == [100, 200, 300]
    assert run.damaged == 1
    (folder / "log.jsonl").write_bytes(b"\xff\n[]\n" + line(report(1)).encode())
    assert (len(runs.read(folder).reports), runs.read(folder).damaged) == (1, 2)


def test_whether_a_run_goes_on(tmp_path):
    folder = made(tmp_path / "run", 3)
    assert runs.read(folder).state == "running"
    os.utime(folder / "log.jsonl", (1, 1))
    assert runs.read(folder).state == "silent"
    (folder / "log.jsonl").unlink()
    assert runs.read(folder).state == "new"


def test_runs_are_found_by_names_that_differ(tmp_path):
    first = made(tmp_path / "a" / "run")
    second = made(tmp_path / "b" / "run")
    (tmp_path / "b" / "notes").mkdir()
    assert runs.find([str(tmp_path / "a"), str(second)]) == {"run": first, "run-2": second}
    assert runs.find([str(first), str(tmp_path / "a")]) == {"run": first}


def test_a_folder_that_is_no_run_is_told_in_a_sentence(tmp_path):
    with pytest.raises(BadInput, match="is no run and holds none; give a folder"):
        runs.find([str(tmp_path)])
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        runs.find([str(tmp_path / "nowhere")])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not toml", "are not TOML"),
        ("[play]\ngames = 3\n", "name no game"),
        ('run = "connect4"\n', "name no game"),
        ('[run]\ngame = "nim"\nseed = nan\n', "hold what no run has"),
    ],
)
def test_settings_that_are_none_are_told_in_a_sentence(tmp_path, text, said):
    folder = made(tmp_path / "run")
    (folder / "run.toml").write_text(text)
    with pytest.raises(BadInput, match=said):
        runs.read(folder)


def test_a_run_as_data(tmp_path):
    data = runs.in_full("run", runs.read(made(tmp_path / "run")), 3)
    assert [one["games"] for one in data["reports"]] == [100, 300, 500]
    assert [one["generation"] for one in data["ratings"]] == [1, 2, 3, 4, 5]
    assert data["ratings"][0]["elo"] == 0 < data["ratings"][4]["low"] < data["ratings"][4]["elo"]
    assert data["errors"][1] == {"generation": 2, "seconds": 24.0, "share": 0.1}
    assert (data["network"], data["share"]) == (False, 1.0)
    assert (data["learner_time"], data["play_time"], data["bottleneck"]) == ({}, {}, "")


def test_a_run_as_data_says_where_its_time_goes(tmp_path):
    folder = made(tmp_path / "run", 2)
    shares = {"learner_time": {"steps": 0.25, "waiting for games": 0.75}, "play_time": {"network": 1.0}}
    with (folder / "log.jsonl").open("a") as log:
        log.write(line(report(3, **shares)))
    data = runs.in_full("run", runs.read(folder), 3)
    assert data["learner_time"] == shares["learner_time"]
    assert data["play_time"] == shares["play_time"]
    assert data["bottleneck"].startswith("Self-play: the learner waits for games 75% of its time")


def test_networks_to_play_with_are_those_that_can_be(tmp_path):
    made(tmp_path / "new")
    broken = made(tmp_path / "broken")
    (broken / "best.safetensors").write_bytes(b"nothing")
    whole = made(tmp_path / "whole", network=True)
    assert runs.networks([str(tmp_path)]) == [str(whole / "best.safetensors")]
