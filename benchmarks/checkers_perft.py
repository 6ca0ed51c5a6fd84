"""Counting moves in checkers: perft to depth 12, beside pydraughts.

All counts are those published (A. Bik, *Checkers perft*). pydraughts, in plain Python, plays the same rules
as its variant `english`. One thread, processor time, one run of each. Matches of checkers and the engine's
values of the opening position are on [its page](games/checkers.md#how-strong).
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import on_thread
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.operations import perft

COUNTS = (
    *(1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564),
    *(85_242_128, 388_623_673),
)
DEEPEST, QUICK, PEER = 12, 9, 5
"""Plies: ours, ours of a quick run, the peer's."""


def theirs(board: Any, depth: int) -> int:
    """pydraughts' sequences."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves():
        board.push(move)
        count += theirs(board, depth - 1)
        board.pop()
    return count


def run(section: Section, settings: Settings) -> None:
    """Count, and report."""
    rules = game("checkers")
    state = rules.initial()
    perft(rules, state, 1)
    deepest = QUICK if settings.quick else DEEPEST
    seconds = 0.0
    for depth in range(1, deepest + 1):
        nodes, seconds = on_thread(partial(perft, rules, state, depth))
        expect(f"perft of checkers to depth {depth}", nodes, COUNTS[depth])
    rate = COUNTS[deepest] / seconds
    rows = [["Halfmove", str(deepest), figures.count(COUNTS[deepest]), figures.rate(rate, 1), ""]]
    if find_spec("draughts") is None:
        section.say("pydraughts, which is none of the peers that `make bench` installs, was left out.")
    else:
        board = import_module("draughts").Board(variant="english")
        counted, seconds = on_thread(partial(theirs, board, PEER))
        expect(f"pydraughts' perft to depth {PEER}", counted, COUNTS[PEER])
        slow = COUNTS[PEER] / seconds
        rows.append(["pydraughts", str(PEER), figures.count(COUNTS[PEER]), figures.rate(slow, 1),
                     f"{rate / slow:,.0f} ×"])  # fmt: skip
    section.table(["program", "depth", "sequences", "speed", "ours is faster"], rows)
