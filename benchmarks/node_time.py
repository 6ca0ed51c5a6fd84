"""Where a node's time goes: the functions of the rules that a selective search asks, how often, how long.

Chess is estimated by its sum of features here (`evaluation=terms`); the last row is for its network. A search
of a chess position is run interpreted, where a profiler counts what it calls a node; compiled, it
enters the same nodes. How long one call takes is measured compiled, in a loop over states that searches have
estimated and over their plausible actions, less the same loop without the call: processor time, the median of
the runs. Such a loop finds its data in the cache and its branches foretold, so what is left over is the
search's own work (ordering, history, windows), its table, and waiting for memory.
"""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import subprocess
import sys
import time
from statistics import median
from typing import Any

from benchmarks.answers import expect
from benchmarks.report import Section
from benchmarks.settings import ROOT, Settings
from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.contract.hooks import HOOKS
from halfmove.core.evaluation_network import TERMS
from halfmove.core.words import buffer_of, count_words, read_words
from halfmove.games.registry import game
from halfmove.learn.evaluation.games import SelfPlay
from halfmove.search.alphabeta.root import search_levels
from halfmove.search.alphabeta.threads import Engine

POSITIONS = (
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12",
    "2r3k1/1p3pp1/p3pn1p/3p4/3P4/1P2PN2/P4PPP/2R3K1 w - - 0 24",
)
COUNTED = 4_000
"""Nodes of the search that is counted, interpreted."""
TIMED = 1_500_000
"""Nodes of the search that is timed, compiled."""
STATES = 2_000
OF_STATES = ("key", "in_check", "evaluate", "list_plausible", "list_forcing", "list_threatening", "structure",
             "may_pass", "is_drawn", "repetition_key")  # fmt: skip
OF_ACTIONS = ("quiet", "order", "history_slot", "exchange", "gain", "result", "symmetric_action")
NOTHING = -1


@kernel
def ask_states(
    game: Game, like: Any, states: Buffer, size: int, count: int, which: int, rounds: int, out: Buffer
) -> int:
    """Ask one of `OF_STATES` of every state, so many times; a sum of what is said."""
    total = which - which
    for _ in range(rounds):
        for i in range(count):
            s = read_words(like, states, i * size)
            total += game.to_move(s)
            if which == 0:
                total += bits.number(game.key(s))
            elif which == 1:
                total += 1 if game.in_check(s) else 0
            elif which == 2:
                total += game.evaluate(s, game.to_move(s))
            elif which == 3:
                total += game.list_plausible(s, out, 0)
            elif which == 4:
                total += game.list_forcing(s, out, 0)
            elif which == 5:
                total += game.list_threatening(s, out, 0)
            elif which == 6:
                total += game.structure(s)
            elif which == 7:
                total += 1 if game.may_pass(s) else 0
            elif which == 8:
                total += 1 if game.is_drawn(s) else 0
            elif which == 9:
                total += bits.number(game.repetition_key(s))
    return total


@kernel
def ask_actions(
    game: Game, like: Any, states: Buffer, size: int, count: int, which: int, rounds: int, out: Buffer
) -> int:
    """Ask one of `OF_ACTIONS` of every plausible action of every state, so many times; a sum."""
    total = which - which
    for i in range(count):
        s = read_words(like, states, i * size)
        n = game.list_plausible(s, out, 0)
        for _ in range(rounds):
            for j in range(n):
                a = out[j]
                total += a
                if which == 0:
                    total += 1 if game.quiet(s, a) else 0
                elif which == 1:
                    total += game.order(s, a)
                elif which == 2:
                    total += game.history_slot(s, a)
                elif which == 3:
                    total += game.exchange(s, a)
                elif which == 4:
                    total += game.gain(s, a)
                elif which == 5:
                    total += bits.number(game.key(game.result(s, a)))
                elif which == 6:
                    total += game.symmetric_action(a, 0)
    return total


@kernel
def count_actions(game: Game, like: Any, states: Buffer, size: int, count: int, out: Buffer) -> int:
    """How many plausible actions the states have."""
    total = count - count
    for i in range(count):
        total += game.list_plausible(read_words(like, states, i * size), out, 0)
    return total


def run(section: Section, settings: Settings) -> None:
    """Count, time, and report."""
    rules = game("chess")
    counts, entered = count_calls()
    engine = sum_engine(rules)
    timed = 50_000 if settings.quick else TIMED
    nodes, seconds, same = time_search(engine, timed)
    expect("nodes of the levels that both searches finished", entered, same)
    node = seconds / nodes * 1e9
    costs = measure_calls(engine, settings.runs)
    rows, known = [], 0.0
    for name, each in sorted(costs.items(), key=lambda item: -item[1] * counts.get(item[0], 0)):
        share = each * counts.get(name, 0)
        known += share
        rows.append(
            [f"`{name}`", f"{counts.get(name, 0):.2f}", f"{each:.1f}", f"{share:.0f}", f"{share / node:.0%}"]
        )
    rows.append(
        ["the search itself, its table, memory", "", "", f"{node - known:.0f}", f"{1 - known / node:.0%}"]
    )
    rows.append(["a node", "", "", f"{node:.0f}", "100%"])
    nodes, seconds, _ = time_search(Engine(rules, megabytes=64), timed)
    rows.append(["a node, estimated by the network", "", "", f"{seconds / nodes * 1e9:.0f}", ""])
    section.table(["chess, three positions", "calls a node", "ns a call", "ns a node", "share"], rows)


def sum_engine(rules: Game) -> Engine:
    """The engine with the sum of features, a function of the rules like the others."""
    return Engine(rules, megabytes=64, evaluation=TERMS)


def count_nodes(engine: Engine, state: Any, nodes: int) -> list[int]:
    """Search a position from an empty table: the nodes entered after each level that was finished."""
    engine.clear()
    return [engine.nodes for _ in search_levels(engine, state, nodes)]


def count_here() -> None:
    """Print, as JSON, the calls a node of the functions of the rules by the search, and the nodes after each
    level: of an interpreted process."""
    rules = game("chess")
    engine = sum_engine(rules)
    counts: dict[str, float] = {}
    levels, total = [], 0
    for text in POSITIONS:
        profile = cProfile.Profile()
        profile.enable()
        levels.append(count_nodes(engine, rules.parse(text), COUNTED))
        profile.disable()
        total += engine.nodes
        for (_, _, name), (*_, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
            if name in HOOKS:
                asked = sum(
                    c[1] for (file, _, _), c in callers.items() if f"{os.sep}alphabeta{os.sep}" in file
                )
                counts[name] = counts.get(name, 0) + asked
    print(json.dumps([{name: count / total for name, count in counts.items()}, levels]))


def count_calls() -> tuple[dict[str, float], list[list[int]]]:
    """`count_here` in a process that runs interpreted."""
    told = subprocess.run(
        [sys.executable, "-c", "from benchmarks.node_time import count_here; count_here()"],
        cwd=ROOT, env={**os.environ, "HALFMOVE_JIT": "0"}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    counts, levels = json.loads(told.stdout.splitlines()[-1])
    return counts, levels


def time_search(engine: Engine, nodes: int) -> tuple[int, float, list[list[int]]]:
    """Nodes and seconds of compiled searches, and the nodes after the levels that `COUNTED` nodes finish."""
    rules = engine.game
    engine.prepare(rules.initial())
    same = [count_nodes(engine, rules.parse(text), COUNTED) for text in POSITIONS]
    entered, began = 0, time.process_time()
    for text in POSITIONS:
        count_nodes(engine, rules.parse(text), nodes)
        entered += engine.nodes
    return entered, time.process_time() - began, same


def measure_calls(engine: Engine, runs: int) -> dict[str, float]:
    """Nanoseconds of a call of each function."""
    rules = engine.subject
    like = rules.initial()
    size = count_words(like)
    found = SelfPlay(engine.game, nodes=1000, seed=1).play(20 * STATES, lambda: False).states[::20][:STATES]
    states, out = buffer_of(found), Buffer(4 * rules.actions_limit)
    told = rules, like, states, size, len(found)
    actions = count_actions(*told, out)

    def timed(ask: Any, which: int, rounds: int) -> float:
        began = time.process_time()
        ask(*told, which, rounds, out)
        return time.process_time() - began

    costs = {}
    for ask, names, calls, rounds in (
        (ask_states, OF_STATES, len(found), 100),
        (ask_actions, OF_ACTIONS, actions, 50),
    ):
        timed(ask, NOTHING, 1)
        for which, name in enumerate(names):
            more = [timed(ask, which, rounds) - timed(ask, NOTHING, rounds) for _ in range(runs)]
            costs[name] = max(median(more) / (rounds * calls) * 1e9, 0.0)
    return costs
