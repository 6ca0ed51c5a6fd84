"""AlphaGo Zero's gate."""

import json

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.learn.gate import Gate
from halfmove.learn.selfplay import Options
from halfmove.search.encoding import Encoding

OPTIONS = Options(games=8, simulations=8, opening_plies=2)


def uniform(planes):
    """Knows nothing."""
    return np.zeros((len(planes), 9), np.float32), np.zeros((len(planes), 1), np.float32)


def stubborn(planes):
    """Wants the first squares, whatever happens, and holds every position for won."""
    logits = np.tile(np.linspace(50, -50, 9, dtype=np.float32), (len(planes), 1))
    return logits, np.ones((len(planes), 1), np.float32)


def played(challenger, best, games=60, **given):
    gate = Gate(Encoding(hm.game("tictactoe")), challenger, best, OPTIONS, games=games, **given)
    while not gate.decided:
        gate.step()
    return gate


@pytest.mark.slow_interpreted
def test_the_better_passes_and_the_worse_does_not():
    better, worse = played(uniform, stubborn), played(stubborn, uniform)
    assert better.passed
    assert better.points >= 33
    assert not worse.passed
    assert worse.points < 33
    assert str(better).endswith("the challenger plays from now on")


def test_it_ends_when_the_verdict_is_certain():
    gate = played(stubborn, uniform)
    assert gate.points + 60 - gate.played < 33
    assert gate.played < 60


@pytest.mark.slow_interpreted
def test_equals_share_the_points():
    gate = Gate(Encoding(hm.game("tictactoe")), uniform, uniform, OPTIONS, games=200, seed=3)
    while gate.played < 200:
        gate.step()
    assert 70 < gate.points < 130


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("share", ["0.5", "1.0"])
def test_a_run_with_a_gate_keeps_the_best(tmp_path, share):
    options = {**SMALL, "gate_games": "20", "gate_share": share}
    trained = hm.train(
        "tictactoe", folder=tmp_path, recipe="alphago-zero", positions=300, workers=0, options=options
    )
    told = [json.loads(line).get("gate") for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    verdicts = [text for text in told if text]
    assert verdicts
    passed = [text for text in verdicts if text.endswith("the challenger plays from now on")]
    best = trained.network.made
    assert (best["steps"] == "0") == (not passed)
    assert trained.last.published == 1 + len(passed)


@pytest.mark.slow_interpreted
def test_the_learner_goes_on_while_a_challenger_plays(tmp_path):
    """Without, a match of 400 games was long enough for self-play to end the run: after one step."""
    options = {**SMALL, "gate_games": "400", "gate_share": "1.0", "generations": "1000"}
    trained = hm.train(
        "tictactoe", folder=tmp_path, recipe="alphago-zero", positions=600, workers=0, options=options
    )
    learning, last = trained.settings.learning, trained.last
    assert last.steps * learning.batch >= 0.5 * learning.reuse * (last.positions - learning.first)
