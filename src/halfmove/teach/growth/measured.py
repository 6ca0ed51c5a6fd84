"""What real searches look at in random uniform trees: sample means, to be held against `mean_case`."""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.search.algorithms import Algorithm
from halfmove.search.watch import Follower
from halfmove.teach.growth.curves import Point, Series
from halfmove.teach.growth.formulas import check
from halfmove.teach.growth.theory import unit_key
from halfmove.teach.growth.uniform import JudgedTree, UniformTree, root
from halfmove.teach.trace import lesson_of, with_defaults

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
