"""Reuse from move to move: what a player's memory of its last move spares at the next.

A search of h plies covers h - 2 plies beyond the position after both sides have moved, so the next search to
h plies finds much of its tree in the table. A player that keeps its table plays against one that does not;
each of its positions except the first is searched again from an empty table, to the same depth, and the nodes
are compared. Values may differ a little, because kept entries are often deeper than required. Monte Carlo
tree search keeps the subtree below the moves played: the table shows its simulations as a share of those of a
move, which may be above 100 % if the simulations of several moves are kept. There is one thread, so all
counts repeat exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks import figures
from benchmarks.answers import WrongAnswer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.alphabeta.deepening import search
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.plan import settings_from
from halfmove.search.montecarlo.searching import search as simulate

MOVES = 16
"""Of the player with a memory, at most."""

DEPTHS: list[tuple[str, dict[str, str], tuple[int, ...]]] = [
    ("chess", {}, (4, 6, 8)),
    ("connect4", {}, (6, 8, 12)),
    ("tictactoe", {}, (9,)),
]
SIMULATIONS: list[tuple[str, dict[str, str], int]] = [
    ("chess", {}, 10_000),
    ("connect4", {}, 10_000),
    ("go", {"size": "9"}, 10_000),
    ("pacman", {"maze": "medium"}, 1_000),
]


def run(section: Section, settings: Settings) -> None:
    """Play, count, and report."""
    moves = 4 if settings.quick else MOVES
    rows = []
    for name, parameters, depths in DEPTHS:
        rules = game(name, **parameters)
        for depth in depths[:1] if settings.quick else depths:
            pairs = list(searched_twice(rules, depth, moves))
            kept, fresh = (sum(both[at].nodes for both in pairs) for at in (0, 1))
            same = sum(one.best == other.best for one, other in pairs)
            rows.append(
                [
                    f"{rules.title()}, {depth} plies",
                    str(len(pairs)),
                    figures.count(fresh),
                    figures.count(kept),
                    f"{kept / fresh:.2f}",
                    f"{same} of {len(pairs)}",
                ]
            )
    section.table(
        ["alpha-beta with a table", "moves", "nodes, empty", "kept", "kept/empty", "same move"], rows
    )
    rows = []
    for name, parameters, simulations in SIMULATIONS:
        rules = game(name, **parameters)
        known = list(simulations_kept(rules, simulations, moves))
        rows.append(
            [
                f"{rules.title()}, {figures.count(simulations)} simulations",
                str(len(known)),
                f"{median(known) / simulations:.1%}",
                f"{max(known) / simulations:.1%}",
            ]
        )
    section.table(["Monte Carlo", "moves", "of a move's simulations kept, median", "most"], rows)


def searched_twice(rules: Game, depth: int, moves: int) -> Iterator[tuple[Analysis, Analysis]]:
    """Each move of the player with a memory but the first: with it, and from an empty table."""
    memory, empty = Engine(rules, megabytes=64), Engine(rules, megabytes=64)
    limit = Limit(depth=depth)
    state = rules.initial()
    player, made = rules.to_move(state), 0
    while not rules.is_terminal(state) and made <= moves:
        empty.clear()
        *_, fresh = search(rules, state, limit, memory=empty)
        chosen = fresh
        if rules.to_move(state) == player:
            *_, chosen = search(rules, state, limit, memory=memory)
            if fresh.score.proven and chosen.score.proven and fresh.value != chosen.value:
                raise WrongAnswer(f"{rules.title()}: proven {fresh.value} and {chosen.value}.")
            if made:
                yield chosen, fresh
            made += 1
        state = rules.result(state, chosen.best)


def simulations_kept(rules: Game, simulations: int, moves: int) -> Iterator[int]:
    """Of each move but the first, how many simulations the tree has of the position before its search."""
    ours = MonteCarlo(rules, settings_from({"keep": "true"}, game=rules), seed=1)
    theirs = MonteCarlo(rules, seed=2)
    history: Any = History(rules)
    player, made = rules.to_move(history.state), 0
    while not history.over and made <= moves:
        mine = rules.to_move(history.state) == player
        engine = ours if mine else theirs
        known = engine.set_root(history.state, history)
        *_, found = simulate(
            rules, history.state, Limit(simulations=simulations), memory=engine, history=history
        )
        if mine:
            if made:
                yield known
            made += 1
        history.append(found.best)
