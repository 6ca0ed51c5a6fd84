"""The target of the head `reply`: what the search of the game's next position found."""

import json

import numpy as np
import pytest
from drawn_samples import after, positions
from learn_small import SMALL

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.words import read_words
from halfmove.learn.batch import Batches
from halfmove.learn.learner.in_numpy import InNumPy
from halfmove.learn.learner.settings import LearnerSettings
from halfmove.learn.samples import Sizes
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding
from halfmove.search.neural.initial import draw_parameters


def uniform(planes):
    """Knows nothing."""
    return np.zeros((len(planes), 9), np.float32), np.zeros((len(planes), 1), np.float32)


def state_of(game, words):
    row = Buffer(len(words))
    row.array[:] = words
    return read_words(game.initial(), row, 0)


def test_samples_of_a_game_say_which_follow_each_other():
    game = hm.interpreted(hm.game("tictactoe"))
    play = SelfPlay(Encoding(game), uniform, Options(games=4, simulations=4, full_share=0.5))
    games = []
    while len(games) < 3:
        games += play.step()
    for played in games:
        samples = played.samples
        assert samples.followed.tolist() == [True] * (len(samples) - 1) + [False]
        for i in np.flatnonzero(samples.followed):
            state, following = (state_of(game, samples.words[j]) for j in (i, i + 1))
            assert following in [game.result(state, action) for action in game.actions(state)]


@pytest.mark.parametrize("twin", range(8))
def test_the_reply_is_the_next_positions_policy_shown_by_the_same_symmetry(twin):
    game = hm.interpreted(hm.game("tictactoe"))
    encoding, samples = Encoding(game), positions(game, 12)
    following = after(samples)
    batch = Batches(encoding).turn_samples(samples, np.full(12, twin), following)
    # by hand: the square on which each action of the next position falls
    for i in range(12):
        state = state_of(game, following.words[i])
        shares = np.zeros(encoding.policy)
        for action, share in zip(game.actions(state), following.shares[i], strict=False):
            seen = game.symmetric(state, twin)
            shares[game.policy_index(seen, game.symmetric_action(action, twin))] = share
        told = np.zeros(encoding.policy)
        np.add.at(told, batch.reply.places[i], batch.reply.shares[i])
        np.testing.assert_allclose(told, shares)
    wanted = [f and w for f, w in zip(samples.followed, following.policy_weight, strict=True)]
    assert batch.reply.weight.tolist() == wanted
    assert 0 < batch.reply.weight.sum() < 12
    # what is learnt of the position itself is as it is without
    alone = Batches(encoding).turn_samples(samples, np.full(12, twin))
    assert alone.reply is None
    assert np.array_equal(alone.planes, batch.planes)
    assert np.array_equal(alone.places, batch.places)


@pytest.mark.slow_interpreted
def test_a_run_learns_the_reply_and_logs_its_loss(tmp_path):
    options = {**SMALL, "auxiliary": "reply,plies", "reply_weight": "1", "reuse": "12"}
    trained = hm.train("tictactoe", folder=tmp_path, positions=400, workers=0, options=options)
    told = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert any("reply" in line for line in told)
    assert all(("reply" in line) == ("plies" in line) == ("policy" in line) for line in told)
    architecture, encoding = trained.settings.network, Encoding(trained.game)
    assert architecture.auxiliary == ("reply", "plies")
    window = Window(tmp_path / "window", Sizes.of(encoding), trained.settings.learning.window)
    numbers = np.arange(window.oldest, window.written)
    batch = Batches(encoding).make(window.read(numbers), np.random.default_rng(0), window.after(numbers))
    before, after_it = (
        InNumPy(architecture, parameters, LearnerSettings()).gradients(batch)[0].reply
        for parameters in (draw_parameters(architecture), trained.network.parameters)
    )
    assert after_it < 0.9 * before


def test_exact_teaching_has_no_replies(tmp_path):
    with pytest.raises(BadInput, match=r"learns from games, and the recipe 'exact' plays none"):
        hm.train(
            "tictactoe",
            folder=tmp_path / "run",
            recipe="exact",
            positions=9,
            options={**SMALL, "auxiliary": "reply"},
        )
