"""`halfmove rollout`: the table, the JSON, and a file that is gone on with."""

import json

import pytest
from command import halfmove

PLACE = ["--position", "A 31 B 40 A has 7"]


def test_a_table_for_a_person():
    outcome = halfmove("rollout", "pig", *PLACE, "--trials", "36")
    assert outcome.status == 0
    assert "best play   roll" in outcome.out
    assert "36 trials of each play, 7 throws long, seed 0" in outcome.out
    assert outcome.out.index("roll  ") < outcome.out.index("hold  ")
    whole = halfmove("rollout", "pig", *PLACE, "--trials", "36", "--truncate", "none").out
    assert "to the end" in whole
    assert " +1 " in whole  # the shares of won games


def test_json():
    found = halfmove("rollout", "pig", *PLACE, "--trials", "72", "--seed", "5", "--json").json
    assert (found["game"], found["best"], found["to_move"]) == ("pig", "roll", 0)
    assert (found["trials"], found["truncated"], found["seed"], found["finished"]) == (72, 7, 5, "trials")
    first, second = found["plays"]
    assert (first["play"], second["play"]) == ("roll", "hold")
    assert first["value"] == found["value"]
    assert second["behind"] == pytest.approx(first["value"] - second["value"], abs=2e-6)
    assert first["behind_error"] == 0 < second["behind_error"]


def test_where_nature_moves_the_position_itself_is_rolled_out():
    found = halfmove(
        "rollout", "pig", "--position", "A 31 B 40 A rolls with 7", "--trials", "36", "--json"
    ).json
    assert found["best"] is None
    assert [play["play"] for play in found["plays"]] == [None]
    assert "as it stands" in halfmove("rollout", "pig", "--moves", "roll", "--trials", "36").out


def test_plays_that_are_asked_for_and_limits():
    found = halfmove("rollout", "pig", *PLACE, "--plays", "hold", "--error", "0.02", "--json").json
    assert [play["play"] for play in found["plays"]] == ["hold"]
    assert found["finished"] == "error"
    sure = halfmove("rollout", "pig", *PLACE, "--confidence", "0.9", "--json").json
    assert sure["finished"] == "confidence"


def test_the_same_command_goes_on(tmp_path):
    file = tmp_path / "pig.json"
    halfmove("rollout", "pig", *PLACE, "--trials", "36", "--file", str(file))
    assert json.loads(file.read_text())["sums"]["trials"] == 36
    found = halfmove("rollout", "pig", *PLACE, "--trials", "72", "--file", str(file), "--json").json
    del found["seconds"]
    once = halfmove("rollout", "pig", *PLACE, "--trials", "72", "--json").json
    del once["seconds"]
    assert found == once
    other = halfmove("rollout", "pig", *PLACE, "--seed", "2", "--file", str(file))
    assert other.status == 2
    assert "of another rollout: its seed is 0, not 2" in other.err
