"""`examples/learners/mctx_search.py`: by our rules mctx finds what wins and what must be stopped."""

import pytest
from small_games import RandomTree, root

import halfmove as hm

pytest.importorskip("mctx", reason="mctx is not installed")

import mctx

from examples.learners.mctx_search import Table, searcher

pytestmark = pytest.mark.one_speed

ONLY = {
    "1 7 2 7 3": "4",  # or X has four
    "4 1 3 1": "5",  # and then two ways to win
    "4 1 4 1 4": "4",
    "1 7 1 7 1 6 4 7 4": "7",
}
"""Positions of Connect Four after some moves, with the only move that wins, or that does not lose at once."""


def after(game, moves):
    history = hm.History(game)
    for text in moves.split():
        history.play(game.parse_action(history.state, text))
    return history.state


@pytest.mark.parametrize("policy", [mctx.gumbel_muzero_policy, mctx.muzero_policy])
def test_the_only_moves_are_found(policy):
    game = hm.interpreted(hm.game("connect4"))
    search = searcher(game, policy, 256)
    assert search([after(game, moves) for moves in ONLY], 1) == list(ONLY.values())


def test_values_change_sign_with_the_player():
    game = hm.interpreted(RandomTree(in_turn=False))
    table, signs = Table(game), set()
    for number in range(20):
        state = root(number)
        while not game.is_terminal(state):
            followed, paid, sign = table.step(table.number(state), 0)
            mover, state = game.to_move(state), game.result(state, 0)
            assert table.states[followed] == state
            over = game.is_terminal(state)
            assert paid == (game.utility(state, mover) / game.utility_limit if over else 0)
            assert sign == (0 if over else 1 if game.to_move(state) == mover else -1)
            signs.add(sign)
        assert table.step(followed, 0) == (followed, 0, 0)
    assert signs == {0, 1, -1}


@pytest.mark.parametrize("name", ["pig", "kuhn", "goofspiel"])
def test_games_that_mctx_does_not_search(name):
    with pytest.raises(hm.Unsuitable, match="without chance"):
        Table(hm.game(name))
