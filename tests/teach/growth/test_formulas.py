import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.teach.growth import formulas, mean

pytestmark = pytest.mark.one_speed

PUBLISHED = {
    2: ([3, 5, 7, 11, 15], ["3.667", "6.848", "12.044", "21.650", "37.160"]),
    3: ([5, 11, 17, 35, 53], ["7.443", "19.458", "45.202", "110.487", "248.562"]),
}
"""Best case and mean for d = 2 to 6 (Knuth and Moore 1975; Fuller, Gaschnig and Gillogly 1973)."""


@pytest.mark.parametrize("branching", PUBLISHED)
def test_the_numbers_of_the_lectures(branching):
    best, means = PUBLISHED[branching]
    assert [formulas.best_case(branching, d) for d in range(2, 7)] == best
    assert [f"{mean.mean_case(branching, d):.3f}" for d in range(2, 7)] == means


# ---- an oracle: the same expectation in exact fractions, leaf by leaf and not through any product of sums


def multiplied(p, q):
    result = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, c in enumerate(q):
            result[i + j] += a * c
    return result


def powered(p, n):
    result = [Fraction(1)]
    for _ in range(n):
        result = multiplied(result, p)
    return result


def rest(p):
    return [Fraction(i == 0) - c for i, c in enumerate(p)]


def exact_mean(b, depth):
    """The sum over all leaves of P(X < Y), each integral a polynomial's."""
    value = [Fraction(0), Fraction(1)]
    levels = {}
    for k in range(depth, 0, -1):
        levels[k] = value
        value = powered(value, b) if k % 2 else rest(powered(rest(value), b))
    total = Fraction(0)

    def leaves(k, below, above):
        """All choices of a child from level k down; `below` is P(X ≤ x), `above` P(Y > x) so far."""
        nonlocal total
        if k > depth:
            slope = [i * c for i, c in enumerate(below)][1:]
            total += (len(below) == 1) + sum(
                c / (i + 1) for i, c in enumerate(multiplied(above, slope or [Fraction(0)]))
            )
            return
        for j in range(b):
            if k % 2:
                leaves(k + 1, multiplied(below, powered(levels[k], j)), above)
            else:
                leaves(k + 1, below, multiplied(above, powered(rest(levels[k]), j)))

    leaves(1, [Fraction(1)], [Fraction(1)])
    return total


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (4, 2)])
def test_the_mean_is_the_exact_one(branching, depth):
    assert mean.mean_case(branching, depth) == pytest.approx(float(exact_mean(branching, depth)), rel=1e-10)


def test_three_and_four_in_fractions():
    """45.2025, so that 45.203, which is also quoted, is not the exact mean rounded."""
    assert float(exact_mean(3, 4)) == pytest.approx(45.20245128964698)


@pytest.mark.parametrize("branching", [2, 3, 5, 10, 40])
def test_deep_trees_grow_by_pearls_factor_a_ply(branching):
    last = min(mean.deepest(branching), 60)
    last -= last % 2
    grown = mean.mean_case(branching, last) / mean.mean_case(branching, last - 2)
    assert math.sqrt(grown) == pytest.approx(mean.limit_branching(branching), rel=1e-3)


def test_pearls_factor_for_two_branches_is_the_golden_section():
    assert mean.limit_branching(2) == pytest.approx((1 + 5**0.5) / 2)
    assert mean.limit_branching(1) == 1


@settings(max_examples=30)
@given(st.integers(1, 60), st.integers(1, 12))
def test_best_mean_and_worst_in_this_order(branching, depth):
    if depth <= mean.deepest(branching):
        best, worst = formulas.best_case(branching, depth), formulas.worst_case(branching, depth)
        between = mean.mean_case(branching, depth)
        assert best * (1 - 1e-9) <= between <= worst * (1 + 1e-9)
        assert formulas.best_case_nodes(branching, depth) <= mean.mean_case_nodes(branching, depth) * (
            1 + 1e-9
        )
        assert mean.mean_case_nodes(branching, depth) <= formulas.worst_case_nodes(branching, depth) * (
            1 + 1e-9
        )


@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (4, 2)])
def test_nodes_of_the_best_case_are_those_of_the_best_ordering(branching, depth):
    def tree(d, path=()):
        return [tree(d - 1, (*path, i)) for i in range(branching)] if d else hash(path) % 1009

    found = hm.orderings(hm.tree(tree(depth)), samples=0)
    assert found.best.evaluations == formulas.best_case(branching, depth)
    assert found.best.counts.visited == formulas.best_case_nodes(branching, depth)


@given(st.floats(1.001, 50), st.integers(1, 12))
def test_nilssons_factor_gives_the_nodes_back(factor, depth):
    nodes = sum(factor**k for k in range(1, depth + 1))
    assert formulas.effective_branching(nodes, depth) == pytest.approx(factor, rel=1e-9)
    assert formulas.leaf_root(factor**depth, depth) == pytest.approx(factor)


def test_odd_depths_are_dear():
    """From an even depth to the next odd one the best case grows by nearly b, then by hardly more than 2."""
    counts = [formulas.best_case(100, d) for d in range(2, 8)]
    ratios = [after / before for before, after in pairwise(counts)]
    assert all(ratio > 50 for ratio in ratios[::2])
    assert all(ratio < 2 for ratio in ratios[1::2])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: formulas.best_case(0, 3), "branching factor must be a whole number from 1 to 1000, not 0"),
        (lambda: formulas.worst_case(3, -1), "depth must be a whole number from 0 to 100, not -1"),
        (lambda: formulas.worst_case(2.5, 2), "not 2.5"),
        (lambda: mean.mean_case(10, 31), "With 10 branches the mean is known to depth 30, not to 31"),
        (lambda: formulas.effective_branching(10, 0), "needs a depth of 1 or more"),
        (lambda: formulas.leaf_root(0, 2), "needs a count above zero"),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        call()
