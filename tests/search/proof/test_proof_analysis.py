"""dfpn, pn and pn2 as algorithms of `analyze`."""

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.games.mnk import TicTacToe
from halfmove.search.algorithms import choose

GAME = interpreted(TicTacToe())
METHODS = ("dfpn", "pn", "pn2")


@pytest.mark.parametrize("method", METHODS)
def test_what_is_proven_has_the_value_and_an_action_that_keeps_it(method):
    state = GAME.initial()
    for action in (0, 1):
        state = GAME.result(state, action)
    best = hm.minimax(GAME, state)
    found = hm.analyze(GAME, state, hm.Limit(), algorithm=method, lines=7)
    assert (found.value, found.proven, found.algorithm) == (best.value, True, method)
    worth = {action: hm.minimax(GAME, GAME.result(state, action)).value for action in GAME.actions(state)}
    assert {line.action: line.value for line in found.lines} == worth
    assert [line.value for line in found.lines] == sorted(worth.values(), reverse=True)
    assert found.best == found.lines[0].action


@pytest.mark.parametrize("method", METHODS)
def test_what_is_not_proven_has_an_action_and_no_value(method):
    found = hm.analyze(GAME, None, hm.Limit(nodes=5), algorithm=method)
    assert (found.proven, found.interrupted, found.value) == (False, True, 0)
    assert found.nodes <= 6
    assert found.best in list(GAME.actions(GAME.initial()))
    assert not hm.analyze(GAME, None, hm.Limit(nodes=5), algorithm=method, lines=3).proven


@pytest.mark.parametrize("method", METHODS)
def test_a_depth_asks_for_wins_of_either_side(method):
    state = GAME.initial()
    for action in (0, 3, 1):  # X threatens the third of the row, O to move
        state = GAME.result(state, action)
    lost = GAME.result(state, 8)
    assert hm.analyze(GAME, lost, hm.Limit(depth=1), algorithm=method).value == 1
    assert not hm.analyze(GAME, GAME.initial(), hm.Limit(depth=2), algorithm=method).proven


def test_auto_takes_none_of_them():
    assert hm.algorithms().keys() >= set(METHODS)
    assert choose(GAME).name not in METHODS
