"""Saved games: what is written is read back; what is not one is refused."""

import pytest

from halfmove.cli.play import record
from halfmove.cli.play.game import PlayedGame
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.connect4 import ConnectFour


def test_a_game_goes_out_and_comes_back(tmp_path):
    game = ConnectFour()
    session = PlayedGame(History(game, game.initial(), (3, 3, 6)))
    record.save(session, str(tmp_path / "a.txt"))
    assert record.load(game, str(tmp_path / "a.txt")).states == session.states


def test_a_game_from_the_middle_keeps_its_start(tmp_path):
    game = ConnectFour()
    start = game.result(game.initial(), 3)
    session = PlayedGame(History(game, start, (3, 2)))
    record.save(session, str(tmp_path / "a.txt"))
    assert record.load(game, str(tmp_path / "a.txt")).states == session.states


def test_a_bare_list_of_moves_will_do(tmp_path):
    (tmp_path / "a.txt").write_text("4 4 3\n\n2\n")
    assert record.load(ConnectFour(), str(tmp_path / "a.txt")).actions == [3, 3, 2, 1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4\n4\n9\n", "Line 3 of"),
        ("# Halfmove game: chess\n", "holds a game of chess, not of connect4"),
        ("# Halfmove game: connect4\n# set width=8\n", "--set width=8"),
    ],
)
def test_what_is_not_such_a_game_is_refused(tmp_path, text, said):
    (tmp_path / "a.txt").write_text(text)
    with pytest.raises(BadInput, match=said):
        record.load(ConnectFour(), str(tmp_path / "a.txt"))


def test_what_is_not_text_is_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadInput, match="not text"):
        record.load(ConnectFour(), str(tmp_path / "a.txt"))
