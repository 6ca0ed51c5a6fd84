"""The compiler for kernels against Numba's own: the same answers, and nothing made twice."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from halfmove.core.compile import kernel
from halfmove.core.errors import CompileError
from halfmove.games.mnk import TicTacToe

pytestmark = pytest.mark.slow_interpreted

KERNELS = """
import json, sys
import numpy as np
from halfmove.core.compile import kernel, step
from halfmove.games.mnk import TicTacToe

def even(n: int) -> bool:
    if n == 0:
        return True
    return odd(n - 1)

def odd(n: int) -> bool:
    if n == 0:
        return False
    return even(n - 1)

@step
def lines(game, s, n):
    return n + (1 if game.is_terminal(s) else 0)

@kernel
def parity(game, n: int):
    return even(n)

@kernel
def count(game, s, depth: int):
    if game.is_terminal(s) or depth == 0:
        return lines(game, s, np.int64(0))
    n = np.int64(1)
    for a in game.actions(s):
        n += count(game, game.result(s, a), depth - np.int64(1))
    return lines(game, s, n)

@kernel
def twice(game, s, depth: int):
    return 2 * count(game, s, depth)

@kernel
def least(game, s):
    if len(sys_path) > 3:
        return s
    return s

sys_path = (1, 2)
g = TicTacToe()
s = g.initial()
made = {
    "parity": [bool(parity(g, n)) for n in range(5)],
    "count": int(count(g, s, 4)), "python": int(count.python(g, s, 2)), "compiled": int(count(g, s, 2)),
    "twice": int(twice(g, s, 4)), "record": least(g, s) == s, "class": type(least(g, s)) is type(s),
}
print(json.dumps(made))
"""


WITHOUT_SCIPY = (
    "import atexit, os, sys; atexit.register(lambda: 'scipy.linalg' in sys.modules and os._exit(3))"
)
"""Nothing here multiplies matrices."""


def run(folder, *, before=""):
    script = folder / "kernels.py"
    script.write_text(KERNELS)
    program = f"{before}\nimport sys; sys.path.insert(0, {str(folder)!r}); import kernels"
    environment = {**os.environ, "HALFMOVE_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_functions_that_call_each_other_kernels_in_kernels_and_records_survive_a_second_process(tmp_path):
    cold = run(tmp_path, before=WITHOUT_SCIPY)
    assert cold["parity"] == [True, False, True, False, True]
    assert cold["python"] == cold["compiled"]
    assert cold["twice"] == 2 * cold["count"]
    assert cold["record"]
    assert cold["class"]
    files = sorted((tmp_path / "cache").rglob("*.code"))
    assert len(files) == 4  # one for each kernel that Python called, none for what is inside
    assert run(tmp_path) == cold
    assert sorted((tmp_path / "cache").rglob("*.code")) == files


def test_another_version_of_numba_compiles_in_its_own_way(tmp_path):
    ours, numbas = tmp_path / "ours", tmp_path / "numbas"
    ours.mkdir()
    numbas.mkdir()
    other = (
        "import numba; numba.__version__ = '0.99.0'\n"
        "from halfmove.core.machine import pipeline; assert pipeline.INNER == pipeline.KERNEL == {}"
    )
    assert run(numbas, before=other) == run(ours)
    assert not list((numbas / "cache").rglob("*.code"))  # nor can what it makes be loaded without it


def test_matrices_are_multiplied_by_scipy_s_routines():
    matrix = np.arange(4.0).reshape(2, 2)

    @kernel
    def corner(game, n: int):
        return (matrix @ matrix)[1, 1] + n

    assert corner(TicTacToe(), 3) == 14


def test_what_a_function_that_calls_itself_returns_may_be_known_only_later():
    @kernel
    def halves(game, n: int):
        if n == 0:
            return 1
        return halves(game, n - np.int64(1)) * 0.5

    assert halves(TicTacToe(), 3) == 0.125


def test_a_function_that_never_returns_is_named():
    @kernel
    def endless(game, n: int):
        return endless(game, n)

    with pytest.raises(CompileError, match="endless"):
        endless(TicTacToe(), 3)


def test_an_operator_remembered_for_numbers_is_not_taken_for_others():
    @kernel
    def mixed(game, n: int, x: float):
        a = n + n
        b = x + x
        c = (n, n) + (a,)
        d = n + x
        return a, b, c, d, n / n, n // 2, -n, n < x, n == a

    assert mixed(TicTacToe(), 3, 0.5) == mixed.python(TicTacToe(), 3, 0.5)
