"""Saved games: what is written is read back; what is not one is refused."""

import pytest

from halfmove.cli.play import record
from halfmove.cli.play.game import PlayedGame
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.chess.game import Chess
from halfmove.games.chess.pgn import games
from halfmove.games.connect4 import ConnectFour
from halfmove.games.shogi import Shogi


def test_a_game_goes_out_and_comes_back(tmp_path):
    game = ConnectFour()
    session = PlayedGame(History(game, game.initial(), (3, 3, 6)))
    record.save(session, str(tmp_path / "a.txt"))
    assert record.load(game, str(tmp_path / "a.txt")).session.states == session.states


def test_a_game_from_the_middle_keeps_its_start(tmp_path):
    game = ConnectFour()
    start = game.result(game.initial(), 3)
    session = PlayedGame(History(game, start, (3, 2)))
    record.save(session, str(tmp_path / "a.txt"))
    assert record.load(game, str(tmp_path / "a.txt")).session.states == session.states


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (ConnectFour(), "as text"),
        (Chess(), "as PGN where FILE ends so"),
        (Shogi(), "as KIF, KI2 or CSA where FILE ends so"),
    ],
)
def test_help_names_the_formats_of_the_game(game, said):
    assert record.say_formats(game) == said


def test_a_bare_list_of_moves_will_do(tmp_path):
    (tmp_path / "a.txt").write_text("4 4 3\n\n2\n")
    assert record.load(ConnectFour(), str(tmp_path / "a.txt")).session.actions == [3, 3, 2, 1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4\n4\n9\n", "line 3: "),
        ("# Halfmove game: chess\n", "it is a game of chess, not of connect4"),
        ("# Halfmove game: connect4\n# set width=8\n", "--set width=8"),
    ],
)
def test_what_is_not_such_a_game_is_refused(tmp_path, text, said):
    (tmp_path / "a.txt").write_text(text)
    with pytest.raises(BadInput, match=said):
        record.load(ConnectFour(), str(tmp_path / "a.txt"))


def test_what_is_not_text_is_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\x00\x80\xff 4 4")
    with pytest.raises(BadInput, match="not text"):
        record.load(ConnectFour(), str(tmp_path / "a.txt"))


PGN = """[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]

1. f3 {why?} (1. e4 e5) 1... e5 $1 {[%clk 0:01:00]} 2. g4 0-1

[White "Carl"]
[Result "*"]

1. d4 *
"""


def test_a_game_of_another_format_is_saved_with_all_that_its_file_says(tmp_path):
    game, file = Chess(), tmp_path / "games.pgn"
    file.write_text(PGN)
    loaded = record.load(game, str(file))
    assert (loaded.number, loaded.games, len(loaded.session.actions)) == (1, 2, 3)
    record.save(loaded.session, str(tmp_path / "again.pgn"))
    [before, _], [after] = games(PGN), games((tmp_path / "again.pgn").read_text())
    assert after == before
    loaded.session.play(game.parse_action(loaded.session.state, "Qh4"))
    record.save(loaded.session, str(tmp_path / "again.pgn"))
    [after] = games((tmp_path / "again.pgn").read_text())
    assert [move.text for move in after.moves] == ["f3", "e5", "g4", "Qh4#"]
    assert (after.moves[0].comment, after.result) == ("why?", "0-1")
    with pytest.raises(BadInput, match="has 2 games, so there is no game 3"):
        record.load(game, str(file), 3)


def test_a_file_of_several_games_is_not_overwritten_by_one(tmp_path):
    game, file = Chess(), tmp_path / "games.pgn"
    file.write_text(PGN)
    session = record.load(game, str(file), 2).session
    with pytest.raises(BadInput, match="has several games that would be lost"):
        record.save(session, str(file))
    assert file.read_text() == PGN


def test_another_move_leaves_what_stood_there_as_a_variation(tmp_path):
    game, file = Chess(), tmp_path / "games.pgn"
    file.write_text(PGN)
    session = record.load(game, str(file)).session
    session.undo({0})
    session.play(game.parse_action(session.state, "e4"))
    record.save(session, str(tmp_path / "again.pgn"))
    [after] = games((tmp_path / "again.pgn").read_text())
    assert [move.text for move in after.moves] == ["f3", "e5", "e4"]
    assert [move.text for move in after.moves[2].variations[0]] == ["g4"]
    assert after.result == "*"


def test_moves_of_a_file_that_were_taken_back_stay(tmp_path):
    game, file = Chess(), tmp_path / "games.pgn"
    file.write_text(PGN)
    session = record.load(game, str(file)).session
    for left in (2, 1, 0):
        session.undo({0, 1})
        assert record.behind(session) == 3 - left
        record.save(session, str(tmp_path / "again.pgn"))
        [before, _], [after] = games(PGN), games((tmp_path / "again.pgn").read_text())
        assert after == before, "all that the file says, its result too"
    session.play(game.parse_action(session.state, "d4"))
    assert record.behind(session) == 0
    record.save(session, str(tmp_path / "again.pgn"))
    [after] = games((tmp_path / "again.pgn").read_text())
    assert [move.text for move in after.moves] == ["d4"]
    assert [move.text for move in after.moves[0].variations[0]] == ["f3", "e5", "g4"]


def test_a_game_that_was_resigned_is_saved_with_result_and_names(tmp_path):
    game = Chess()
    session = PlayedGame(History(game))
    session.play(game.parse_action(session.state, "e4"))
    session.resigned = 1
    record.save(session, str(tmp_path / "a.pgn"), ["?", "Halfmove"])
    [saved] = games((tmp_path / "a.pgn").read_text())
    assert (saved.headers["Black"], saved.headers["Termination"]) == ("Halfmove", "resignation")
    assert (saved.result, saved.headers["Date"]) == ("1-0", "????.??.??")
    (tmp_path / "letter.pgn").write_text("Dear diary")
    with pytest.raises(BadInput, match="exists and is no saved game"):
        record.save(session, str(tmp_path / "letter.pgn"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_files_of_other_encodings_are_loaded(tmp_path, encoding):
    path = tmp_path / "game.pgn"
    path.write_bytes('[White "Zoë"]\r\n\r\n1. e4 e5 *\r\n'.encode(encoding))
    loaded = record.load(Chess(), str(path))
    assert loaded.session.paper.headers["White"] == "Zoë"
    path.write_bytes('[White "Zoë"]\n\n1. e5 *\n\n[White "Ann"]\n\n1. ♘f3 ♞f6 *\n'.encode("utf-16"))
    second = record.load(Chess(), str(path), 2)
    assert (second.games, second.session.paper.headers["White"], second.repairs) == (2, "Ann", [])
    with pytest.raises(BadInput, match=r"game 1 \(line 3\)"):
        record.load(Chess(), str(path), 1)
