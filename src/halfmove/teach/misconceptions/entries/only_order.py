"""Whether the size of payoffs matters."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.teach.examples import FIG_5_14, FIG_5_14_STRETCHED
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, move
from halfmove.teach.trace import trace

STRETCH = {1: 1, 2: 20, 3: 30, 4: 400}
"""Larger stays larger: what AIMA's fig. 5.14 does to the leaves."""
PLAIN = {"children": {"a1": [2, 3], "a2": [1, 4]}}
"""The same leaves with MIN in the place of chance."""


def stretched(spec: Any) -> Any:
    """The tree with every leaf stretched."""
    if isinstance(spec, dict):
        return {"children": {action: stretched(child) for action, child in spec["children"].items()}}
    return [stretched(child) for child in spec] if isinstance(spec, list) else STRETCH[spec]


def show() -> Exhibit:
    """The runs and their figures."""
    before, after = (trace(tree(s), algorithm="minimax") for s in (PLAIN, stretched(PLAIN)))
    chance, wide = (trace(tree(s), algorithm="expectiminimax") for s in (FIG_5_14, FIG_5_14_STRETCHED))
    return Exhibit(
        happens=(
            f"Stretched leaves in the same order: minimax plays {move(before)} before and {move(after)} "
            f"after; with chance nodes it is {move(chance)} before and {move(wide)} after."
        ),
        parts=(
            Run("minimax, leaves 1 to 4", before, f"{answer(before)}."),
            Run("minimax, leaves stretched", after, f"{answer(after)}: another value, the same move."),
            Run("chance, leaves 1 to 4", chance, f"{answer(chance)}."),
            Run("chance, leaves stretched", wide, f"{answer(wide)}: another move."),
        ),
        facts={
            "minimax": [move(before), move(after)],
            "chance": [move(chance), move(wide)],
            "values": [chance.outcome.value, wide.outcome.value],
        },
    )


ENTRY = Misconception(
    name="only-order",
    topic="Several players and chance",
    belief="Only the order of the leaf values matters for the choice of a move, not how large they are.",
    answer="True for minimax; false as soon as there is chance, where the values are weighed.",
    show=show,
    why=(
        "Maximum and minimum ask only which of two numbers is larger. A mean adds them up: a leaf that is "
        "ten times as large weighs ten times as much."
    ),
    rule=(
        "With chance nodes an evaluation must be a positive linear function of the expected payoff; for "
        "minimax and alpha-beta any function that keeps the order will do."
    ),
    reading=("AIMA, 4th ed., section 5.5.1 and fig. 5.14",),
    also=("scale",),
)
