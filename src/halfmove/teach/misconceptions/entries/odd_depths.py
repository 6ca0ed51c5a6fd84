"""The best case at odd depths."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from halfmove.games.tree import tree
from halfmove.teach.examples import BEST_ORDER
from halfmove.teach.growth.formulas import best_case
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import evaluations, whole
from halfmove.teach.trace import trace

BRANCHING, DEPTHS, SEED = 5, (1, 2, 3, 4, 5), 6


def ordered(branching: int, depth: int, seed: int = SEED) -> Any:
    """A random uniform tree, leaves all different, every node's best child first."""
    leaves = list(range(branching**depth))
    Random(seed).shuffle(leaves)
    return _ordered(iter(leaves), branching, depth, True)[1]


def _ordered(leaves: Any, branching: int, depth: int, maximises: bool) -> tuple[int, Any]:
    """The value of a tree and its specification."""
    if depth == 0:
        leaf = next(leaves)
        return leaf, leaf
    below = [_ordered(leaves, branching, depth - 1, not maximises) for _ in range(branching)]
    below.sort(key=lambda child: child[0], reverse=maximises)
    return below[0][0], [child for _, child in below]


def show() -> Exhibit:
    """The runs and their figures."""
    b = BRANCHING
    measured = [evaluations(trace(tree(ordered(b, d)))) for d in DEPTHS]
    formula = [best_case(b, d) for d in DEPTHS]
    halved = [round(b ** (d / 2), 1) for d in DEPTHS]
    steps = [after / before for before, after in pairwise(measured)]
    rows = tuple(
        (d, b**d, m, f, h, "" if i == 0 else f"× {steps[i - 1]:.2f}")
        for i, (d, m, f, h) in enumerate(zip(DEPTHS, measured, formula, halved, strict=True))
    )
    three = trace(tree(BEST_ORDER))
    dear, cheap = steps[1::2], steps[0::2]
    return Exhibit(
        happens=(
            f"At {b} branches, best child first, an even depth costs {min(cheap):.2f} to {max(cheap):.2f} "
            f"times as much as the odd one before it, the next odd one {min(dear):.2f} to {max(dear):.2f} "
            f"times as much again; √{b} is {b**0.5:.2f}."
        ),
        parts=(
            Table(
                "Measured: alpha-beta on random trees sorted best child first",
                ("depth", "minimax", "measured", "b^⌈d/2⌉ + b^⌊d/2⌋ − 1", "b^(d/2)", "step"),
                rows,
                "What is measured is the formula, not b^(d/2).",
            ),
            Run(
                "three plies in the best order",
                three,
                f"{evaluations(three)} of {whole(three)}: MAX moves twice on the way to a leaf and MIN once.",
            ),
        ),
        facts={"measured": measured, "formula": formula, "steps": steps, "example": evaluations(three)},
    )


ENTRY = Misconception(
    name="odd-depths",
    topic="Cost",
    belief="At best alpha-beta looks at b^(d/2) leaves, so each ply more costs √b times as much.",
    answer="At best it looks at b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, and the cost goes up in uneven steps.",
    show=show,
    why=(
        "To prove that the value is at least v, one move is needed at each of MAX's nodes and all at "
        "MIN's; to prove that it is at most v, the reverse. Over d plies the one proof has b^⌊d/2⌋ "
        "leaves, the other b^⌈d/2⌉, and they share one. Each ply makes one of the two b times as large "
        "and leaves the other as it is: at an odd depth the one that thereby becomes the dearer, at an "
        "even depth the cheaper one, which catches up."
    ),
    rule="Use the formula with ⌈d/2⌉ and ⌊d/2⌋; compare costs two plies apart, or odd with odd.",
    reading=(
        "Knuth and Moore, An analysis of alpha-beta pruning (1975), section 6",
        "`halfmove growth -b 10`; docs/growth.md",
    ),
    also=("best-case",),
)
