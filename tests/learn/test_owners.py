"""The heads for who holds the points at the end: from self-play's games to the target of a batch."""

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.words import read_words
from halfmove.learn.batch import Batches
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding
from halfmove.search.neural.network import Network


def uniform(planes):
    """Knows nothing, and never prefers to pass."""
    logits = np.zeros((len(planes), 10), np.float32)
    logits[:, 9] = -3
    return logits, np.zeros((len(planes), 1), np.float32)


def state_of(game, words):
    row = Buffer(len(words))
    row.array[:] = words
    return read_words(game.initial(), row, 0)


def play_games(game, count, **changes):
    options = Options(games=4, simulations=2, answers=0, **changes)
    play, games = SelfPlay(Encoding(game), uniform, options, seed=5), []
    while len(games) < count:
        games += play.step()
    return games


@pytest.mark.parametrize("settle_share", [0.0, 1.0])
def test_each_sample_has_the_state_that_its_game_came_to(settle_share):
    game = hm.game("go", size=3, komi=0.5)
    settled = 0
    for played in play_games(game, 8, settle_share=settle_share):
        state = game.initial()
        for action in played.actions:
            state = game.result(state, action)
        assert bool(played.samples.owned.all()) == bool(played.samples.owned.any())
        ended = state_of(game, played.samples.last[0])
        if game.is_terminal(state):
            assert ended == state
        elif played.samples.owned[0]:
            assert ended == game.settle(state)
            settled += 1
        assert all(np.array_equal(row, played.samples.last[0]) for row in played.samples.last)
        if played.samples.owned[0]:
            assert played.outcome[0] == game.utility(ended, 0)
    assert (settled > 0) == (settle_share > 0)


@pytest.mark.parametrize("twin", range(8))
def test_a_batch_says_who_holds_each_point_as_the_mover_sees_it(twin):
    game = hm.interpreted(hm.game("go", size=3, komi=0.5))
    encoding = Encoding(game)
    samples = Samples.concatenate([played.samples for played in play_games(game, 3)])
    samples.owned[::5] = False
    batch = Batches(encoding).turn_samples(samples, np.full(len(samples), twin))
    for i in range(len(samples)):
        state, ended = (state_of(game, words[i]) for words in (samples.words, samples.last))
        sign = 1 if state.mover == 0 else -1
        expected = np.zeros(9)
        for point, owner in enumerate(owners_of(game, ended)):
            expected[game.symmetric_action(point, twin)] = sign * owner
        held = samples.owned[i]
        assert batch.owners.points[i].tolist() == (expected if held else 0 * expected).tolist()
        assert batch.owners.weight[i] == held
        assert batch.owners.score[i, 0] == pytest.approx(expected.mean() if held else 0, abs=1e-6)


def owners_of(game, ended):
    out = Buffer(9)
    game.write_owners(ended, out, 0)
    return out.array.tolist()


def test_a_window_keeps_the_ends_of_games(tmp_path):
    game = hm.game("go", size=3)
    sizes = Sizes.of(Encoding(game))
    assert sizes.last == sizes.words
    samples = play_games(game, 1)[0].samples
    Window(tmp_path, sizes, 200).write(samples)
    found = Window(tmp_path, sizes, 200).read(np.arange(len(samples)))
    for name, array in samples.arrays().items():
        assert np.array_equal(getattr(found, name), array), name


def test_other_games_keep_no_ends(tmp_path):
    sizes = Sizes.of(Encoding(hm.game("tictactoe")))
    assert sizes.last == 0
    window = Window(tmp_path, sizes, 10)
    window.flush()
    assert not (tmp_path / "last").exists()


@pytest.mark.parametrize("backend", ["numpy", "onnx"])
def test_play_is_the_same_with_and_without_the_heads(backend):
    if backend == "onnx":
        pytest.importorskip("onnxruntime")
    game = hm.game("go", size=3)
    full = Network.new(game, "tiny", value_head="pooled", auxiliary=("owners", "score"), seed=3)
    plain = full.architecture.with_changes(auxiliary=())
    kept = {name: full.parameters[name] for name in plain.parameters()}
    planes = Encoding(game).planes([state_of(game, w) for w in play_games(game, 1)[0].samples.words])
    for left, right in zip(
        full.evaluate(backend)(planes), Network(game, plain, kept).evaluate(backend)(planes), strict=True
    ):
        np.testing.assert_allclose(left, right, rtol=1e-5, atol=1e-6)
