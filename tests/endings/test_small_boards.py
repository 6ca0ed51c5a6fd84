"""Tic-tac-toe, m,n,k-games and small boards of Connect Four solved backwards, as plain recursion does."""

import pytest

import halfmove as hm
from halfmove.core.endings import is_loss, is_win, plies_of
from halfmove.endings.database import Database

GAMES = {
    "tictactoe": ("tictactoe", {}),
    "mnk": ("mnk", {"width": 4, "height": 2, "k": 3}),
    "connect4": ("connect4", {"width": 4, "height": 3}),
}


def positions(game):
    """All positions that can be reached, by plain search."""
    found, open_ = {game.initial()}, [game.initial()]
    while open_:
        state = open_.pop()
        if game.is_terminal(state):
            continue
        for action in game.actions(state):
            child = game.result(state, action)
            if child not in found:
                found.add(child)
                open_.append(child)
    return found


def values(game):
    """Value and plies by plain recursion, of every state that can be reached: the nearest win, the farthest
    loss; of draws 0."""
    known = {}

    def value(state):
        if state not in known:
            if game.is_terminal(state):
                known[state] = game.utility(state, game.to_move(state)), 0
            else:
                found = [value(game.result(state, a)) for a in game.actions(state)]
                wins = [plies for won, plies in found if won < 0]
                if wins:
                    known[state] = 1, 1 + min(wins)
                elif all(won > 0 for won, _ in found):
                    known[state] = -1, 1 + max(plies for _, plies in found)
                else:
                    known[state] = 0, 0
        return known[state][0], known[state][1] if known[state][0] else 0

    value(game.initial())
    return known, value


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("name", GAMES)
def test_every_position_has_the_value_of_plain_recursion(tmp_path, name):
    title, parameters = GAMES[name]
    game = hm.game(title, **parameters)
    plain = hm.interpreted(game)
    database = Database(game, tmp_path)
    database.build("all", threads=2)
    known, value = values(plain)
    assert len(known) > 1000
    for state in list(known)[::3]:
        code = database.probe(state)
        said = 1 if is_win(code) else -1 if is_loss(code) else 0
        assert (said, plies_of(code) if code else 0) == value(state), plain.show(state)
    assert database.verify("all") >= len(known)


@pytest.mark.parametrize("name", GAMES)
def test_there_and_back(name):
    title, parameters = GAMES[name]
    game = hm.interpreted(hm.game(title, **parameters))
    numbers = set()
    for state in sorted(positions(game))[::29]:
        number = game.ending_index(state)
        assert 0 <= number < game.ending_count(0)
        assert game.ending_weight(0, number) == 1
        assert game.ending_state(0, number) == state
        numbers.add(number)
    assert len(numbers) == len(sorted(positions(game))[::29])


def test_what_is_no_position_has_no_weight():
    game = hm.interpreted(hm.game("tictactoe"))
    assert game.ending_weight(0, 0) == 1  # the empty board
    assert game.ending_weight(0, 2) == 0  # a stone of O alone
    assert game.ending_weight(0, 3**9 - 1) == 0
    four = hm.interpreted(hm.game("connect4", width=4, height=3))
    assert four.ending_weight(0, 0) == 0  # columns without their marks
    assert four.ending_weight(0, four.ending_index(four.initial())) == 1


def test_large_boards_have_no_tables():
    for title, parameters in (("connect4", {}), ("mnk", {"width": 5, "height": 5, "k": 4}), ("gomoku", {})):
        game = hm.game(title, **parameters)
        assert game.endings() is None
        assert game.ending_table(game.initial()) == -1
