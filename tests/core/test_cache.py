"""A stale cache is impossible, and a broken one is survived: each run below is a process of its own."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from halfmove.core.code import files, processor
from halfmove.core.code.processor import level_here
from halfmove.core.compile import kernel
from halfmove.core.errors import HalfmoveError
from halfmove.games.mnk import TicTacToe

pytestmark = pytest.mark.slow_interpreted

SOURCE = Path(__file__).resolve().parents[2] / "src"

RULES = """
from typing import NamedTuple
from halfmove.core.contract import Game
STEP = 1
class State(NamedTuple):
    heap: int
    mover: int
def taken(heap, n):
    return heap - n * STEP
class Take(Game):
    heap: int = 6
    def initial(self):
        return State(self.heap, 0)
    def to_move(self, s):
        return s.mover
    def actions(self, s):
        for n in range(1, min(2, s.heap) + 1):
            yield n
    def result(self, s, a):
        return State(taken(s.heap, a), 1 - s.mover)
    def is_terminal(self, s):
        return s.heap <= 0
    def utility(self, s, player):
        return -1 if player == s.mover else 1
"""

KERNELS = """
from halfmove.core.code import files
from halfmove.core.compile import kernel
WEIGHT = 1
@kernel
def leaf(game, s):
    return WEIGHT
@kernel
def count(game, s):
    if game.is_terminal(s):
        return leaf(game, s)
    n = 0
    for a in game.actions(s):
        n += count(game, game.result(s, a))
    return n
"""

MAIN = """
import json, sys
from halfmove.core.compile import announce_with, interpreted
made = []
announce_with(lambda what, kernel, game: what == "start" and made.append(kernel))
from rules import Take
from kernels import count
game = Take(**json.loads(sys.argv[1]))
compiled = count(game, game.initial())
print(json.dumps([compiled, count(interpreted(game), game.initial()), made]))
"""


INSTALLED = """
from pathlib import Path
from halfmove.core.code import files
files._brought_along = lambda: Path({folder!r})
"""


class Workshop:
    """A folder with rules, kernels and a program, run by fresh processes that share one cache."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {"rules.py": RULES, "kernels.py": KERNELS, "main.py": MAIN}
        self.cache = folder / "cache"
        self.environment = {}
        self.write()

    def write(self):
        for name, text in self.files.items():
            (self.folder / name).write_text(text)

    def edit(self, name, old, new):
        assert self.files[name].count(old) == 1
        self.files[name] = self.files[name].replace(old, new)
        self.write()

    def start(self, program="main.py", **parameters):
        environment = {key: value for key, value in os.environ.items() if key != "HALFMOVE_JIT"}
        environment |= {"HALFMOVE_CACHE_DIR": str(self.cache), "PYTHONPATH": str(SOURCE)}
        # Python takes a .pyc for new where the source is of the same second and length: `edit` needs none.
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        environment |= self.environment
        return subprocess.Popen(
            [sys.executable, self.folder / program, json.dumps(parameters)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process):
        """(answer, kernels compiled, standard error); both speeds must give the answer."""
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        compiled, plain, made = json.loads(out)
        assert compiled == plain
        return compiled, made, err

    def run(self, **parameters):
        return self.finish(self.start(**parameters))[:2]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    return Workshop(tmp_path_factory.mktemp("workshop"))


def test_two_processes_at_once_make_the_code_once(workshop):
    both = [workshop.start(), workshop.start()]
    found = [workshop.finish(process)[:2] for process in both]
    assert [answer for answer, _ in found] == [13, 13]
    assert sorted(made for _, made in found) == [[], ["count"]]
    assert {path.suffix for path in workshop.cache.rglob("*") if path.is_file()} == {".code"}
    assert workshop.run() == (13, [])


@pytest.mark.skipif(level_here() is None, reason="no level of processors is known that this one is up to")
def test_code_that_is_installed_is_not_made_again(tmp_path):
    workshop = Workshop(tmp_path)
    level = level_here()
    workshop.environment = {"NUMBA_CPU_NAME": level.name, "NUMBA_CPU_FEATURES": level.features}
    assert workshop.run() == (13, ["count"])
    installed = workshop.cache.rename(tmp_path / "machine_code")
    workshop.environment = {}
    workshop.files["main.py"] = INSTALLED.format(folder=str(installed)) + MAIN
    workshop.write()
    assert workshop.run() == (13, [])
    assert not workshop.cache.exists()
    workshop.edit("rules.py", "STEP = 1", "STEP = 2")  # other rules than those that were installed
    assert workshop.run()[1] == ["count"]
    assert len(list(workshop.cache.rglob("*.code"))) == 1
    assert len(list(installed.rglob("*.code"))) == 1


def test_a_level_is_for_processors_that_have_all_of_it(monkeypatch):
    here = level_here.__wrapped__()
    monkeypatch.setattr(processor.llvm, "get_host_cpu_features", dict)
    monkeypatch.setattr(processor.platform, "machine", lambda: "x86_64")
    assert level_here.__wrapped__() is None
    monkeypatch.setattr(processor.platform, "machine", lambda: "riscv64")
    assert level_here.__wrapped__() is None
    assert here is None or here.features == ""


def test_a_process_killed_while_it_compiles_holds_up_nobody(tmp_path):
    workshop = Workshop(tmp_path)
    process = workshop.start()
    until = time.monotonic() + 120
    while not list(workshop.cache.rglob("*.lock")) and time.monotonic() < until:
        time.sleep(0.005)
    process.kill()
    process.communicate()
    began = time.monotonic()
    assert workshop.run() == (13, ["count"])
    assert time.monotonic() - began < files.PATIENCE
    assert not list(workshop.cache.rglob("*.lock"))


def test_a_lock_is_one_process_s_until_it_lets_go_or_patience_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.2)
    path = tmp_path / "folder" / "code.lock"
    first = files.Lock.taken(path)
    assert first is not None
    assert files.Lock.taken(path) is None  # whoever waits in vain makes the code as well
    taken = []
    monkeypatch.setattr(files, "PATIENCE", 60.0)
    waiting = threading.Thread(target=lambda: taken.append(files.Lock.taken(path)))
    waiting.start()
    first.release()
    waiting.join(30)
    [second] = taken
    assert second is not None
    assert path.exists()
    second.release()
    assert list(path.parent.iterdir()) == []
    (tmp_path / "file").touch()
    assert files.Lock.taken(tmp_path / "file" / "code.lock") is None


def test_code_that_cannot_be_made_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "cache_folder", lambda: tmp_path)
    game = TicTacToe()

    @kernel
    def add(game, state):
        return state + "a word"

    for _ in range(2):
        with pytest.raises(HalfmoveError):
            add(game, game.initial())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("name", "old", "new", "answer"),
    [
        ("rules.py", "min(2, s.heap)", "min(3, s.heap)", 24),  # a rule
        ("rules.py", "heap - n * STEP", "heap - n * STEP * 2", 5),  # a helper of the rules
        ("rules.py", "STEP = 1", "STEP = 3", 3),  # a constant of the rules
        ("kernels.py", "return WEIGHT", "return WEIGHT + 4", 65),  # a kernel that the kernel calls
        ("kernels.py", "WEIGHT = 1", "WEIGHT = 2", 26),  # its constant
        (
            "rules.py",
            "    heap: int\n    mover: int",
            "    mover: int\n    heap: int",
            None,
        ),  # the state's fields
    ],
)
def test_an_edit_recompiles(workshop, name, old, new, answer):
    workshop.edit(name, old, new)
    try:
        compiled, made = workshop.run()
        assert made == ["count"]
        if answer is not None:
            assert compiled == answer
    finally:
        workshop.edit(name, new, old)


def test_what_was_undone_is_still_known(workshop):
    workshop.edit("rules.py", "STEP = 1", "# a comment\n\nSTEP = 1")
    assert workshop.run() == (13, [])


def test_a_parameter_makes_its_own_machine_code(workshop):
    assert workshop.run(heap=7) == (21, ["count"])
    assert workshop.run(heap=6) == (13, [])


def test_a_damaged_file_is_compiled_anew(workshop):
    for path in workshop.cache.rglob("*.code"):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        path.write_bytes(data if "count" in str(path) else data[:100])
    assert workshop.run() == (13, ["count"])
    assert workshop.run() == (13, [])


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path):
    workshop = Workshop(tmp_path)
    workshop.cache.write_text("a file where the folder should be")
    answer, made, err = workshop.finish(workshop.start())
    assert (answer, made) == (13, ["count"])
    assert err.count("Machine code cannot be kept in") == 1
    assert "Set HALFMOVE_CACHE_DIR" in err


def test_a_script_s_own_classes_are_found_again(tmp_path):
    """States of a game written in the script itself come back as the script's own class."""
    workshop = Workshop(tmp_path)
    script = (
        RULES
        + KERNELS
        + MAIN.replace("from rules import Take\n", "").replace("from kernels import count\n", "")
    )
    script = script.replace(
        "made = []", "made = []\n@kernel\ndef first(game, s):\n    return game.result(s, 1)\n"
    )
    script += "assert type(first(game, game.initial())) is State\n"
    script = script.replace("print(json", "assert first(game, game.initial()) == State(5, 1)\nprint(json")
    workshop.files["script.py"] = script
    workshop.write()
    assert workshop.finish(workshop.start("script.py"))[:2] == (13, ["count", "first"])
    answer, made, err = workshop.finish(workshop.start("script.py"))
    assert (answer, made) == (13, ["first"])  # returns a class: not kept
    assert err.count("The machine code of Take cannot be kept, as it returns records whose class") == 1


ARRAYS = """
import json, sys
import numpy as np
from halfmove.core.compile import NotKept, announce_with, interpreted, kernel, only_kept
from rules import Take
made = []
announce_with(lambda what, kernel, game: what == "start" and made.append(kernel))
class Tables(Take):
    def setup(self):
        self.large = np.arange(300_000.0)
        self.gaps = np.arange(24).reshape(4, 6)[::2, ::3]
        self.turned = np.arange(6).reshape(2, 3).T
@kernel
def look(game, s, i):
    return int(game.large[1000 * i]) + 10 * int(game.gaps[1, 1]) + 100 * int(game.turned[2, 0]) + s.heap
game = Tables()
try:
    with only_kept():
        look.prepare(game, game.initial(), 3)
except NotKept as missing:
    print("missing:", missing.why, file=sys.stderr)
print(json.dumps([look(game, game.initial(), 3), look(interpreted(game), game.initial(), 3), made]))
"""


def test_large_arrays_and_those_with_gaps_are_kept(tmp_path):
    workshop = Workshop(tmp_path)
    workshop.files["main.py"] = ARRAYS
    workshop.write()
    for made, err in ((["look"], "missing: \n"), ([], "")):
        assert workshop.finish(workshop.start()) == (3000 + 150 + 200 + 6, made, err)


def test_an_array_that_is_too_large_to_be_kept_is_told_of(tmp_path):
    workshop = Workshop(tmp_path)
    workshop.files["main.py"] = ARRAYS.replace("300_000.0", "5_000_000.0")
    workshop.write()
    for known in ("missing: \n", "missing: it holds the address"):  # the second process is told at once
        answer, made, err = workshop.finish(workshop.start())
        assert (answer, made) == (3000 + 150 + 200 + 6, ["look"])
        assert (
            err.count("The machine code of Tables cannot be kept, as it holds the address of an array") == 1
        )
        assert err.startswith(known)


def test_rules_that_run_twice_in_a_process_spoil_no_machine_code(tmp_path):
    """Two games and two classes of states, each pair under one name."""
    workshop = Workshop(tmp_path)
    workshop.files["again.py"] = MAIN.replace(
        "game = Take",
        "from kernels import leaf\ngame = Take()\nleaf(game, game.initial())\n"
        "del sys.modules['rules']\nfrom rules import Take\ngame = Take",
    )
    workshop.write()
    assert workshop.finish(workshop.start("again.py"))[0] == 13
    assert workshop.run()[0] == 13
    assert workshop.finish(workshop.start("again.py"))[:2] == (13, [])
