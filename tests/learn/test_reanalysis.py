"""Old positions searched anew by the newest network."""

import numpy as np
import pytest
from drawn_samples import positions
from learn_small import SMALL

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.words import write_words
from halfmove.learn.reanalysis import Reanalyser, Reanalysis
from halfmove.learn.selfplay import Options
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding


def uniform(planes):
    """Knows nothing."""
    return np.zeros((len(planes), 9), np.float32), np.zeros((len(planes), 1), np.float32)


@pytest.mark.parametrize("selection", ["gumbel", "puct"])
def test_each_position_is_searched_once_and_as_it_stands(selection):
    game = hm.game("tictactoe")
    encoding, samples = Encoding(game), positions(game, 12)
    options = Options(games=5, simulations=16, selection=selection, full_share=0.5, opening_share=1.0)
    search = Reanalysis(encoding, uniform, options)
    for rows in (slice(0, 5), slice(5, 8)):
        found, asked = search.search(samples.words[rows]), samples.take(rows)
        assert np.array_equal(found.words, asked.words)
        assert np.array_equal(found.places, asked.places)
        assert found.policy_weight.tolist() == [1] * len(asked)
        np.testing.assert_allclose(found.shares.sum(1), 1, rtol=1e-5)


def test_a_search_anew_finds_the_move_that_wins():
    game = hm.game("tictactoe")
    encoding = Encoding(game)
    state, _ = hm.position(game, moves="a1 a2 b1 b2")
    words = positions(game, 1).words

    row = Buffer(encoding.words)
    write_words(state, row, 0)
    words[0] = row.array
    found = Reanalysis(encoding, uniform, Options(games=1, simulations=64, selection="puct")).search(words)
    actions, places = encoding.places(state)
    best = int(found.places[0, np.argmax(found.shares[0])])
    assert game.action_text(state, actions[places.index(best)]) == "c1"
    assert found.root[0, 0] > 0.5


@pytest.mark.slow_interpreted
def test_a_run_rewrites_its_window_and_keeps_the_outcomes(tmp_path, monkeypatch):
    rewritten, rewrite = [], Window.rewrite

    def remember(self, numbers, samples, *names):
        before = self.read(numbers)
        rewrite(self, numbers, samples, *names)
        after = self.read(numbers)
        assert np.array_equal(after.words, before.words)
        assert np.array_equal(after.outcome, before.outcome)
        assert np.array_equal(after.shares, samples.shares)
        rewritten.append((len(numbers), np.abs(after.shares - before.shares).max()))

    monkeypatch.setattr(Window, "rewrite", remember)
    options = {**SMALL, "reanalyse": "0.5", "backend": "numpy"}
    trained = hm.train("tictactoe", folder=tmp_path, positions=400, workers=0, options=options)
    assert 0 < sum(count for count, _ in rewritten) <= 0.5 * trained.last.positions
    assert len(rewritten) >= 8
    assert max(change for _, change in rewritten) > 0.1


@pytest.mark.slow_interpreted
def test_nothing_is_searched_anew_unless_it_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(Reanalyser, "_newest", lambda self: pytest.fail("searched anew"))
    trained = hm.train("tictactoe", folder=tmp_path / "a", positions=200, workers=0, options=SMALL)
    assert trained.settings.learning.reanalyse == 0
    with pytest.raises(BadInput, match=r"The recipe 'exact' searches no positions"):
        hm.train(
            "tictactoe",
            folder=tmp_path / "b",
            recipe="exact",
            positions=9,
            options={**SMALL, "reanalyse": "1"},
        )
