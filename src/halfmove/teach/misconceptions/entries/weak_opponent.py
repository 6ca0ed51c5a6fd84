"""What minimax promises against an opponent who errs."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, move
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

LEAVES = {"a": [3, 4], "b": [2, 20]}


def spec(replies: str) -> dict[str, Any]:
    """MAX's two moves, answered by "min" or by "chance"."""
    return {
        "children": {action: {"player": replies, "children": leaves} for action, leaves in LEAVES.items()}
    }


def show() -> Exhibit:
    """The runs and their figures."""
    sure = trace(tree(spec("min")), algorithm="minimax")
    random = trace(tree(spec("chance")), algorithm="expectiminimax")
    possible = LEAVES[move(sure)]
    other = LEAVES[move(random)]
    return Exhibit(
        happens=(
            f"Minimax plays {answer(sure)}. Whatever MIN does, MAX gets {figure(min(possible))} or more; "
            f"an error of MIN's can only help ({figure(max(possible))}). Against someone who replies at "
            f"random {move(random)} is better, {figure(random.outcome.value)} on average, but against good "
            f"play it brings {figure(min(other))}."
        ),
        parts=(
            Run("MIN plays his best", sure, f"{answer(sure)}: the promise."),
            Run("MIN replies at random, so he is a chance node", random, f"{answer(random)}: the gamble."),
        ),
        facts={
            "value": sure.outcome.value,
            "move": move(sure),
            "least": min(possible),
            "most": max(possible),
            "random_move": move(random),
            "random_value": random.outcome.value,
            "random_least": min(other),
        },
    )


ENTRY = Misconception(
    name="weak-opponent",
    topic="Several players and chance",
    belief=(
        "Minimax is only right against a perfect opponent; if the other side errs, its value no longer holds."
    ),
    answer=(
        "The value is a promise: at least that much against anyone. It need not be the most that can be got."
    ),
    show=show,
    why=(
        "At every node of MIN's minimax has counted with the worst. Any other reply gives MAX as much or "
        "more. What minimax does not do is to gamble on errors: a move with a trap behind it looks as bad "
        "as its refutation."
    ),
    rule="Use minimax for what is certain; to exploit an opponent one needs a model of him (chance nodes).",
    reading=("AIMA, 4th ed., section 5.2.1, and section 5.7 (limitations of game search)",),
)
