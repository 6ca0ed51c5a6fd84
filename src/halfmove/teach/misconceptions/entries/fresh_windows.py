"""α = −∞ and β = ∞ at every node."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import counted, evaluations, whole
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(FIG_5_2)
    right, fresh = trace(game), faulty.run(faulty.FRESH_WINDOWS, game)
    return Exhibit(
        happens=(
            "If every node begins with (−∞, ∞), no value ever passes a bound: "
            f"{counted(fresh.counts.cutoffs, 'cutoff')}, {evaluations(fresh)} of {whole(fresh)} leaves. It "
            "is minimax with more to write. With the window handed down there are "
            f"{counted(right.counts.cutoffs, 'cutoff')} and {evaluations(right)} leaves."
        ),
        parts=(
            Run(
                "α = −∞ and β = ∞ at the start of every node",
                fresh,
                "The value is right, nothing is saved.",
                "wrong",
            ),
            Run(
                "α and β are parameters, −∞ and ∞ at the root only",
                right,
                "The window comes from above.",
                "right",
            ),
        ),
        facts={
            "values": [right.outcome.value, fresh.outcome.value],
            "cutoffs": [right.counts.cutoffs, fresh.counts.cutoffs],
            "evaluations": [evaluations(right), evaluations(fresh)],
            "leaves": whole(right),
        },
    )


ENTRY = Misconception(
    name="fresh-windows",
    topic="Windows",
    belief="α and β are a node's own variables and begin at −∞ and ∞ in each of them.",
    answer="v begins at −∞ (at ∞ for MIN) in each node; α and β come from the parent.",
    show=show,
    why=(
        "α says what MAX has elsewhere, on the way from the root to this node, and β what MIN has. A node "
        "cannot know that by itself: it has to be told. A node's own v is another thing: it is what its "
        "children have brought so far, and at first they have brought nothing."
    ),
    rule="Three numbers: α and β from above, v of one's own. Only the root is called with (−∞, ∞).",
    reading=("AIMA, 4th ed., fig. 5.7: MAX-VALUE(game, state, α, β) with v ← −∞",),
    also=("start-values",),
)
