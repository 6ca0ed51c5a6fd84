"""The window of a node: when?"""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff, Enter, Leave, Path, Update
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, listed, true_value
from halfmove.teach.naming import figure, window
from halfmove.teach.trace import Trace, trace

SPEC = {
    "name": "A",
    "children": {"a": {"name": "B", "children": [3, 5]}, "b": {"name": "C", "children": [7, 9]}},
}


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    search, leaking = trace(game), faulty.run(faulty.ONE_WINDOW, game)
    rows = tuple(
        (search.label(path), window(*entered), window(*left))
        for path, (entered, left) in windows(search).items()
    )
    changed = [name for name, entered, left in rows if entered != left]
    cut = next(event for event in leaking.events if isinstance(event, Cutoff) and not event.path)
    return Exhibit(
        happens=(
            "With one α and one β for the whole tree, the β that MIN lowered at B is still there at the "
            f"root: {cut.inequality} cuts MAX off from his own second move. The answer is "
            f"{answer(leaking)}, the value {figure(true_value(game))}."
        ),
        parts=(
            Run(
                "α and β are variables of the whole program",
                leaking,
                "What B did to β is not undone.",
                "wrong",
            ),
            Run("α and β are parameters of each call", search, f"{answer(search)}.", "right"),
            Table(
                "The right search: both windows of every inner node",
                ("node", "entered with", "when it was left"),
                rows,
                f"The windows of {listed(changed)} change while the search is inside; a child gets the "
                "window of that moment, the parent never sees it.",
            ),
        ),
        facts={
            "true": true_value(game),
            "wrong": leaking.outcome.value,
            "right": search.outcome.value,
            "entered": {name: entered for name, entered, _ in rows},
            "left": {name: left for name, _, left in rows},
        },
    )


def windows(search: Trace) -> dict[Path, tuple[tuple[Any, Any], tuple[Any, Any]]]:
    """Of every inner node the window it was entered with, and the one it had when it was left."""
    entered: dict[Path, tuple[Any, Any]] = {}
    now: dict[Path, tuple[Any, Any]] = {}
    left: dict[Path, tuple[Any, Any]] = {}
    for event in search.events:
        if isinstance(event, Enter) and event.player is not None:
            entered[event.path] = now[event.path] = event.alpha, event.beta
        elif isinstance(event, Update) and event.bound != "value":
            alpha, beta = now[event.path]
            now[event.path] = (event.new, beta) if event.bound == "alpha" else (alpha, event.new)
        elif isinstance(event, Leave) and event.path in entered:
            left[event.path] = now[event.path]
    return {path: (entered[path], left[path]) for path in entered}


ENTRY = Misconception(
    name="which-window",
    topic="Windows",
    belief="A node has one pair (α, β); what it raised or lowered goes back to its parent when it returns.",
    answer="A node is called with (α, β), changes its own copy, and returns only a value.",
    show=show,
    why=(
        "α and β are parameters, passed by value. The parent learns v, compares it with its own, and only "
        "then changes its own window. Whoever keeps one α and one β for the whole tree (global variables) "
        "lets a node's bounds leak to nodes where they are not true."
    ),
    rule=(
        "Write (α, β), α first, when the node is entered; cross out and rewrite as it changes; start the "
        "next sibling with the parent's window of that moment."
    ),
    reading=("AIMA, 4th ed., fig. 5.7", "docs/searches.md, Alpha-beta: labels before and after the cut"),
    also=("ends-exchanged", "window-at-the-end"),
)
