"""A real game's own curves, and those of random trees: what each search enters to look d plies ahead.

Beside them lie the best case of a uniform tree of the same size, and minimax's curve drawn out to where the
others came.  The engine deepens ply by ply, and its nodes at a depth include those of all lesser depths; the
others search each depth from the beginning.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from halfmove.core.compile import runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.naming import open_game, open_state
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.search.algorithms import Algorithm, algorithms, deepen
from halfmove.search.alphabeta.features import FEATURES, check_features
from halfmove.search.supervised import run_supervised
from halfmove.search.watch import Follower, Stopped
from halfmove.teach.arrangement import rearrange_actions
from halfmove.teach.growth.curves import Curves, Kind, Point, Series
from halfmove.teach.growth.formulas import DEEPEST, JudgedTree, UniformTree, check, leaf_root, root
from halfmove.teach.growth.theory import UNITS, unit_key
from halfmove.teach.trace import lesson_of, with_defaults


def order_actions(game: Game) -> Game:
    """The game with its most promising actions (by its own `order`) first; it runs interpreted."""
    if not FEATURES["order"].rests_on(game):
        raise BadInput(f"{game.title()} has no judgement of its actions to order them by.")
    return rearrange_actions(
        game, lambda plain, s, actions: sorted(actions, key=lambda a: -plain.order(s, a))
    )


class Cost(NamedTuple):
    """What one search did."""

    nodes: int
    """States entered."""
    evaluations: int
    """Static evaluations: leaves, and states at the horizon."""
    seconds: float
    complete: bool
    """Whether no state was evaluated at the horizon: the whole game was searched."""


def measure_cost(
    algorithm: Algorithm,
    game: Game,
    state: Any,
    depth: int | None,
    options: dict[str, Any],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Cost | None:
    """The cost of a textbook search, compiled where the game is; None if the budget did not suffice for it.

    KeyboardInterrupt (Ctrl-C) stops the search and is raised again.
    """
    assert algorithm.lesson is not None
    run = algorithm.lesson.run
    settings = with_defaults(algorithm, options)
    follower = Follower(nodes)
    began = time.perf_counter()
    try:
        outcome = run_supervised(
            lambda: run(game, state, depth=depth, watch=follower, **settings), follower.stop, seconds
        )
    except Stopped:
        return None
    taken = time.perf_counter() - began
    return Cost(outcome.nodes, outcome.evaluations, taken, not outcome.estimated)


BEYOND = 1000
"""How many times as high as the highest measured point a formula may rise: more would hide the rest."""

TWO_PLAYERS = ("minimax", "alphabeta", "negascout", "mtdf", "engine")
SEVERAL = ("minimax", "alphabeta", "maxn", "paranoid")
CHANCE_MOVES = ("expectiminimax", "star1", "star2")
"""The searches shown unless others are asked for: those of them that fit."""

WHOLE = "the whole game"

SECONDS = 2.0
"""Time for each curve, unless it is said otherwise."""


@dataclass(frozen=True)
class Budget:
    """What one curve may cost."""

    depth: int = DEEPEST
    seconds: float | None = SECONDS
    nodes: int | None = None
    """For each search."""

    @property
    def words(self) -> str:
        """How far it reaches, for a note."""
        parts = []
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s")
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} nodes")
        return " or ".join(parts)


@long_work("measuring")
def game_curves(
    game: Game | str,
    state: Any = None,
    *,
    algorithms: Sequence[str] | None = None,
    depth: int | None = None,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    count: str = "nodes",
    progress: Asked = None,
) -> Curves:
    """The cost of each search of a game from a state (the initial one if none is given), by depth.

    `algorithms` are names of textbook searches, with "+order" after them if the game's most promising actions
    are to come first, and "engine", with "-table", "-killers" or another of `search.alphabeta.features` after
    it for the engine without that: "engine-table-history" is without both.  By default the usual that fit.

    Each curve goes on to `depth`, until the whole game is searched, until its `seconds` are over or until a
    search would enter more than `nodes` nodes.  `count` is "nodes" or "evaluations" (which the engine does
    not count).  KeyboardInterrupt (Ctrl-C) ends the measurement and returns what there is.
    `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    game = open_game(game)
    unit_key(count)
    start = open_state(game, state)
    if game.is_terminal(start):
        raise BadInput("The game is over in this position, so there is nothing to search.")
    budget = Budget(DEEPEST if depth is None else depth, seconds, nodes)
    chosen = usual(game, count) if algorithms is None else list(algorithms)
    plans = [(name, _plan(game, name, count)) for name in chosen]
    series: list[Series] = []
    for name, plan in plans:
        points, note = [], ""
        try:
            for item in plan(start, budget):
                if isinstance(item, str):
                    note = item
                else:
                    points.append(item)
        except KeyboardInterrupt:
            series.append(Series(name, "measured", tuple(points), "interrupted"))
            break
        series.append(Series(name, "measured", tuple(points), note))
    series += _references(series, count)
    return Curves(game.title(), UNITS[count], tuple(series))


def usual(game: Game, count: str = "nodes") -> list[str]:
    """The searches shown by default: the usual ones that fit the game."""
    table = algorithms()
    names = CHANCE_MOVES if game.has_chance else TWO_PLAYERS if game.players == 2 else SEVERAL
    fitting = [name for name in names if name in table and table[name].unfit(game) is None]
    if count != "nodes" and "engine" in fitting:
        fitting.remove("engine")
    if not fitting:
        reasons = (table[name].unfit(game) for name in names if name in table)
        raise Unsuitable(next(filter(None, reasons), f"No search fits {game.title()}."))
    return fitting


def check_searches(game: Game, names: Sequence[str], count: str = "nodes") -> None:
    """`BadInput` or `Unsuitable` for a search that `game_curves` would refuse to measure."""
    for name in names:
        _plan(game, name, count)


Plan = Callable[[Any, Budget], Iterator[Point | str]]
"""Yields a point a depth, and at last a note why it ends there."""


def _plan(game: Game, name: str, count: str) -> Plan:
    """How to measure the search of that name; `BadInput` or `Unsuitable` before anything runs."""
    base, *left_out = name.split("-")
    if base == "engine":
        if count != "nodes":
            raise BadInput("The engine counts nodes, not static evaluations; leave it out, or count nodes.")
        reason = algorithms()["engine"].unfit(game)
        if reason:
            raise Unsuitable(reason)
        features = check_features(game, left_out)
        return lambda state, budget: _engine(game, name, features, state, budget)
    plain, plus, wanted = name.partition("+")
    if plus and wanted != "order":
        raise BadInput(f"After '{plain}+' there can only be 'order', not '{wanted}'.")
    algorithm = measurable(plain)
    reason = algorithm.unfit(game)
    if reason:
        raise Unsuitable(reason)
    subject = order_actions(game) if plus else game
    return lambda state, budget: _textbook(algorithm, subject, name, state, budget, count)


def _textbook(
    algorithm: Any, game: Game, name: str, state: Any, budget: Budget, count: str
) -> Iterator[Point | str]:
    if runs_compiled(game):  # machine code is made before the clock starts
        measure_cost(algorithm, game, state, 1, {})
    began = time.perf_counter()
    for depth in range(1, budget.depth + 1):
        at(what=f"measuring {name}, depth {depth}")
        left = None if budget.seconds is None else budget.seconds - (time.perf_counter() - began)
        cost = None
        if depth == 1 or left is None or left > 0:
            cost = measure_cost(
                algorithm, game, state, depth, {}, nodes=budget.nodes, seconds=None if depth == 1 else left
            )
        if cost is None:
            yield f"depth {depth} takes more than {budget.words}"
            return
        yield Point(depth, cost.nodes if count == "nodes" else cost.evaluations, seconds=cost.seconds)
        if cost.complete:
            yield WHOLE
            return


def _engine(
    game: Game, name: str, left_out: tuple[str, ...], state: Any, budget: Budget
) -> Iterator[Point | str]:
    limit = Limit(depth=budget.depth, seconds=budget.seconds, nodes=budget.nodes)
    last = 0
    for analysis in deepen(game, state, limit, algorithm="engine", without=left_out):
        if analysis.depth > last:  # the last one may come again, with its line completed
            last = analysis.depth
            yield Point(last, analysis.nodes, seconds=analysis.seconds)
            at(what=f"measuring {name}, depth {last + 1}")
        if analysis.proven:
            yield "proved"
            return
    if last < budget.depth:
        yield f"depth {last + 1} takes more than {budget.words}"


def _references(series: Sequence[Series], count: str) -> list[Series]:
    """What a uniform tree of minimax's size would cost at best, and minimax's own curve drawn out further.

    At each depth the tree is as broad as minimax found it; deeper than minimax came, as broad as last.
    """
    minimax = next((s for s in series if s.name == "minimax" and s.points), None)
    if minimax is None:
        return []
    counts = [point.count for point in minimax.points]
    sizes = [after - before for before, after in pairwise([1.0, *counts])] if count == "nodes" else counts
    last = len(sizes)
    branching = leaf_root(max(sizes[-1], 1), last)
    furthest = last if minimax.note == WHOLE else max(p.depth for s in series for p in s.points)
    highest = BEYOND * max(p.count for s in series for p in s.points)

    def size(level: int) -> float:
        """How many nodes lie at a level."""
        return 1.0 if level == 0 else sizes[level - 1] if level <= last else branching**level

    def best(level: int) -> float:
        b = size(level) ** (1 / level) if level else 1.0
        return float(b ** ((level + 1) // 2) + b ** (level // 2) - 1)

    def curve(name: str, kind: Kind, law: Callable[[int], float]) -> Series:
        points = [Point(d, float(_total(law, d, count))) for d in range(1, furthest + 1)]
        return Series(name, kind, tuple(point for point in points if point.count <= highest))

    found = [curve("best case", "best", best)]
    if furthest > last:
        found.insert(0, curve(f"minimax, b = {branching:.2f}", "worst", size))
    return found


def _total(law: Callable[[int], float], depth: int, count: str) -> float:
    """The leaves at `depth`, or the nodes of all levels down to it."""
    return law(depth) if count == "evaluations" else sum(law(level) for level in range(depth + 1))


NODE_BUDGET = 20_000_000
"""Nodes that the samples of one depth may take, unless more is asked for: some seconds, compiled."""


def sampled(
    algorithm: str,
    branching: int,
    depth: int,
    samples: int = 1000,
    seed: int = 0,
    *,
    count: str = "evaluations",
    judged: bool = False,
    **options: Any,
) -> Point:
    """The mean count of an algorithm over so many random uniform trees, with its standard error.

    The trees are those of `uniform`, made from the seed: every algorithm gets the same, and a run repeats
    exactly.  `judged` trees have evaluations at inner nodes, for searches that stop there.  `BadInput` for an
    algorithm that is not told step by step, or fewer than two samples.
    """
    check(branching, depth)
    unit_key(count)
    if samples < 2:
        raise BadInput(f"A mean with an error needs 2 samples or more, not {samples}.")
    chosen = measurable(algorithm)
    assert chosen.lesson is not None
    settings = with_defaults(chosen, options)
    made = JudgedTree if judged else UniformTree
    game = made(branching=branching, plies=depth)
    total = squares = 0
    for number in range(samples):
        outcome = chosen.lesson.run(game, root(seed, number), depth=None, watch=Follower(), **settings)
        n = outcome.nodes if count == "nodes" else outcome.evaluations
        total += n
        squares += n * n
    mean = total / samples
    variance = max(squares / samples - mean * mean, 0) * samples / (samples - 1)
    return Point(depth, mean, math.sqrt(variance / samples))


@long_work("measuring")
def measured_curve(
    algorithm: str = "alphabeta",
    branching: int = 10,
    depth: int = 8,
    samples: int = 100,
    seed: int = 0,
    *,
    count: str = "evaluations",
    nodes: int = NODE_BUDGET,
    progress: Asked = None,
    **options: Any,
) -> Series:
    """An algorithm's sample means from depth 1 on, to `depth` or until a depth would take over `nodes` nodes.

    What the next depth takes is guessed from the growth so far.  KeyboardInterrupt (Ctrl-C) ends the series
    with the depths that are complete.  `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    points: list[Point] = []
    entered: list[float] = []
    note = ""
    for d in range(1, depth + 1):
        growth = entered[-1] / entered[-2] if len(entered) > 1 else branching
        if entered and entered[-1] * max(growth, math.sqrt(branching)) * samples > nodes:
            note = f"deeper than {d - 1}, {samples} samples take over {nodes:,} nodes"
            break
        try:
            at(what=f"measuring {algorithm}, depth {d}: {samples} random trees")
            entered.append(sampled(algorithm, branching, d, 2, seed, count="nodes", **options).count)
            points.append(sampled(algorithm, branching, d, samples, seed, count=count, **options))
        except KeyboardInterrupt:
            note = "interrupted"
            break
    return Series(f"{algorithm}, measured", "measured", tuple(points), note)


def measurable(algorithm: str) -> Algorithm:
    """The algorithm of that name, if it can be counted step by step; `BadInput` otherwise."""
    return lesson_of(algorithm, "measure")
