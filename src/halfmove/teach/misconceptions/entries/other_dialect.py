"""≥ against >."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, evaluations, listed
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

SPEC = {
    "name": "A",
    "children": {
        "a": {"name": "B", "children": [5, 8, 6]},
        "b": {"name": "C", "children": [5, 7, 2]},
        "c": {"name": "D", "children": [4, 9, 5]},
    },
}


def _leaves(search: Trace) -> str:
    return listed([figure(v) for v in search.leaves])


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    at_equality, beyond = trace(game), trace(game, dialect="cs188")
    extra = [p for p in beyond.replay.marks if p not in at_equality.replay.marks]
    more = listed([beyond.label(path) for path in extra])
    return Exhibit(
        happens=(
            f"Both answer {answer(at_equality)}. The test ≥ evaluates {evaluations(at_equality)} leaves, "
            f"the test > {evaluations(beyond)}: at equality it goes on, here to {more}."
        ),
        parts=(
            Run("cut when v ≥ β or v ≤ α (aima)", at_equality, f"Leaves: {_leaves(at_equality)}."),
            Run("cut when v > β or v < α (cs188)", beyond, f"Leaves: {_leaves(beyond)}."),
        ),
        facts={
            "values": [at_equality.outcome.value, beyond.outcome.value],
            "actions": [at_equality.outcome.action, beyond.outcome.action],
            "evaluations": [evaluations(at_equality), evaluations(beyond)],
            "visited_only_beyond": [beyond.label(path) for path in extra],
        },
    )


ENTRY = Misconception(
    name="other-dialect",
    topic="Cuts",
    belief="Cutting at v ≥ β is wrong (or cutting at v > β is): only one of the two gives the right answer.",
    answer=(
        "Both give the minimax value and the same first best move; they differ only where values are equal."
    ),
    show=show,
    why=(
        "At v = β MIN above already has as much elsewhere. Whatever is left can only bring MAX more, and "
        "MIN would not let him: it cannot change the value of the root. Going on is therefore never "
        "needed for the value. It is needed by whoever wants to know whether two moves are exactly equal."
    ),
    rule=(
        "Cut at equality, unless equal moves are to be told apart; in an exam use the test of your "
        "lecture, and write it down. With no two leaves equal both visit the same leaves."
    ),
    reading=(
        "AIMA, 4th ed., fig. 5.7 (≥)",
        "Berkeley CS 188, project Multi-agent search (>)",
        "docs/searches.md, the dialects",
    ),
    also=("equality", "ge-or-gt"),
)
