import sys

import pytest

from halfmove.core.compile import runs_compiled
from halfmove.core.errors import BadInput
from halfmove.games.load import load
from halfmove.operations import perft

COUNTDOWN = '''"""Take one or two; whoever takes the last wins."""

from typing import NamedTuple

from halfmove import Game


class State(NamedTuple):
    left: int
    mover: int


class Countdown(Game):
    start: int = 5

    def initial(self):
        return State(self.start, 0)

    def to_move(self, s):
        return s.mover

    def actions(self, s):
        for n in range(1, min(2, s.left) + 1):
            yield n

    def result(self, s, a):
        return State(s.left - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1
'''


@pytest.fixture
def write(tmp_path):
    def write(text, name="mygame.py"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@pytest.mark.slow_interpreted
def test_a_users_game_runs_compiled(write):
    game = load(write(COUNTDOWN))
    assert runs_compiled(game)
    assert [perft(game, game.initial(), d) for d in range(6)] == [1, 2, 4, 7, 5, 1]


def test_the_one_game_of_a_file_with_parameters(write):
    path = write(COUNTDOWN)
    game = load(path, start="7")
    assert (type(game).__name__, game.start) == ("Countdown", 7)
    module = type(game).__module__
    assert module.startswith("halfmove_user_mygame_")
    assert sys.modules[module].Countdown is type(game)
    assert type(load(str(path))).__module__ == module  # the same name every time
    assert type(load(write(COUNTDOWN, "other.py"))).__module__ != module


def test_a_file_loaded_twice_is_one_game_until_it_is_edited(write):
    game = load(write(COUNTDOWN))
    assert load(write(COUNTDOWN)) == game
    assert load(write(COUNTDOWN), start=6) != game
    edited = load(write(COUNTDOWN.replace("min(2", "min(3")))
    assert edited != game
    assert list(edited.actions(edited.initial())) == [1, 2, 3]


def test_gaming_as_a_module_attribute(write):
    two = (
        COUNTDOWN + "\n\nclass Other(Countdown):\n    start: int = 9\n\n\nclass Third(Countdown):\n    pass\n"
    )
    with pytest.raises(BadInput, match=r"several games \(Other, Third\); say which with .* GAME = Other"):
        load(write(two))
    assert load(write(two + "\n\nGAME = Other\n")).start == 9
    assert load(write(two + "\n\nGAME = Countdown(start=3)\n")).start == 3
    assert load(write(two + "\n\nGAME = Countdown(start=3)\n"), start=4).start == 4


def test_the_most_derived_class_is_the_game(write):
    assert load(write(COUNTDOWN + "\n\nclass Longer(Countdown):\n    start: int = 9\n")).start == 9


def test_a_file_may_import_its_neighbours(write):
    write("START = 6\n", "neighbour_of_a_test.py")
    text = COUNTDOWN.replace("start: int = 5", "start: int = neighbour_of_a_test.START")
    assert (
        load(
            write(
                "import neighbour_of_a_test\n"
                + text.replace('"""Take', "'''Take").replace('wins."""', "wins.'''")
            )
        ).start
        == 6
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = = 3\n", "mygame.py, line 1, is not Python: invalid syntax"),
        (
            "\nimport nosuchthing\n",
            "line 2, fails when it is run: ModuleNotFoundError: No module named 'nosuchthing'",
        ),
        ("def f():\n    raise ValueError\n\nf()\n", "line 2, fails when it is run: ValueError."),
        ("import sys\nsys.exit(3)\n", "line 2, fails when it is run: SystemExit: 3"),
        ("x = 3\n", "defines no game"),
        ("from halfmove import Game\n", "defines no game"),
        ("GAME = 3\n", "GAME in"),
        (
            "from halfmove import Game\nclass G(Game):\n    pass\n",
            "does not define initial() nor to_move(s) nor",
        ),
        (COUNTDOWN.replace("def utility", "def usefulness"), "Countdown in"),
        ("x = '\0'\n", "cannot contain null bytes"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(write, text, words):
    with pytest.raises(BadInput) as caught:
        load(write(text))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(BadInput, match="There is no file"):
        load(tmp_path / "nothing.py")
    with pytest.raises(BadInput, match="is a folder"):
        load(tmp_path)
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="is not a Python file"):
        load(tmp_path / "binary.py")


def test_a_broken_file_leaves_nothing_behind(write):
    path = write(COUNTDOWN)
    kind, before = type(load(path)), list(sys.path)
    path.write_text("1 / 0\n")
    with pytest.raises(BadInput, match="ZeroDivisionError: division by zero"):
        load(path)
    assert sys.modules[kind.__module__].Countdown is kind
    assert sys.path == before
