"""What a verb imports before it answers: only what it needs, so that a command starts soon."""

import subprocess
import sys

import pytest
from packages import installed

from halfmove.games import game_list, registry
from halfmove.search import algorithm_list
from halfmove.search.algorithms import OTHERS, algorithms, modules

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
}
SEARCHES = {name for name in HEAVY if name.startswith("halfmove.")}

CASES = [
    (["--version"], set(), 100),
    (["analyze"], set(), 180),  # refused
    (["analyze", "chess", "--fen", "x"], set(), 180),
    (["--help"], set(), 110),
    (["perft", "--help"], set(), 200),
    (["uci"], {"numpy", "llvmlite", "numba"}, 500),
    (["games"], set(), 220),
    (["algorithms"], set(), 220),
    (["analyze", "tictactoe", "--depth", "3"], {"numpy", "llvmlite", "rich", "numba"}, 440),
]

LATER = 10 if sys.version_info >= (3, 12) else 0
"""So many more modules of its own a newer Python imports for the same ones."""


def imported(arguments, words=""):
    code = (
        "import os, sys; os._exit = int; "  # `uci` ends so while it prepares
        "from halfmove.cli.main import main; main(sys.argv[1:]); "
        "print('\\n' + ' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=words, capture_output=True, text=True
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(("arguments", "allowed", "most"), CASES, ids=[" ".join(c[0]) for c in CASES])
def test_only_what_is_needed(arguments, allowed, most):
    modules = imported(arguments, "uci\nquit\n")
    assert "halfmove.cli.main" in modules
    assert not (SEARCHES - allowed) & modules
    if "numba" not in modules:  # which imports hundreds, where something is compiled
        assert not (HEAVY - allowed) & modules
        assert len(modules) <= most + LATER


@pytest.mark.parametrize("made", [game_list, algorithm_list], ids=["games", "algorithms"])
def test_the_lists_that_come_along_are_those_of_the_games_and_algorithms(made):
    assert made.FILE.read_text(encoding="utf-8") == made.text(), f"make it anew: python -m {made.__name__}"


def test_other_packages_games_and_algorithms_are_listed_too(caplog):
    nim, minimax = registry.games()["nim"], algorithms()["minimax"]
    with installed(registry.OTHERS, ("of-another-package", nim), ("broken", 3)):
        listed = [game["name"] for game in game_list.every_game()]
        assert listed == [name for name in registry.games() if name != "broken"]
        [row] = [one for one in algorithm_list.every_algorithm() if one["name"] == "minimax"]
        assert "of-another-package" in row["games"]
    assert "'broken'" in caplog.text
    with installed(OTHERS, ("theirs", minimax), ("broken", 3)):
        listed = [one["name"] for one in algorithm_list.every_algorithm()]
        assert sorted(listed) == sorted({*algorithms()})
        assert "theirs" in listed


def test_the_file_of_a_new_algorithm_makes_the_list_anew(monkeypatch):
    monkeypatch.setattr(algorithm_list, "modules", lambda: [*modules(), "halfmove.search.textbook.new"])
    monkeypatch.setattr(algorithm_list, "algorithms_for", lambda games: ["all algorithms"])
    assert algorithm_list.every_algorithm() == ["all algorithms"]
