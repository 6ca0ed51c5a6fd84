"""Errors against the exact solver."""

import functools

import pytest

import halfmove as hm
from halfmove.learn import errors
from halfmove.learn.errors import (
    JudgedPosition,
    Results,
    choose_moves,
    error_rate,
    measure_of,
    read_columns,
    sample_positions,
)
from halfmove.search.neural.network import Network


@functools.cache
def worth(game, state):
    """A state's result by plain minimax, to the player to move."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(-worth(game, game.result(state, action)) for action in game.actions(state))


def test_what_spoils_a_result_is_what_minimax_says():
    game = hm.game("tictactoe")
    results = Results(game)
    positions = sample_positions(results, 60, seed=2)
    assert len(positions) == 60
    assert {known.worth for known in positions} == {-1, 0, 1}
    for state, value in positions:
        assert value == worth(game, state)
        for action in game.actions(state):
            wrong = -worth(game, game.result(state, action)) < value
            assert results.spoils(JudgedPosition(state, value), action) == wrong


@pytest.mark.slow_interpreted
def test_a_search_errs_less_than_a_policy_that_has_learnt_nothing():
    game = hm.game("tictactoe")
    network = Network.new(game, "tiny", seed=1)
    results = Results(game)
    positions = sample_positions(results, 40)
    alone = error_rate(network, results, positions)
    assert alone > 0.1
    assert 0.1 < measure_of(game)(network) < 0.6
    assert error_rate(network, results, positions, simulations=60) < alone / 2
    assert all(
        move in game.actions(known.state)
        for known, move in zip(
            positions, choose_moves(network, [known.state for known in positions]), strict=True
        )
    )


def test_published_positions_are_read():
    game = hm.game("connect4")
    (known,) = read_columns(game, "23163416124767223154467471272416755633 0\n")
    assert known.worth == Results(game).worth(known.state) == 0


@pytest.mark.parametrize("name", ["kuhn", "pig", "chess"])
def test_games_without_an_exact_solver_are_refused(name):
    with pytest.raises(hm.Unsuitable):
        Results(hm.game(name))
    assert measure_of(hm.game("go")) is None


def test_the_old_name_works_and_says_the_new_one():
    with pytest.warns(DeprecationWarning, match="drawn is now called sample_positions"):
        assert errors.drawn is errors.sample_positions
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        errors.nonsense  # noqa: B018
