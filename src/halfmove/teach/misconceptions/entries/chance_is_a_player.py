"""Chance as if it chose."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table, Verdict
from halfmove.teach.misconceptions.reading import answer, move, true_value
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

LEAVES = {"a": [8, 2], "b": [3, 5], "c": [11, 1]}
CHANCES = {"a": ["3/4", "1/4"], "b": ["1/2", "1/2"], "c": ["1/5", "4/5"]}


def spec(player: str, weighed: bool = False) -> dict[str, Any]:
    """MAX's moves, answered by "chance", "min" or "max"; `weighed` with their probabilities."""
    children = {}
    for action, leaves in LEAVES.items():
        children[action] = {"player": player, "children": leaves}
        if weighed:
            children[action]["probabilities"] = CHANCES[action]
    return {"children": children}


def show() -> Exhibit:
    """The runs and their figures."""
    right = _run(spec("chance", weighed=True))
    readings: dict[str, Trace] = {
        "the smallest outcome": _run(spec("min")),
        "the largest outcome": _run(spec("max")),
        "the plain mean": _run(spec("chance")),
    }
    worth = {a: true_value(right.game, right.game.result(right.state, a)) for a in LEAVES}
    rows = [("the mean, weighed", right.outcome.value, move(right), worth[move(right)])]
    rows += [(name, s.outcome.value, move(s), worth[move(s)]) for name, s in readings.items()]
    wrong: Verdict = "wrong"
    return Exhibit(
        happens=(
            f"Weighed with their probabilities the outcomes make it {answer(right)}. Taking the smallest "
            f"gives {answer(readings['the smallest outcome'])}, the largest "
            f"{answer(readings['the largest outcome'])}, the plain mean "
            f"{answer(readings['the plain mean'])}."
        ),
        parts=(
            *(
                Run(
                    f"a chance node is worth {name}",
                    s,
                    f"{answer(s)}, really worth {figure(worth[move(s)])}.",
                    wrong,
                )
                for name, s in readings.items()
            ),
            Run(
                "a chance node is worth the sum of probability × value",
                right,
                f"{answer(right)}.",
                "right",
            ),
            Table(
                "Four readings of the same tree",
                ("a chance node is worth", "value", "move", "what the move is worth"),
                tuple(rows),
                "Only the first is the expectation.",
            ),
        ),
        facts={
            "worth": worth,
            "right": [right.outcome.value, move(right)],
            "smallest": [
                readings["the smallest outcome"].outcome.value,
                move(readings["the smallest outcome"]),
            ],
            "largest": [readings["the largest outcome"].outcome.value, move(readings["the largest outcome"])],
            "plain": [readings["the plain mean"].outcome.value, move(readings["the plain mean"])],
        },
    )


def _run(tree_spec: dict[str, Any]) -> Trace:
    return trace(tree(tree_spec), algorithm="expectiminimax")


ENTRY = Misconception(
    name="chance-is-a-player",
    topic="Several players and chance",
    belief=(
        "A chance node is worth its worst outcome (to be safe), its best one, or the average of the "
        "numbers below it."
    ),
    answer="It is worth the expectation: each outcome's value times its probability, added up.",
    show=show,
    why=(
        "Chance wants nothing: it neither chooses the worst for MAX nor the best, but draws. Over many "
        "games an outcome of probability 3/4 comes three times in four, and weighs as much."
    ),
    rule=(
        "Write the probability beside each edge, multiply, add. Where none are given, ask; equal ones are "
        "a guess."
    ),
    reading=("AIMA, 4th ed., section 5.5 (EXPECTIMINIMAX)",),
    also=("plain-mean", "chance-as-min", "chance-as-max"),
)
