"""The order of the children."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions.exhibit import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import cost, evaluations, whole
from halfmove.teach.number_text import figure
from halfmove.teach.orderings import compare_orderings
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    found = compare_orderings(tree(FIG_5_2), samples=0)
    given, best, worst = (trace(o.tree) for o in (found.given, found.best, found.worst))
    few, many = evaluations(best), evaluations(worst)
    return Exhibit(
        happens=(
            f"The same tree, its children in other orders: the value is {figure(given.outcome.value)} each "
            f"time, but {evaluations(given)} leaves are evaluated in the order given, {few} in the best "
            f"order and {many} in the worst, which is all {whole(given)} of them."
        ),
        parts=(
            Run("the order given", given, f"{cost(given)}."),
            Run(
                "the best order",
                best,
                "The best move first, and against each other move its refutation first.",
            ),
            Run("the worst order", worst, f"{evaluations(worst)} of {whole(worst)}: as many as minimax."),
        ),
        facts={
            "values": [search.outcome.value for search in (given, best, worst)],
            "evaluations": [evaluations(search) for search in (given, best, worst)],
            "leaves": whole(given),
            "orderings": found.number,
        },
    )


ENTRY = Misconception(
    name="order-does-not-matter",
    topic="Cost",
    belief="It does not matter in which order the children are searched, as the answer is the same.",
    answer=(
        "The answer is the same; the cost is anything from about twice the square root of minimax's to "
        "all of it."
    ),
    show=show,
    why=(
        "A cut needs a good bound first. If MAX finds his best move first, α is high from the start and "
        "every other move is refuted by MIN's first good reply; if he finds it last, each move is better "
        "than all before it and nothing can be cut."
    ),
    rule=(
        "Try first what is likely to be best: captures, killer moves, the move of the last iteration of "
        "deepening. At MIN's nodes that is MIN's best reply."
    ),
    reading=("AIMA, 4th ed., section 5.2.4 (move ordering)", "`halfmove orderings TREE`"),
    also=("order", "right-to-left", "left-to-right", "sides-exchanged", "order-forgotten"),
)
