"""Leaves evaluated although they are pruned."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import counted, evaluations, whole
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(FIG_5_2)
    right, eager = trace(game), faulty.run(faulty.ALL_FIRST, game)
    tests = sum(isinstance(event, Cutoff) for event in eager.events)
    return Exhibit(
        happens=(
            f"The test succeeds {counted(tests, 'time')} in both, but after all the children have their "
            f"values it comes too late: {evaluations(eager)} of {whole(eager)} evaluations in the place of "
            f"{evaluations(right)}."
        ),
        parts=(
            Run(
                "all the children, then the test", eager, "When the test succeeds, no child is left.", "wrong"
            ),
            Run(
                "one child, the test, the next child",
                right,
                "What comes after the cut is never evaluated.",
                "right",
            ),
        ),
        facts={
            "values": [right.outcome.value, eager.outcome.value],
            "tests": [right.counts.cutoffs, tests],
            "evaluations": [evaluations(right), evaluations(eager)],
            "cut_edges": [right.counts.cut_edges, eager.counts.cut_edges],
        },
    )


ENTRY = Misconception(
    name="all-first",
    topic="Cuts",
    belief="First every child gets its value; then one sees which of them can be pruned.",
    answer=(
        "What has been evaluated cannot be pruned any more: the test stands between one child and the next."
    ),
    show=show,
    why=(
        "Pruning saves the work of evaluating. In a real search the leaves have no numbers written below "
        "them: each costs a call of the evaluation, and each inner node a whole search. On paper all "
        "numbers stand there from the start, which is why this is easily overlooked; generating all "
        "children at once (as many move generators do) is no evaluation."
    ),
    rule="Inside the loop: search one child, update v, test, raise α; then the next child.",
    reading=("AIMA, 4th ed., fig. 5.7", "docs/searches.md, the counts: generated and evaluated"),
    also=("no-pruning", "evaluating-pruned-leaves"),
)
