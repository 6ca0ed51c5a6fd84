"""What the searches that look beyond the horizon have in common."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from halfmove.games.mnk.tictactoe import TicTacToe
from halfmove.search.algorithms import algorithms
from halfmove.search.textbook.quiescence import quiescence
from halfmove.search.textbook.singular import singular
from halfmove.search.textbook.tapered import tapered
from halfmove.search.watch import Follower

SEARCHES = {"quiescence": quiescence, "singular": singular, "tapered": tapered}

SCRIPT = """
from halfmove.core.compile import announce_with
from halfmove.games.mnk.tictactoe import TicTacToe
from halfmove.search.textbook.quiescence import quiescence
from halfmove.search.textbook.singular import singular
from halfmove.search.textbook.tapered import tapered

compiled = []
announce_with(lambda what, kernel, game: what == "start" and compiled.append(kernel))
game = TicTacToe()
print(quiescence(game, depth=3), singular(game, depth=3, look=1), tapered(game, width=6))
print(tapered(game, depth=4, widths="4,3,2", window=False))
print(sorted(set(compiled)))
"""


@pytest.mark.parametrize("name", SEARCHES)
def test_each_is_known_as_a_lesson_whose_value_may_be_wrong(name):
    lesson = algorithms()[name].lesson
    assert lesson.run is SEARCHES[name]
    assert lesson.heuristic
    assert lesson.windowed


@pytest.mark.parametrize("search", SEARCHES.values())
def test_a_follower_given_as_watcher_is_used_and_compiled(search):
    mine = Follower()
    outcome = search(TicTacToe(), depth=3, watch=mine)
    assert 0 < mine.nodes <= outcome.nodes


@pytest.mark.slow_interpreted
def test_a_second_process_finds_the_machine_code_and_the_same_answers(tmp_path):
    environment = {**os.environ, "HALFMOVE_CACHE_DIR": str(tmp_path), "HALFMOVE_JIT": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).resolve().parents[3] / "src")

    def run():
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        *answers, compiled = done.stdout.splitlines()
        return answers, compiled

    cold, made = run()
    warm, remade = run()
    assert made == str(["quiescence_value", "singular_value", "tapered_value"])
    assert remade == "[]"
    assert warm == cold
