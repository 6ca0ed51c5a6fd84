"""Pruning at chance nodes without bounds on the payoffs."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions import faulty_chance
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, evaluations, listed, move, true_value, whole, worth
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

SPEC = {
    "children": {
        "a": {"player": "chance", "children": [3, 5]},
        "b": {"player": "chance", "children": [1, 9]},
        "c": {"player": "chance", "children": [0, 7]},
    }
}
BOUNDS = (0.0, 10.0)
THROUGH = {"children": {"a": 4, "b": {"player": "chance", "children": [[2, -8], [8, 9]]}}}
"""Handing α to the outcomes makes the 2 a mere bound, which then enters the mean as if it were a value."""


def show() -> Exhibit:
    """The runs and their figures."""
    game, second = tree(SPEC), tree(THROUGH)
    wrong = faulty_chance.run(faulty_chance.MEAN_SO_FAR, game)
    plain = trace(game, algorithm="expectiminimax")
    star = trace(game, algorithm="star1", bounds=BOUNDS)
    through = faulty_chance.run(faulty_chance.WINDOW_THROUGH, second)
    right = trace(second, algorithm="expectiminimax")
    low, high = map(figure, BOUNDS)
    bound = figure(through.replay.marks[("b", 0)].value)
    saved = listed([star.label(path) for path in star.replay.pruned])
    return Exhibit(
        happens=(
            f"The first outcome of b is bad, so b is given up: the answer is {answer(wrong)}. But the "
            f"second outcome makes b worth {figure(true_value(game))}, the best there is. Who knows that "
            f"every payoff lies from {low} to {high} can prove some cuts ({saved}), and answers "
            f"{answer(star)} with {evaluations(star)} of {whole(star)} leaves."
        ),
        parts=(
            Run(
                "a chance node is cut when the mean so far is at most α",
                wrong,
                f"{answer(wrong)}; {move(plain)} would be worth {figure(plain.outcome.value)}.",
                "wrong",
            ),
            Run("no cut at chance nodes (expectiminimax)", plain, f"{answer(plain)}.", "right"),
            Run(
                f"every payoff is known to lie from {low} to {high} (Star1)",
                star,
                "After its first outcome b may still be worth more than α, c no more. Never visited: "
                f"{saved}.",
                "right",
            ),
            Run(
                "another way to be wrong: the outcomes are searched with the chance node's window",
                through,
                f"The answer is {answer(through)}, but {move(through)} is worth {figure(worth(through))}: "
                f"the first MIN's {bound} is only an upper bound, and a mean needs values.",
                "wrong",
            ),
            Run(
                "each outcome with (−∞, ∞), or the window that bounds allow",
                right,
                f"{answer(right)}.",
                "right",
            ),
        ),
        facts={
            "true": true_value(game),
            "wrong": wrong.outcome.value,
            "wrong_worth": worth(wrong),
            "star1": star.outcome.value,
            "star1_pruned": [star.label(path) for path in star.replay.pruned],
            "evaluations": [evaluations(plain), evaluations(star)],
            "through": through.outcome.value,
            "through_worth": worth(through),
            "through_true": right.outcome.value,
        },
    )


ENTRY = Misconception(
    name="chance-pruning",
    topic="Several players and chance",
    belief="If the first outcomes of a chance node are bad, the rest can be pruned as at a MIN node.",
    answer=(
        "A mean can be tipped by any outcome not yet seen: without bounds on the payoffs no outcome can "
        "be left out."
    ),
    show=show,
    why=(
        "MIN chooses, so one bad child settles that the node is at most that. Chance does not choose: the "
        "node is worth the mean of all outcomes, and one that was not looked at may be worth any amount. "
        "If payoffs lie between L and U, the node is worth at least sum + left × L and at most sum + left "
        "× U, where left is the probability not yet seen; that interval can be compared with the window."
    ),
    rule=(
        "State bounds on the payoffs and use Star1 or Star2; otherwise search every outcome. Below a "
        "chance node the window is (α − sum − left × U) / p to (β − sum − left × L) / p, not (α, β)."
    ),
    reading=(
        "AIMA, 4th ed., section 5.5.1",
        "Ballard, The *-minimax search procedure, Artificial Intelligence 21(3), 1983",
        "docs/searches.md, Chance",
    ),
)
