import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.operations import orderings
from halfmove.search.textbook.dialects import DIALECTS
from halfmove.teach.orderings import reorder
from halfmove.teach.orderings.extremes import Best, TooManyWindows, Worst, ascending, spots
from halfmove.teach.orderings.orders import count_orders, counter, distribution, rearrange

pytestmark = pytest.mark.one_speed

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MIT = [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]


def shuffled_cube(seed):
    leaves = list(range(27))
    random.Random(seed).shuffle(leaves)
    return [[leaves[9 * i + 3 * j : 9 * i + 3 * j + 3] for j in range(3)] for i in range(3)]


def test_fig_5_2():
    found = orderings(hm.tree(AIMA), samples=2000)
    assert found.value == 3
    assert [o.evaluations for o in found.all] == [7, 5, 9]
    assert found.random.complete
    assert found.random.size == found.number == 6**4
    # C's cheapest refutation is its leaf 2, B's too: 3 + 1 + 1; the mean over all orderings from brute force
    assert (min(found.random.counts), max(found.random.counts)) == (5, 9)


def test_game1_of_mit():
    first = orderings(hm.tree(MIT), samples=0)
    assert [o.evaluations for o in first.all] == [13, 7, 16]
    assert first.value == 4
    second = orderings(hm.tree(MIT, root="min"), samples=0)
    assert (second.value, second.given.evaluations) == (11, 11)
    assert (second.best.evaluations, second.worst.evaluations) == (7, 16)


@pytest.mark.parametrize("seed", range(5))
def test_three_by_three_by_three(seed):
    found = orderings(hm.tree(shuffled_cube(seed)), samples=0)
    assert (found.best.evaluations, found.worst.evaluations) == (11, 27)
    assert hm.trace(found.best.tree).counts.evaluations == 11
    assert hm.trace(found.worst.tree).counts.evaluations == 27


def small_trees():
    """Irregular trees of few orderings, with ties and infinities, players in any order."""
    leaf = st.integers(0, 4) | st.sampled_from([math.inf, -math.inf])
    inner = lambda below: st.builds(  # noqa: E731
        lambda player, children: {"player": player, "children": children},
        st.integers(0, 1),
        st.lists(below, min_size=1, max_size=3),
    )
    return st.recursive(leaf, inner, max_leaves=9).filter(lambda spec: isinstance(spec, dict))


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60)
@given(small_trees())
def test_best_and_worst_are_those_of_all_permutations(dialect, spec):
    tree = hm.tree(spec)
    if count_orders(tree) > 1500:
        return
    everything = distribution(tree, dialect, 1500, 0)
    assert everything.complete
    root, strict = spots(tree.root), DIALECTS[dialect].strict
    count = counter(tree, dialect)
    best, worst = Best(root, strict), Worst(root, strict)
    assert best.cost == count(best.orders()) == min(everything.counts)
    assert worst.cost == count(worst.orders()) == max(everything.counts)


@pytest.mark.parametrize("strict", [False, True])
def test_large_trees_keep_what_they_promise(strict):
    """More leaves than permutations could be tried for: the real search needs what was promised."""
    chance = random.Random(7)

    def grow(depth):
        if depth == 0 or chance.random() < 0.1:
            return chance.randrange(40)
        return [grow(depth - 1) for _ in range(chance.randrange(1, 5))]

    for _ in range(8):
        tree = hm.tree([grow(5), grow(5), grow(5)])
        root, count = spots(tree.root), counter(tree, "cs188" if strict else "aima")
        best, worst = Best(root, strict), Worst(root, strict)
        assert best.cost == count(best.orders())
        assert worst.cost == count(worst.orders())
        sampled = distribution(tree, "cs188" if strict else "aima", 20, 1)
        assert best.cost <= min(sampled.counts) <= max(sampled.counts) <= worst.cost
        assert count(ascending(root)) <= worst.cost


def test_where_the_windows_are_too_many_a_good_guess_is_called_one(monkeypatch):
    tree = hm.tree(shuffled_cube(1))
    with pytest.raises(TooManyWindows):
        Worst(spots(tree.root), False, most=5).orders()
    monkeypatch.setattr(Worst.__init__, "__defaults__", (5,))
    found = orderings(tree, samples=0)
    assert not found.worst.exact
    assert found.given.evaluations <= found.worst.evaluations <= 27
    assert "No ordering was proved the worst; none needs more than 27 evaluations." in str(found)
    assert found.to_dict()["rows"][-1]["exact"] is False


def test_children_reordered_by_hand():
    tree = hm.tree({"name": "A", "children": {"a1": [3, 12, 8], "a2": [2, 4, 6], "a3": [14, 5, 2]}})
    changed = reorder(tree, {"": ["a3"], "a3": [2, 0, 1]})
    assert list(changed.actions(changed.root)) == ["a3", "a1", "a2"]
    assert list(changed.actions(changed.parse("a3"))) == ["2", "0", "1"]
    assert hm.trace(changed).leaves == (2, 14, 5, 3, 12, 8, 2)
    assert reorder(tree, {"": [2, 0, 1]}).root == reorder(tree, {"A": ["a3", "a1", "a2"]}).root
    assert reorder(tree, {}).parameters == tree.parameters
    found = orderings(tree, reorder={"a3": [2]}, samples=0)
    assert found.by_hand.evaluations == 5
    assert found.by_hand.orders == {("a3",): (2, 0, 1)}


@settings(max_examples=50)
@given(small_trees(), st.randoms(use_true_random=False))
def test_a_rearranged_tree_is_the_same_tree_in_another_order(spec, chance):
    tree = hm.tree(spec)
    orders = {}
    for node in tree.root.walk():
        if not node.is_leaf:
            actions = [action for action, _ in node.children]
            chance.shuffle(actions)
            orders[node.path] = tuple(actions)
    changed = rearrange(tree, orders)
    assert hm.minimax(changed).value == hm.minimax(tree).value
    assert sum(1 for _ in changed.root.walk()) == sum(1 for _ in tree.root.walk())
    assert hm.alphabeta(changed).terminals == counter(tree, "aima")(orders)


def test_everything_a_node_has_stays_with_it():
    spec = {
        "children": {
            "a": {
                "name": "N",
                "value": 5,
                "children": {"x": 1, "y": {"name": "leaf", "value": 2.5}},
                "forcing": ["y"],
            },
            "b": {"player": "chance", "children": [1, 2], "probabilities": [0.25, 0.75]},
        }
    }
    changed = reorder(hm.tree(spec), {"": ["b"], "a": ["y"], "b": [1, 0]})
    a, b = changed.parse("a"), changed.parse("b")
    assert (a.name, a.value, a.forcing, a.player) == ("N", (5, -5), ("y",), 1)
    assert [child.name for _, child in a.children] == ["leaf", ""]
    assert b.probabilities == (0.75, 0.25)


def test_any_games_tree():
    found = orderings(hm.game("tictactoe"), depth=2, samples=50, seed=3)
    assert found.leaves == 72
    assert found.best.evaluations <= found.given.evaluations <= found.worst.evaluations <= 72
    assert found.random.size == 50
    assert found.random.counts == orderings(hm.game("tictactoe"), depth=2, samples=50, seed=3).random.counts


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"reorder": {"Z": [0]}}, "'Z' is not an action"),
        ({"reorder": {"0/0": [0]}}, "0/0 is a leaf, so there is no order of its children."),
        ({"reorder": {"": [0, 0]}}, "The order at root has '0' twice."),
        ({"reorder": {"": [3]}}, "'3' is not an action"),
        ({"reorder": {"": [1], "root": [0]}}, "The order at root is given twice."),
        ({"dialect": "klingon"}, "dialect cannot be 'klingon'"),
        ({"samples": -1}, "samples must be a whole number from 0"),
    ],
)
def test_bad_input(options, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        orderings(hm.tree(AIMA), **options)


def test_trees_that_alphabeta_does_not_fit():
    with pytest.raises(hm.Unsuitable, match="chance"):
        orderings(hm.tree({"player": "chance", "children": [1, 2]}))


def test_the_keyword_of_earlier_releases_is_taken_with_a_warning():
    with pytest.warns(DeprecationWarning, match="'by_hand' is called 'reorder' now"):
        found = orderings(hm.tree(AIMA), by_hand={"2": [2]}, samples=0)
    assert found.by_hand.evaluations == 5
