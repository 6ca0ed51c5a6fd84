"""MAX at the root, always."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.examples import MIT_GAME1
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, evaluations, whole
from halfmove.teach.trace import Trace, trace


def show() -> Exhibit:
    """The runs and their figures."""
    by_max, by_min = trace(tree(MIT_GAME1)), trace(tree(MIT_GAME1, root="min"))
    return Exhibit(
        happens=(
            f"The same leaves: {_told(by_max)} if MAX moves first, {_told(by_min)} if MIN does. Value, "
            "move and cuts all depend on who is to move."
        ),
        parts=(
            Run("MAX moves first", by_max, f"{_told(by_max)}."),
            Run("MIN moves first", by_min, f"{_told(by_min)}."),
        ),
        facts={
            "values": [by_max.outcome.value, by_min.outcome.value],
            "moves": [by_max.outcome.action, by_min.outcome.action],
            "evaluations": [evaluations(by_max), evaluations(by_min)],
            "leaves": whole(by_max),
        },
    )


def _told(search: Trace) -> str:
    return f"{answer(search)} with {evaluations(search)} of {whole(search)} evaluations"


ENTRY = Misconception(
    name="who-moves-first",
    topic="Values and bounds",
    belief="The root is MAX's, and the layers go on from there; a tree is solved by its leaves alone.",
    answer="Who is to move at the root is part of the exercise: it decides value, move and cuts.",
    show=show,
    why=(
        "The same numbers are a maximum of minima for one player and a minimum of maxima for the other. In a "
        "game the player to move at the root is whoever's turn it is in that position; MAX is a name for one "
        "of the two, not for the one who happens to think."
    ),
    rule="Read who moves first; write MAX or MIN beside every layer before the first value.",
    reading=("MIT 6.034, GAME1", "AIMA, 4th ed., section 5.1: TO-MOVE"),
    also=("max-min-swapped",),
)
