"""ProbCut in the engine: what a game foretells is believed, and nothing that was only foretold is a proof."""

import random

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.limit import Limit
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta import plain
from halfmove.search.alphabeta.threads import Engine

DEPTH = 6


class Foretelling(type(hm.game("connect4"))):
    """Connect Four that says of every shallow search how the deep one ends."""

    probcut_checks = 2
    sure = 0
    """How far beyond the window a shallow score has to lie."""

    def probcut(self, s, shallow, depth, low, high):
        return low - self.sure, high + self.sure


class Silent(Foretelling):
    """The same that foretells nothing."""

    def probcut(self, s, shallow, depth, low, high):
        return -INFINITY, INFINITY


class Unsure(Foretelling):
    """The same that believes no estimate."""

    sure = 10**9


def game(rules):
    return interpreted(rules(width=5, height=4))


def search(rules, **options):
    made = game(rules)
    return hm.analyze(made, None, Limit(depth=DEPTH), memory=Engine(made, megabytes=1, **options))


def test_what_is_foretold_is_left_out():
    whole = search(Silent)
    cut = search(Foretelling)
    assert cut.nodes < whole.nodes
    assert search(Unsure).raw == whole.raw
    assert search(Foretelling, without=["probcut"]).nodes == whole.nodes
    usual = interpreted(hm.game("connect4", width=5, height=4))
    assert whole.nodes == hm.analyze(usual, None, Limit(depth=DEPTH)).nodes


def test_checks_are_as_odd_or_even_as_the_search_and_shallower():
    made = game(Foretelling)
    for depth in range(plain.PROBCUT_DEPTH, 30):
        found = [plain.shallow_goal(made, made.initial(), depth, n, True, 0, 1)[0] for n in (0, 1)]
        for shallow in found:
            assert shallow == 0 or (shallow % 2 == depth % 2 and shallow < depth)
        assert found[0] == 0 or found[0] < found[1]


def test_a_check_asks_for_the_side_that_the_game_says():
    made = game(Foretelling)
    assert plain.shallow_goal(made, made.initial(), 8, 1, True, 10, 11) == (4, 11)
    assert plain.shallow_goal(made, made.initial(), 8, 1, False, 10, 11) == (4, 11)  # below it: at most 10
    assert plain.shallow_goal(game(Silent), made.initial(), 8, 1, True, 10, 11)[0] == 0
    assert plain.shallow_goal(game(Silent), made.initial(), 8, 1, False, 10, 11)[0] == 0


def test_what_is_called_proven_is_the_value_of_the_game():
    """Whatever the game foretells, wrongly too: a cut by it is an estimate."""
    made, usual = game(Foretelling), interpreted(hm.game("connect4", width=5, height=4))
    proven = 0
    for seed in range(12):
        rng, state = random.Random(seed), made.initial()
        for _ in range(9):
            if not made.is_terminal(state):
                state = made.result(state, rng.choice(list(made.actions(state))))
        if made.is_terminal(state):
            continue
        for depth in (4, 6, 8):
            found = hm.analyze(made, state, Limit(depth=depth))
            if found.proven:
                proven += 1
                assert found.value == hm.solve(usual, state).value
    assert proven > 5


@pytest.mark.slow_interpreted
def test_compiled_as_interpreted():
    made = Foretelling(width=5, height=4)
    for depth in (5, 8):
        both = [hm.analyze(g, None, Limit(depth=depth)) for g in (made, interpreted(made))]
        assert len({(a.nodes, a.raw, a.best) for a in both}) == 1
