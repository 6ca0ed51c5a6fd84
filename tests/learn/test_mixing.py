"""Whether a run's network plays better with playouts: games at the run's end, and what its file says."""

import re
from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.runs import mixing
from halfmove.learn.runs.mixing import (
    CANDIDATE,
    MixtureMatch,
    MixtureOrders,
    MixtureTrial,
    describe_mixture,
    find_seconds,
    judge_pairs,
    may_mix,
    play_pairs,
    try_mixture,
)
from halfmove.learn.runs.settings import Learning, find_usual_settings
from halfmove.search.neural.network import Network

REFERENCE = GameReference("tictactoe", {})


SMALL_BOARD = hm.game("connect4", width=5, height=4)
HOW = {"seed": 1, "opening_plies": 3, "longest": 20, "move_seconds": 0.001}


def never():
    return False


def drawn(game="tictactoe", **changes):
    return Network.new(hm.game(game) if isinstance(game, str) else game, "tiny", seed=3, **changes)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([], MixtureTrial(0, 0.5, False)),
        ([1.0] * 9, MixtureTrial(18, 1.0, False)),
        ([1.0] * 10, MixtureTrial(20, 1.0, True)),
        ([0.5] * 100, MixtureTrial(200, 0.5, False)),
        ([0.5, 0.75] * 10, MixtureTrial(40, 0.625, True)),
        ([0.0, 1.0] * 10 + [1.0], MixtureTrial(42, 11 / 21, False)),
        ([0.0] * 9, MixtureTrial(18, 0.0, False)),
    ],
)
def test_a_mixture_is_taken_where_it_is_better_beyond_doubt(points, said):
    assert judge_pairs(points) == said


def test_what_is_equal_is_seldom_taken():
    """Of all sequences of ten pairs, each lost, drawn and won alike often."""
    counts = Counter(combinations_with_replacement((0.0, 0.5, 1.0), 10))
    chance = sum(
        factorial(10) / prod(factorial(points.count(share)) for share in (0.0, 0.5, 1.0)) / 3**10
        for points in counts
        if judge_pairs(points).is_better
    )
    assert 0.005 < chance < 0.05


def test_playouts_win_for_a_network_whose_value_says_nothing():
    network = drawn(hm.game("connect4", width=6, height=5))
    for name, array in network.parameters.items():
        if name.startswith(("value", "policy")):
            array[:] = 0.0
    match = MixtureMatch(network, seed=1, opening_plies=2, longest=30, move_seconds=0.001)
    match.simulations = [160, 40]  # a playout costs a quarter
    points = [match.play_pair(number, never) for number in range(3)]
    assert judge_pairs(4 * points).is_better
    assert match.play_pair(0, never) == points[0], "a pair depends on its number alone"


def test_a_pair_has_one_opening_and_can_be_stopped():
    match = MixtureMatch(drawn(SMALL_BOARD), **HOW)
    assert all(count >= 16 for count in match.simulations)
    match.simulations = [20, 20]
    assert {match.play_pair(number, never) for number in range(3)} <= {0, 0.25, 0.5, 0.75, 1}
    assert match.play_pair(0, lambda: True) is None
    assert MixtureMatch(drawn(SMALL_BOARD), **{**HOW, "longest": 1}).play_pair(0, never) == 0.5


@pytest.mark.one_speed
def test_a_game_that_begins_with_a_throw_is_measured_too():
    match = MixtureMatch(drawn("pig"), **{**HOW, "longest": 20})
    assert all(count >= 16 for count in match.simulations)
    match.simulations = [16, 16]
    assert match.play_pair(0, never) in {0, 0.25, 0.5, 0.75, 1}


@pytest.mark.one_speed
def test_a_pace_that_cannot_be_measured_is_refused():
    tiny = drawn(hm.game("nim", heaps="1,2"))
    with pytest.raises(BadInput, match="nearly every position is proven"):
        MixtureMatch(tiny, **{**HOW, "move_seconds": 60.0})


def test_only_games_of_two_with_a_policy_and_a_value_are_tried():
    assert may_mix(hm.game("connect4"), drawn("connect4"))
    race = hm.game("race")  # of three
    assert not may_mix(race, drawn(race))
    policy = Network.new(hm.game("connect4"), "alphago-tiny", kind="alphago-policy")
    assert not may_mix(hm.game("connect4"), policy)


def test_how_long_a_trial_takes():
    usual = find_usual_settings(REFERENCE, minutes=30.0, workers=2)
    assert find_seconds(usual, 1800) == pytest.approx(90)
    assert find_seconds(usual, 300) == 0, "nothing would be seen"
    never_tried = find_usual_settings(REFERENCE, minutes=30.0, workers=2, learning=Learning(mixture_share=0))
    assert find_seconds(never_tried, 1800) == 0
    assert find_seconds(find_usual_settings(REFERENCE, positions=9, workers=0), 1800) == 0
    exact = find_usual_settings(REFERENCE, positions=9, workers=1, recipe="exact")
    assert find_seconds(exact, 1800) == 0


def test_processes_play_pairs_until_they_are_stopped(tmp_path):
    file = tmp_path / "net.safetensors"
    drawn(SMALL_BOARD).save(file)
    orders = MixtureOrders(GameReference("connect4", {"width": 5, "height": 4}), file, **{**HOW, "seed": 0})
    points = play_pairs(orders, 1, 1e9, never, most=2)
    assert len(points) == 2
    assert set(points) <= {0, 0.25, 0.5, 0.75, 1}
    assert len(play_pairs(orders, 1, 0.0, never)) == 0, "no pair begins after the end"
    assert play_pairs(orders, 1, 1e9, lambda: True) == []
    file.unlink()
    with pytest.raises(BadInput, match="cannot be read"):
        play_pairs(orders, 1, 1e9, never)


@pytest.mark.parametrize(
    ("points", "stopped", "said"),
    [
        ([1.0] * 12, False, "scored 100% of 24 games against itself without: its file says so"),
        ([0.5] * 12, False, "scored 50% of 24 games against itself without: it plays without"),
        ([1.0] * 3, False, "Only 6 games .* too few to say something: give mixture_share more"),
        ([], False, "Only 0 games"),
        ([1.0] * 12, True, "scored 100% of 24 games"),
        ([1.0] * 3, True, None),
    ],
)
def test_what_a_trial_comes_to(tmp_path, monkeypatch, points, stopped, said):
    monkeypatch.setattr(mixing, "play_pairs", lambda *_: points)
    settings = find_usual_settings(REFERENCE, minutes=30.0, workers=2)
    trial = try_mixture(settings, tmp_path / "net.safetensors", 50.0, lambda: stopped)
    if said is None:
        assert trial is None
    else:
        assert re.search(said, describe_mixture(trial))


def test_a_run_is_tried_at_its_end_until_it_is_known(tmp_path, monkeypatch):
    asked, said = [], []

    def fake(settings, file, seconds, stop):
        asked.append((dict(Network.load(file, hm.game("tictactoe")).made), seconds))
        if len(asked) == 1:
            raise BadInput("Out of memory.")
        return None if len(asked) == 2 else MixtureTrial(40, 0.8, True)  # None: it was stopped

    monkeypatch.setattr(mixing, "try_mixture", fake)
    monkeypatch.setattr(mixing, "find_seconds", lambda settings, seconds: 0.03 * seconds)
    given = {"folder": tmp_path / "run", "workers": 0, "tell": said.append}
    hm.train("tictactoe", positions=200, options=SMALL, **given)
    ((made, seconds),) = asked
    assert int(made["positions"]) >= 200
    assert seconds > 0
    assert said[-1] == "Out of memory.", "and the run is over all the same"
    hm.train(**given)
    assert "cut short" in said[-1]
    hm.train(**given)
    assert "scored 80% of 40 games against itself without: its file says so" in said[-1]
    for _ in range(2):
        network = Network.load(tmp_path / "run" / "best.safetensors", hm.game("tictactoe"))
        assert (network.mixture, network.made["mixture"]) == (CANDIDATE, "80.0% of 40 games with playouts")
        hm.train(**given)  # it is over, and known
    assert len(asked) == 3
