"""Answers of the network that are kept: fewer questions, the same games."""

import numpy as np
import pytest
from naive_forest import says_something

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.answers import MEMORY

GAMES = [
    ("connect4", {}, {"selection": "gumbel", "considered": 4}),
    ("connect4", {}, {"selection": "puct", "keep": True}),
    ("go", {"width": 4, "height": 4}, {"selection": "puct", "plies": 40}),  # repetition forbids actions
    ("pig", {"target": 12}, {"selection": "gumbel", "plies": 40}),  # nature moves
]


def first_games(game, settings, answers, count=2):
    """The first games of a forest of one, and the forest."""
    encoding = Encoding(game)
    options = Options(games=1, simulations=20, answers=answers, **settings)
    play = SelfPlay(encoding, says_something(encoding), options, seed=3)
    games = []
    while len(games) < count:
        games += play.step()
    return games[:count], play


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("name", "parameters", "settings"), GAMES, ids=lambda x: str(x))
def test_the_same_games_with_fewer_questions(name, parameters, settings):
    game = hm.game(name, **parameters)
    asked, without = first_games(game, settings, 0)
    kept, play = first_games(game, settings, 1 << 12)
    for one, other in zip(asked, kept, strict=True):
        assert (one.actions, one.outcome) == (other.actions, other.outcome)
        assert np.array_equal(one.samples.shares, other.samples.shares)
        assert np.array_equal(one.samples.root, other.samples.root)
    assert play.done.evaluated < 0.9 * without.done.evaluated


def test_a_few_places_are_enough_to_be_right():
    """States that share a place drive each other out, and are never taken for each other."""
    asked, _ = first_games(hm.game("connect4"), GAMES[0][2], 0)
    kept, play = first_games(hm.game("connect4"), GAMES[0][2], 2)
    assert play.plan.answers == 2
    assert [one.actions for one in kept] == [one.actions for one in asked]


@pytest.mark.slow_interpreted
def test_another_network_is_asked_anew():
    encoding = Encoding(interpreted(hm.game("tictactoe")))
    play = SelfPlay(encoding, says_something(encoding), Options(games=2, simulations=8), seed=1)
    for _ in range(500):
        play.step()
    says = says_something(encoding)
    seen = []

    def watched(planes):
        seen.extend(one.tobytes() for one in planes)
        return says(planes)

    play._evaluate = watched  # the same network, as far as the forest knows
    for _ in range(20):
        play.step()
    first = encoding.planes([encoding.game.initial()])[0].tobytes()
    assert first not in seen
    play.evaluate = watched
    for _ in range(20):
        play.step()
    assert first in seen


@pytest.mark.slow_interpreted
def test_games_go_on_where_all_states_are_known():
    encoding = Encoding(hm.game("tictactoe"))
    play = SelfPlay(encoding, says_something(encoding), Options(games=4, simulations=4), seed=1)
    ended = [len(play.step()) for _ in range(400)]
    assert sum(ended) > 300
    assert play.done.evaluated < play.done.positions
    assert max(ended) <= 2 * 4


def test_memory_has_a_bound():
    encoding = Encoding(hm.game("chess"))
    play = SelfPlay(encoding, says_something(encoding), Options(games=1, simulations=2), seed=1)
    assert 1 << 10 <= play.plan.answers <= 1 << 16
    assert 8 * len(play.forest.answers.array) <= MEMORY + 64
