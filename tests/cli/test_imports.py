"""What a verb imports before it answers: only what it needs, so that a command starts soon."""

import subprocess
import sys

import pytest

HEAVY = {
    "asyncio",
    "halfmove.search.chance.engine",
    "halfmove.search.neural.algorithm",
    "halfmove.search.textbook.minimax",
    "importlib.metadata",
    "llvmlite",
    "numba",
    "numpy",
    "pydantic",
    "rich",
    "scipy",
    "typer",
}
SEARCHES = {name for name in HEAVY if name.startswith("halfmove.")}

CASES = [
    (["--version"], set(), 100),
    (["analyze"], set(), 150),  # refused
    (["analyze", "chess", "--fen", "x"], set(), 150),
    (["--help"], {"typer", "rich"}, 350),
    (["uci"], {"numpy", "llvmlite", "numba"}, 500),
    (["games"], {"numpy", "llvmlite", "rich"}, 560),
    (["algorithms"], {"numpy", "llvmlite", "rich", *SEARCHES}, 650),
    (["analyze", "tictactoe", "--depth", "3"], {"numpy", "llvmlite", "rich", "numba"}, 560),
]


def imported(arguments, words=""):
    code = (
        "import os, sys; os._exit = int; "  # `uci` ends so while it prepares
        "from halfmove.cli.main import main; main(sys.argv[1:]); "
        "print('\\n' + ' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=words, capture_output=True, text=True, timeout=60
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(("arguments", "allowed", "most"), CASES, ids=[" ".join(c[0]) for c in CASES])
def test_only_what_is_needed(arguments, allowed, most):
    modules = imported(arguments, "uci\nquit\n")
    assert not (HEAVY - allowed) & modules
    assert "halfmove.cli.main" in modules
    if "numba" not in modules:  # which imports hundreds, where something is compiled
        assert len(modules) <= most
