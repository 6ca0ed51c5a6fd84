"""Why the numbers at inner nodes differ from minimax's."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import both, standing
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

SPEC = {
    "name": "A",
    "children": {
        "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"name": "C", "children": {"c1": 2, "c2": 1, "c3": 0}},
        "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
NODE = ("a2",)


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    plain, soft = both(game)
    hard = trace(game, dialect="winston")
    name = soft.label(NODE)
    true = plain.replay.marks[NODE].value
    told = {
        "minimax": standing(plain, NODE),
        "fail-soft": standing(soft, NODE),
        "fail-hard": standing(hard, NODE),
    }
    return Exhibit(
        happens=(
            f"All three searches answer {figure(plain.outcome.value)}. But at {name} minimax writes "
            f"{figure(true)}, fail-soft alpha-beta {told['fail-soft']}, fail-hard alpha-beta "
            f"{told['fail-hard']}. None of them is wrong."
        ),
        parts=(
            Run("minimax", plain, f"{name} is worth {figure(true)}, the least of all its leaves."),
            Run(
                "alpha-beta, fail-soft (aima)",
                soft,
                f"{name} returns {told['fail-soft']}: MIN has as little as that already, and the rest was "
                "never looked at.",
                picture={"truth": True},
            ),
            Run(
                "alpha-beta, fail-hard (winston)",
                hard,
                f"{name} returns {told['fail-hard']}; “not more than MAX has already” is all that is asked.",
                picture={"truth": True},
            ),
        ),
        facts={
            "root": [search.outcome.value for search in (plain, soft, hard)],
            "node": name,
            "minimax": true,
            "fail_soft": soft.replay.marks[NODE].value,
            "fail_hard": hard.replay.marks[NODE].value,
            "relations": [search.replay.marks[NODE].relation for search in (plain, soft, hard)],
        },
    )


ENTRY = Misconception(
    name="inner-values",
    topic="Values and bounds",
    belief="Alpha-beta puts the same values beside the inner nodes as minimax, only fewer of them.",
    answer="Only the root is sure to get its minimax value; an inner node may return a bound on its own.",
    show=show,
    why=(
        "A node is asked a question by its window: are you worth more than α and less than β, and then "
        "how much? If the answer is “at most 2” and α is 3, the exact number does not matter to anyone "
        "above, and is not looked for. Fail-soft returns the best bound that it has, fail-hard the end of "
        "the window."
    ),
    rule=(
        "Write what is known with its relation: = inside the window, ≤ where nothing exceeded α, ≥ where "
        "β was passed. Never compute with a bound as if it were a value."
    ),
    reading=("AIMA, 4th ed., section 5.2.3, fig. 5.5", "docs/searches.md, Alpha-beta"),
    also=("values-for-bounds", "all-exact", "bounds-for-values"),
)
