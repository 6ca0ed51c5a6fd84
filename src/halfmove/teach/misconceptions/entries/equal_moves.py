"""Drawing lots among root moves whose values are equal only as bounds."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import best_looking, evaluations, listed, move, root_moves, worth
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

SPEC = {
    "children": {
        "a": {"children": [4, 6]},
        "b": {"children": [7, 4]},
        "c": {"children": [4, 1]},
    }
}


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    loose = trace(game)
    strict = trace(game, dialect="cs188")
    last = faulty.run(faulty.LAST_OF_EQUALS, game)
    reset = faulty.run(faulty.RESET_AT_ROOT, game)
    drawn, equal = best_looking(loose), best_looking(strict)
    worst = min(drawn, key=lambda m: m.true)
    value = loose.outcome.value
    mean = sum(m.true for m in drawn) / len(drawn)
    told = listed([f"{m.text} ({m.relation} {figure(m.returned)})" for m in root_moves(loose)])
    return Exhibit(
        happens=(
            f"The search returns {told}. Only = says what a move is worth, and the search hands out the "
            f"number alone. Whoever draws lots among the moves with a {figure(value)} plays {worst.text} one "
            f"time in {len(drawn)}, which is worth {figure(worst.true)}; on average he gets {figure(mean)}."
        ),
        parts=(
            Run(
                "cut when v ≥ β, then draw lots among the best",
                loose,
                f"{listed([m.text for m in drawn])} all returned {figure(value)}, and are really worth "
                f"{listed([figure(m.true) for m in drawn])}.",
                "wrong",
            ),
            Run(
                "a later move with the same value replaces the best (v2 ≥ v)",
                last,
                f"The same mistake without dice: the answer is {move(last)}, with the value "
                f"{figure(last.outcome.value)}; {move(last)} is worth {figure(worth(last))}.",
                "wrong",
            ),
            Run(
                "cut only when v > β, then draw lots among the best",
                strict,
                f"Now a move that comes out at {figure(value)} is worth {figure(value)}: "
                f"{listed([m.text for m in equal])}. It takes {evaluations(strict)} evaluations in the place "
                f"of {evaluations(loose)}.",
                "right",
            ),
            Run(
                "every move of the root with a window of its own",
                reset,
                f"The values are exact as well, all of them, for {evaluations(reset)} evaluations.",
                "right",
            ),
        ),
        facts={
            "value": value,
            "drawn": [m.text for m in drawn],
            "worth": [m.true for m in drawn],
            "average": mean,
            "equal": [m.text for m in equal],
            "last_of_equals": move(last),
            "last_of_equals_worth": worth(last),
            "evaluations": evaluations(loose),
            "evaluations_strict": evaluations(strict),
            "evaluations_reset": evaluations(reset),
        },
    )


ENTRY = Misconception(
    name="equal-moves",
    topic="Values and bounds",
    belief="Root moves that come back with the same value are equally good, so one may be drawn at random.",
    answer="After the first, a move that comes back equal to the best may be only “at most” that good.",
    show=show,
    why=(
        "When a move of the root is searched, α is already the best value found. MIN gives the node up as "
        "soon as he holds MAX to α, at equality too, without looking for less. What comes back is then an "
        "upper bound that happens to equal the best: it proves that the move is not better, not that it "
        "is as good."
    ),
    rule=(
        "Keep the first best move and replace it only by a strictly better one. To draw lots among "
        "equals, prove that they are: cut only beyond equality (the dialect cs188), or give each move of "
        "the root a window of its own."
    ),
    reading=(
        "AIMA, 4th ed., section 5.2.3 and fig. 5.7 (v2 > v)",
        "Berkeley CS 188, project Multi-agent search, question 3: no pruning on equality",
    ),
    also=("bound-taken-for-value",),
)
