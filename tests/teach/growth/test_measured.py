"""Real searches in random uniform trees: their means are those of the formulas, up to chance."""

import pytest

import halfmove as hm
from halfmove.core.compile import jit_enabled
from halfmove.teach.growth import UniformTree, measured_curve, sampled
from halfmove.teach.growth.formulas import best_case, root, worst_case
from halfmove.teach.growth.mean import mean_case, mean_case_nodes

SAMPLES = 1000 if jit_enabled() else 60


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 6), (3, 3), (3, 4), (5, 3), (10, 2)])
def test_alphabeta_needs_the_exact_mean(branching, depth):
    """Within four standard errors, with a seed that is fixed: leaves and nodes."""
    leaves = sampled("alphabeta", branching, depth, SAMPLES, seed=1)
    assert abs(leaves.count - mean_case(branching, depth)) < 4 * leaves.error
    nodes = sampled("alphabeta", branching, depth, SAMPLES, seed=1, count="nodes")
    assert abs(nodes.count - mean_case_nodes(branching, depth)) < 4 * nodes.error


@pytest.mark.slow_interpreted
def test_the_error_bars_are_as_wide_as_they_should_be():
    """Of forty means, each with its own seed, about two thirds lie within one standard error."""
    exact = mean_case(3, 4)
    points = [sampled("alphabeta", 3, 4, 100, seed=seed) for seed in range(40)]
    assert 19 <= sum(abs(point.count - exact) < point.error for point in points) <= 35


def test_minimax_needs_every_leaf():
    point = sampled("minimax", 3, 4, 5)
    assert (point.count, point.error) == (worst_case(3, 4), 0)


def test_no_search_needs_fewer_leaves_than_the_best_case():
    for name in ("alphabeta", "negamax", "scout", "negascout"):
        game = UniformTree(branching=3, plies=4)
        lesson = hm.algorithms()[name].lesson
        least = min(lesson.run(game, root(5, i), depth=None, watch=None).terminals for i in range(20))
        assert least >= best_case(3, 4)


def test_the_same_seed_gives_the_same_trees():
    assert sampled("alphabeta", 3, 3, 20, seed=4) == sampled("alphabeta", 3, 3, 20, seed=4)
    assert sampled("alphabeta", 3, 3, 20, seed=4) != sampled("alphabeta", 3, 3, 20, seed=5)


def test_the_tree_keeps_the_contract():
    hm.check_game(UniformTree(branching=3, plies=4))


def test_leaves_are_spread_evenly_and_differ():
    game = UniformTree(branching=10, plies=3)
    values = []

    def collect(s):
        if game.is_terminal(s):
            values.append(game.utility(s, 0))
        else:
            for a in game.actions(s):
                collect(game.result(s, a))

    collect(root(0, 0))
    assert len(set(values)) == 1000
    assert -1 <= min(values) < -0.9
    assert 0.9 < max(values) < 1
    assert abs(sum(values) / 1000) < 4 * (1 / 3) ** 0.5 / 1000**0.5


def test_a_curve_ends_where_the_budget_would():
    curve = measured_curve("alphabeta", 3, 8, samples=10, nodes=2000)
    assert 1 < len(curve.points) < 8
    assert curve.note == f"deeper than {len(curve.points)}, 10 samples take over 2,000 nodes"
    assert [point.depth for point in curve.points] == list(range(1, len(curve.points) + 1))


def test_ctrl_c_keeps_the_depths_that_are_complete(monkeypatch):
    def at(what):
        if "depth 3" in what:
            raise KeyboardInterrupt

    monkeypatch.setattr("halfmove.teach.growth.games.at", at)
    curve = measured_curve("alphabeta", 3, 8, samples=5)
    assert [point.depth for point in curve.points] == [1, 2]
    assert curve.note == "interrupted"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("magic", 3, 3), "There is no search 'magic' to measure; there are: "),
        (("alphabeta", 3, 3, 1), "needs 2 samples or more, not 1"),
        (("alphabeta", 0, 3), "branching factor must be"),
    ],
)
def test_bad_input(arguments, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        sampled(*arguments)
