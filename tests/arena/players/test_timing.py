"""Time shared out over a game: by hand, and as laws that hold for any clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.arena.players.timing import (
    DISAPPOINTED,
    MOVES,
    OVERDRAFT,
    STEADY,
    AimFactor,
    MoveTime,
    divide_time,
    expect_moves,
)
from halfmove.core.analysis import Analysis, Line
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.scores import Score

pytestmark = pytest.mark.one_speed

GAME = hm.interpreted(hm.game("connect4"))
START = History(GAME)


def clock(left, increment=0.0, to_go=None, limit=None):
    return Budget(limit or Limit(), (left, left), (increment, increment), to_go)


def test_without_a_clock_a_move_has_the_time_it_is_given():
    assert divide_time(START, Budget()) == MoveTime(None, None)
    assert divide_time(START, Budget(Limit(seconds=0.5)), 0.01) == MoveTime(None, 0.49)
    assert divide_time(START, Budget(Limit(depth=3))) == MoveTime(None, None)


def test_by_hand():
    found = divide_time(START, clock(21.0), 0.0)  # 42 plies are left, 21 of them one's own
    assert found.aim == pytest.approx(0.75)  # of a second, after which no level is begun
    assert found.most == pytest.approx(3.0)
    found = divide_time(START, clock(10.0, to_go=10), 0.0)
    assert (found.aim, found.most) == (pytest.approx(0.75), pytest.approx(3.0))
    found = divide_time(START, clock(10.0, to_go=1), 0.0)
    assert (found.aim, found.most) == (pytest.approx(7.5), pytest.approx(10.0))
    found = divide_time(START, clock(1.0, increment=1.0, to_go=10), 0.0)
    assert found.most == pytest.approx(0.9)  # the increment comes back: more than half may go
    assert divide_time(START, clock(10.0, limit=Limit(seconds=0.2)), 0.0).most == pytest.approx(0.2)


def test_a_move_is_made_even_where_no_time_is_left():
    found = divide_time(START, clock(0.0))
    assert 0 < found.most < 0.001
    one = player(describe("engine"))
    one.new_game(GAME, 0, 1)
    assert one.choose(START, clock(0.0)).action in START.legal()


def test_moves_expected():
    assert expect_moves(START) == 21
    assert expect_moves(History(GAME, actions=[3] * 6)) == 18
    assert expect_moves(History(hm.game("tictactoe"))) == MOVES  # it does not say how long it may last


LEFT = st.floats(0.001, 1e5)


@given(LEFT, st.floats(0, 100), st.none() | st.integers(1, 200), st.floats(0, 1))
def test_never_more_than_there_is(left, increment, to_go, overhead):
    found = divide_time(START, clock(left, increment, to_go), overhead)
    assert 0 < found.aim <= found.most <= left
    assert found.most <= 2 * OVERDRAFT * found.aim * (1 + 1e-9)
    assert found.most <= max(left - overhead, left / 2) + 1e-9


@given(st.floats(1, 100), st.integers(2, 12))
def test_a_game_of_such_shares_fits_its_clock(left, moves):
    """Even where every move takes the most it may, time is left for each."""
    for to_go in range(moves, 0, -1):
        most = divide_time(START, clock(left, to_go=to_go), 0.0).most
        assert 0 < most <= left
        if to_go > 1:
            assert most <= left / 2 or to_go <= 2
        left -= most


# ---- what is found moves the aim
def found(action, score):
    said = Score.read(GAME, 0, score)
    line = Line(action, said, (action,))
    return Analysis(GAME, GAME.initial(), "engine", (line,), said, 1, 1, 0.0)


def test_a_choice_that_stands_needs_less_and_less():
    patience = AimFactor()
    factors = [patience.update(found(3, 500)) for _ in range(len(STEADY) + 3)]
    assert factors == [*STEADY, *[STEADY[-1]] * 3]
    assert patience.update(found(2, 500)) == STEADY[0], "another choice: from the beginning"


def test_a_disappointment_needs_more():
    patience = AimFactor()
    patience.update(found(3, 500))
    unit = GAME.unit
    assert patience.update(found(3, 500 - unit // 2)) == pytest.approx(STEADY[1] * (1 + DISAPPOINTED / 2))
    assert patience.update(found(3, 500)) == STEADY[2], "better than before is none"
    assert patience.update(found(3, 500 - 50 * unit)) == pytest.approx(STEADY[3] * (1 + DISAPPOINTED))


def test_nothing_found_changes_nothing():
    over = Analysis(GAME, GAME.initial(), "engine", (), Score.proof(GAME, 0, 0, 0, raw=0), 0, 0, 0.0)
    assert AimFactor().update(over) == 1.0
