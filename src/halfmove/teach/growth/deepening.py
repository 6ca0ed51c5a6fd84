"""What progressive (iterative) deepening costs: all levels from one ply on, beside the last one alone.

Level k is a search of its own to depth k, so all levels together cost Σ c(k) for k = 1 … d, where c(k) is
what one search to depth k costs.  Of minimax, with c(k) = b^k evaluations, that is

    (b^(d+1) − b) / (b − 1),   b/(b − 1) times the last level as d grows,

and as many times its nodes: the wide last level dwarfs the others, and 1/(b − 1) of it is lost.  Where the
best action always comes first, a ply multiplies the cost by √b on average, by less and by more in turns, so
the share of the levels before is larger; it tends to (3b + 1)/(2(b − 1)) at even depths and to
1 + (3b + 1)/(b² − 1) at odd ones: depth 2j costs 2b^j − 1 evaluations and 2j − 1 costs b^j + b^(j−1) − 1, of
which the leading terms add up.

What a level teaches the next one is not in these numbers; `game_curves` measures it in games.

Sources: R. E. Korf, "Depth-first iterative-deepening", *Artificial Intelligence* 27(1), 1985, section 4;
P. H. Winston, *Artificial Intelligence*, 3rd ed. (1992), chapter 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.progress import long_work
from halfmove.core.reporting import Asked
from halfmove.teach.growth import mean
from halfmove.teach.growth.curves import Curves, Kind, Point, Series
from halfmove.teach.growth.formulas import check
from halfmove.teach.growth.games import NODE_BUDGET, measured_curve
from halfmove.teach.growth.theory import CASES, FORMULAS, UNITS, formula, unit_key

MEASURED: dict[str, tuple[str, dict[str, Any]]] = {
    "minimax": ("deepening", {"inner": "minimax"}),
    "alphabeta": ("deepening", {"inner": "alphabeta"}),
}
"""The searches whose deepening is measured: which search does it, with which options."""


SHORT: dict[Kind, str] = {"worst": "minimax", "mean": "random order", "best": "best case"}


@dataclass(frozen=True)
class Deepening:
    """Curves of single searches and of all levels together, and how many times the one the other is."""

    curves: Curves
    ratios: Curves
    limit: float | None
    """b/(b − 1); None for one branch, where every level costs the same."""

    @property
    def tends(self) -> str:
        """What the ratio tends to, in a sentence."""
        if self.limit is None:
            return "With one branch every level makes one evaluation, so that d levels make d."
        return f"As the depth grows, the worst case tends to b/(b − 1) = {self.limit:.4g}."


def deepening_cost(branching: int, depth: int, case: Kind = "worst", *, count: str = "evaluations") -> float:
    """What all levels from 1 to `depth` cost together, by formula, in static evaluations or nodes.

    `case` is "worst" (minimax), "mean" (random leaves, an order drawn anew at each level) or "best" (the best
    action first).  `BadInput` for what is none of these, a depth below 1, or one at which the mean is not
    known.
    """
    check(branching, depth)
    if case not in CASES:
        raise BadInput(f"The cases are worst, mean and best; '{case}' is none of them.")
    if depth < 1:
        raise BadInput("Deepening begins with depth 1.")
    law = FORMULAS[unit_key(count)][case]
    return sum(law(branching, level) for level in range(1, depth + 1))


def deepening_ratio(branching: int, depth: int, case: Kind = "worst", *, count: str = "evaluations") -> float:
    """The same, as a multiple of what one search to `depth` costs.

    Of the evaluations in the worst case it is (b − b^(1−d))/(b − 1).
    """
    return deepening_cost(branching, depth, case, count=count) / FORMULAS[count][case](branching, depth)


def deepening_limit(branching: int) -> float | None:
    """b/(b − 1), to which the ratio of minimax tends, of evaluations and of nodes; None for one branch."""
    check(branching, 1)
    return branching / (branching - 1) if branching > 1 else None


@long_work("measuring")
def deepening_curves(
    branching: int = 10,
    depth: int = 8,
    *,
    cases: Sequence[Kind] = CASES,
    count: str = "evaluations",
    samples: int | None = None,
    seed: int = 0,
    nodes: int = NODE_BUDGET,
    progress: Asked = None,
) -> Deepening:
    """Single searches and all levels together, from depth 1 to `depth`, by formula; with `samples`, measured.

    Measured are minimax for the worst case and alpha-beta for the mean, in so many random trees a depth whose
    inner nodes have random evaluations, so that every level searches an order of its own; in trees of `seed`,
    with at most `nodes` nodes a depth.
    `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    singles: list[Series] = []
    summed: list[Series] = []
    for case in cases:
        singles.append(replace(formula(case, branching, depth, count), name=SHORT[case]))
        known = min(depth, mean.deepest(branching)) if case == "mean" else depth
        points = tuple(Point(d, deepening_cost(branching, d, case, count=count)) for d in range(1, known + 1))
        summed.append(Series(_sum_name(singles[-1]), case, points, singles[-1].note))
    if samples is not None:
        wanted = {"worst": "minimax", "mean": "alphabeta"}
        for name in (wanted[case] for case in cases if case in wanted):
            algorithm, options = MEASURED[name]
            measure = partial(
                measured_curve,
                branching=branching,
                depth=depth,
                samples=samples,
                seed=seed,
                count=count,
                nodes=nodes,
            )
            single = measure(name)
            every = measure(algorithm, judged=True, **options)
            singles.append(single)
            summed.append(Series(_sum_name(single), "measured", every.points, every.note))
    title = f"Progressive deepening in uniform trees with {branching} branches"
    pairs = tuple(series for pair in zip(singles, summed, strict=True) for series in pair)
    ratios = tuple(_ratio(single, every) for single, every in zip(singles, summed, strict=True))
    limit = deepening_limit(branching)
    return Deepening(
        Curves(title, UNITS[count], pairs),
        Curves(
            "All levels together, as a multiple of the last one", "times the last level", ratios, ratio=True
        ),
        limit,
    )


def _sum_name(single: Series) -> str:
    """The name of the curve of all levels."""
    return f"{single.name}, all levels"


def _ratio(single: Series, every: Series) -> Series:
    """One curve divided by the other, with an error as of independent means."""
    points = []
    for below in single.points:
        above = every.at(below.depth)
        if above is not None:
            share = above.count / below.count
            spread = ((above.error / above.count) ** 2 + (below.error / below.count) ** 2) ** 0.5
            points.append(Point(below.depth, share, share * spread))
    return Series(single.name, single.kind, tuple(points))
