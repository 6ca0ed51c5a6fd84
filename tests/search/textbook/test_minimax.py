from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, naive, root

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.minimax import minimax
from halfmove.search.watch import Silent, Watcher

IN_TURN, AT_RANDOM = RandomTree(), RandomTree(movers=3, in_turn=False)
NUMBERS = st.integers(0, 10**9)


@pytest.mark.parametrize("form", ["dispatch", "pair"])
def test_the_textbook_tree(form):
    outcome = minimax(ListTree(AIMA), form=form)
    assert (outcome.value, outcome.action, outcome.variation) == (3, 0, (0, 0))
    assert (outcome.nodes, outcome.terminals, outcome.evaluations, outcome.cutoffs) == (13, 9, 9, 0)


def test_values_are_max_s_whoever_moves_first():
    assert minimax(ListTree([[2, 7], [1, 8]], first=1))[:2] == (7, 0)


def test_the_first_of_equal_actions_is_chosen():
    assert minimax(ListTree([1, 2, 2])).action == 1
    assert minimax(ListTree([[1], [1]], first=1)).action == 0


def test_decimals_and_infinities():
    assert minimax(ListTree([[0.25, 0.5], [inf, -inf]]))[:2] == (0.25, 0)
    assert minimax(ListTree([[inf], [inf]], first=1))[:2] == (inf, 0)
    assert minimax(ListTree([[-inf], [-inf]]))[:3] == (-inf, 0, (0,))


def test_a_terminal_state_has_a_value_and_no_action():
    outcome = minimax(ListTree(5))
    assert outcome[:3] == (5, None, ())
    assert (outcome.nodes, outcome.terminals) == (1, 1)


def test_several_mins_against_one_max():
    spec = [[[5, 3], [4, 9]], [[1, 8], [7, 6]]]
    assert minimax(ListTree(spec, players=3))[:2] == (3, 0)  # MIN then MIN: the least of each half
    assert minimax(ListTree(spec))[:2] == (7, 1)  # MIN then MAX


def test_the_horizon_is_worth_what_the_game_says():
    tree = ListTree(AIMA, evaluations={(0,): 1, (1,): 9, (2,): 4.5, (): 2})
    assert minimax(tree, depth=1)[:2] == (9, 1)
    assert minimax(tree, depth=0)[:2] == (2, None)
    assert (minimax(tree, depth=1).terminals, minimax(tree, depth=1).evaluations) == (0, 3)
    assert minimax(tree, depth=2)[:2] == (3, 0)
    assert minimax(tree, depth=2).evaluations == minimax(tree, depth=2).terminals == 9


@pytest.mark.slow_interpreted
def test_tictactoe_has_as_many_nodes_as_everybody_counts():
    outcome = minimax(TicTacToe())
    assert (outcome.value, outcome.nodes, outcome.terminals) == (0, 549_946, 255_168)


@pytest.mark.slow_interpreted
def test_tictactoe_interpreted_is_the_same_search():
    assert minimax(interpreted(TicTacToe())) == minimax(TicTacToe())


@given(NUMBERS, st.sampled_from([IN_TURN, AT_RANDOM]), st.sampled_from([None, 1, 2, 3]))
def test_random_trees_compiled_interpreted_and_by_definition(number, game, depth):
    start = root(number)
    outcome = minimax(game, start, depth=depth)
    assert outcome == minimax(interpreted(game), start, depth=depth)
    assert outcome.value == naive(game, start, depth)
    assert outcome.action == outcome.variation[0]


@given(NUMBERS, st.sampled_from([None, 1, 2, 3]))
def test_the_two_forms_are_the_same_search(number, depth):
    pair = minimax(IN_TURN, root(number), depth=depth, form="pair")
    assert pair == minimax(IN_TURN, root(number), depth=depth)


@pytest.mark.parametrize("depth", [1, 2])
def test_the_pair_form_starts_with_the_player_to_move(depth):
    tree = ListTree([[2, [3]], [[1], 8]], first=1, evaluations={(0,): 5, (1,): 4, (0, 1): 6, (1, 0): 9})
    assert minimax(tree, depth=depth, form="pair") == minimax(tree, depth=depth)
    assert minimax(tree, (0,), form="pair") == minimax(tree, (0,))


def test_a_whole_number_comes_back_whole():
    assert type(minimax(IN_TURN).value) is int


def test_the_pair_form_refuses_players_who_do_not_alternate():
    with pytest.raises(Unsuitable, match="dispatch"):
        minimax(ListTree([[[1, 2]]], players=3), form="pair")


def test_any_watcher_makes_it_interpreted_with_the_same_result():
    assert minimax(IN_TURN, watch=Watcher()) == minimax(IN_TURN) == minimax(IN_TURN, watch=Silent())


def test_bad_input():
    with pytest.raises(BadInput, match="form"):
        minimax(IN_TURN, form="triple")
    for depth in (-1, 1.5):
        with pytest.raises(BadInput, match="depth"):
            minimax(IN_TURN, depth=depth)


@pytest.mark.parametrize(
    ("trait", "value", "word"),
    [
        ("chance", "explicit", "chance"),
        ("information_kind", "imperfect", "see"),
        ("dynamics", "simultaneous", "same time"),
        ("payoffs", "general", "zero-sum"),
    ],
)
def test_games_that_do_not_fit_are_refused_with_the_reason(trait, value, word):
    game = type("Odd", (ListTree,), {trait: value})(AIMA)
    with pytest.raises(Unsuitable, match=word):
        minimax(game)


class Endless(Game):
    """Nobody ever wins, and nobody ever stops."""

    def initial(self):
        return 0

    def to_move(self, s):
        return 0

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return s < 0

    def utility(self, s, player):
        return 0


@pytest.mark.parametrize("game", [Endless(), interpreted(Endless())])
def test_a_game_without_end_is_refused_and_not_a_crash(game):
    with pytest.raises(Unsuitable, match="depth"):
        minimax(game)
    assert minimax(game, depth=5)[:2] == (0, 1)
