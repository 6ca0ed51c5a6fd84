from math import inf, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, root
from told import GAME1, DistinctTree, believe, evaluated, told, visited, windows

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.scout import NEGASCOUT, SCOUT, negascout, scout
from halfmove.search.trace import Again, Enter, Leaf
from halfmove.teach.naming import window

GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]
DISTINCT = [DistinctTree(), DistinctTree(movers=3, in_turn=False)]
NUMBERS = st.integers(0, 10**9)
DEPTHS = st.sampled_from([None, 1, 3])
SEARCHES = st.sampled_from([(scout, {}), (negascout, {"form": "negascout"}), (negascout, {"form": "pvs"})])
NESTED = st.recursive(
    st.sampled_from([-inf, -2, -1, 0, 0.5, 1, 2, inf]), lambda inner: st.lists(inner, min_size=1, max_size=4)
)

BETTER_LATER = [[[3, 4], [9]], [[5, 6], [8, 7]]]
"""MAX moves: the first action is worth 4, the second 6, which a null window only shows to be more than 4."""


@pytest.mark.parametrize("search", [negascout, scout])
@pytest.mark.parametrize(
    ("spec", "first", "value", "evaluations"),
    [(AIMA, 0, 3, 7), ([[2, 7], [1, 8]], 0, 2, 3), (GAME1, 0, 4, 13), (GAME1, 1, 11, 11)],
)
def test_what_the_lectures_count(search, spec, first, value, evaluations):
    outcome = search(ListTree(spec, first))
    leaves = evaluated(told(search, ListTree(spec, first)))
    assert (outcome.value, len(set(leaves))) == (value, evaluations)


def test_null_windows_and_the_re_search_by_hand():
    events = told(negascout, ListTree(BETTER_LATER))
    just_above = nextafter(4, inf)
    entered = [(e.path, (e.alpha, e.beta)) for e in events if isinstance(e, Enter) and len(e.path) == 1]
    assert entered == [((0,), (-inf, inf)), ((1,), (4, just_above)), ((1,), (5, inf))]
    assert [e for e in events if isinstance(e, Again)] == [Again((), 1, 5, inf)]
    assert window(*entered[1][1]) == "(4, 4+ε)"
    assert [e.value for e in events if isinstance(e, Leaf)] == [3, 4, 9, 5, 8, 5, 6, 8]


def test_the_whole_window_again_in_the_form_of_most_programs():
    events = told(negascout, ListTree(BETTER_LATER), form="pvs")
    assert [e for e in events if isinstance(e, Again)] == [Again((), 1, 4, inf)]


def test_scout_tests_then_evaluates():
    events = told(scout, ListTree(BETTER_LATER))
    entered = [(e.path, (e.alpha, e.beta)) for e in events if isinstance(e, Enter) and len(e.path) == 1]
    assert entered == [((0,), (-inf, inf)), ((1,), (4, nextafter(4, inf))), ((1,), (-inf, inf))]
    assert [e for e in events if isinstance(e, Again)] == [Again((), 1, -inf, inf)]


@given(NUMBERS, st.sampled_from(GAMES), DEPTHS, SEARCHES)
def test_random_trees_by_minimax_compiled_and_interpreted(number, game, depth, way):
    search, options = way
    outcome = search(game, root(number), depth=depth, **options)
    assert outcome == search(interpreted(game), root(number), depth=depth, **options)
    assert outcome[:2] == minimax(game, root(number), depth=depth)[:2]


@given(NESTED, st.integers(0, 1), st.integers(1, 3), SEARCHES)
def test_explicit_trees_with_infinities(spec, first, players, way):
    search, options = way
    tree = ListTree(spec, first % players, players)
    assert search(tree, **options)[:2] == minimax(tree)[:2]
    believe(told(search, tree, **options), tree)


@given(NUMBERS, st.sampled_from(GAMES), DEPTHS, SEARCHES)
def test_what_a_node_returns_is_what_it_is_said_to_be(number, game, depth, way):
    search, options = way
    believe(told(search, game, root(number), depth=depth, **options), game)


@given(NUMBERS, st.sampled_from(DISTINCT), st.sampled_from(["negascout", "pvs"]))
def test_negascout_evaluates_no_leaf_that_alpha_beta_does_not(number, game, form):
    """Every window lies inside the one alpha-beta has there; so with distinct values do the leaves."""
    theirs = told(alphabeta, game, root(number))
    mine = told(negascout, game, root(number), form=form)
    assert set(evaluated(mine)) <= set(evaluated(theirs))
    assert set(visited(mine)) <= set(visited(theirs))
    outer = windows(theirs)
    for event in mine:
        if isinstance(event, Enter):
            alpha, beta = outer[event.path]
            assert alpha <= event.alpha < event.beta <= beta


def test_null_windows_save_leaves_somewhere():
    saved = again = 0
    for number in range(200):
        theirs = evaluated(told(alphabeta, DISTINCT[0], root(number)))
        mine = told(negascout, DISTINCT[0], root(number))
        saved += len(set(theirs)) - len(set(evaluated(mine)))
        again += len(evaluated(mine)) - len(set(evaluated(mine)))
    assert saved > 0
    assert again > 0


@pytest.mark.parametrize("way", [(negascout, {"form": "pvs"}), (scout, {})])
def test_the_variation_leads_to_the_value(way):
    search, options = way
    for number in range(200):
        for game in (*GAMES, *DISTINCT):
            state = root(number)
            outcome = search(game, state, **options)
            for action in outcome.variation:
                state = game.result(state, action)
            assert game.is_terminal(state)
            assert game.utility(state, 0) == outcome.value


@pytest.mark.parametrize("form", [NEGASCOUT, SCOUT])
def test_as_analyze_calls_it(form):
    *_, analysis = form.search(ListTree(AIMA), (), Limit(), lines=3)
    assert [(line.action, line.value) for line in analysis.lines] == [(0, 3), (1, 2), (2, 2)]
    *_, clocked = form.search(TicTacToe(), TicTacToe().initial(), Limit(nodes=3_000))
    assert clocked.nodes <= 3_000
    assert not clocked.proven


@pytest.mark.parametrize(("search", "options"), [(scout, {}), (negascout, {}), (negascout, {"form": "pvs"})])
def test_values_may_lie_as_close_as_numbers_can(search, options):
    """The null window's other end is a leaf's value, and that proves no more than that it is reached."""
    above, below = nextafter(4, inf), nextafter(4, -inf)
    assert search(ListTree([[[4]], [[above, 9]]]), **options).value == 9
    assert search(ListTree([[[4]], [[below, -9]]], first=1), **options).value == -9


def test_what_it_does_not_know():
    with pytest.raises(BadInput, match="no form 'zero'; there are 'negascout' and 'pvs'"):
        negascout(ListTree(AIMA), form="zero")
