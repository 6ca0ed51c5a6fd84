"""The number of cutoffs as a measure."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import counted, evaluations, whole
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

MANY = [[[4, 1], [2, 9]], [[7, 3], [1, 3]], [[3, 8], [6, 9]]]
FEW = [[[9, 6], [3, 8]], [[3, 7], [3, 1]], [[4, 1], [2, 9]]]
"""The same tree, its children in another order."""


def show() -> Exhibit:
    """The runs and their figures."""
    many, few = trace(tree(MANY)), trace(tree(FEW))
    return Exhibit(
        happens=(
            f"One tree in two orders, value {figure(few.outcome.value)}. The first has "
            f"{counted(many.counts.cutoffs, 'cutoff')} and evaluates {evaluations(many)} of {whole(many)} "
            f"leaves, the second has {counted(few.counts.cutoffs, 'cutoff')} and evaluates "
            f"{evaluations(few)}."
        ),
        parts=(
            Run("more cutoffs", many, _saved(many)),
            Run("fewer cutoffs", few, _saved(few)),
        ),
        facts={
            "values": [many.outcome.value, few.outcome.value],
            "cutoffs": [many.counts.cutoffs, few.counts.cutoffs],
            "evaluations": [evaluations(many), evaluations(few)],
            "leaves": whole(few),
        },
    )


def _saved(search: Trace) -> str:
    """How many leaves each cut saves, in the order of the search."""
    below = search.outline.index()
    told = []
    for event in search.events:
        if isinstance(event, Cutoff):
            leaves = sum(len(list(below[(*event.path, a)].leaves())) for a in event.remaining)
            told.append(f"{leaves} by the one at {search.label(event.path)}")
    return f"Leaves saved: {', '.join(told)}."


ENTRY = Misconception(
    name="more-cuts",
    topic="Cost",
    belief="The more cuts, the better the ordering: the number of cutoffs measures how much was saved.",
    answer=(
        "What counts is what a cut removes: one near the root saves whole subtrees, one at the last child "
        "nothing."
    ),
    show=show,
    why=(
        "A search that is pruned early has few nodes left where it could be cut. A badly ordered one goes "
        "on long enough to meet many small cuts, of one leaf each or of none."
    ),
    rule="Compare evaluations or nodes visited, never cutoffs.",
    reading=("AIMA, 4th ed., section 5.2.4", "docs/searches.md, the counts"),
)
