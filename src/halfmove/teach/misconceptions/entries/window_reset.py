"""The window at the root begun anew for every move."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import evaluations, listed, root_moves, whole
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(FIG_5_2)
    right, reset = trace(game), faulty.run(faulty.RESET_AT_ROOT, game)
    exact = listed([f"{m.text} = {figure(m.returned)}" for m in root_moves(reset)])
    known = listed([f"{m.text} {m.relation} {figure(m.returned)}" for m in root_moves(right)])
    more = evaluations(reset) - evaluations(right)
    return Exhibit(
        happens=(
            f"With one window for the whole search {evaluations(right)} leaves are evaluated; with a fresh "
            f"one for each move {evaluations(reset)} of {whole(reset)}. In return every move of the root "
            "has its exact value."
        ),
        parts=(
            Run("every move of the root with the window (−∞, ∞)", reset, f"Exact values: {exact}.", "wrong"),
            Run("α goes on from move to move", right, f"What is known: {known}.", "right"),
        ),
        facts={
            "evaluations": evaluations(right),
            "evaluations_reset": evaluations(reset),
            "extra": more,
            "values": [right.outcome.value, reset.outcome.value],
            "exact": {m.text: m.returned for m in root_moves(reset)},
        },
    )


ENTRY = Misconception(
    name="window-reset",
    topic="Windows",
    belief="Each move of the root is a search of its own, so it starts with α = −∞ and β = ∞.",
    answer=(
        "The answer stays right, but the best cuts are lost: what the first move is worth must go on as α."
    ),
    show=show,
    why=(
        "Most cuts come from comparing a move with the best one before it. A fresh window forgets that "
        "one, and so cuts only within a move, never between moves. What it buys are exact values for all "
        "moves of the root, which is worth the price only to whoever wants them (a list of the best "
        "moves, or lots among equals)."
    ),
    rule="At the root too: v is compared, α raised, and the next child searched with (α, β).",
    reading=("AIMA, 4th ed., fig. 5.7: one call of MAX-VALUE(state, −∞, +∞)", "`halfmove analyze --lines`"),
)
