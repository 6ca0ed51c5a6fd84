"""Cuts, deep cuts and ties, counted by hand."""

import pytest

import halfmove as hm

pytestmark = pytest.mark.one_speed

DEEP = [[10, 10], [[[5, 6], [20, 30]], 99]]
"""MAX has 10 at the root; below the second move MIN, MAX and MIN move before 5 is seen: cut there, deep."""


def findings(spec, **options):
    return hm.exercise_on(spec, **options).findings


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax"])
def test_a_deep_cut(algorithm):
    found = findings(DEEP, algorithm=algorithm)
    assert len(found.deep) == 1
    assert found.deep[0].path == ("a2", "c1", "d1")  # three plies below the root, whose value is the bound
    assert [abs(cut.bound) for cut in found.deep] == [10]


def test_a_shallow_cut_is_not_deep():
    found = findings([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert [cut.path for cut in found.cuts] == [("a2",)]
    assert [cut.path for cut in found.empty] == [("a3",)]  # 2 ≤ 3, but after the last child
    assert found.deep == found.ties == ()
    assert set(found.owners.values()) == {()}


def test_the_owner_of_a_bound_two_plies_up_is_the_parent():
    """MIN holds MAX to 3 at B; at E, a MAX node below B, 5 passes it: shallow, for its parent set it."""
    found = findings([[[3, 1], [5, 9]], [[0, 0], [0, 0]]])
    cut = found.cuts[0]
    assert (cut.path, cut.value, cut.bound) == (("a1", "b2"), 5, 3)
    assert cut not in found.deep


def test_ties():
    assert findings([[3, 5], [3, 2]]).ties == (("a2",),)
    assert findings([[3, 5], [4, 2]]).ties == ()
    strict = findings([[3, 5], [3, 2]], dialect="cs188")
    assert strict.ties == (("a2",),)
    assert strict.cuts == ()
