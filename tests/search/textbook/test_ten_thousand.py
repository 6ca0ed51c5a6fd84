"""Every search of the textbooks against plain minimax, on a thousand random irregular trees each,
or on ten thousand.

The trees are of four kinds: players in turn and at random, values with many ties and all distinct; minimax
itself is held to the definition on a sample of them and in `test_minimax`.  A thousand trees are of the two
kinds whose machine code other tests need as well.
"""

from math import inf

import pytest
from small_games import TREES, RandomTree, naive, root
from told import DistinctTree

from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.mtdf import mtdf
from halfmove.search.textbook.negamax import negamax
from halfmove.search.textbook.scout import negascout, scout

pytestmark = pytest.mark.slow_interpreted

GAMES = [RandomTree(in_turn=False), DistinctTree(), RandomTree(), DistinctTree(in_turn=False)]
MINS = [kind(in_turn=turn, movers=3) for turn in (False, True) for kind in (RandomTree, DistinctTree)]

SEARCHES = [
    *((alphabeta, {"dialect": name}, MINS) for name in ("aima", "cs188", "winston", "eth", "mit")),
    *((negamax, {"form": form}, GAMES) for form in ("F", "F2", "F3")),
    *((negascout, {"form": form}, MINS) for form in ("negascout", "pvs")),
    (scout, {}, MINS),
    (mtdf, {}, MINS),
    (mtdf, {"first": inf}, GAMES),
    (deepening, {}, MINS),
]


@pytest.fixture(scope="module")
def truth():
    """By game: the value and the action of as many trees as were asked for, by minimax."""
    return {}


@pytest.mark.parametrize("trees", TREES)
@pytest.mark.parametrize(("search", "options", "games"), SEARCHES)
def test_the_value_and_the_action_are_minimax_s(truth, search, options, games, trees):
    if trees < 10_000:
        games = games[:2]
    for game in games:
        answers = truth.setdefault(id(game), [])
        for number in range(len(answers), trees // len(games)):
            answers.append(minimax(game, root(number))[:2])
            if number % 50 == 0:
                assert answers[number][0] == naive(game, root(number))
        for number in range(trees // len(games)):
            assert search(game, root(number), **options)[:2] == answers[number], (game, number)
