"""The curves of the lectures: what minimax, alpha-beta at worst, on average and at best look at, by depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from halfmove.core.errors import BadInput
from halfmove.teach.growth import formulas, mean
from halfmove.teach.growth.curves import Curves, Kind, Point, Series

UNITS = {"evaluations": "static evaluations", "nodes": "nodes"}

_Count = Callable[[int, int], float]
FORMULAS: dict[str, dict[Kind, _Count]] = {
    "evaluations": {
        "worst": formulas.worst_case,
        "mean": mean.mean_case,
        "best": formulas.best_case,
    },
    "nodes": {
        "worst": formulas.worst_case_nodes,
        "mean": mean.mean_case_nodes,
        "best": formulas.best_case_nodes,
    },
}
NAMES: dict[Kind, str] = {
    "worst": "minimax = worst case",
    "mean": "random order",
    "best": "best case",
}
CASES: tuple[Kind, ...] = ("worst", "mean", "best")


def uniform_curves(
    branching: int = 10,
    depth: int = 8,
    *,
    cases: Sequence[Kind] = CASES,
    count: str = "evaluations",
) -> Curves:
    """How alpha-beta's cost grows in uniform trees, by the formulas, from depth 1 to `depth`.

    `cases` are some of "worst" (b^d, minimax's own count), "mean" (random continuous leaves) and "best" (the
    best action first); `count` is "evaluations" (leaves) or "nodes" (all entered).
    """
    formulas.check(branching, depth)
    if depth < 1:
        raise BadInput("A curve needs a depth of 1 or more.")
    series = tuple(formula(kind, branching, depth, count) for kind in cases)
    return Curves(f"Uniform trees with {branching} branches", UNITS[unit_key(count)], series)


def formula(kind: Kind, branching: int, depth: int, count: str = "evaluations") -> Series:
    """One curve by its formula, to `depth` or as deep as it is known."""
    if kind not in CASES:
        raise BadInput(f"The cases are worst, mean and best; '{kind}' is none of them.")
    law = FORMULAS[unit_key(count)][kind]
    last = min(depth, mean.deepest(branching)) if kind == "mean" else depth
    points = tuple(Point(d, law(branching, d)) for d in range(1, last + 1))
    note = "" if last == depth else f"the mean is known to depth {last}"
    return Series(NAMES[kind], kind, points, note)


def unit_key(count: str) -> str:
    """`count`, if it is one of the two; `BadInput` otherwise."""
    if count not in UNITS:
        raise BadInput(f"What is counted is 'evaluations' or 'nodes', not '{count}'.")
    return count
