import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, naive, root

from halfmove.core.compile import interpreted
from halfmove.core.limit import Limit
from halfmove.games.connect4 import ConnectFour
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook import analysis as textbook
from halfmove.search.textbook.alphabeta import FORM as ALPHABETA
from halfmove.search.textbook.minimax import FORM as MINIMAX

FORMS = [MINIMAX, ALPHABETA]
EVER = Limit()


def last(form, game, state=None, limit=EVER, **options):
    *_, analysis = form.search(game, game.initial() if state is None else state, limit, **options)
    return analysis


def test_without_a_clock_it_is_the_textbook_s_search():
    analysis = last(ALPHABETA, TicTacToe())
    assert (analysis.nodes, analysis.depth, analysis.value, analysis.best) == (18_297, 9, 0, 0)
    assert (analysis.proven, analysis.algorithm) == (True, "alphabeta")
    assert (last(MINIMAX, ListTree(AIMA)).nodes, last(MINIMAX, ListTree(AIMA)).algorithm) == (13, "minimax")


@pytest.mark.parametrize("form", FORMS)
def test_a_value_for_each_root_action(form):
    analysis = last(form, ListTree(AIMA), lines=3)
    assert [(line.action, line.value, line.proven) for line in analysis.lines] == [
        (0, 3, True),
        (1, 2, True),
        (2, 2, True),
    ]
    assert [line.variation for line in analysis.lines] == [(0, 0), (1, 0), (2, 2)]


@pytest.mark.parametrize("form", FORMS)
def test_values_are_the_mover_s(form):
    analysis = last(form, ListTree(AIMA, first=1), lines=2)
    assert [(line.action, line.value) for line in analysis.lines] == [(1, -6), (0, -12)]


@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from([None, 3]), st.sampled_from(FORMS))
def test_lines_are_the_best_actions_with_their_values(number, lines, depth, form):
    game, state = RandomTree(movers=3, in_turn=False), root(number)
    limit = Limit(depth=depth)
    sign = 1 if game.to_move(state) == 0 else -1
    below = None if depth is None else depth - 1
    values = [(sign * naive(game, game.result(state, a), below), -a) for a in game.actions(state)]
    expected = [(-a, value) for value, a in sorted(values, reverse=True)]
    analysis = last(form, game, state, limit, lines=lines)
    assert [(line.action, line.value) for line in analysis.lines] == expected[:lines]
    assert analysis.value == expected[0][1]
    if lines > 1:
        assert all(line.variation[0] == line.action for line in analysis.lines)


@pytest.mark.parametrize("game", [TicTacToe(), interpreted(TicTacToe())])
def test_under_a_node_limit_it_deepens_and_answers(game):
    levels = list(ALPHABETA.search(game, game.initial(), Limit(nodes=5_000)))
    assert [analysis.depth for analysis in levels] == list(range(1, len(levels) + 1))
    assert not levels[-1].proven
    assert levels[-1].nodes <= 5_000
    assert [a.nodes for a in levels] == sorted(a.nodes for a in levels)


@pytest.mark.slow_interpreted
def test_a_level_without_a_horizon_is_a_proof_and_the_last():
    levels = list(ALPHABETA.search(TicTacToe(), TicTacToe().initial(), Limit(nodes=10**9)))
    assert [analysis.proven for analysis in levels] == [False] * 8 + [True]
    assert levels[-1].statistics["level_nodes"] == 18_297


def test_depth_and_clock_together():
    levels = list(MINIMAX.search(TicTacToe(), TicTacToe().initial(), Limit(seconds=60, depth=3)))
    assert [analysis.depth for analysis in levels] == [1, 2, 3]


@pytest.mark.parametrize("game", [ConnectFour(), interpreted(ConnectFour())])
@pytest.mark.parametrize("lines", [1, 7])
def test_a_clock_ends_the_search_and_the_deepest_level_is_the_answer(game, lines):
    last(ALPHABETA, game, limit=Limit(nodes=1), lines=lines)  # compiles
    began = time.perf_counter()
    analysis = last(ALPHABETA, game, limit=Limit(seconds=0.3), lines=lines)
    assert time.perf_counter() - began < 3
    assert analysis.depth >= 2
    assert not analysis.proven
    assert len(analysis.lines) == lines


def test_the_smallest_limit_still_gets_an_answer():
    analysis = last(MINIMAX, ConnectFour(), limit=Limit(nodes=1))
    assert analysis.depth == 1
    assert analysis.best == 3  # the evaluation prefers the centre


def test_ctrl_c_gets_what_there_is(monkeypatch):
    supervised = textbook.run_supervised
    calls = []

    def interrupted(work, stop, seconds, brake):
        calls.append(seconds)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return supervised(work, stop, seconds)

    monkeypatch.setattr(textbook, "run_supervised", interrupted)
    game = TicTacToe()
    assert last(ALPHABETA, game, limit=Limit(seconds=60)).depth == 2
    calls[:] = [0, 0]
    assert last(ALPHABETA, game).depth == 1  # the whole tree was asked for, and no level is complete


def test_an_error_in_the_game_comes_out():
    class Broken(ListTree):
        def utility(self, s, player):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        last(MINIMAX, Broken(AIMA))


def test_a_finished_game_has_a_value_and_no_lines():
    analysis = last(ALPHABETA, ListTree([7]), state=(0,))
    assert (analysis.value, analysis.lines, analysis.proven) == (-7, (), True)


@pytest.mark.parametrize("form", FORMS)
def test_several_mins(form):
    spec = [[[5, 3], [4, 9]], [[1, 8], [7, 6]]]
    assert last(form, ListTree(spec, players=3)).value == 3
    assert (
        last(form, ListTree(spec, players=3), state=(1,)).value == -1
    )  # a MIN moves: what MAX gets, negated
