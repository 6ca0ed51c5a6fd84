import os
import subprocess
import sys

import pytest
from packages import installed

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games import registry
from halfmove.games.connect4 import ConnectFour
from halfmove.games.reference import position
from halfmove.games.registry import game, games


def test_games_by_name():
    assert list(games()) == sorted(games())
    assert {"connect4", "gomoku", "mnk", "nim", "tictactoe"} <= set(games())
    assert games()["connect4"] is ConnectFour
    assert game("connect4", width="5", height=4) == ConnectFour(width=5, height=4)
    for name, kind in games().items():
        assert issubclass(kind, Game)
        assert kind.title() == name
        assert kind.__doc__


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("conect4", "There is no game 'conect4'; did you mean 'connect4'?"),
        ("Connect4", "did you mean 'connect4'?"),
        ("holdem-rivr", "did you mean 'holdem-river'?"),
        ("zzz", "There is no game 'zzz'; the games are: "),
    ],
)
def test_an_unknown_game_is_refused_with_a_suggestion(name, words):
    with pytest.raises(BadInput) as caught:
        game(name)
    assert words in str(caught.value)
    assert "tictactoe" in str(caught.value)


def test_games_of_other_packages(caplog):
    points = [("theirs", ConnectFour), ("broken", ImportError("no such thing")), ("odd", 3)]
    points += [("twice", ConnectFour), ("twice", ConnectFour)]
    points.append(("nim", ConnectFour))  # a name of ours stays ours
    with installed(registry.OTHERS, *points):
        assert game("theirs") == ConnectFour()
        assert game("nim").title() == "nim"
        assert "broken" in games()
        assert len(games()) == len(list(games()))
        assert {*registry.usual_games()} == {*games()} - {"broken", "odd", "twice"}
        for name, words in (
            ("broken", "'broken' of package somewhere:THING cannot be loaded: no such thing."),
            ("odd", "'odd' of package somewhere:THING is not a subclass of halfmove.Game but 3."),
            ("twice", "'twice' of packages somewhere:THING and somewhere:THING cannot be told apart"),
        ):
            with pytest.raises(BadInput, match=words):
                game(name)
            assert words in caplog.text


def python(code):
    bare = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=bare)
    return done.stdout.split()


def test_names_are_listed_and_halfmove_imported_without_what_they_stand_for():
    code = "import sys, halfmove; from halfmove.games.registry import games; list(games());"
    code += "absent = 'numba', 'numpy', 'halfmove.games.nim', 'halfmove.games.connect4';"
    code += "print(*[m for m in absent if m in sys.modules])"
    assert python(code) == []
    heavy = (
        "import sys, halfmove; print(*[m for m in sys.modules if m.startswith('halfmove.') or m == 'typing'])"
    )
    assert python(heavy) == []


def test_the_public_names():
    for name in hm.__all__:
        assert getattr(hm, name) is not None
    assert "game" in dir(hm)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        hm.nonsense  # noqa: B018


def test_a_position_is_a_text_and_moves():
    plain = interpreted(ConnectFour())
    state, actions = position(plain, "7/7/7/7/7/3X3", "4, 4")
    assert actions == [3, 3]
    assert plain.position_text(state) == "7/7/7/3X3/3O3/3X3"
    assert position(plain) == (plain.initial(), [])
    assert position(plain, None, None) == (plain.initial(), [])
    with pytest.raises(
        BadInput, match="Move 1, '5', cannot be played: the game is over in this position already"
    ):
        position(plain, "4343434", "5")


def test_a_subgame_is_solved_and_not_played():
    with pytest.raises(BadInput, match="'holdem-river' is solved, not played: `halfmove solve holdem-river`"):
        game("holdem-river")
    assert "holdem-river" in registry.subgames()


def test_protocols_and_pages_have_a_usual_game():
    known = {*games(), *registry.subgames()}
    for purpose in ("gtp", "matrices", "polyglot", "regrets", "subgames", "uci"):
        assert registry.find_usual_game(purpose) in known, purpose


def test_a_folder_names_its_own_games_only():
    assert set(registry.list_games_beside("halfmove.games.mnk.game")) == {"gomoku", "mnk", "tictactoe"}
    assert registry.list_games_beside("halfmove.games.dark_chess.board") == ["dark-chess"]
    assert not set(registry.list_games_beside("elsewhere.rules")) & {"chess", "go"}
