"""A person at the terminal: what is shown, what is taken, what is answered."""

import io

import pytest

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.core.history import History

pytestmark = pytest.mark.one_speed

GAME = hm.game("tictactoe")


@pytest.fixture
def person():
    one = player(describe("person?name=Ada"))
    one.start()
    one.new_game(GAME, 0, 1)
    return one


def typed(monkeypatch, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_move_is_taken_and_everything_else_answered(monkeypatch, capsys, person):
    assert (person.title, person.in_person) == ("Ada", True)
    history = History(GAME, actions=[GAME.parse_action(GAME.initial(), "b2")])
    typed(monkeypatch, "", "help", "moves", "board", "b2", "zz", "a1")
    choice = person.choose(history, Budget(clocks=(65.0, 65.0), increments=(0.0, 0.0)))
    assert GAME.action_text(history.state, choice.action) == "a1"
    shown = capsys.readouterr().out
    assert "played b2" in shown
    assert GAME.show(history.state) in shown
    assert "(1:05 left) > " in shown
    assert "A move, please, or help." in shown
    assert "give the game up" in shown
    assert "a1 b1 c1" in shown
    assert "b2" in shown.split("O (1:05 left) > ")[5]
    assert "'zz' is not a square of this board" in shown


def test_how_it_ended(capsys, person):
    moves = ["a1", "a2", "b1", "b2", "c1"]
    history = History(GAME)
    for text in moves[:-1]:
        history.play(GAME.parse_action(history.state, text))
    person.end_game(history)
    assert capsys.readouterr().out.endswith("The game has been ended.\n")
    history.play(GAME.parse_action(history.state, moves[-1]))
    person.end_game(history)
    shown = capsys.readouterr().out
    assert "X played c1." in shown
    assert shown.endswith("The game is over: you win.\n")
    person.new_game(GAME, 1, 1)
    person.end_game(history)
    assert capsys.readouterr().out.endswith("The game is over: you lose.\n")
    person.end_game(history)
    assert capsys.readouterr().out == "The game is over: you lose.\n"  # the board is not shown twice


def test_giving_up(monkeypatch, person):
    typed(monkeypatch, "resign")
    assert person.choose(History(GAME), Budget()).resigns
    typed(monkeypatch)  # the end of the input
    assert person.choose(History(GAME), Budget()).resigns
