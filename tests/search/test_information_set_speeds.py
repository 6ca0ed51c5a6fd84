"""The same searches compiled; all else is in `test_information_set`."""

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn

pytestmark = pytest.mark.slow_interpreted


def found(analysis):
    return [(line.action, line.value, line.visits) for line in analysis.lines], analysis.policy


def test_both_speeds_find_the_same():
    limit, both = hm.Limit(simulations=400), (Kuhn(), interpreted(Kuhn()))
    state, _ = hm.position(both[0], moves="Q J")
    for name in ("so-ismcts", "mo-ismcts"):
        one, two = (hm.analyze(g, state, limit, lines=2, seed=3, algorithm=name) for g in both)
        assert found(one) == found(two)


def test_both_speeds_find_the_same_where_all_move_at_once():
    game = Goofspiel(cards=4)
    both, limit = (game, interpreted(game)), hm.Limit(simulations=400)
    state, _ = hm.position(game, moves="3")
    one, two = (hm.analyze(g, state, limit, lines=4, seed=3, algorithm="sm-mcts") for g in both)
    assert found(one) == found(two)


def test_both_speeds_solve_the_states_drawn_alike():
    both = (Kuhn(), interpreted(Kuhn()))
    state, _ = hm.position(both[0], moves="Q J")
    one, two = (hm.analyze(g, state, hm.Limit(), lines=2, seed=3, algorithm="pimc") for g in both)
    assert found(one) == found(two)
    assert (one.nodes, one.depth) == (two.nodes, two.depth)


def test_both_speeds_solve_the_same_matrices():
    game = Goofspiel(cards=4, prizes="descending")
    one, two = (
        hm.analyze(g, limit=hm.Limit(), lines=4, seed=3, algorithm="backward-induction")
        for g in (game, interpreted(game))
    )
    assert found(one) == found(two)
    assert (one.nodes, one.depth) == (two.nodes, two.depth)


def test_both_speeds_draw_the_same_plays():
    both = (Kuhn(), interpreted(Kuhn()))
    state, _ = hm.position(both[0], moves="Q J")
    one, two = (hm.analyze(g, state, hm.Limit(simulations=400), seed=3, algorithm="oos") for g in both)
    assert one.policy == pytest.approx(two.policy, abs=1e-9)
    assert one.value == pytest.approx(two.value, abs=1e-9)
