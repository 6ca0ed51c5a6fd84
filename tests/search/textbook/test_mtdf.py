from itertools import pairwise
from math import inf, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, root
from told import GAME1, DistinctTree, believe, evaluated, told

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.games.mnk import TicTacToe
from halfmove.games.tree import tree
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.mtdf import FORM, mtdf
from halfmove.search.trace import Again, Enter, Leave, Recall
from halfmove.teach.trace import trace

GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]
DISTINCT = [DistinctTree(), DistinctTree(movers=3, in_turn=False)]
NUMBERS = st.integers(0, 10**9)
GUESSES = st.sampled_from([-inf, -3, 0, 0.25, 2, 100, inf])
NESTED = st.recursive(
    st.sampled_from([-inf, -2, -1, 0, 0.5, 1, 2, inf]), lambda inner: st.lists(inner, min_size=1, max_size=4)
)


@pytest.mark.parametrize("first", [-inf, 0, 3, 3.5, inf])
@pytest.mark.parametrize(
    ("spec", "player", "value"), [(AIMA, 0, 3), ([[2, 7], [1, 8]], 0, 2), (GAME1, 0, 4), (GAME1, 1, 11)]
)
def test_the_trees_of_the_lectures(spec, player, value, first):
    assert mtdf(ListTree(spec, player), first=first).value == value


def test_the_passes_of_fig_5_2_by_hand():
    """From 3: is it at least 3? yes, by B.  Is it more?  C is at most 2, D at most 2, and B at most 3: the
    leaves of both passes prove that it is 3."""
    events = told(mtdf, ListTree(AIMA), first=3)
    roots = [(e.alpha, e.beta) for e in events if isinstance(e, Enter) and e.path == ()]
    assert roots == [(nextafter(3, -inf), 3), (3, nextafter(3, inf))]
    assert [e for e in events if isinstance(e, Again)] == [Again((), None, 3, nextafter(3, inf))]
    assert [(e.value, e.relation) for e in events if isinstance(e, Leave) and e.path == ()] == [
        (3, "≥"),
        (3, "="),
    ]
    assert evaluated(events) == [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (2, 2)]
    recalled = [(e.path, e.value) for e in events if isinstance(e, Recall)]
    assert recalled == [((0, 0), 3)]


def test_a_remembered_leaf_is_exact_and_a_remembered_bound_is_a_bound():
    events = told(mtdf, ListTree([[[3, 12], 8], [[2, 9], 4]]), first=inf)
    returned = [
        (before.path, event.value, event.relation)
        for before, event in pairwise(events)
        if isinstance(before, Recall)
    ]
    assert ((0, 0, 1), 12, "=") in returned
    assert ((1,), 9, "≤") in returned  # it is worth 4


@given(NUMBERS, st.sampled_from(GAMES), st.sampled_from([None, 1, 3]), GUESSES)
def test_random_trees_by_minimax(number, game, depth, first):
    outcome = mtdf(game, root(number), depth=depth, first=first)
    assert outcome[:2] == minimax(game, root(number), depth=depth)[:2]
    believe(told(mtdf, game, root(number), depth=depth, first=first), game)


@given(NESTED, st.integers(0, 1), st.integers(1, 3), GUESSES)
def test_explicit_trees_with_infinities(spec, player, players, first):
    game = ListTree(spec, player % players, players)
    assert mtdf(game, first=first)[:2] == minimax(game)[:2]
    believe(told(mtdf, game, first=first), game)


@given(NUMBERS, st.sampled_from(DISTINCT))
def test_from_above_it_evaluates_no_leaf_that_alpha_beta_does_not(number, game):
    """MTD(+∞) is SSS*, and SSS* dominates alpha-beta (Stockman 1979; Plaat et al. 1996)."""
    mine = evaluated(told(mtdf, game, root(number), first=inf))
    assert set(mine) <= set(evaluated(told(alphabeta, game, root(number))))
    assert len(mine) == len(set(mine))  # a leaf is remembered


def test_from_above_it_saves_leaves_somewhere():
    game = DISTINCT[0]
    pairs = [
        (len(evaluated(told(mtdf, game, root(n), first=inf))), len(evaluated(told(alphabeta, game, root(n)))))
        for n in range(200)
    ]
    assert sum(mine for mine, _ in pairs) < sum(theirs for _, theirs in pairs)


def test_a_good_guess_takes_two_passes():
    for number in range(50):
        value = minimax(DISTINCT[0], root(number)).value
        events = told(mtdf, DISTINCT[0], root(number), first=value)
        assert sum(isinstance(e, Again) for e in events) == 1


@pytest.mark.parametrize("first", [-inf, 0, inf])
def test_the_variation_leads_to_the_value(first):
    for number in range(100):
        for game in (*GAMES, *DISTINCT):
            state = root(number)
            outcome = mtdf(game, state, first=first)
            for action in outcome.variation:
                state = game.result(state, action)
            assert game.is_terminal(state)
            assert game.utility(state, 0) == outcome.value


def test_a_state_reached_by_two_ways_is_searched_once():
    outcome = mtdf(TicTacToe())
    assert (outcome.value, outcome.action, len(outcome.variation)) == (0, 0, 9)
    assert outcome.nodes < 5_000 < alphabeta(TicTacToe()).nodes


def test_a_trace_counts_the_passes():
    """From +∞: at most 14 (by D's first leaf), at most 5, at most 3; and at least 3."""
    whole = trace(tree(AIMA), algorithm="mtdf", first=inf)
    assert whole.outcome[:3] == (3, 0, (0, 0))
    assert whole.replay.passes == 1 + sum(isinstance(e, Again) for e in whole.events) == 4
    assert whole.counts.evaluations == whole.counts.leaves == 7


def test_as_analyze_calls_it():
    *_, analysis = FORM.search(ListTree(AIMA), (), Limit(), lines=3)
    assert [(line.action, line.value) for line in analysis.lines] == [(0, 3), (1, 2), (2, 2)]
    *_, clocked = FORM.search(TicTacToe(), TicTacToe().initial(), Limit(nodes=1_000))
    assert clocked.nodes <= 1_000
    assert not clocked.proven


@pytest.mark.parametrize("first", ["high", None, float("nan"), True])
def test_a_guess_is_a_number(first):
    with pytest.raises(BadInput, match="starts from a number"):
        mtdf(ListTree(AIMA), first=first)


def test_states_that_cannot_be_looked_up_are_refused():
    """Here, and by a deepening search that is to remember the best actions."""

    class Listed(ListTree):
        def initial(self):
            return []

        def result(self, s, a):
            return [*s, a]

    with pytest.raises(Unsuitable, match="cannot be looked up"):
        mtdf(Listed(AIMA))
    with pytest.raises(Unsuitable, match="cannot be looked up"):
        deepening(Listed(AIMA), depth=2, best=True)


def test_a_picture_shows_the_bound_that_memory_answered_with():
    """Of the first action only "at most 4" is known, which the last pass need not ask again."""
    whole = trace(tree([[[3, 4], [9]], [[5, 6], [8, 7]]]), algorithm="mtdf", first=10)
    assert (whole.replay.marks[0,].leaf, whole.replay.marks[0,].relation) == ("recalled", "≤")
    picture = whole.svg()
    assert ">≤ 4<" in picture
    assert ">recalled<" in picture
