"""Machine code made by another process while the search runs interpreted.

Each run below is a process of its own, with an empty cache.
"""

import json
import os
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.slow_interpreted

SEARCH = """
import json, sys
import halfmove as hm
from halfmove.core.compile import announce_with
from halfmove.games.reference import GameReference
from halfmove.search.session import Session
made = []
announce_with(lambda what, kernel, game: made.append(f"{what} {kernel}"))
game = hm.game("connect4", width=4, height=4)
session = Session(game, sys.argv[1], reference=REFERENCE)
told = []
for analysis in session.deepen(limit=LIMIT):
    move = game.action_text(analysis.state, analysis.best)
    told.append((analysis.depth, analysis.game.compiled, analysis.nodes, move))
    STEP
print(json.dumps({"told": told, "made": made, "ready": session.ready(), "numba": "numba" in sys.modules}))
"""
MADE = """
    import threading, time
    while any(thread.name == "halfmove-aside-done" for thread in threading.enumerate()):
        time.sleep(0.05)
"""
"""Wait until the search has heard that the other process is done, well or not."""
BROKEN = """
class Broken:
    def open(self):
        raise OSError("it is gone")
"""


def run(
    folder, algorithm, *, limit, reference="GameReference.of(game)", step="pass", before="", **environment
):
    program = before + SEARCH.replace("REFERENCE", reference).replace("LIMIT", limit).replace("STEP", step)
    environment = {
        **os.environ,
        "HALFMOVE_CACHE_DIR": str(folder),
        "HALFMOVE_COMPILE": "aside",
        **environment,
    }
    words = [sys.executable, "-c", program, algorithm]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def until(folder, count):
    """Wait for so many files of machine code."""
    end = time.monotonic() + 120
    while len(list(folder.rglob("*.code"))) < count or list(folder.rglob("*.lock")):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("algorithm", ["engine", "alphabeta"])
def test_the_first_answers_come_interpreted_and_say_the_same(tmp_path, algorithm):
    first = run(tmp_path, algorithm, limit="hm.Limit(depth=4)")
    assert [compiled for _, compiled, _, _ in first["told"]] == [False] * len(first["told"])
    assert first["told"][-1][0] == 4
    assert first["made"] == ["start the search", "end the search"]
    assert not first["numba"]  # nothing was compiled here
    until(tmp_path, 1)  # what was begun is made, though nobody waits for it
    again = run(tmp_path, algorithm, limit="hm.Limit(depth=4)")
    assert again["made"] == []
    assert again["ready"]
    assert all(compiled for _, compiled, _, _ in again["told"])
    assert [row[2:] for row in again["told"]] == [row[2:] for row in first["told"]]


def test_the_search_goes_on_at_full_speed_and_tells_nothing_twice(tmp_path):
    found = run(tmp_path, "engine", limit="hm.Limit(depth=16)", step=MADE)
    depths = [depth for depth, _, _, _ in found["told"]]
    assert depths == sorted(depths)
    speeds = [compiled for _, compiled, _, _ in found["told"]]
    assert speeds == sorted(speeds)  # interpreted first, then compiled
    assert speeds[0] is False
    assert speeds[-1] is True
    assert not found["numba"]


def test_where_the_other_process_fails_the_code_is_made_here(tmp_path):
    found = run(
        tmp_path, "engine", limit="hm.Limit(depth=16)", step=MADE, reference="Broken()", before=BROKEN
    )
    assert found["told"][0][1] is False
    assert found["told"][-1][1] is True
    assert found["numba"]


def test_a_stop_is_heard_meanwhile(tmp_path):
    found = run(tmp_path, "engine", limit="hm.Limit(seconds=60)", step="session.stop()")
    assert found["told"]
    assert not any(compiled for _, compiled, _, _ in found["told"])


def test_it_can_be_made_here_instead(tmp_path):
    found = run(tmp_path, "engine", limit="hm.Limit(depth=2)", HALFMOVE_COMPILE="here")
    assert found["numba"]
    assert [compiled for _, compiled, _, _ in found["told"]] == [True, True]


def test_games_are_prepared_by_name_once(tmp_path):
    def prepare(*words):
        environment = {**os.environ, "HALFMOVE_CACHE_DIR": str(tmp_path), "HALFMOVE_COMPILE": "aside"}
        command = [sys.executable, "-m", "halfmove.cli.main", "prepare", *words]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)

    first = prepare("tictactoe", "pig", "--jobs", "2")
    assert first.returncode == 0
    assert "tictactoe: ready for engine (" in first.stdout
    assert "pig: ready for star2 (" in first.stdout
    assert first.stdout.splitlines()[-1].startswith("2 made in ")
    again = prepare("pig", "tictactoe")
    assert (again.returncode, again.stdout, again.stderr) == (0, "All is there already.\n", "")
    wrong = prepare("nosuch")
    assert wrong.returncode == 2
    assert "There is no game 'nosuch'" in wrong.stderr
    other = prepare("--set", "k=4")
    assert other.returncode == 2
    assert "--set needs the one game" in other.stderr


REFUSED = """
from typing import NamedTuple
from halfmove import Game

class State(NamedTuple):
    heaps: tuple[int, ...]
    mover: int

class Heaps(Game):
    def initial(self):
        return State((5, 6, 7, 8, 9), 0)
    def to_move(self, s):
        return s.mover
    def actions(self, s):
        return [10 * h + k for h, n in enumerate(s.heaps) for k in range(1, n + 1)]
    def result(self, s, a):
        self.last = a
        heaps = list(s.heaps)
        heaps[a // 10] -= a % 10
        return State(tuple(heaps), 1 - s.mover)
    def is_terminal(self, s):
        return not any(s.heaps)
    def utility(self, s, player):
        return -1 if player == s.mover else 1
"""


def test_why_there_is_no_machine_code_is_said_by_whoever_tried_first(tmp_path, monkeypatch):
    """The search does not try again: the message comes as soon as the other process has it."""
    from halfmove.core.compile import Kernel
    from halfmove.core.errors import CompileError
    from halfmove.core.limit import Limit
    from halfmove.games.load import load
    from halfmove.games.reference import GameReference
    from halfmove.search.session import Session

    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("HALFMOVE_COMPILE", "aside")
    path = tmp_path / "heaps.py"
    path.write_text(REFUSED)
    game = load(path)
    session = Session(game, "engine", reference=GameReference.of(game))
    monkeypatch.setattr(Kernel, "_make", None)
    with pytest.raises(
        CompileError, match=r"Heaps.result \(heaps.py, line 17: `self.last = a`\) can't be compiled"
    ):
        list(session.deepen(limit=Limit(seconds=600)))
