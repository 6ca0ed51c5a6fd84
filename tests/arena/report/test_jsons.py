"""A contest as JSON: it parses, its keys are those promised, and nothing is infinite or not a number."""

import json
from dataclasses import replace

import pytest
from contest_records import a_game, in_pairs, results_of

from halfmove.arena.plan import StopRule, parse_plan
from halfmove.arena.report.summary import report

pytestmark = pytest.mark.one_speed

KEYS = {
    "plan": dict,
    "done": bool,
    "games": int,
    "players": list,
    "inner_games": (int, type(None)),
    "big_blind": (float, type(None)),
    "compared_in": (str, type(None)),
    "meetings": list,
    "ratings": dict,
    "test": (dict, type(None)),
    "endings": dict,
    "faults": int,
    "mean_plies": (float, type(None)),
    "first_seat_score": (float, type(None)),
    "seconds": (int, float),
    "overhead": (float, type(None)),
}
PLAYER = {
    "name",
    "title",
    "games",
    "points",
    "points_a_game",
    "aivat",
    "wins",
    "draws",
    "losses",
    "mean_seconds",
    "mean_depth",
}
PLAYER |= {"boards", "figures", "inner_points_a_game", "mean_nodes", "faults", "lost_on_time"}
MEETING = {
    "first",
    "second",
    "points_a_game",
    "aivat",
    "wins",
    "draws",
    "losses",
    "pentanomial",
    "elo",
    "normalized_elo",
    "los",
}
MEETING |= {"boards", "inner_points_a_game", "pairs_ratio", "undefined"}
TEST = {"model", "unit", "elo0", "elo1", "alpha", "beta", "llr", "lower", "upper", "pairs", "verdict"}


def written(the_standing, anchors=None):
    """The object as another program reads it: strictly."""
    text = json.dumps(report(replace(the_standing, anchors=anchors or {})).to_dict(), allow_nan=False)
    return json.loads(text)


STANDINGS = {
    "nothing": results_of({}, done=False),
    "one game": results_of({0: a_game(0, (0, 1), (1.0, 0.0))}, done=False),
    "all won": results_of(in_pairs([(1, 1)] * 3)),
    "all level": results_of(in_pairs([(0.5, 0.5)] * 3)),
    "a test": results_of(in_pairs([(1, 0.5)] * 3 + [(0, 0)]), stop=StopRule(0, 5)),
    "a test that has not begun": results_of({}, stop=StopRule(0, 5)),
    "a table": results_of(in_pairs([(1, 0.5)]) | in_pairs([(0, 1)], 1, 2, 2), 3, format="round-robin"),
    "three seats": results_of({0: a_game(0, (0, 1, 2), (2 / 3, 1 / 3, 0.0))}, 3),
}


@pytest.mark.parametrize("name", STANDINGS)
def test_the_keys(name):
    found = written(STANDINGS[name])
    assert {key: isinstance(found[key], kind) for key, kind in KEYS.items()} == dict.fromkeys(KEYS, True)
    assert set(found) == set(KEYS)
    assert all(set(row) == PLAYER for row in found["players"])
    assert all(set(meeting) == MEETING for meeting in found["meetings"])
    assert found["test"] is None or set(found["test"]) == TEST
    assert set(found["ratings"]) == {"players", "notes"}
    assert all(set(one) == {"name", "elo", "group", "note"} for one in found["ratings"]["players"])
    assert parse_plan(found["plan"]) == STANDINGS[name].plan


def test_the_figures():
    found = written(STANDINGS["a test"])
    [meeting] = found["meetings"]
    assert (meeting["first"], meeting["second"]) == ("A", "B")
    assert (meeting["wins"], meeting["draws"], meeting["losses"]) == (3, 3, 2)
    assert meeting["pentanomial"] == [1, 0, 0, 3, 0]
    assert meeting["pairs_ratio"] == 3.0
    assert meeting["elo"]["low"] < meeting["elo"]["value"] < meeting["elo"]["high"]
    assert 0.5 < meeting["los"] < 1
    assert (found["test"]["pairs"], found["test"]["verdict"]) == (4, "go on")
    assert found["games"] == 8
    assert found["endings"] == {"rules": 8}


def test_figures_that_have_no_value():
    [level] = written(STANDINGS["all level"])["meetings"]
    assert level["normalized_elo"] is None
    assert level["los"] is None
    assert level["pairs_ratio"] is None
    assert "the variance is zero" in level["undefined"]
    found = written(STANDINGS["all won"])
    assert found["meetings"][0]["elo"]["value"] == found["meetings"][0]["elo"]["high"] == "inf"
    assert isinstance(found["meetings"][0]["elo"]["low"], float)
    notes = [one["note"] for one in found["ratings"]["players"]]
    assert all(notes)


def test_an_anchor():
    anchored = written(STANDINGS["a test"], {"B": 1500.0})["ratings"]["players"]
    free = written(STANDINGS["a test"])["ratings"]["players"]
    assert anchored[1]["elo"] == {"value": 1500.0, "low": 1500.0, "high": 1500.0}
    apart = free[0]["elo"]["value"] - free[1]["elo"]["value"]
    assert anchored[0]["elo"]["value"] - 1500.0 == pytest.approx(apart)
