"""Vital points, against the shapes that books name."""

import pytest

import halfmove as hm
from halfmove.core import bits
from halfmove.core.compile import interpreted

GO = interpreted(hm.game("go", size=9))

# `*` is the vital point, `.` the rest of the space
DECIDED = {
    "three in a row": [".*."],
    "bent three": [".*", " ."],
    "pyramid four": [".*.", " . "],
    "crossed five": [" . ", ".*.", " . "],
    "bulky five": ["..", ".*", " ."],
    "rabbity six": [" ..", ".*.", " . "],
}
NOT_DECIDED = {
    "two": [".."],
    "straight four": ["...."],
    "bent four": ["...", "  ."],
    "twisted four": [".. ", " .."],
    "square four": ["..", ".."],
    "a T of five": ["...", " . ", " . "],
    "straight five": ["....."],
    "six in two rows": ["...", "..."],
    "rabbity six and one more": [" ..", "...", " ..", "   "],
}


def images(rows):
    """A shape turned and mirrored."""
    width = max(map(len, rows))
    shape = [row.ljust(width) for row in rows]
    for _ in range(2):
        for _ in range(4):
            shape = ["".join(column) for column in zip(*shape[::-1], strict=True)]
            yield shape
        shape = shape[::-1]


def walled(shape, down, right):
    """A board on which White surrounds that space, and a white stone beside it; where its vital point is."""
    rows = [["O"] * 9 for _ in range(9)]
    vital = None
    for r, row in enumerate(shape):
        for c, cell in enumerate(row):
            if cell != " ":
                rows[down + r][right + c] = "."
                if cell == "*":
                    vital = (down + r) * 9 + right + c
    rows[8][8] = "."  # so that White has a liberty elsewhere as well
    return GO.parse("/".join("".join(row) for row in rows) + " B - 0"), vital


@pytest.mark.parametrize("name", [*DECIDED, *NOT_DECIDED])
@pytest.mark.parametrize(("down", "right"), [(0, 0), (2, 3)])
def test_shapes(name, down, right):
    for shape in images({**DECIDED, **NOT_DECIDED}[name]):
        state, vital = walled(shape, down, right)
        own, other = GO.own(state), GO.other(state)
        empty = GO.empty(own, other)
        beside = [p for p in bits.wide_squares(other) if p // GO.stride < 7]
        found = {GO.vital_beside(place, own, other, empty) for place in beside} - {-1}
        assert {GO.point(place) for place in found} == ({vital} if name in DECIDED else set())


def test_a_space_that_both_surround_has_none():
    state = GO.parse(
        "OXOOOOOOO/O1OOOOOOO/O.OOOOOOO/O1OOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOO1/9 W - 0"
    )
    own, other = GO.own(state), GO.other(state)
    empty = GO.empty(own, other)
    assert GO.vital_beside(GO.place(1), own, other, empty) == -1
