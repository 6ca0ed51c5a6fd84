"""`import halfmove as hm`: every name is there, is listed, and costs nothing until it is used."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.core import bits as core_bits
from halfmove.games.registry import games

_NAMES = """
    ESTIMATE INFINITY WIN loss_in win_in CHANCE Game Bitboard Buffer bits kernel interpreted check_game Limit
    Analysis Line Outcome game all_games load tree position analyze compare deepen algorithms Engine solve
    Solver expectiminimax star1 star2 maxn paranoid
    minimax alphabeta perft count_games count_positions Watcher Recorder Counter trace Trace
    quiescence singular tapered explain Explanation
    Exercise Marking exercise exercise_on exercises mark sheet
    Score DIALECTS negamax negascout scout mtdf deepening
    features MonteCarlo Session experiment tournament match RegretSolver report Player Choice History
    open_book make_book
    SimulationTrace simulate growth orderings reorder misconception misconceptions
    read_pgn write_pgn read_sgf write_sgf annotate
    Chance Dynamics Information Payoffs Rewards NO_CHOICE SIMULTANEOUS SPECTATOR
    in_turn View randomness Rollout rollout luck
    Network train Trained
    regret exploitability Solution Strategy Board
    HalfmoveError BadInput BrokenPromise CompileError NotProven Unsuitable verify
"""
PROMISED = _NAMES.split()


def test_every_name_resolves_and_is_listed():
    assert sorted([*PROMISED, "__version__"]) == hm.__all__
    for name in PROMISED:
        assert getattr(hm, name) is not None
        assert name in dir(hm)
    with pytest.raises(AttributeError, match="module 'halfmove' has no attribute 'nonsense'"):
        hm.nonsense  # noqa: B018


def test_names_mean_what_they_say():
    assert hm.all_games is games
    assert hm.bits.count(hm.bits.board(7)) == 3
    assert (hm.win_in(3), hm.loss_in(3)) == (hm.WIN - 3, 3 - hm.WIN)
    namespace = {}
    exec("from halfmove import *", namespace)
    assert set(hm.__all__) <= set(namespace)


def test_bits_is_a_module_with_the_names_of_its_core():
    bits = importlib.import_module("halfmove.bits")
    assert hm.bits is bits
    assert hm.bits.Bitboard is hm.Bitboard
    public = {name for name, value in vars(core_bits).items() if defined_in(value, core_bits.__name__)}
    assert set(bits.__all__) == public | {"Bitboard", "FULL", "Wide"}
    assert all(getattr(bits, name) is getattr(core_bits, name) for name in bits.__all__)


def defined_in(value, module):
    return callable(value) and getattr(value, "__module__", "") == module


def test_type_checkers_are_told_the_same_names():
    told = re.findall(
        r"^    (?:from .* import \w+ as )?(\w+)(?: = _\w+)?$", Path(hm.__file__).read_text(), re.M
    )
    assert sorted(name for name in told if not name.startswith("_")) == sorted(PROMISED)


def test_importing_halfmove_imports_nothing_else():
    code = "import sys; before = set(sys.modules); import halfmove; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "halfmove." not in done.stdout
    assert not re.search("'(numpy|numba|typing|rich)'", done.stdout)
