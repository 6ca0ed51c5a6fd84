"""A deep cutoff missed, where only the parent's bound is looked at."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.examples import DEEP_CUT
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import evaluations, whole
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(DEEP_CUT)
    right, parent = trace(game), faulty.run(faulty.ONLY_PARENT, game)
    cut = next(event for event in right.events if isinstance(event, Cutoff) and event.remaining)
    missed = next(iter(right.replay.pruned))
    plies = len(cut.path)
    here = parent.replay.marks[cut.path].entered
    return Exhibit(
        happens=(
            f"At {right.label(cut.path)}, {plies} plies below the root, {cut.inequality}: the "
            f"{figure(cut.bound)} is MAX's at the root. The node's parent and grandparent have no value "
            f"yet; who asks only them has the window ({figure(here[0])}, {figure(here[1])}) there, cuts "
            f"nothing, and evaluates {evaluations(parent)} leaves in the place of {evaluations(right)}."
        ),
        parts=(
            Run(
                "every node sees its parent's value only",
                parent,
                "The value is right, a cut is missed.",
                "wrong",
            ),
            Run(
                "α and β come down from the root", right, f"{right.label(missed)} is never visited.", "right"
            ),
        ),
        facts={
            "values": [right.outcome.value, parent.outcome.value],
            "evaluations": evaluations(right),
            "evaluations_parent": evaluations(parent),
            "leaves": whole(right),
            "plies": plies,
            "missed": right.label(missed),
        },
    )


ENTRY = Misconception(
    name="only-shallow-cuts",
    topic="Cuts",
    belief="To see whether a node can be cut, compare it with its parent's best value so far.",
    answer=(
        "Compare it with every node above where the other player chooses: that is what α and β carry down."
    ),
    show=show,
    why=(
        "A node is irrelevant if the other player has something better anywhere on the way to it, not "
        "only one ply up: the play will then never come here. α is the best that MAX has on the whole "
        "path, β the best that MIN has. A cut by a bound from three or more plies above is called deep."
    ),
    rule="Hand (α, β) down from the root, and test against the window, not against the parent's v.",
    reading=(
        "Knuth and Moore, An analysis of alpha-beta pruning (1975), section 2: procedure F1 has no deep "
        "cutoffs, F2 has them",
        "AIMA, 4th ed., section 5.2.3 and fig. 5.6",
    ),
    also=("deep-cutoff", "parent-bound"),
)
