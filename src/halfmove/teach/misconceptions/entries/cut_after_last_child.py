"""A cut after the last child removes nothing."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import counted, evaluations, listed, whole, words
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    search = trace(tree(FIG_5_2))
    cuts = [event for event in search.events if isinstance(event, Cutoff)]
    empty = [search.label(cut.path) for cut in cuts if not cut.remaining]
    useful = [search.label(cut.path) for cut in cuts if cut.remaining]
    saved = whole(search) - evaluations(search)
    return Exhibit(
        happens=(
            f"The inequality v ≤ α comes true {words(len(cuts))} times, at {listed(useful + empty)}; but at "
            f"{listed(empty)} it does so with the last child. There is nothing left to leave out: what is "
            f"saved, {words(saved)} of {whole(search)} leaves, is saved at {listed(useful)}."
        ),
        parts=(
            Run(
                "the cutoff test at every child",
                search,
                f"{counted(len(cuts), 'cutoff')}, {counted(search.counts.cut_edges, 'cut edge')}.",
            ),
        ),
        facts={
            "cutoffs": len(cuts),
            "useful": useful,
            "empty": empty,
            "saved": saved,
            "cut_edges": search.counts.cut_edges,
        },
    )


ENTRY = Misconception(
    name="cut-after-last-child",
    topic="Cuts",
    belief="Wherever the cutoff test succeeds, something is pruned.",
    answer="After a node's last child there is nothing left to prune.",
    show=show,
    why=(
        "A cutoff leaves out the children that have not been tried. The child whose value makes the "
        "inequality true was searched already; if it was the last one, the node would have returned "
        "anyway."
    ),
    rule=(
        "Count what is left out (cut edges, leaves never evaluated), not how often the test succeeds; a "
        "cut edge leads to a child that was never visited, never to the one that caused the cut."
    ),
    reading=(
        "AIMA, 4th ed., fig. 5.5 (f): node D is searched to its last leaf",
        "docs/searches.md, the counts",
    ),
    also=("cutting-child", "last-child"),
)
