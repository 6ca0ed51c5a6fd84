"""The window of a child in negamax."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions import faulty_negamax
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, counted, evaluations, true_value, whole, worth
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

SPEC = [[[5, 6], [9, 1]], [[8, 4], [1, 3]]]


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    right = trace(game, algorithm="negamax")
    same = faulty_negamax.run(faulty_negamax.NOT_TURNED, game)
    signs = faulty_negamax.run(faulty_negamax.NOT_EXCHANGED, game)
    return Exhibit(
        happens=(
            "With (α, β) handed on as it stands, no β is ever finite: "
            f"{counted(same.counts.cutoffs, 'cutoff')}, {evaluations(same)} of {whole(same)} leaves. With "
            "(−α, −β) MIN's windows stand upside down, each of his nodes stops at its first child, and "
            f"the answer is {answer(signs)}; the value is {figure(true_value(game))}."
        ),
        parts=(
            Run("−negamax(child, α, β)", same, "The right value, at the price of minimax.", "wrong"),
            Run(
                "−negamax(child, −α, −β)",
                signs,
                f"MIN never sees his second move; the move chosen is worth {figure(worth(signs))}.",
                "wrong",
            ),
            Run("−negamax(child, −β, −α)", right, f"{answer(right)}.", "right"),
        ),
        facts={
            "true": true_value(game),
            "values": {
                "same": same.outcome.value,
                "signs": signs.outcome.value,
                "right": right.outcome.value,
            },
            "evaluations": {
                "same": evaluations(same),
                "signs": evaluations(signs),
                "right": evaluations(right),
            },
            "cutoffs_same": same.counts.cutoffs,
            "signs_worth": worth(signs),
        },
    )


ENTRY = Misconception(
    name="negamax-window",
    topic="Windows",
    belief="In negamax only the returned value changes its sign; the window is handed on as it is.",
    answer="The window is seen from the other side as well: (α, β) becomes (−β, −α).",
    show=show,
    why=(
        "The child's values are the parent's with the sign turned. That α < v < β is then the same as "
        "−β < −v < −α: the signs turn, and so the ends change places."
    ),
    rule="value = −negamax(child, −β, −α); and the evaluation of a leaf is that of the player to move.",
    reading=("Knuth and Moore, An analysis of alpha-beta pruning (1975), section 2, procedure F2",),
)
