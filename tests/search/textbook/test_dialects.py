from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, TREES, ListTree, RandomTree, naive, root
from told import GAME1, believe, best_first, evaluated, returned, told, visited, windows, without_cuts

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.tree import tree
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.dialects import DIALECTS
from halfmove.search.textbook.minimax import minimax
from halfmove.search.trace import Cutoff, Enter, Leave, Update
from halfmove.search.watch import Recorder
from halfmove.teach.trace import trace

NAMES = list(DIALECTS)
HARD = [name for name in NAMES if DIALECTS[name].hard]
GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]
NUMBERS = st.integers(0, 10**9)
WINDOWS = st.tuples(
    st.sampled_from([-inf, -3, -1.5, 0, 1]), st.sampled_from([0.5, 1, 3, inf]), st.booleans()
).map(lambda w: w[:2] if w[0] < w[1] else (-inf, inf))


@pytest.mark.parametrize("dialect", NAMES)
@pytest.mark.parametrize(
    ("spec", "first", "value", "evaluations"),
    [
        (AIMA, 0, 3, 7),
        ([[2, 7], [1, 8]], 0, 2, 3),
        (GAME1, 0, 4, 13),
        (GAME1, 1, 11, 11),
        (without_cuts(3, 3), 0, 20, 27),
        (best_first(without_cuts(3, 3), True)[0], 0, 20, 11),
    ],
)
def test_what_the_lectures_count(dialect, spec, first, value, evaluations):
    outcome = alphabeta(ListTree(spec, first), dialect=dialect)
    assert (outcome.value, outcome.terminals) == (value, evaluations)


def test_equality_is_where_the_tests_differ():
    tied = ListTree([[3, 5], [3, 1]])
    assert {name: alphabeta(tied, dialect=name).terminals for name in NAMES} == {
        "aima": 3,
        "cs188": 4,
        "winston": 3,
        "eth": 3,
        "mit": 3,
    }


def test_what_a_node_returns_that_a_leaf_cut():
    """MIN has 5 by the first action; the second leads to a MAX node whose first leaf is 7."""
    tree = ListTree([[5, 1], [7, 9]], first=1)
    node = {name: returned(told(alphabeta, tree, dialect=name))[1,] for name in NAMES}
    assert node == {"aima": 7, "cs188": 7, "winston": 5, "eth": 5, "mit": 7}


def test_what_a_node_returns_that_never_reached_its_window():
    """MAX has 5 by the first action; the second leads MIN to two nodes of MAX, worth 2 at most."""
    tree = ListTree([[[5]], [[2, 1], [9]]])
    node = {name: returned(told(alphabeta, tree, dialect=name))[1, 0] for name in NAMES}
    assert node == {"aima": 2, "cs188": 2, "winston": 5, "eth": 5, "mit": 5}


@given(NUMBERS, st.sampled_from(GAMES), st.sampled_from([None, 1, 3]), st.sampled_from(NAMES))
def test_every_dialect_finds_minimax_compiled_and_interpreted(number, game, depth, dialect):
    start = root(number)
    outcome = alphabeta(game, start, depth=depth, dialect=dialect)
    assert outcome[:2] == minimax(game, start, depth=depth)[:2]
    assert outcome == alphabeta(interpreted(game), start, depth=depth, dialect=dialect)


@given(NUMBERS, st.sampled_from(GAMES), WINDOWS, st.sampled_from(NAMES))
def test_a_window_of_one_s_own(number, game, window, dialect):
    alpha, beta = window
    outcome = alphabeta(game, root(number), dialect=dialect, alpha=alpha, beta=beta)
    assert outcome == alphabeta(interpreted(game), root(number), dialect=dialect, alpha=alpha, beta=beta)
    true = naive(game, root(number))
    assert outcome.exact == (outcome.relation == "=")
    assert outcome.relation != "=" or outcome.value == true
    if alpha < outcome.value < beta:
        assert outcome.exact
    elif outcome.value <= alpha:
        assert true <= outcome.value
    else:
        assert true >= outcome.value


@given(NUMBERS, st.sampled_from(GAMES), WINDOWS, st.sampled_from(NAMES), st.sampled_from([None, 2]))
def test_what_a_node_returns_is_what_it_is_said_to_be(number, game, window, dialect, depth):
    alpha, beta = window
    options = {"dialect": dialect, "alpha": alpha, "beta": beta, "depth": depth}
    believe(told(alphabeta, game, root(number), **options), game)


@pytest.mark.parametrize(
    ("alpha", "beta", "relation"), [(4, 9, "≤"), (-5, 1, "≥"), (0, 9, "="), (-inf, 9, "=")]
)
def test_the_outcome_says_whether_its_value_is_a_bound(alpha, beta, relation):
    for name in NAMES:
        outcome = alphabeta(ListTree(AIMA), dialect=name, alpha=alpha, beta=beta)
        assert (outcome.relation, outcome.exact) == (relation, relation == "=")


def cut_by_leaves(events):
    """The nodes whose cut came from a leaf, at once or through nodes of the same side that a leaf cut."""
    leaves, found, sides, last = set(evaluated(events)), set(), {}, None
    for event in events:
        if isinstance(event, Enter):
            sides[event.path] = event.player == 0
        elif isinstance(event, Leave):
            last = event.path
        elif isinstance(event, Cutoff):
            same = last in found and sides[last] == sides[event.path]
            if last in leaves or same:
                found.add(event.path)
    return found


def compare(game, state, alpha, beta):
    """Fail-hard beside fail-soft: the same nodes, and each value brought into the node's window."""
    soft = told(alphabeta, game, state, alpha=alpha, beta=beta)
    values, inside, leaves = returned(soft), windows(soft), set(evaluated(soft))
    clipped = {p: v if p in leaves else max(inside[p][0], min(v, inside[p][1])) for p, v in values.items()}
    for name in HARD:
        hard = told(alphabeta, game, state, dialect=name, alpha=alpha, beta=beta)
        assert visited(hard) == visited(soft)
        assert windows(hard) == inside
        if DIALECTS[name].clipped:
            assert returned(hard) == clipped
        else:
            assert returned(hard) == clipped | {path: values[path] for path in cut_by_leaves(soft)}


@given(NUMBERS, st.sampled_from(GAMES), WINDOWS)
def test_fail_hard_and_fail_soft_differ_exactly_where_they_should(number, game, window):
    compare(game, root(number), *window)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("trees", TREES)
def test_fail_hard_and_fail_soft_on_many_trees_and_windows(trees):
    game, differing = RandomTree(plies=4), 0
    for number in range(trees):
        alpha, beta = number % 7 - 4, number % 7 - 3 + number % 3
        compare(game, root(number), alpha, beta)
        soft, hard = (
            alphabeta(game, root(number), dialect=d, alpha=alpha, beta=beta) for d in ("aima", "winston")
        )
        differing += soft.value != hard.value
    assert differing > trees // 4


@given(NUMBERS, st.sampled_from(GAMES), WINDOWS)
def test_a_strict_test_visits_more_and_never_less(number, game, window):
    alpha, beta = window
    loose = visited(told(alphabeta, game, root(number), alpha=alpha, beta=beta))
    assert set(loose) <= set(
        visited(told(alphabeta, game, root(number), alpha=alpha, beta=beta, strict=True))
    )


@given(NUMBERS, st.sampled_from(GAMES), st.sampled_from(NAMES))
def test_labels_after_the_cut_are_the_same_search(number, game, dialect):
    """They differ in nothing but the ends of the window moved just before a cut."""
    before = told(alphabeta, game, root(number), dialect=dialect)
    after = told(alphabeta, game, root(number), dialect=dialect, labels="after")
    assert (before[0].options["labels"], after[0].options["labels"]) == ("before", "after")
    expected = [
        event
        for event, following in zip(before, [*before[1:], None], strict=True)
        if not (
            isinstance(event, Update)
            and event.bound != "value"
            and isinstance(following, Cutoff)
            and following.path == event.path
        )
    ]
    assert after[1:] == expected[1:]


def test_a_node_that_is_cut_never_shows_the_label_that_cut_it():
    def lowered(labels):
        events = told(alphabeta, ListTree(AIMA), labels=labels)
        return [e.new for e in events if isinstance(e, Update) and e.bound == "beta"]

    assert lowered("before") == [3, 2, 14, 5, 2]
    assert lowered("after") == [3, 14, 5]


def test_the_old_name_of_strict():
    tied = ListTree([[3, 5], [3, 1]])
    assert alphabeta(tied, strict=True) == alphabeta(tied, dialect="cs188", strict=True)
    assert alphabeta(tied, strict=False) == alphabeta(tied, dialect="winston", strict=False)
    recorder = Recorder()
    alphabeta(tied, strict=True, watch=recorder)
    assert recorder.events[0].options == {"dialect": "cs188", "strict": True, "labels": "before"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"dialect": "oxford"}, "no dialect 'oxford'; there are: aima, cs188, winston, eth, mit"),
        ({"dialect": "eth", "strict": True}, "'eth' cuts when α ≥ β, so strict cannot be True"),
        ({"dialect": "cs188", "strict": False}, "'cs188' cuts when v > β, so strict cannot be False"),
        ({"labels": "never"}, "'before' the cutoff test or 'after' it, not 'never'"),
        ({"alpha": 3, "beta": 3}, "alpha must be less than beta"),
        ({"alpha": float("nan")}, "alpha must be less than beta"),
        ({"beta": "high"}, "The ends of a window are numbers, not 'high'"),
    ],
)
def test_what_it_does_not_know(options, sentence):
    with pytest.raises(BadInput, match=sentence):
        alphabeta(ListTree(AIMA), **options)


@pytest.mark.parametrize(
    ("window", "said"),
    [
        ((2, 5), "at least 5 to MAX"),
        ((7, 9), "at most 6 to MAX"),
        ((2, 9), "6 to MAX"),
        ((-inf, inf), "6 to MAX"),
    ],
)
def test_a_trace_says_where_its_answer_is_a_bound(window, said):
    game = tree([[[3, 4], [9]], [[5, 6], [8, 7]]])
    whole = trace(game, alpha=window[0], beta=window[1])
    assert ("window" in whole.start.options) == (window != (-inf, inf))
    assert f"value       {said}\n" in whole.text()
