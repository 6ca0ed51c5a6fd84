"""What computes the network in self-play is tried: on a device of fixed latency, and in real processes."""

import os
import signal

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.runs.trial import describe_trial, try_backends
from halfmove.learn.runs.worker import Orders, measure_play
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.search.encoding import Encoding

GAMES = 16
OPTIONS = Options(games=GAMES, simulations=6, answers=0)


class Device:
    """A fake device that takes so long for a batch and for each state of it, by a clock of its own."""

    now = 0.0

    def __init__(self, batch, state):
        self.batch, self.state = batch, state

    def __call__(self, planes):
        self.now += self.batch + self.state * len(planes)
        return np.zeros((len(planes), 9), np.float32), np.zeros((len(planes), 1), np.float32)


def test_states_are_counted_that_a_device_of_fixed_latency_evaluates():
    """A card has a latency whatever it is asked; a core takes its time for each state."""
    rates = {}
    for name, device in {"card": Device(0.1, 0.0), "core": Device(0.0, 0.01)}.items():
        play = SelfPlay(Encoding(hm.game("tictactoe")), device, OPTIONS, seed=1)
        play.step()
        rates[name], ended = measure_play(play, 20.0, lambda device=device: device.now)
        assert ended
    assert rates["core"] == pytest.approx(100)
    assert 0.5 * GAMES / 0.1 < rates["card"] <= GAMES / 0.1 + 1e-9


def test_it_is_said_what_was_taken():
    assert describe_trial({"torch": 21000.4, "int8": 9000.0}, "torch", "NVIDIA H200") == (
        "Tried: on NVIDIA H200 21,000 states a second, in eight bits on the processor 9,000; self-play takes "
        "the former."
    )
    assert describe_trial({"int8": 9000.0}, "int8", "NVIDIA H200") == (
        "Tried: only in eight bits on the processor 9,000 states a second; the other way cannot play here."
    )


def orders(folder, **changes):
    file = folder / "current.safetensors"
    hm.Network.new(hm.game("tictactoe"), "tiny", blocks=1, filters=8, **changes).save(file)
    return Orders(GameReference("tictactoe"), OPTIONS, 3, file, "auto")


@pytest.mark.slow_interpreted
def test_the_fastest_plays_on_and_what_cannot_play_is_left_out(tmp_path):
    # eight bits refuse a network with squeeze-and-excitation, as a card without memory refuses one
    found = try_backends(orders(tmp_path, squeeze=2), 1, ["int8", "numpy", "onnx"], seconds=0.2)
    try:
        assert list(found.rates) == ["numpy", "onnx"]
        assert found.rates[found.backend] == max(found.rates.values()) > 0
        arrivals = []
        while len(arrivals) < 2:
            arrivals += found.source.take_games(60.0)
        assert all(one.games for one in arrivals)
        # a process that dies later is replaced by one that plays at once
        (worker,) = found.source._workers
        os.kill(worker.process.pid, signal.SIGKILL)
        while found.source.restarted == 0:
            found.source.take_games(60.0)
        while not found.source.take_games(60.0):
            pass
    finally:
        found.source.close()


@pytest.mark.slow_interpreted
def test_where_nothing_can_play_the_reason_is_said(tmp_path):
    with pytest.raises(BadInput, match="makes a network with squeeze no faster"):
        try_backends(orders(tmp_path, squeeze=2), 1, ["int8"], seconds=0.1)


@pytest.mark.slow_interpreted
def test_a_run_that_may_choose_tries_and_says_what_it_took(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.learn.runs.run.list_backends", lambda *_: ["numpy", "onnx"])
    monkeypatch.setattr(try_backends, "__defaults__", (0.2, try_backends.__defaults__[1]))
    said, seen = [], []
    hm.train(
        "tictactoe", folder=tmp_path / "run", minutes=5, workers=1, options=SMALL, tell=said.append,
        see=seen.append, stop=lambda: bool(seen) and seen[-1].positions > 0,
    )  # fmt: skip
    (sentence,) = [line for line in said if line.startswith("Tried: ")]
    assert "by numpy" in sentence
    assert "by onnx" in sentence
    assert seen[-1].backend == ("numpy" if "the former" in sentence else "onnx")
    assert any("trial" in report.learner_time for report in seen)


@pytest.mark.slow_interpreted
def test_one_that_is_stopped_while_it_is_tried_ends(tmp_path):
    assert try_backends(orders(tmp_path), 1, ["numpy", "onnx"], seconds=0.1, stop=lambda: True) is None
