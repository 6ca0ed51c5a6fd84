"""A game's folder that is dropped in needs no other line: it is listed, solved, played and served."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import halfmove

pytestmark = pytest.mark.one_speed

INIT = '''"""A game of a test."""

from halfmove.games.dropped_in.rules import DroppedIn

GAMES = {"dropped-in": "DroppedIn"}
__all__ = ["DroppedIn"]
'''
RULES = '''"""Take one or two of five matches; who takes the last wins."""

from typing import NamedTuple

from halfmove.core.contract import Game


class State(NamedTuple):
    left: int
    mover: int


class DroppedIn(Game):
    """Take one or two of a few matches; whoever takes the last wins."""

    name = "dropped-in"
    matches: int = 5

    def initial(self): return State(self.matches, 0)
    def to_move(self, s): return s.mover
    def actions(self, s):
        for n in range(1, min(2, s.left) + 1):
            yield n
    def result(self, s, a): return State(s.left - a, 1 - s.mover)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, player): return -1 if player == s.mover else 1
    def position_text(self, s): return f"{s.left} {s.mover}"
    def parse(self, text): return State(*map(int, text.split()))
'''
ASKED = """
import contextlib, io, sys
from halfmove.cli.main import main
from halfmove.games.game_list import every_game

def said(*words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(words) == 0, words
    return out.getvalue()

def holds(part, whole):
    assert part in whole, whole

holds("dropped-in", said("games"))
holds("dropped-in", said("algorithms", "--json"))
holds("proven win for first in 3 plies", said("solve", "dropped-in"))
holds("proven win for first", said("analyze", "dropped-in", "--moves", "1 2"))
holds("2 games", said("match", "minimax", "random", "dropped-in", "--games", "2", "--openings", "none"))
holds("leaves", said("tree", "dropped-in", "--algorithm", "minimax", "--depth", "2", "--json"))
told = {game["name"]: game for game in every_game()}  # what the pages and HTTP list
assert told["dropped-in"]["players"] == ["first", "second"] and "chess" in told
print("found")
"""


@pytest.fixture
def package(tmp_path):
    """The folder of a package `halfmove` that has one game's folder more, all else by links."""
    ours = Path(halfmove.__file__).parent
    games = tmp_path / "halfmove" / "games"
    games.mkdir(parents=True)
    for here, there in ((ours, games.parent), (ours / "games", games)):
        for path in here.iterdir():
            if path.name not in ("games", "__pycache__"):
                (there / path.name).symlink_to(path)
    (games / "dropped_in").mkdir()
    (games / "dropped_in" / "__init__.py").write_text(INIT)
    (games / "dropped_in" / "rules.py").write_text(RULES)
    return tmp_path


def test_a_folder_dropped_in_is_a_game_everywhere(package):
    told = {**os.environ, "HALFMOVE_JIT": "0", "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASKED], capture_output=True, text=True, env=told, check=False
    )
    assert done.stdout.strip() == "found", done.stderr[-2000:]
