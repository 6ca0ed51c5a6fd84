"""What progressive deepening costs: the sums, their limits, and real searches beside them."""

from fractions import Fraction

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.growth.formulas import JudgedTree

growth = hm.growth


@pytest.mark.parametrize("branching", [2, 3, 10, 35])
def test_the_worst_case_is_a_geometric_sum(branching):
    b = branching
    for depth in range(1, 9):
        assert growth.deepening_cost(b, depth) == (b ** (depth + 1) - b) // (b - 1)
        nodes = sum((b ** (k + 1) - 1) // (b - 1) for k in range(1, depth + 1))
        assert growth.deepening_cost(b, depth, count="nodes") == nodes
        exact = (Fraction(b) - Fraction(b) ** (1 - depth)) / (b - 1)
        assert growth.deepening_ratio(b, depth) == pytest.approx(float(exact), rel=1e-12)
    for count in ("evaluations", "nodes"):
        assert growth.deepening_ratio(b, 60, count=count) == pytest.approx(b / (b - 1), rel=1e-6)
    assert growth.deepening_limit(b) == b / (b - 1)


@pytest.mark.parametrize("b", [2, 5, 10])
def test_the_best_case_tends_to_two_limits(b):
    assert growth.deepening_ratio(b, 80, "best") == pytest.approx((3 * b + 1) / (2 * (b - 1)), rel=1e-9)
    assert growth.deepening_ratio(b, 79, "best") == pytest.approx(1 + (3 * b + 1) / (b * b - 1), rel=1e-9)


def test_minimax_measured_is_the_formula():
    """Minimax looks at the same in every tree, so that its levels are the sums, to the last one."""
    for count in ("evaluations", "nodes"):
        found = growth.deepening_curves(3, 4, cases=["worst"], count=count, samples=2)
        law, measured = found.curves["minimax, all levels"], found.curves["minimax, measured, all levels"]
        assert [p.count for p in law.points] == [p.count for p in measured.points]
        assert [p.count for p in found.ratios["minimax"].points] == pytest.approx(
            [growth.deepening_ratio(3, d, count=count) for d in range(1, 5)]
        )


@pytest.mark.slow_interpreted
def test_alphabeta_measured_is_within_its_errors():
    found = growth.deepening_curves(3, 4, cases=["mean"], samples=200, seed=5)
    for name in ("{}", "{}, all levels"):
        law, measured = (found.curves[name.format(n)] for n in ("random order", "alphabeta, measured"))
        for a, b in zip(law.points, measured.points, strict=True):
            assert abs(a.count - b.count) <= 4 * b.error + 1e-9, (name, a, b)


def test_the_judged_tree_is_a_game():
    hm.check_game(JudgedTree(branching=2, plies=3))


def test_one_branch_and_bad_input():
    assert growth.deepening_limit(1) is None
    assert growth.deepening_ratio(1, 7) == 7
    assert "With one branch" in growth.deepening_curves(1, 3).tends
    with pytest.raises(BadInput, match="begins with depth 1"):
        growth.deepening_cost(3, 0)
    with pytest.raises(BadInput, match="worst, mean and best"):
        growth.deepening_cost(3, 2, "all")
    with pytest.raises(BadInput, match="evaluations"):
        growth.deepening_cost(3, 2, count="leaves")


def test_on_the_command_line():
    told = halfmove("growth", "-b", "10", "-d", "4", "--deepening")
    assert told.status == 0
    assert "11,110" in told.out
    assert "b/(b − 1) = 1.111" in told.out
    data = halfmove(
        "growth", "-b", "3", "-d", "3", "--deepening", "--count", "nodes", "--worst", "--json"
    ).json
    assert [point["count"] for point in data["ratios"]["series"][0]["points"]] == pytest.approx(
        [1, 17 / 13, 57 / 40]
    )
    for wrong in (["chess"], ["--reach"], ["--algorithms", "alphabeta"], ["--seed", "3"]):
        refused = halfmove("growth", *wrong, "--deepening")
        assert (refused.status, refused.out) == (2, "")
