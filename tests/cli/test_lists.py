"""`halfmove games` and `halfmove algorithms`."""

import pytest
from command import halfmove

pytestmark = pytest.mark.one_speed


def test_games_as_data():
    games = {game["name"]: game for game in halfmove("games", "--json").json["games"]}
    assert {"connect4", "tictactoe", "nim", "mnk", "gomoku"} <= set(games)
    connect4 = games["connect4"]
    assert connect4["parameters"] == {"width": 7, "height": 6}
    assert connect4["players"] == ["X", "O"]
    assert connect4["traits"]["zero_sum"] is True
    assert all(game["summary"] for game in games.values())


def test_games_in_a_table():
    outcome = halfmove("games")
    assert outcome.status == 0
    assert "connect4" in outcome.out
    assert "width=7" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_one_game():
    outcome = halfmove("games", "connect4", "--set", "width=5")
    assert "width=5  height=6" in outcome.out
    assert "1 2 3 4 5" in outcome.out
    assert halfmove("games", "connect4", "--set", "width=5", "--json").json["parameters"]["width"] == 5


def test_algorithms_as_data():
    rows = {row["name"]: row for row in halfmove("algorithms", "--json").json["algorithms"]}
    assert {"minimax", "alphabeta"} <= set(rows)
    assert "tictactoe" in rows["minimax"]["games"]
    assert all(row["summary"] and row["source"] for row in rows.values())


def test_algorithms_in_a_table():
    outcome = halfmove("algorithms")
    assert outcome.status == 0
    assert "tictactoe" in outcome.out
    fitting, unfit, *_ = halfmove("algorithms", "tictactoe").out.split("\n\n")
    heading, *rows = fitting.splitlines()
    assert "Fits tictactoe" in heading
    assert all(row[:2] == "  " and row[2] != " " and len(row) <= 80 for row in rows), "a line each"
    assert "oos" in unfit


def test_an_algorithm_says_why_it_does_not_fit(tmp_path):
    path = tmp_path / "patience.py"
    path.write_text(
        "from halfmove.core.contract import Game\n"
        "class Patience(Game):\n"
        "    players = 1\n"
        "    compiled = False\n"
        "    def initial(self): return 2\n"
        "    def to_move(self, s): return 0\n"
        "    def actions(self, s): yield 1\n"
        "    def result(self, s, a): return s - a\n"
        "    def is_terminal(self, s): return s == 0\n"
        "    def utility(self, s, player): return 1\n"
    )
    [row] = [
        r for r in halfmove("algorithms", str(path), "--json").json["algorithms"] if r["name"] == "minimax"
    ]
    assert row["games"] == [] or row["unfit"] == {}
