"""A second process finds the machine code of the windows' searches on disk, and gets the same answers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
from halfmove.core.compile import announce_with
from halfmove.games.mnk.tictactoe import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.negamax import negamax
from halfmove.search.textbook.scout import negascout, scout

made = []
announce_with(lambda what, kernel, game: what == "start" and made.append(kernel))
game = TicTacToe()
for dialect in ("winston", "mit"):
    print(alphabeta(game, depth=4, dialect=dialect))
for form in ("F", "F2", "F3"):
    print(negamax(game, depth=4, form=form))
for form in ("negascout", "pvs"):
    print(negascout(game, depth=4, form=form))
print(scout(game, depth=4), deepening(game, depth=4))
print(sorted(made))
"""


@pytest.mark.slow_interpreted
def test_a_second_process_compiles_nothing():
    source = str(Path(__file__).resolve().parents[3] / "src")
    environment = {**os.environ, "PYTHONPATH": source, "HALFMOVE_JIT": "1"}

    def run():
        command = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        *answers, made = done.stdout.splitlines()
        return answers, made

    first, _ = run()  # makes what the tests' own cache does not hold yet
    warm, remade = run()
    assert remade == "[]"
    assert warm == first
