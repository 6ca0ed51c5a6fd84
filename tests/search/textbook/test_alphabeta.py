from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, naive, root

from halfmove.core.compile import interpreted
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta, alphabeta_value
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.outcome import UNLIMITED
from halfmove.search.watch import Follower, Recorder, Silent

GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]
NUMBERS = st.integers(0, 10**9)
NESTED = st.recursive(
    st.sampled_from([-inf, -2, -1, 0, 0.5, 1, 2, inf]), lambda inner: st.lists(inner, min_size=1, max_size=4)
)


def leaves(spec, **options):
    """The leaves in the order alpha-beta values them."""
    recorder = Recorder()
    alphabeta(ListTree(spec, **options), watch=recorder)
    return [event.value for event in recorder.events if type(event).__name__ == "Leaf"]


def test_the_textbook_tree_prunes_four_and_six():
    assert alphabeta(ListTree(AIMA))[:3] == (3, 0, (0, 0))
    assert leaves(AIMA) == [3, 12, 8, 2, 14, 5, 2]


def test_winston_s_tree_needs_three_evaluations():
    assert alphabeta(ListTree([[2, 7], [1, 8]])).value == 2
    assert leaves([[2, 7], [1, 8]]) == [2, 7, 1]


def test_the_tree_of_mit_s_course():
    game1 = [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]
    first, second = alphabeta(ListTree(game1)), alphabeta(ListTree(game1, first=1))
    assert (first.value, first.terminals) == (4, 13)
    assert (second.value, second.terminals) == (11, 11)


def test_a_strict_test_searches_equals_on():
    tied = [[3, 5], [3, 1]]
    assert alphabeta(ListTree(tied)).terminals == 3
    assert alphabeta(ListTree(tied), strict=True).terminals == 4


def test_tictactoe_in_row_major_order():
    outcome = alphabeta(TicTacToe())
    assert (outcome.value, outcome.nodes) == (0, 18_297)
    assert alphabeta(interpreted(TicTacToe())) == outcome


@given(NUMBERS, st.sampled_from(GAMES), st.sampled_from([None, 2, 4]), st.booleans())
def test_random_trees_compiled_interpreted_and_by_minimax(number, game, depth, strict):
    start = root(number)
    outcome = alphabeta(game, start, depth=depth, strict=strict)
    assert outcome == alphabeta(interpreted(game), start, depth=depth, strict=strict)
    full = minimax(game, start, depth=depth)
    assert (outcome.value, outcome.action) == (full.value, full.action)
    assert outcome.nodes <= full.nodes


@given(NESTED, st.integers(0, 1), st.integers(1, 3), st.booleans())
def test_explicit_trees_with_infinities_by_minimax(spec, first, players, strict):
    tree = ListTree(spec, first % players, players)
    assert alphabeta(tree, strict=strict)[:2] == minimax(tree)[:2]
    assert alphabeta(tree).value == naive(tree, ())


@given(NUMBERS, st.integers(-5, 5), st.integers(0, 5), st.booleans())
def test_outside_its_window_the_value_is_a_bound(number, alpha, width, strict):
    game, start = GAMES[0], root(number)
    beta = alpha + width + (not strict)
    v, _ = alphabeta_value(game, start, UNLIMITED, float(alpha), float(beta), strict, Silent())
    true = naive(game, start)
    if alpha < v < beta:
        assert v == true
    elif v >= beta:
        assert true >= v
    else:
        assert true <= v


def test_the_variation_leads_to_the_value():
    game = GAMES[1]
    for number in range(20):
        state = root(number)
        outcome = alphabeta(game, state)
        for action in outcome.variation:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert game.utility(state, 0) == outcome.value


def test_a_follower_given_as_watcher_is_used_and_compiled():
    mine = Follower()
    assert alphabeta(TicTacToe(), watch=mine).nodes == mine.nodes == 18_297


@pytest.mark.parametrize("depth", [1, 3])
def test_depth_is_counted_in_plies(depth):
    follower = Follower()
    alphabeta(TicTacToe(), depth=depth, watch=follower)
    assert follower.deepest == depth
