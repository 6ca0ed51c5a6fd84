"""Every search of the textbooks against plain minimax, on ten thousand random irregular trees each.

The trees are of both kinds: players in turn and at random, values with many ties and all distinct; minimax
itself is held to the definition on a sample of them and in `test_minimax`.
"""

from math import inf

import pytest
from small_games import RandomTree, naive, root
from told import DistinctTree

from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.mtdf import mtdf
from halfmove.search.textbook.negamax import negamax
from halfmove.search.textbook.scout import negascout, scout

TREES = 10_000
PLIES = 4
KINDS = [(kind, turn) for kind in (RandomTree, DistinctTree) for turn in (True, False)]
GAMES = [kind(plies=PLIES, in_turn=turn) for kind, turn in KINDS]
MINS = [kind(plies=PLIES, in_turn=turn, movers=3) for kind, turn in KINDS]

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
    """The value and the action of every tree, by minimax."""
    games = {id(game): game for game in (*GAMES, *MINS)}
    answers = {}
    for key, game in games.items():
        answers[key] = [minimax(game, root(number))[:2] for number in range(TREES // 4)]
        for number in range(0, TREES // 4, 50):
            assert answers[key][number][0] == naive(game, root(number))
    return answers


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("search", "options", "games"), SEARCHES)
def test_the_value_and_the_action_are_minimax_s(truth, search, options, games):
    for game in games:
        answers = truth[id(game)]
        for number, answer in enumerate(answers):
            assert search(game, root(number), **options)[:2] == answer, (game, number)
