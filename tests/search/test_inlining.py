"""Interpreted searches with what their watcher does written into their text: the same answers and counts."""

from itertools import product

import pytest
from small_games import AIMA, ChanceTree, RandomTree, root

from halfmove.core.compile import interpreted, kernel
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.inlining import Steps, run
from halfmove.games.tree import tree
from halfmove.search.algorithms import algorithms
from halfmove.search.textbook.alphabeta import alphabeta, alphabeta_value
from halfmove.search.textbook.minimax import pair_value
from halfmove.search.textbook.outcome import UNLIMITED, conduct
from halfmove.search.watch import BOUND, FREE, KEPT, Follower, Several, Stopped, Watcher

pytestmark = pytest.mark.one_speed

GAMES = [interpreted(RandomTree()), interpreted(ChanceTree())]
LESSONS = {name: each.lesson for name, each in algorithms().items() if each.lesson is not None}


@pytest.mark.parametrize("name", LESSONS)
def test_every_textbook_search_answers_and_counts_as_under_a_watcher(name):
    lesson, fits = LESSONS[name], 0
    settings = [dict(zip(lesson.options, values)) for values in product(*lesson.options.values())]
    for game, options, depth, number in product(GAMES, settings, (None, 3), range(4)):
        told = {"depth": depth, **options}
        try:
            watched = lesson.run(game, root(number), watch=Watcher(), **told)
        except (Unsuitable, BadInput):  # of another kind of game, or options that contradict each other
            continue
        fits += 1
        assert lesson.run(game, root(number), **told) == watched
        assert lesson.run(game, root(number), watch=Follower(), **told) == watched
    assert fits


def test_the_searches_are_those_with_the_steps_in_their_text():
    """Otherwise the test above would compare what is the same; each search has a kernel, but MTD(f) two
    functions that are none."""
    from halfmove.search.textbook import (
        expectiminimax,
        failhard,
        maxn,
        minimax,
        mtdf,
        negamax,
        paranoid,
        quiescence,
        scout,
        singular,
        star,
        star2,
        tapered,
    )

    searches = [alphabeta_value, pair_value, mtdf.mtdf_value, negamax.plain_negamax_value, scout.scout_value]
    searches += [minimax.minimax_value, negamax.negamax_value, scout.negascout_value, failhard.failhard_value]
    searches += [expectiminimax.expectiminimax_value, maxn.maxn_value, paranoid.paranoid_value]
    searches += [quiescence.quiescence_value, singular.singular_value, star.star1_value, star2.star2_value]
    for search in [*searches, tapered.tapered_value]:
        for steps in (FREE, BOUND):
            assert run(search, steps) is not None, search


def test_nothing_is_left_of_the_watcher():
    begun = run(alphabeta_value, FREE, **dict.fromkeys(KEPT, 0))
    game = tree(AIMA)
    assert begun.search(game, game.root, UNLIMITED, -99, 99, False, None)[0] == 3
    assert (begun["_nodes"], begun["_leaves"], begun["_cutoffs"]) == (11, 7, 2)
    assert begun["_best"] == (0, (0, None))


def test_a_function_that_does_something_else_with_its_watcher_runs_as_it_is():
    @kernel
    def looks(game, state, depth, watch):
        watch.enter(state, depth, None, None)
        known = watch.nodes
        watch.leave(known)
        return known, -1

    def around(game, state, depth, watch):
        return looks(game, state, depth, watch)

    game = tree(AIMA)
    assert run(looks, FREE) is None
    assert run(around, FREE) is None
    assert conduct("looks", looks, game).value == 1


def test_lines_keep_their_places():
    """A traceback shows the line that somebody wrote."""

    class Broken(type(tree([1, 2]))):
        def utility(self, s, player):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        alphabeta(Broken([1, 2]))
    entry = caught.traceback[-2]
    assert entry.path.name == "alphabeta.py"
    assert "game.utility(state, MAX)" in str(entry.statement)


def test_a_follower_stops_at_its_limit_and_from_outside():
    game = interpreted(RandomTree())
    follower = Follower(50)
    with pytest.raises(Stopped):
        alphabeta(game, root(1), watch=follower)
    assert follower.nodes == 50

    stopped = Follower()
    stopped.stop()
    with pytest.raises(Stopped):
        alphabeta(game, root(1), watch=stopped)
    assert stopped.nodes == 0

    class Stopping(RandomTree):
        def utility(self, s, player):
            late.stop()
            return super().utility(s, player)

    late = Follower()
    with pytest.raises(Stopped):
        alphabeta(interpreted(Stopping()), root(1), watch=late)
    assert late.leaves == 1


def test_a_follower_knows_how_deep_it_went_and_goes_on_counting():
    game = interpreted(RandomTree())
    told, written = Follower(), Follower()
    for number in range(3):
        alphabeta(game, root(number), watch=Several(told))
        alphabeta(game, root(number), watch=written)
        assert (written.nodes, written.deepest) == (told.nodes, told.deepest)
        assert written.variation(game, root(number)) == told.variation(game, root(number))


def test_arguments_stand_where_the_method_names_them():
    steps = Steps(("_said",), {"leaf": "_said = _said + [(state, value, terminal)]"})
    begun = run(alphabeta_value, steps, _said=[])
    game = tree([1, 2])
    begun.search(game, game.root, UNLIMITED, -99, 99, False, None)
    assert begun["_said"] == [(game.result(game.root, a), a + 1, True) for a in (0, 1)]
