"""What the searches that look beyond the horizon have in common."""

import pytest

from halfmove.games.mnk import TicTacToe
from halfmove.search.algorithms import algorithms
from halfmove.search.textbook.quiescence import quiescence
from halfmove.search.textbook.singular import singular
from halfmove.search.textbook.tapered import tapered
from halfmove.search.watch import Follower

SEARCHES = {"quiescence": quiescence, "singular": singular, "tapered": tapered}


@pytest.mark.parametrize("name", SEARCHES)
def test_each_is_known_as_a_lesson_whose_value_may_be_wrong(name):
    lesson = algorithms()[name].lesson
    assert lesson.run is SEARCHES[name]
    assert lesson.heuristic
    assert lesson.windowed


@pytest.mark.parametrize("search", SEARCHES.values())
def test_a_follower_given_as_watcher_is_used_and_compiled(search):
    mine = Follower()
    outcome = search(TicTacToe(), depth=3, watch=mine)
    assert 0 < mine.nodes <= outcome.nodes
