"""Growth: measured means against the exact ones.

For uniform trees with random, distinct leaves the table compares the mean number of leaves that alpha-beta
(compiled) evaluates over many trees with the exact mean of `hm.growth.mean_case`. The deviation is in
standard errors of the sample: two thirds of the deviations should be within one, and the run fails if one
exceeds five. The best and the worst case are counted in trees with that order, and must equal the formulas
exactly.
"""

from __future__ import annotations

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import on_wall
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.tree import tree
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.teach import growth
from halfmove.teach.orderings import compare_orderings

MEANS = {
    2: (3.667, 6.848, 12.044, 21.650, 37.160),
    3: (7.443, 19.458, 45.203, 110.487, 248.562),
}
"""The means asked for, by branches, from depth 2 on, to three decimals (45.2025 is rounded up)."""
CASES = ((2, 2), (2, 4), (2, 6), (3, 2), (3, 4), (3, 6), (3, 8), (10, 2), (10, 3), (10, 4), (10, 5), (10, 6))


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    for branching, means in MEANS.items():
        for depth, mean in enumerate(means, 2):
            exact = growth.mean_case(branching, depth)
            expect(f"the mean for {branching} branches, {depth} plies", abs(exact - mean) < 6e-4, True)
    rows = [case(b, d, 200 if settings.quick else budget(b, d)) for b, d in CASES]
    section.table(
        ["branches, plies", "trees", "measured mean", "± standard error", "exact mean", "off by", "time"],
        rows,
    )
    section.table(
        ["branches, plies", "best ordering", "formula", "worst ordering", "formula", "found in"],
        [extremes(b, d) for b, d in ((2, 4), (2, 6), (3, 3), (3, 4), (4, 4))],
    )


def budget(branching: int, depth: int) -> int:
    """Trees that some seconds suffice for."""
    return min(20_000, round(100_000_000 / growth.mean_case(branching, depth)))


def case(branching: int, depth: int, samples: int) -> list[str]:
    """The sample mean of one size."""
    growth.sampled("alphabeta", branching, depth, 2)
    point, seconds = on_wall(lambda: growth.sampled("alphabeta", branching, depth, samples))
    exact = growth.mean_case(branching, depth)
    assert point.error is not None, "a sample has an error"
    off = (point.count - exact) / point.error
    expect(f"{branching} branches, {depth} plies: mean {point.count}, within 5 errors", abs(off) < 5, True)
    return [
        f"{branching}, {depth}",
        figures.count(samples),
        f"{point.count:,.3f}",
        f"{point.error:.3f}",
        f"{exact:,.3f}",
        f"{off:+.1f} errors",
        figures.seconds(seconds),
    ]


def extremes(branching: int, depth: int) -> list[str]:
    """The best and the worst ordering of a tree, found and then searched."""
    from benchmarks.laboratory.trees import uniform

    rules = tree(uniform(branching, depth, 1))
    found, seconds = on_wall(lambda: compare_orderings(rules, samples=0))
    best, worst = found.best.evaluations, found.worst.evaluations
    formulas = growth.best_case(branching, depth), growth.worst_case(branching, depth)
    expect(f"{branching} branches, {depth} plies: the best ordering", best, formulas[0])
    expect("evaluations in the order given", found.given.evaluations, alphabeta(rules).terminals)
    return [
        f"{branching}, {depth}",
        figures.count(best),
        figures.count(formulas[0]),
        figures.count(worst),
        f"≤ {figures.count(formulas[1])}",
        figures.seconds(seconds),
    ]
