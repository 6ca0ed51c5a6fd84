"""Alpha-beta taken for an approximation."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.growth.formulas import UniformTree, root
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, both, evaluations
from halfmove.teach.trace import trace

TREES, BRANCHING, PLIES, SEED = 40, 3, 4, 8
"""The random trees of the table: enough to see that it is no accident, few enough for a second."""


def show() -> Exhibit:
    """The runs and their figures."""
    plain, pruned = both(tree(FIG_5_2))
    game = UniformTree(branching=BRANCHING, plies=PLIES)
    same = full = seen = 0
    for number in range(TREES):
        start = root(SEED, number)
        by_minimax = trace(game, start, algorithm="minimax")
        by_alphabeta = trace(game, start)
        same += by_minimax.outcome[:2] == by_alphabeta.outcome[:2]
        full += len(by_minimax.leaves)
        seen += len(by_alphabeta.leaves)
    return Exhibit(
        happens=(
            f"Minimax answers {answer(plain)}, alpha-beta {answer(pruned)}, with {evaluations(pruned)} "
            f"leaves in the place of {evaluations(plain)}. On {TREES} random trees the two agree {same} "
            "times."
        ),
        parts=(
            Run("minimax", plain, "Every leaf is evaluated.", "right"),
            Run("alpha-beta", pruned, "The same value by the same move.", "right"),
            Table(
                f"{TREES} random trees of {PLIES} plies and {BRANCHING} branches",
                ("search", "same value and move", "leaves on average"),
                (("minimax", TREES, round(full / TREES, 1)), ("alphabeta", same, round(seen / TREES, 1))),
                "What is saved depends on the tree; the answer does not change.",
            ),
        ),
        facts={
            "values": [plain.outcome.value, pruned.outcome.value],
            "moves": [plain.outcome.action, pruned.outcome.action],
            "trees": TREES,
            "same": same,
            "minimax_leaves": full,
            "alphabeta_leaves": seen,
        },
    )


ENTRY = Misconception(
    name="changes-the-answer",
    topic="Values and bounds",
    belief="Alpha-beta is an approximation: it is faster because it may overlook a good move.",
    answer=(
        "It returns the minimax value and the first best move, always; only what cannot matter is left out."
    ),
    show=show,
    why=(
        "A branch is cut only where the inequality proves that no value at all below it could change the "
        "choice of the player who would have to let the play come there. That is a proof, not a guess. "
        "What does guess is forward pruning (tapered search, late move reductions), and the evaluation at "
        "a depth limit; and there, too, alpha-beta answers as minimax to the same depth does."
    ),
    rule=(
        "To the same depth with the same evaluation, test alpha-beta against plain minimax: they must be "
        "equal."
    ),
    reading=(
        "Knuth and Moore, An analysis of alpha-beta pruning (1975), section 2",
        "AIMA, 4th ed., sections 5.2.3 and 5.3.3 (forward pruning)",
    ),
    also=("approximation",),
)
