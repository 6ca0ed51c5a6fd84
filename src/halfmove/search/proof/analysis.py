"""Proof-number searches as algorithms that `analyze` and players can be asked for: dfpn, pn and pn2.

They prove or say nothing: a position that is not solved within the limit has no value, and the action is the
one at which the search was looking last.  With a depth they ask for wins of either side within so many plies.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.core.scores import Score
from halfmove.search.algorithms import Algorithm, Brake, register
from halfmove.search.proof.by_numbers import solve
from halfmove.search.proof.prover import Prover
from halfmove.search.proof.question import why_unfit

MEGABYTES = 32


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    method: str,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: Prover | None = None,
    brake: Brake | None = None,
) -> Iterator[Analysis]:
    """One analysis: the proof, or what is known at the limit."""
    game = in_turn(game)
    prover = memory or remember(game, method=method, threads=threads)
    if not game.is_terminal(state):
        prover.prepare(state)
    stop = brake or Brake()
    ends = None if limit.seconds is None else time.perf_counter() + limit.seconds
    before, began = prover.nodes, time.perf_counter()

    def ask(there: Any, plies: int | None) -> Analysis:
        """What is proven of a position within what is left."""
        return solve(
            game,
            there,
            either_in=plies,
            seconds=None if ends is None else max(ends - time.perf_counter(), 0.0),
            nodes=None if limit.nodes is None else max(limit.nodes - (prover.nodes - before), 0),
            prover=prover,
            see=lambda _: prover.stop() if stop.pulled else None,
        )

    found = ask(state, limit.depth)
    ranked = found.lines
    if not game.is_terminal(state) and (lines > 1 or not ranked):
        ranked = rank_actions(game, state, found, ask, limit.depth, lines, prover)
    yield Analysis(
        game,
        state,
        method,
        ranked,
        found.score,
        found.depth,
        prover.nodes - before,
        time.perf_counter() - began,
        statistics=found.statistics,
        interrupted=found.interrupted,
    )


def rank_actions(
    game: Game, state: Any, found: Analysis, ask: Any, depth: int | None, lines: int, prover: Prover
) -> tuple[Line, ...]:
    """The best actions, each with what is proven of it: of wins before what is open, and that before losses;
    of one line alone, the action that looks best."""
    mover, actions = game.to_move(state), list(game.actions(state))
    first = found.lines[0].action if found.lines else prover.likely_action(state)
    if first not in actions:  # the last question was about another position
        first = actions[0]
    if lines == 1:
        return (Line(first, found.score, (first,)),)
    ranked = []
    for action in actions:
        child, score, line = game.result(state, action), Score.unknown(game, mover), (action,)
        if game.is_terminal(child):
            score = Score.proof(game, mover, game.utility(child, mover), 1)
        elif depth is None or depth > 1:
            its = ask(child, None if depth is None else depth - 1)
            line = (action, *(its.lines[0].variation if its.lines else ()))
            if its.proven:
                value = its.value if game.to_move(child) == mover else -its.value
                plies = its.score.plies
                score = Score.proof(game, mover, value, None if plies is None else plies + 1)
        ranked.append(Line(action, score, line))
    ranked.sort(key=lambda line: (-line.score.value, line.action != first))
    return tuple(ranked[:lines])


def remember(game: Game, *, method: str, threads: int = 1, megabytes: float | None = None) -> Prover:
    """A prover for one search."""
    return Prover(
        game, megabytes=megabytes or MEGABYTES, threads=threads if method == "dfpn" else 1, method=method
    )


SOURCES = {
    "dfpn": (
        "Depth-first proof-number search with a table: proofs of wins, draws and losses, no estimates",
        "Nagai 2002; Pawlewicz and Lew 2006; Ueda et al. 2008",
    ),
    "pn": (
        "Proof-number search, best first, the tree in memory: proofs, no estimates",
        "Allis, van der Meulen and van den Herik, Artificial Intelligence 66(1), 1994",
    ),
    "pn2": (
        "Proof-number search whose nodes are expanded by second searches: proofs, no estimates",
        "Breuker, Memory versus search in games, thesis, Maastricht 1998",
    ),
}

for _name, (_summary, _source) in SOURCES.items():
    register(
        Algorithm(
            name=_name,
            summary=_summary,
            source=_source,
            unfit=why_unfit,
            search=partial(search, method=_name),
            strength=5,
            suits=lambda game: False,
        )
    )
