"""The running mean of the networks, which is played with where `average` asks for it."""

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.games.reference import GameReference
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.run import AVERAGED, SETTLED, Run
from halfmove.learn.train import make_settings
from halfmove.search.neural.network import Network

KEPT = 0.6
OPTIONS = {**SMALL, "average": str(KEPT), "backend": "numpy"}


def watched(monkeypatch):
    """The learner's parameters at each step that goes into the mean."""
    found, learn = [], Run.learn

    def remember(run):
        learn(run)
        if run.counters.steps % AVERAGED == 0:
            found.append(run.learner.parameters())

    monkeypatch.setattr(Run, "learn", remember)
    return found


def mean_of(networks):
    """By hand: each network takes the place of a part of the mean of those before."""
    mean = {name: array.astype(np.float64) for name, array in networks[0].items()}
    for network in networks[1:]:
        mean = {name: KEPT * array + (1 - KEPT) * network[name] for name, array in mean.items()}
    return mean


def alike(network, mean):
    return all(np.allclose(network.parameters[name], array, atol=1e-5) for name, array in mean.items())


@pytest.mark.slow_interpreted
def test_what_is_played_with_is_the_mean_also_after_an_interruption(tmp_path, monkeypatch):
    found, seen = watched(monkeypatch), []
    begun = hm.train(
        "tictactoe",
        folder=tmp_path,
        positions=400,
        workers=0,
        options=OPTIONS,
        see=seen.append,
        stop=lambda: len(found) >= 2,
    )
    assert not begun.over
    assert len(found) == 2
    ended = hm.train("tictactoe", folder=tmp_path)
    assert len(found) > 4
    assert alike(ended.network, mean_of(found))
    assert alike(Network.load(RunFolder(tmp_path).best, ended.game), mean_of(found))
    assert not alike(ended.network, found[-1])
    assert not alike(ended.network, mean_of(found[2:]))  # those before the interruption count


@pytest.mark.slow_interpreted
def test_without_it_the_last_network_is_played_with(tmp_path, monkeypatch):
    found = watched(monkeypatch)
    trained = hm.train(
        "tictactoe", folder=tmp_path, positions=300, workers=0, options={**OPTIONS, "average": "0"}
    )
    assert not alike(trained.network, mean_of(found))


def test_norms_are_settled_where_steps_have_been_made_since(tmp_path, monkeypatch):
    """It is dear where NumPy learns, and nothing is to be settled where hardly a step was made."""
    settings = make_settings(
        GameReference.of(hm.game("tictactoe")), {"positions": 100, "workers": 0}, None, SMALL, None
    )
    folder = RunFolder(tmp_path / "run")
    folder.prepare(settings)
    settled = []
    with Run(folder, settings) as run:
        monkeypatch.setattr(run, "_batch", lambda: None)
        monkeypatch.setattr(run.learner, "settle", lambda batches: settled.append(len(list(batches))))
        counts = []
        for steps in (0, 1, 3, 5, 8, 100):
            run.counters.steps = steps
            run.network()
            counts.append(len(settled))
    assert counts == [0, 1, 1, 2, 2, 3]
    assert settled == [SETTLED] * 3
