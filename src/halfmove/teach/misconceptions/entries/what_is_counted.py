"""The number of nodes, as if there were one."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.counts import Counts
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.summary import known_counts
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    search = trace(tree(FIG_5_2))
    counts = search.counts
    meanings = {name.replace("_", " "): meaning for name, meaning in Counts.definitions().items()}
    return Exhibit(
        happens=(
            f"One search: {counts.evaluations} static evaluations, {counts.visited} nodes visited, "
            f"{counts.generated} generated, {counts.expanded} expanded, {counts.removed_leaves} leaves "
            "left out. Each of these is “how many” in some lecture."
        ),
        parts=(
            Run("one search", search, "Count for yourself."),
            Table(
                "Its counts",
                ("count", "", "what is counted"),
                tuple((name, number, meanings[name]) for name, number in known_counts(search)),
                "A node is visited when the search enters it; it is generated when its parent is expanded.",
            ),
        ),
        facts=dict(counts._asdict()),
    )


ENTRY = Misconception(
    name="what-is-counted",
    topic="Cost",
    belief="A search looks at so many nodes: that number is the same whoever counts.",
    answer=("The same search has many counts, and only with its definition is a number an answer."),
    show=show,
    why=(
        "Analyses count the leaves evaluated (Knuth and Moore), programs the nodes visited, some books "
        "the nodes generated, exercises the branches cut. A cut saves children from being visited, and "
        "their subtrees from being generated, but the children themselves may well have been."
    ),
    rule=(
        "Say what you count: static evaluations, nodes visited, generated or expanded, cut edges, leaves "
        "left out."
    ),
    reading=(
        "docs/searches.md: What a node is",
        "Knuth and Moore (1975), section 6: terminal positions examined",
    ),
    also=("counts-nodes", "counts-removed", "counts-nodes-given-up", "counts-visited", "counts-branches"),
)
