"""Networks that estimate, learnt: games that can be played again, a folder without loss, a fit that fits."""

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.evaluation_network import EvaluationNetwork, list_inputs
from halfmove.learn.evaluation import train
from halfmove.learn.evaluation.fit import Fit, add_gradients, new_weights
from halfmove.learn.evaluation.games import (
    ASIDE,
    GOES_ON,
    RESULT,
    SCORE,
    UNJUDGED,
    list_judged,
    play_games,
)
from halfmove.learn.evaluation.positions import JudgedFolder, find_positions

pytestmark = pytest.mark.slow_interpreted


@pytest.fixture(scope="module")
def game():
    return hm.game("chess")


@pytest.fixture(scope="module")
def rows(game):
    return play_games(game, plies=3000, seed=1, depth=1)


def test_games_can_be_played_again_and_end_as_they_say(game, rows):
    state, plies = game.initial(), 0
    for action, aside, score, result in rows.tolist():
        legal = list(game.actions(state))
        assert action in legal
        assert aside == -1 or aside in legal
        assert score == UNJUDGED or abs(score) < 100_000
        state, plies = game.result(state, action), plies + 1
        if result != GOES_ON:
            if game.is_terminal(state):
                assert result == game.utility(state, 0)
            state, plies = game.initial(), 0
        assert plies < 301
    assert rows[-1, RESULT] != GOES_ON
    assert set(rows[:, RESULT]) >= {GOES_ON, 1, -1}


def test_the_same_seed_gives_the_same_games(game, rows):
    assert (play_games(game, plies=3000, seed=1, depth=1) == rows).all()
    assert not (play_games(game, plies=300, seed=2, depth=1)[:20] == rows[:20]).all()


def test_judged_positions_are_at_rest(game, rows):
    judged = list(list_judged(game, rows))
    assert len(judged) == (rows[:, SCORE] != UNJUDGED).sum() > 500
    for _, state in judged:
        assert not game.in_check(state)
        assert not game.is_terminal(state)
    assert 0.2 < (rows[rows[:, SCORE] != UNJUDGED, ASIDE] >= 0).mean() < 0.6


def test_inputs_found_by_playing_again_are_those_of_the_states(game, rows):
    found = find_positions(game, rows)
    ends = [row for row in range(len(rows)) if rows[row, RESULT] != GOES_ON]
    for number, (row, state) in enumerate(list_judged(game, rows)):
        if number % 7 == 0:
            mover = game.to_move(state)
            count = found.counts[number]
            assert found.inputs[number, 0, :count].tolist() == list_inputs(game, state, mover)
            assert found.inputs[number, 1, :count].tolist() == list_inputs(game, state, 1 - mover)
            assert found.buckets[number] == game.output_bucket(state)
            assert found.scores[number] == pytest.approx(rows[row, SCORE] / 100)
            result = rows[next(end for end in ends if end >= row), RESULT]
            assert found.results[number] == ((result if mover == 0 else -result) + 1) / 2


def test_a_folder_gives_back_what_it_was_given(game, rows, tmp_path):
    folder = JudgedFolder(tmp_path, game, "nobody")
    file = folder.add(rows)
    assert (folder.read(file) == rows).all()
    assert folder.count() == (rows[:, SCORE] != UNJUDGED).sum()
    with pytest.raises(BadInput, match="are of Chess"):
        JudgedFolder(tmp_path, hm.game("chess", chess960=True), "nobody").read(file)
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(BadInput, match="holds no judged games"):
        folder.read(file)


def test_gradients_are_the_slopes_of_the_loss(game, rows):
    found = find_positions(game, rows)
    weights = new_weights(game, 64, seed=5)
    layer, order = np.zeros((2, 64), np.float32), np.arange(60)
    targets = np.linspace(0.05, 0.95, len(found.counts)).astype(np.float32)

    def loss(learn=False):
        gradients = weights.zeros()
        told = found.inputs, found.counts, found.buckets, targets, order, tuple(weights), tuple(gradients)
        return add_gradients(game, *told, layer, learn), gradients

    _, gradients = loss(learn=True)
    for part, slopes in zip(weights[:4], gradients[:4], strict=True):
        for place in np.argsort(-np.abs(slopes), axis=None)[:3]:
            at = np.unravel_index(place, part.shape)
            before, step = part[at], np.float32(0.003)
            part[at] = before + step
            above, _ = loss()
            part[at] = before - step
            below, _ = loss()
            part[at] = before
            assert slopes[at] == pytest.approx((above - below) / (2 * step), rel=0.05, abs=0.002)


def test_a_fit_brings_the_error_down_and_whole_numbers_say_nearly_the_same(game, rows):
    found = find_positions(game, rows)
    fit = Fit(game, found, found, width=64, epochs=30, seed=1, trust=0.8, threads=2)
    errors = []
    fit.run(errors.append, lambda: False)
    assert errors[-1].held_out < errors[0].held_out / 2
    network = fit.network("a test")
    targets = 0.8 / (1 + np.exp(-found.scores / 3)) + 0.2 * found.results
    wholes = []
    for number, (_, state) in enumerate(list_judged(game, rows)):
        value = network.evaluate(game, state, game.to_move(state)) / network.scale
        wholes.append((1 / (1 + np.exp(-value)) - targets[number]) ** 2)
    assert np.mean(wholes) ** 0.5 == pytest.approx(errors[-1].held_out, abs=0.01)


def test_a_run_goes_on_where_it_was_interrupted_and_writes_a_network(tmp_path, monkeypatch):
    monkeypatch.setattr(train, "PLIES", 300)
    given = ("train", "chess", "--evaluation", "--positions", "700", "--workers", "2", "--option", "depth=1")
    small = (*given, "--option", "width=64", "--option", "epochs=2")
    game = hm.game("chess")
    settings = train.EvaluationSettings(positions=700, seed=0, threads=2, depth=1)
    looks = iter([False] * 2 + [True] * 10_000)
    judged = JudgedFolder(tmp_path / "broken", game, "the engine, 1 plies")
    train.judge_games(game, judged, settings, lambda: next(looks))
    run = halfmove(*small, "-o", str(tmp_path / "broken"))
    whole = halfmove(*small, "-o", str(tmp_path / "whole"))
    assert run.status == whole.status == 0, run.err + whole.err
    for name in ("games-00001.npz", "games-00002.npz"):
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    network = EvaluationNetwork.read(tmp_path / "whole" / "evaluation.npz")
    assert network.width == 64
    assert "judged by the engine, 1 plies" in network.origin
    assert (network.rows == EvaluationNetwork.read(tmp_path / "broken" / "evaluation.npz").rows).all()
    assert f"engine?evaluation={tmp_path / 'whole' / 'evaluation.npz'}" in whole.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tictactoe", "--evaluation"], "names no inputs of an evaluation network"),
        (["chess", "--evaluation", "--option", "width=100"], "must be a multiple of 64"),
        (["chess", "--evaluation", "--option", "depth=0"], "must be a whole number from 1 to 20"),
        (["chess", "--evaluation", "--option", "deep=3"], "has no setting 'deep'"),
        (["chess", "--evaluation", "--minutes", "3"], "without 'minutes'"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_a_sentence(arguments, said, tmp_path):
    run = halfmove("train", *arguments, "-o", str(tmp_path / "run"))
    assert run.status == 2
    assert said in run.err
    assert not (tmp_path / "run").exists()
