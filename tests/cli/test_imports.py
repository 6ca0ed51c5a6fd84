"""What a verb imports before it answers: only what it needs, so that a command starts soon."""

import subprocess
import sys

import pytest

from halfmove.games import game_list, registry
from halfmove.search import algorithm_list
from halfmove.search.algorithms import modules

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


def test_other_packages_games_and_algorithms_are_listed_too(monkeypatch):
    games = {**registry.games(), "of-another-package": registry.games()["nim"]}
    monkeypatch.setattr(registry, "games", lambda: games)
    monkeypatch.setattr(game_list, "games", lambda: games)
    assert "of-another-package" in [game["name"] for game in game_list.every_game()]
    [minimax] = [one for one in algorithm_list.every_algorithm() if one["name"] == "minimax"]
    assert "of-another-package" in minimax["games"]
    monkeypatch.undo()
    monkeypatch.setattr(algorithm_list, "entry_points", lambda group: ("one",))
    monkeypatch.setattr(algorithm_list, "algorithms_for", lambda games: ["all algorithms"])
    assert algorithm_list.every_algorithm() == ["all algorithms"]


def test_the_file_of_a_new_algorithm_makes_the_list_anew(monkeypatch):
    monkeypatch.setattr(algorithm_list, "modules", lambda: [*modules(), "halfmove.search.textbook.new"])
    monkeypatch.setattr(algorithm_list, "algorithms_for", lambda games: ["all algorithms"])
    assert algorithm_list.every_algorithm() == ["all algorithms"]
