import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, root
from told import told

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.games.mnk import TicTacToe
from halfmove.games.tree import tree
from halfmove.search.algorithms import algorithms
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.minimax import minimax
from halfmove.search.trace import Enter, Finish, Recorder, Start
from halfmove.search.watch import Counter, Follower
from halfmove.teach.growth.formulas import UniformTree
from halfmove.teach.growth.formulas import root as uniform_root
from halfmove.teach.trace import trace

GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]
NUMBERS = st.integers(0, 10**9)
INNER = {"alphabeta": alphabeta, "minimax": minimax}


@given(NUMBERS, st.sampled_from(GAMES), st.integers(0, 6), st.sampled_from(["alphabeta", "minimax"]))
def test_it_is_a_search_to_each_depth(number, game, depth, inner):
    outcome = deepening(game, root(number), depth=depth, inner=inner)
    levels = []
    for level in range(min(depth, 1), depth + 1):
        levels.append(INNER[inner](game, root(number), depth=level))
        if levels[-1].exact:
            break
    assert outcome[:3] == levels[-1][:3]
    for count in ("nodes", "terminals", "evaluations", "cutoffs"):
        assert getattr(outcome, count) == sum(getattr(level, count) for level in levels)
    for watcher in (Follower, Counter, Recorder):
        assert deepening(game, root(number), depth=depth, inner=inner, watch=watcher()) == outcome
    assert outcome.exact == levels[-1].exact


@given(NUMBERS, st.sampled_from(GAMES), st.sampled_from([None, 3]), st.sampled_from(["alphabeta", "minimax"]))
def test_the_best_first_changes_the_order_and_not_the_value(number, game, depth, inner):
    outcome = deepening(game, root(number), depth=depth, inner=inner, best=True)
    full = minimax(game, root(number), depth=depth)
    assert outcome.value == full.value
    if outcome.action is not None:  # it may be another one of those that are as good
        child = game.result(root(number), outcome.action)
        assert minimax(game, child, depth=None if depth is None else depth - 1).value == full.value


def test_each_level_is_told_from_start_to_finish():
    events = told(deepening, TicTacToe(), depth=3)
    starts = [e for e in events if isinstance(e, Start)]
    assert [(e.algorithm, e.depth, e.options["level"]) for e in starts] == [
        ("deepening", 1, 1),
        ("deepening", 2, 2),
        ("deepening", 3, 3),
    ]
    assert sum(isinstance(e, Finish) for e in events) == 3
    roots = [e.depth for e in events if isinstance(e, Enter) and e.path == ()]
    assert roots == [1, 2, 3]


def test_the_last_level_s_best_is_tried_first():
    """To one ply the third action looks best, and so it is the first one tried to two plies."""
    game = ListTree(AIMA, evaluations={(0,): 1, (1,): 2, (2,): 9})
    entered = [e.path for e in told(deepening, game, best=True) if isinstance(e, Enter) and len(e.path) == 1]
    assert entered == [(0,), (1,), (2,), (2,), (0,), (1,)]
    plain = [e.path for e in told(deepening, game) if isinstance(e, Enter) and len(e.path) == 1]
    assert plain == [(0,), (1,), (2,)] * 2
    assert deepening(game, best=True)[:3] == deepening(game)[:3] == (3, 0, (0, 0))


def test_a_better_order_saves_nodes_somewhere():
    nodes = {best: deepening(TicTacToe(), depth=6, best=best).nodes for best in (False, True)}
    assert nodes[True] < nodes[False]


def test_it_ends_with_the_first_level_that_meets_no_horizon():
    tree_of_two = ListTree(AIMA, evaluations={(0,): 1, (1,): 2, (2,): 9})
    for depth in (None, 7):
        outcome = deepening(tree_of_two, depth=depth)
        assert outcome.exact
        assert outcome.nodes == 4 + alphabeta(tree_of_two).nodes


def test_a_finished_game_and_no_depth_at_all():
    assert deepening(ListTree(5))[:3] == (5, None, ())
    assert deepening(TicTacToe(), depth=0)[:2] == minimax(TicTacToe(), depth=0)[:2]


@pytest.mark.parametrize("watch", [None, Follower(1_000), Counter(1_000), Recorder()])
def test_without_a_depth_it_ends_when_the_tree_does(watch):
    """A `Follower`'s counts go on from level to level: with one of its own no level was ever the last."""
    game = UniformTree(branching=2, plies=3)
    outcome = deepening(game, uniform_root(0, 0), watch=watch)
    assert outcome.exact
    assert outcome.value == minimax(game, uniform_root(0, 0)).value
    assert outcome.nodes <= 3 + 7 + 15


@pytest.mark.parametrize("watcher", [Follower, Counter])
def test_a_watcher_hears_all_levels(watcher):
    mine = watcher()
    outcome = deepening(TicTacToe(), depth=4, watch=mine)
    assert mine.nodes == outcome.nodes == deepening(TicTacToe(), depth=4).nodes


def test_a_trace_shows_the_last_level_and_counts_them_all():
    whole = trace(
        tree({"children": [{"value": 4, "children": [1, 2]}, {"value": 3, "children": [5, 6]}]}),
        algorithm="deepening",
    )
    assert whole.outcome[:3] == (5, 1, (1, 0))
    assert set(whole.replay.marks) == {(), (0,), (0, 0), (0, 1), (1,), (1, 0), (1, 1)}
    assert whole.counts.visited == 3 + 7
    assert whole.counts.evaluations == 2 + 4
    assert whole.replay.marks[()].value == 5


def test_as_analyze_calls_it():
    search = algorithms()["deepening"].search
    levels = list(search(TicTacToe(), TicTacToe().initial(), Limit(depth=4)))
    assert [level.depth for level in levels] == [1, 2, 3, 4]
    assert levels[-1].nodes == deepening(TicTacToe(), depth=4).nodes
    assert {level.algorithm for level in levels} == {"deepening"}
    *_, whole = search(ListTree(AIMA, evaluations=dict.fromkeys([(0,), (1,), (2,)], 0)), (), Limit())
    assert (whole.value, whole.proven, whole.depth) == (3, True, 2)
    *_, clocked = search(TicTacToe(), TicTacToe().initial(), Limit(nodes=2_000))
    assert clocked.nodes <= 2_000


def test_what_it_does_not_know():
    with pytest.raises(BadInput, match="no search 'magic' to deepen; there are: alphabeta, minimax"):
        deepening(TicTacToe(), inner="magic")
    for depth in (-1, 1.5, True):
        with pytest.raises(BadInput, match="depth"):
            deepening(TicTacToe(), depth=depth)
    odd = type("Odd", (ListTree,), {"chance": "explicit"})(AIMA)
    with pytest.raises(Unsuitable, match="chance"):
        deepening(odd)
