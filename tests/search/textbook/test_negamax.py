from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, root
from told import GAME1, believe, returned, told, visited, windows

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.watch import Silent
from halfmove.games.mnk import TicTacToe
from halfmove.games.tree import tree
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.negamax import FORM, FORMS, negamax
from halfmove.search.trace import Cutoff, Enter
from halfmove.teach.trace import trace

GAMES = [RandomTree(), RandomTree(in_turn=False)]
NUMBERS = st.integers(0, 10**9)
DEPTHS = st.sampled_from([None, 1, 3])


def test_fig_5_2_as_the_players_see_it():
    events = told(negamax, ListTree(AIMA))
    assert returned(events) == {
        (): 3,
        (0,): -3,
        (0, 0): 3,
        (0, 1): 12,
        (0, 2): 8,
        (1,): -2,
        (1, 0): 2,
        (2,): -2,
        (2, 0): 14,
        (2, 1): 5,
        (2, 2): 2,
    }
    assert windows(events)[1,] == (-inf, -3)
    assert [e.inequality for e in events if isinstance(e, Cutoff)] == ["-2 ≥ -3", "-2 ≥ -3"]


@pytest.mark.parametrize(("first", "value", "leaves"), [(0, 4, 13), (1, 11, 11)])
def test_the_value_is_player_0_s_whoever_moves_first(first, value, leaves):
    outcome = negamax(ListTree(GAME1, first))
    assert (outcome.value, outcome.terminals) == (value, leaves)
    assert returned(told(negamax, ListTree(GAME1, first)))[()] == (value if first == 0 else -value)


@given(NUMBERS, st.sampled_from(GAMES), DEPTHS, st.sampled_from(FORMS))
def test_random_trees_by_minimax_compiled_and_interpreted(number, game, depth, form):
    outcome = negamax(game, root(number), depth=depth, form=form)
    assert outcome == negamax(interpreted(game), root(number), depth=depth, form=form)
    assert outcome[:2] == minimax(game, root(number), depth=depth)[:2]
    if form != "F":
        assert outcome == alphabeta(game, root(number), depth=depth)
    else:
        assert outcome == minimax(game, root(number), depth=depth)


@given(NUMBERS, st.sampled_from(GAMES), DEPTHS)
def test_it_is_alpha_beta_seen_from_the_other_side(number, game, depth):
    """F3 is fail-soft alpha-beta node by node: windows turned over, values negated, where MIN moves."""
    theirs = told(alphabeta, game, root(number), depth=depth)
    mine = told(negamax, game, root(number), depth=depth, form="F3")
    assert visited(mine) == visited(theirs)
    mins = {e.path for e in mine if isinstance(e, Enter) and game.to_move(e.state) == 1}
    soft, inside = returned(theirs), windows(theirs)
    assert returned(mine) == {p: 0 - v if p in mins else v for p, v in soft.items()}
    assert windows(mine) == {p: (-b, -a) if p in mins else (a, b) for p, (a, b) in inside.items()}
    hard = told(negamax, game, root(number), depth=depth, form="F2")
    assert visited(hard) == visited(theirs)
    assert windows(hard) == windows(mine)


@given(NUMBERS, st.sampled_from(GAMES), DEPTHS, st.sampled_from(FORMS))
def test_what_a_node_returns_is_what_it_is_said_to_be(number, game, depth, form):
    believe(told(negamax, game, root(number), depth=depth, form=form), game, of_mover=True)


@given(NUMBERS, st.integers(-4, 4), st.integers(1, 4), st.booleans())
def test_below_its_window_f2_returns_alpha(number, alpha, width, soft):
    game = GAMES[1]
    v, _ = FORM.kernel(game, root(number), 9, float(alpha), float(alpha + width), soft, Silent())
    mover = game.to_move(root(number))
    true = minimax(game, root(number)).value * (1 if mover == 0 else -1)
    assert (v <= alpha) == (true <= alpha)
    assert (v >= alpha + width) == (true >= alpha + width)
    if alpha < true < alpha + width:
        assert v == true
    if true <= alpha and not soft and not game.is_terminal(root(number)):
        assert v == alpha


@pytest.mark.parametrize("form", FORMS)
def test_the_same_player_may_move_again(form):
    again, then_min = {"player": 0, "children": [1, 5]}, {"player": 1, "children": [9, 7]}
    twice = tree({"player": 0, "children": [again, then_min]})
    outcome = negamax(twice, form=form)
    assert (outcome.value, outcome.action) == (7, 1)


def test_a_trace_shows_the_mover_s_true_values():
    whole = trace(tree([[[1, 2], 5], [[4, [7, 3]], 6]]), algorithm="negamax", form="F")
    assert all(whole.true_value(path) == mark.value for path, mark in whole.replay.marks.items())


def test_lines_for_the_player_to_move():
    *_, analysis = FORM.search(ListTree(AIMA, first=1), (), Limit(), lines=3)
    assert [(line.action, line.value) for line in analysis.lines] == [(1, -6), (0, -12), (2, -14)]


def test_tictactoe():
    assert negamax(TicTacToe(), depth=6).value == 0


def test_what_it_refuses():
    with pytest.raises(Unsuitable, match="3 players"):
        negamax(ListTree([[[1, 2]]], players=3))
    with pytest.raises(BadInput, match="no form 'F4'; there are F2, F3, F"):
        negamax(ListTree(AIMA), form="F4")


def test_leaves_that_were_never_visited_are_shown_as_the_mover_sees_them_too():
    """Three plies: at the leaves it would be MIN's turn, to whom 7 is worth −7."""
    whole = trace(tree([[[3, 4], [9]], [[5, 6], [8, 7]]]), algorithm="negamax")
    assert whole.leaves == (-3, -4, -9, -5, -6, -8)
    assert "(−7)" in whole.text()
