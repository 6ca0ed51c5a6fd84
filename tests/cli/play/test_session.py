"""The history of a game."""

import pytest
from rings import Drawing, Forbidding

from halfmove.cli.play.game import PlayedGame
from halfmove.core import figures
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.connect4 import ConnectFour


@pytest.fixture
def session():
    return PlayedGame(History(ConnectFour(), ConnectFour().initial(), (3, 3, 2)))


def test_it_starts_with_the_moves_given(session):
    assert session.actions == [3, 3, 2]
    assert len(session.states) == 4
    assert session.mover == 1


def test_undo_goes_back_to_the_last_move_of_a_person(session):
    assert session.undo({1}) == 2
    assert session.actions == [3]
    assert session.undo({1}) == 0, "the first move was not theirs"
    assert session.undo({0}) == 1


def test_redo_goes_on_to_the_next_turn_of_a_person(session):
    session.undo({1})
    assert session.redo({1}) == 2
    assert session.actions == [3, 3, 2]
    assert session.redo({1}) == 0


def test_another_move_forgets_what_was_undone(session):
    session.undo({0, 1})
    session.play(5)
    assert session.redo({0, 1}) == 0
    assert session.actions == [3, 3, 5]


def test_the_same_move_again_keeps_the_rest(session):
    session.undo({0, 1})
    session.undo({0, 1})
    session.play(3)
    assert session.redo({0, 1}) == 1
    assert session.actions == [3, 3, 2]


def test_undo_takes_a_resignation_back_before_any_move(session):
    session.resigned = 1
    assert session.over
    assert session.undo({1}) == 0
    assert not session.over
    assert session.actions == [3, 3, 2]


def test_restart(session):
    session.restart()
    assert session.actions == []
    assert session.state == ConnectFour().initial()
    assert session.redo({0}) == 0


def test_a_position_that_comes_a_third_time_ends_the_game_until_it_is_undone():
    game = Drawing()
    session = PlayedGame(History(game, game.initial(), (1, 2, 1, 2)))
    assert session.over
    assert figures.outcome(session.history) == "A draw: the position has stood three times."
    assert session.undo({0, 1}) == 1
    assert not session.over
    assert session.redo({0}) == 1
    assert session.over


def test_what_looking_back_forbids_is_refused_and_nothing_is_forgotten():
    game = Forbidding()
    session = PlayedGame(History(game, game.initial(), (1, 1)))
    session.undo({1})
    with pytest.raises(BadInput, match="stood before"):
        session.play(2)
    assert session.actions == [1]
    assert session.redo({0}) == 1
