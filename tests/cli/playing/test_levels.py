"""Levels: each stronger than the one before."""

from itertools import pairwise

from halfmove.cli.playing.levels import DEFAULT, FULL, LEVELS, described, level


def test_each_level_is_stronger_than_the_one_before():
    for weaker, stronger in pairwise(LEVELS):
        deeper = (stronger.depth or 999) >= (weaker.depth or 999)
        assert deeper
        assert stronger.slips <= weaker.slips
        assert stronger != weaker


def test_seconds_alone_mean_full_strength():
    assert level(None, 3.0).depth is LEVELS[FULL - 1].depth is None
    assert level(None, 3.0).seconds == 3.0
    assert level(4, 3.0).depth == LEVELS[3].depth
    assert level(None, None) == LEVELS[DEFAULT - 1]


def test_what_is_said_of_a_level():
    assert described(LEVELS[0]) == "looks 1 ply ahead, 50% of its moves at random"
    assert described(LEVELS[9]) == "thinks 2 s a move"
