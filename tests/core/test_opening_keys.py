"""How books call positions and moves of any game: symmetric ones as one, and never two as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.opening_keys import UsualKeys, bookable
from halfmove.games.checkers import Checkers
from halfmove.games.kuhn import Kuhn
from halfmove.games.mnk import TicTacToe
from halfmove.games.nim import Nim
from halfmove.games.othello import Othello
from halfmove.games.pig import Pig
from halfmove.games.registry import game as named

pytestmark = pytest.mark.one_speed  # no kernel is in it

GAMES = [interpreted(game) for game in (TicTacToe(), named("connect4"), Othello(), Checkers(), Nim())]
DRAWN = st.lists(st.integers(0, 1000), max_size=30)


def wander(game, drawn):
    """A state that such moves lead to."""
    state = game.initial()
    for number in drawn:
        if game.is_terminal(state):
            break
        legal = [*game.actions(state)]
        state = game.result(state, legal[number % len(legal)])
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(drawn=DRAWN, way=st.integers(0, 7))
def test_symmetric_positions_and_moves_are_one(game, drawn, way):
    keys, state = UsualKeys(game), wander(game, drawn)
    if game.is_terminal(state):
        return
    way %= game.symmetry_count
    other = game.symmetric(state, way)
    assert keys.keys(state) == keys.keys(other)
    here, there = keys.actions(state), keys.actions(other)
    assert set(here) == set(there)
    for number, action in here.items():
        assert action in [*game.actions(state)]
        child, twin = game.result(state, action), game.result(other, there[number])
        assert keys.keys(child) == keys.keys(twin)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(drawn=DRAWN)
def test_every_move_has_a_number_and_moves_with_one_number_are_symmetric(game, drawn):
    keys, state = UsualKeys(game), wander(game, drawn)
    if game.is_terminal(state):
        return
    named = {keys.keys(game.result(state, a))[0] for a in keys.actions(state).values()}
    assert named == {keys.keys(game.result(state, a))[0] for a in game.actions(state)}


def test_first_moves():
    counts = {game.name: len(UsualKeys(game).actions(game.initial())) for game in GAMES}
    assert counts["othello"] == 1  # all four are one
    assert counts["tictactoe"] == 3  # corner, edge, centre
    assert counts["connect4"] == 4
    assert counts["checkers"] == 7  # the board of checkers has no symmetry


def test_positions_of_small_games_have_keys_of_their_own():
    """All positions of tic-tac-toe: as many keys as there are positions that no symmetry makes one (765)."""
    game, found = GAMES[0], set()
    keys, due = UsualKeys(game), [GAMES[0].initial()]
    while due:
        state = due.pop()
        key = keys.keys(state)[0]
        if key not in found:
            found.add(key)
            due += [] if game.is_terminal(state) else [game.result(state, a) for a in game.actions(state)]
    assert len(found) == 765


def test_games_that_have_no_books():
    assert [bool(bookable(game)) for game in (*GAMES, Pig(), Kuhn())] == [False] * len(GAMES) + [True] * 2
