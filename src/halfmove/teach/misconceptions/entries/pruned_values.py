"""Numbers written at nodes that were never visited."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, listed, true_value
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

FILLINGS = ((4, 6), (-50, 1), (90, 80))
"""What may stand at the two leaves that are cut off."""
NODE = ("a2",)


def spec(c2: int, c3: int) -> dict[str, Any]:
    """The tree of AIMA's fig. 5.2 with other leaves where alpha-beta does not look."""
    return {
        "name": "A",
        "children": {
            "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
            "a2": {"name": "C", "children": {"c1": 2, "c2": c2, "c3": c3}},
            "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
        },
    }


def show() -> Exhibit:
    """The runs and their figures."""
    searches = [trace(tree(spec(*filling))) for filling in FILLINGS]
    inner = [_inner(search) for search in searches]
    first = searches[0]
    name = first.label(NODE)
    cut = listed([first.label(path) for path in first.replay.pruned])
    return Exhibit(
        happens=(
            f"{cut} are cut off. Whatever stands there, the search is the same, step by step, and answers "
            f"{answer(first)}; but the minimax value of {name} would be "
            f"{listed([figure(v) for v in inner])}. So no number can be filled in: neither at the leaves, "
            f"nor for {name} as “its value”."
        ),
        parts=tuple(
            Run(
                f"with {listed([figure(v) for v in filling])} at the leaves cut off",
                search,
                f"{name} returns ≤ {figure(search.replay.marks[NODE].value)}; by minimax it would be "
                f"worth {figure(value)}.",
                picture={"truth": True},
            )
            for filling, search, value in zip(FILLINGS, searches, inner, strict=True)
        ),
        facts={
            "values": [search.outcome.value for search in searches],
            "leaves": [list(search.leaves) for search in searches],
            "node": name,
            "returned": [search.replay.marks[NODE].value for search in searches],
            "inner": inner,
        },
    )


def _inner(search: Trace) -> Any:
    return true_value(search.game, search.replay.marks[NODE].state)


ENTRY = Misconception(
    name="pruned-values",
    topic="Values and bounds",
    belief="A pruned node still has to get a value, which can be worked out from the numbers below it.",
    answer="A pruned node has no value in the search: nothing was asked, so nothing can be answered.",
    show=show,
    why=(
        "That a branch was cut means that the answer does not depend on it. Any number is consistent with "
        "what the search has seen, so writing one is inventing it; and taking it into the parent's "
        "minimum or maximum makes a value of what is only a bound."
    ),
    rule="Cross out what was pruned and write nothing there; beside the node that was cut write ≤ or ≥.",
    reading=("AIMA, 4th ed., fig. 5.5: x and y, the leaves of C, stay unknown",),
    also=("filling-in",),
)
