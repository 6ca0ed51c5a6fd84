"""α and β not exchanged at MIN's nodes."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, evaluations, move, true_value, worth
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

SPEC = {"children": {"a": {"children": [4, 6, 5]}, "b": {"children": [9, 1, 3]}}}


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    right, copied = trace(game), faulty.run(faulty.COPIED_BRANCH, game)
    return Exhibit(
        happens=(
            f"MIN tests his first child against β = ∞, finds it smaller and stops: {evaluations(copied)} "
            f"leaves, and the answer {answer(copied)}. It looks like very good pruning. The value is "
            f"{figure(true_value(game))}, and {move(copied)} is worth {figure(worth(copied))}."
        ),
        parts=(
            Run("MIN: if v ≤ β return v; α ← min(α, v)", copied, "Each MIN node sees one child.", "wrong"),
            Run("MIN: if v ≤ α return v; β ← min(β, v)", right, f"{answer(right)}.", "right"),
        ),
        facts={
            "true": true_value(game),
            "right": right.outcome.value,
            "wrong": copied.outcome.value,
            "wrong_move_worth": worth(copied),
            "evaluations": [evaluations(right), evaluations(copied)],
        },
    )


ENTRY = Misconception(
    name="copied-branch",
    topic="Windows",
    belief="MIN-VALUE is MAX-VALUE with min for max and ≤ for ≥.",
    answer="α and β change places too: MIN is cut by α, which is MAX's, and lowers β, which is his own.",
    show=show,
    why=(
        "A player is never cut by his own bound. MIN at this node may improve on what MIN has elsewhere, "
        "that is why he goes on; he is given up when MAX above already has more. So the test is against "
        "the other player's bound, and the update is of one's own."
    ),
    rule="MAX: cut if v ≥ β, then α ← max(α, v). MIN: cut if v ≤ α, then β ← min(β, v).",
    reading=("AIMA, 4th ed., fig. 5.7, the two functions side by side",),
    also=("transposed-bounds",),
)
