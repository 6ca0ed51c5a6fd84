"""A design tells the effects of all numbers apart, and settings are judged by the moves that they choose."""

import json

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove.arena.tuning.choices import Chooser, compare, expected_score, open_oracles, play_stretches
from halfmove.arena.tuning.design import design, estimate_effects
from halfmove.arena.tuning.screening import REACH, Screening
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games import registry
from halfmove.games.reference import GameReference
from halfmove.search.alphabeta.selective.parameters import BY_NAME, PARAMETERS, read_parameters

CHECKERS = registry.game("checkers")
START = {p.name: p.value for p in PARAMETERS} | CHECKERS.search_parameters()


# ---- the design
@pytest.mark.parametrize(("trials", "numbers"), [(64, 63), (128, 42), (4, 3), (1, 1), (16, 1)])
def test_a_whole_design_is_balanced(trials, numbers):
    signs = design(trials, numbers, 3)
    assert signs.shape == (trials, numbers)
    assert set(np.unique(signs)) <= {-1, 1}
    if trials > numbers and trials > 1:
        assert np.array_equal(signs.T @ signs, trials * np.eye(numbers))
        assert not signs.sum(axis=0).any(), "as often up as down"


def test_a_part_of_a_design_keeps_columns_apart():
    signs = design(100, 42, 1)
    together = np.abs(signs.T @ signs / 100 - np.eye(42))
    assert together.max() < 0.4


def test_effects_are_found_and_steps_lead_to_the_peak():
    random = np.random.default_rng(4)
    peak = random.uniform(-1.5, 1.5, 30)
    signs = design(128, 30, 7)

    def worth(steps):
        return -0.02 * float(((steps - peak) ** 2).sum() - (peak**2).sum())

    gains = [worth(row) + random.normal(0, 0.1) for row in signs]
    effects = estimate_effects(signs, gains, [0.1] * 128)
    assert np.corrcoef(effects.gains, 0.04 * peak)[0, 1] > 0.9
    assert np.abs(effects.gains - 0.04 * peak).mean() < 2 * effects.errors.mean()
    assert effects.away == pytest.approx(-0.02 * 30, abs=0.1)
    found = worth(effects.steps())
    assert found > 0.8 * worth(np.clip(peak, -1, 1)) > 0
    assert np.abs(effects.steps()).max() <= 1


def test_noise_moves_nothing_far():
    random = np.random.default_rng(5)
    signs = design(64, 30, 7)
    gains = [-1.0 + random.normal(0, 0.1) for _ in signs]
    effects = estimate_effects(signs, gains, [0.1] * 64)
    assert np.abs(effects.gains).max() < 0.05, "shrunk"
    assert np.abs(effects.steps()).max() < 0.8


def test_without_trials_nothing_moves():
    assert not estimate_effects(design(4, 3, 0)[:0], [], []).steps().any()


# ---- choices
def test_expected_scores():
    assert expected_score(0) == 0.5
    assert expected_score(1) + expected_score(-1) == pytest.approx(1)
    assert (expected_score(float("inf")), expected_score(-25)) == (1, 0)
    assert compare(np.array([0.5, 0.5]), np.array([0.5, 0.7])) == pytest.approx((10, 10 / np.sqrt(2)))


def test_games_that_are_over_too_soon_are_refused(monkeypatch):
    monkeypatch.setattr("halfmove.arena.tuning.choices.is_decided", lambda game, score: True)
    with pytest.raises(Unsuitable, match="too short: 50 have no 6 moves a player"):
        play_stretches(hm.interpreted(registry.game("connect4", width=4, height=4)), 10, 6, 1)


@pytest.mark.slow_interpreted
def test_a_setting_that_sees_less_chooses_worse():
    stretches = play_stretches(CHECKERS, 200, 48, 1)
    assert sum(len(range(s.first, len(s.actions) + 1, 2)) for s in stretches) >= 48
    with open_oracles(CHECKERS, 400, None, 2) as oracles:
        chooser = Chooser(CHECKERS, stretches, 400, oracles)
        usual = chooser.expect({})
        assert np.array_equal(usual, chooser.expect({})), "the same choices, judged alike"
        blind = chooser.expect({"count-base": 1024, "count-square": 200, "static-ply": 200})
    assert len(usual) == len(blind)
    assert ((usual >= 0) & (usual <= 1)).all()
    assert not np.array_equal(usual, blind)


def screening(**changes):
    given = {"nodes": 100, "trials": 4, "positions": 6, "names": ("static-ply", "null-base"), "seed": 1}
    return Screening(GameReference("checkers"), start=START, teacher=None, **{**given, **changes})


def test_moves_of_a_trial():
    plan = screening()
    moved = plan.move(np.array([1, -1]))
    assert moved["static-ply"] == START["static-ply"] + REACH * BY_NAME["static-ply"].step
    assert moved["null-base"] == START["null-base"] - REACH * BY_NAME["null-base"].step
    assert {name: value for name, value in moved.items() if name not in plan.names} == {
        name: value for name, value in START.items() if name not in plan.names
    }


@pytest.mark.slow_interpreted
def test_a_screening_that_was_stopped_goes_on(tmp_path, monkeypatch):
    file = tmp_path / "moves.jsonl"
    whole = screening().open_file(tmp_path / "whole.jsonl")
    screening().run(whole, 1)
    kept = screening().open_file(file)
    asked = []
    expect = Chooser.expect

    def interrupted(self, values):
        asked.append(values)
        if len(asked) == 4:  # the start, and two trials
            raise KeyboardInterrupt
        return expect(self, values)

    with monkeypatch.context() as patched:
        patched.setattr(Chooser, "expect", interrupted)
        with pytest.raises(KeyboardInterrupt):
            screening().run(kept, 1)
    kept.close()
    assert sorted(kept.trials) == [0, 1]
    again = screening().open_file(file)
    screening().run(again, 1)
    assert again.trials == whole.trials
    again.close()
    whole.close()
    with pytest.raises(BadInput, match="another tuning"):
        screening(seed=2).open_file(file)


@pytest.mark.slow_interpreted
def test_the_command(tmp_path):
    out = tmp_path / "search.toml"
    words = ["tune", "checkers", "--search", "--moves", "--trials", "2", "--nodes", "100", "--positions", "6"]
    answer = halfmove(
        *words, "--only", "static-ply,null-base", "--at-once", "1", "--output", str(out), "--json"
    )
    assert answer.status == 0, answer.err
    found = json.loads(answer.out)
    assert found["played"] == 2
    assert all(row["error"] >= 0 for row in found["parameters"])
    assert read_parameters(str(out)) == {row["name"]: row["after"] for row in found["parameters"]}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--moves", "--ray", "auto"), "--ray is not for tuning a search by moves"),
        (("--teacher", "stockfish"), "--teacher is not for tuning a search by games"),
        (("--moves", "--teacher", "no-such-engine"), "no-such-engine"),
        (("--moves", "--positions", "3"), "--positions"),
    ],
)
def test_misuse(words, sentence):
    answer = halfmove("tune", "checkers" if "no-such-engine" not in words else "chess", "--search", *words)
    assert answer.status == 2
    assert sentence in " ".join(answer.err.split())
