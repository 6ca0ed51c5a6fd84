"""Iterative deepening, progressive deepening in some lectures: to one ply, then to two, then to three, …

Each level is a whole search of its own, and the last one completed answers: a search that is interrupted has
an answer all the same, and for b actions a state the levels before the last cost only about 1/(b − 1) of it.
What a level found also tells the next one where to look first.

Sources: R. E. Korf, "Depth-first iterative-deepening", *Artificial Intelligence* 27(1), 1985; S. Russell and
P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), section 5.2; P. H. Winston,
*Artificial Intelligence*, 3rd ed. (1992), chapter 6 (progressive deepening).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.naming import open_game, open_state
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.alphabeta import alphabeta_value
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.minimax import minimax_value
from halfmove.search.textbook.outcome import Outcome, check_depth, check_memory, conduct, unfit
from halfmove.search.watch import Several

INNER: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "alphabeta": (alphabeta_value, (-math.inf, math.inf, False)),
    "minimax": (minimax_value, ()),
}
"""The searches that can be deepened: the kernel, and what it takes between the depth and the watcher."""


class Best(Watcher):
    """Keeps the action that was best of each state entered."""

    def __init__(self) -> None:
        self.actions: dict[Any, Any] = {}
        self._open: list[list[Any]] = []

    def start(
        self, game: Any, state: Any, algorithm: str, depth: int | None, options: Mapping[str, Any]
    ) -> None:
        self._open = []

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        self._open.append([state, None])

    def descend(self, action: Any) -> None:
        self._open[-1][1] = action

    def improve(self, old: Any, new: Any) -> None:
        state, action = self._open[-1]
        self.actions[state] = action

    def leave(self, value: Any) -> None:
        self._open.pop()


def best_first(game: Game, best: Mapping[Any, Any]) -> Game:
    """`game`, interpreted, with the action that `best` names for a state before its others."""
    view = interpreted(game)
    plain = view.actions

    def actions(s: Any) -> Iterator[Any]:
        if s in best:
            yield best[s]
            yield from (a for a in plain(s) if a != best[s])
        else:
            yield from plain(s)

    view.actions = actions  # type: ignore[method-assign]
    return view


def deepening(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    inner: str = "alphabeta",
    best: bool = False,
) -> Outcome:
    """The outcome of the last level of a search to depth 1, 2, 3, …, `depth`; the watcher gets all levels.

    `inner` is the search that is deepened, "alphabeta" or "minimax".  With `best`, the action that a level
    found best at a state is the first one tried there by the next level (interpreted); among equally good
    actions that one is then chosen.  A level that meets no horizon is the last, whatever the depth; without
    a depth the search goes on until there is one.  For every level the watcher gets a `start`, with its depth
    and `options["level"]`, and a `finish`.

    All counts of the outcome are those of all levels together, with a watcher and without; `estimated`, and
    so `exact`, is about the last level, which gives the answer.  `BadInput` and
    `Unsuitable` as for `minimax`.
    """
    game = open_game(game)
    state = open_state(game, state)
    if inner not in INNER:
        raise BadInput(f"There is no search '{inner}' to deepen; there are: {', '.join(INNER)}.")
    check_depth(depth)
    if best:
        check_memory(game, state, "Deepening with the best first")
    kernel, arguments = INNER[inner]
    found: dict[Any, Any] = {}
    nodes = terminals = evaluations = cutoffs = 0
    for level in count(min(1, 1 if depth is None else depth)):
        options = {"inner": inner, "best": best, "level": level}
        listener, view, memory = watch, game, Best()
        if best:
            view = best_first(game, found)
            listener = memory if watch is None else Several(memory, watch)
        outcome = conduct("deepening", kernel, view, state, level, listener, arguments, options=options)
        nodes, terminals = nodes + outcome.nodes, terminals + outcome.terminals
        evaluations, cutoffs = evaluations + outcome.evaluations, cutoffs + outcome.cutoffs
        outcome = outcome._replace(nodes=nodes, terminals=terminals, evaluations=evaluations, cutoffs=cutoffs)
        if outcome.exact or level == depth:
            return outcome
        found = {**found, **memory.actions}
    raise AssertionError("some level is the last")


FORM = Form("deepening", alphabeta_value, lambda alpha, beta: (alpha, beta, False), windowed=True)


def search(game: Game, state: Any, limit: Limit, **options: Any) -> Iterator[Analysis]:
    """As `Form.search`, but deepening also where the limit is a depth alone, or nothing."""
    if limit.seconds is not None or limit.nodes is not None:
        yield from FORM.search(game, state, limit, **options)
        return
    nodes, seconds = 0, 0.0
    for depth in count(min(1, 1 if limit.depth is None else limit.depth)):
        for analysis in FORM.search(game, state, Limit(depth=depth), **options):
            nodes, seconds = nodes + analysis.nodes, seconds + analysis.seconds
            yield replace(analysis, nodes=nodes, seconds=seconds)
            if analysis.proven or depth == limit.depth:
                return


register(
    Algorithm(
        name="deepening",
        summary="Iterative (progressive) deepening: alpha-beta to one ply, then two, then three, …",
        source="Korf, Artificial Intelligence 27(1), 1985; Winston, 3rd ed. (1992), chapter 6",
        reckons_with="players",
        unfit=unfit,
        search=search,
        strength=17,
        lesson=Lesson(deepening, {"inner": ("alphabeta", "minimax"), "best": (False, True)}, windowed=True),
    )
)
