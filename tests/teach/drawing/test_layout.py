"""Tidy trees: the aims of Reingold and Tilford, held on random trees with boxes of any width."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.teach.drawing.layout import Box, tidy

pytestmark = pytest.mark.one_speed

GAP, COUSINS = 8.0, 5.0
SIDES = st.integers(1, 40)
BOXES = st.recursive(
    st.builds(Box, SIDES, SIDES),
    lambda below: st.builds(Box, SIDES, SIDES, st.lists(below, min_size=1, max_size=4)),
    max_leaves=40,
)


def levels(root):
    row = [root]
    while row:
        yield row
        row = [child for box in row for child in box.below]


def everything(root):
    return [box for row in levels(root) for box in row]


def copied(box, mirrored=False):
    below = [copied(child, mirrored) for child in box.below]
    return Box(box.right, box.left, below[::-1]) if mirrored else Box(box.left, box.right, below)


@given(BOXES)
def test_boxes_of_a_level_keep_their_order_and_their_distance(root):
    width = tidy(root, GAP, COUSINS)
    parents = {id(child): box for box in everything(root) for child in box.below}
    for row in levels(root):
        for a, b in pairwise(row):
            siblings = parents[id(a)] is parents[id(b)]
            assert b.x - b.left >= a.x + a.right + GAP + (0 if siblings else COUSINS) - 1e-6
    assert min(box.x - box.left for box in everything(root)) == pytest.approx(0)
    assert max(box.x + box.right for box in everything(root)) == pytest.approx(width)


@given(BOXES)
def test_a_parent_stands_over_the_middle_of_its_children(root):
    tidy(root, GAP, COUSINS)
    for box in everything(root):
        if box.below:
            assert box.x == pytest.approx((box.below[0].x + box.below[-1].x) / 2)


@given(BOXES, BOXES)
def test_equal_subtrees_have_equal_shapes_wherever_they_stand(root, between):
    first, second = copied(root), copied(root)
    tidy(Box(5, 5, [first, between, Box(9, 3, [second])]), GAP, COUSINS)
    tidy(root, GAP, COUSINS)
    for own, a, b in zip(everything(root), everything(first), everything(second)):
        assert own.x - root.x == pytest.approx(a.x - first.x) == pytest.approx(b.x - second.x)


@given(BOXES)
def test_the_mirrored_tree_is_the_mirrored_picture(root):
    mirrored = copied(root, mirrored=True)
    width = tidy(root, GAP, COUSINS)
    assert tidy(mirrored, GAP, COUSINS) == pytest.approx(width)
    for row, back in zip(levels(root), levels(mirrored)):
        for box, image in zip(row, reversed(back)):
            assert image.x == pytest.approx(width - box.x)


@given(BOXES)
def test_no_row_of_siblings_could_be_narrower(root):
    """The last sibling is held by a chain of neighbours, each as near as the two subtrees allow."""
    tidy(root, GAP, COUSINS)
    for box in everything(root):
        outlines = [outline(child) for child in box.below]
        xs = [0.0]
        for i in range(1, len(outlines)):
            xs.append(max(xs[j] + apart(outlines[j], outlines[i]) for j in range(i)))
        if box.below:
            assert box.below[-1].x - box.below[0].x == pytest.approx(xs[-1])


def outline(root):
    return [
        (min(b.x - b.left for b in row) - root.x, max(b.x + b.right for b in row) - root.x)
        for row in levels(root)
    ]


def apart(one, other):
    pairs = enumerate(zip(one, other))
    return max(right - left + GAP + (COUSINS if level else 0) for level, ((_, right), (left, _)) in pairs)


def test_by_hand():
    """Three leaves 10 wide, 8 apart, under a root: at 5, 23 and 41; a lone child hangs straight down."""
    lone = Box(5, 5, [Box(5, 5)])
    root = Box(5, 5, [Box(5, 5), lone, Box(5, 5)])
    assert tidy(root, 8, 0) == 46
    assert [box.x for box in root.below] == [5, 23, 41]
    assert (root.x, lone.below[0].x) == (23, 23)


def test_a_long_and_a_wide_tree():
    long = Box(4, 4)
    for _ in range(1500):
        long = Box(4, 4, [long])
    assert tidy(long) == 8
    assert tidy(Box(4, 4, [Box(4, 4) for _ in range(5000)]), 2, 0) == 5000 * 10 - 2
