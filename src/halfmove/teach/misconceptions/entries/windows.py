"""What windows say, and how they are handed down."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff, Enter, Leave, Path, Update
from halfmove.teach.examples import FIG_5_2
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import (
    answer,
    evaluations,
    join,
    move,
    plural,
    root_moves,
    true_value,
    true_worth,
    whole,
)
from halfmove.teach.naming import figure, window
from halfmove.teach.trace import Trace, trace

# ---- α and β not exchanged at MIN's nodes.


COPIED_BRANCH_SPEC = {"children": {"a": {"children": [4, 6, 5]}, "b": {"children": [9, 1, 3]}}}


def show_copied_branch() -> Exhibit:
    """The runs and their figures."""
    game = tree(COPIED_BRANCH_SPEC)
    right, copied = trace(game), faulty.run(faulty.COPIED_BRANCH, game)
    return Exhibit(
        happens=(
            f"MIN tests his first child against β = ∞, finds it smaller and stops: {evaluations(copied)} "
            f"leaves, and the answer {answer(copied)}. It looks like very good pruning. The value is "
            f"{figure(true_value(game))}, and {move(copied)} is worth {figure(true_worth(copied))}."
        ),
        parts=(
            Run("MIN: if v ≤ β return v; α ← min(α, v)", copied, "Each MIN node sees one child.", "wrong"),
            Run("MIN: if v ≤ α return v; β ← min(β, v)", right, f"{answer(right)}.", "right"),
        ),
        facts={
            "true": true_value(game),
            "right": right.outcome.value,
            "wrong": copied.outcome.value,
            "wrong_move_worth": true_worth(copied),
            "evaluations": [evaluations(right), evaluations(copied)],
        },
    )


COPIED_BRANCH = Misconception(
    name="copied-branch",
    topic="Windows",
    belief="MIN-VALUE is MAX-VALUE with min for max and ≤ for ≥.",
    answer="α and β change places too: MIN is cut by α, which is MAX's, and lowers β, which is his own.",
    show=show_copied_branch,
    why=(
        "A player is never cut by his own bound. MIN at this node may improve on what MIN has elsewhere, "
        "that is why he goes on; he is given up when MAX above already has more. So the test is against "
        "the other player's bound, and the update is of one's own."
    ),
    rule="MAX: cut if v ≥ β, then α ← max(α, v). MIN: cut if v ≤ α, then β ← min(β, v).",
    reading=("AIMA, 4th ed., fig. 5.7, the two functions side by side",),
    also=("transposed-bounds",),
)


# ---- α = −∞ and β = ∞ at every node.


def show_fresh_windows() -> Exhibit:
    """The runs and their figures."""
    game = tree(FIG_5_2)
    right, fresh = trace(game), faulty.run(faulty.FRESH_WINDOWS, game)
    return Exhibit(
        happens=(
            "If every node begins with (−∞, ∞), no value ever passes a bound: "
            f"{plural(fresh.counts.cutoffs, 'cutoff')}, {evaluations(fresh)} of {whole(fresh)} leaves. It "
            "is minimax with more to write. With the window handed down there are "
            f"{plural(right.counts.cutoffs, 'cutoff')} and {evaluations(right)} leaves."
        ),
        parts=(
            Run(
                "α = −∞ and β = ∞ at the start of every node",
                fresh,
                "The value is right, nothing is saved.",
                "wrong",
            ),
            Run(
                "α and β are parameters, −∞ and ∞ at the root only",
                right,
                "The window comes from above.",
                "right",
            ),
        ),
        facts={
            "values": [right.outcome.value, fresh.outcome.value],
            "cutoffs": [right.counts.cutoffs, fresh.counts.cutoffs],
            "evaluations": [evaluations(right), evaluations(fresh)],
            "leaves": whole(right),
        },
    )


FRESH_WINDOWS = Misconception(
    name="fresh-windows",
    topic="Windows",
    belief="α and β are a node's own variables and begin at −∞ and ∞ in each of them.",
    answer="v begins at −∞ (at ∞ for MIN) in each node; α and β come from the parent.",
    show=show_fresh_windows,
    why=(
        "α says what MAX has elsewhere, on the way from the root to this node, and β what MIN has. A node "
        "cannot know that by itself: it has to be told. A node's own v is another thing: it is what its "
        "children have brought so far, and at first they have brought nothing."
    ),
    rule="Three numbers: α and β from above, v of one's own. Only the root is called with (−∞, ∞).",
    reading=("AIMA, 4th ed., fig. 5.7: MAX-VALUE(game, state, α, β) with v ← −∞",),
    also=("start-values",),
)


# ---- The window of a child in negamax.


NEGAMAX_WINDOW_SPEC = [[[5, 6], [9, 1]], [[8, 4], [1, 3]]]


def show_negamax_window() -> Exhibit:
    """The runs and their figures."""
    game = tree(NEGAMAX_WINDOW_SPEC)
    right = trace(game, algorithm="negamax")
    same = faulty.run_negamax(faulty.NOT_TURNED, game)
    signs = faulty.run_negamax(faulty.NOT_EXCHANGED, game)
    return Exhibit(
        happens=(
            "With (α, β) handed on as it stands, no β is ever finite: "
            f"{plural(same.counts.cutoffs, 'cutoff')}, {evaluations(same)} of {whole(same)} leaves. With "
            "(−α, −β) MIN's windows stand upside down, each of his nodes stops at its first child, and "
            f"the answer is {answer(signs)}; the value is {figure(true_value(game))}."
        ),
        parts=(
            Run("−negamax(child, α, β)", same, "The right value, at the price of minimax.", "wrong"),
            Run(
                "−negamax(child, −α, −β)",
                signs,
                f"MIN never sees his second move; the move chosen is worth {figure(true_worth(signs))}.",
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
            "signs_worth": true_worth(signs),
        },
    )


NEGAMAX_WINDOW = Misconception(
    name="negamax-window",
    topic="Windows",
    belief="In negamax only the returned value changes its sign; the window is handed on as it is.",
    answer="The window is seen from the other side as well: (α, β) becomes (−β, −α).",
    show=show_negamax_window,
    why=(
        "The child's values are the parent's with the sign turned. That α < v < β is then the same as "
        "−β < −v < −α: the signs turn, and so the ends change places."
    ),
    rule="value = −negamax(child, −β, −α); and the evaluation of a leaf is that of the player to move.",
    reading=("Knuth and Moore, An analysis of alpha-beta pruning (1975), section 2, procedure F2",),
)


# ---- The window of a node: when?


WHICH_WINDOW_SPEC = {
    "name": "A",
    "children": {"a": {"name": "B", "children": [3, 5]}, "b": {"name": "C", "children": [7, 9]}},
}


def show_which_window() -> Exhibit:
    """The runs and their figures."""
    game = tree(WHICH_WINDOW_SPEC)
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
                f"The windows of {join(changed)} change while the search is inside; a child gets the "
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


WHICH_WINDOW = Misconception(
    name="which-window",
    topic="Windows",
    belief="A node has one pair (α, β); what it raised or lowered goes back to its parent when it returns.",
    answer="A node is called with (α, β), changes its own copy, and returns only a value.",
    show=show_which_window,
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


# ---- The window at the root begun anew for every move.


def show_window_reset() -> Exhibit:
    """The runs and their figures."""
    game = tree(FIG_5_2)
    right, reset = trace(game), faulty.run(faulty.RESET_AT_ROOT, game)
    exact = join([f"{m.text} = {figure(m.returned)}" for m in root_moves(reset)])
    known = join([f"{m.text} {m.relation} {figure(m.returned)}" for m in root_moves(right)])
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


WINDOW_RESET = Misconception(
    name="window-reset",
    topic="Windows",
    belief="Each move of the root is a search of its own, so it starts with α = −∞ and β = ∞.",
    answer=(
        "The answer stays right, but the best cuts are lost: what the first move is worth must go on as α."
    ),
    show=show_window_reset,
    why=(
        "Most cuts come from comparing a move with the best one before it. A fresh window forgets that "
        "one, and so cuts only within a move, never between moves. What it buys are exact values for all "
        "moves of the root, which is worth the price only to whoever wants them (a list of the best "
        "moves, or lots among equals)."
    ),
    rule="At the root too: v is compared, α raised, and the next child searched with (α, β).",
    reading=("AIMA, 4th ed., fig. 5.7: one call of MAX-VALUE(state, −∞, +∞)", "`halfmove analyze --lines`"),
)


ENTRIES = (COPIED_BRANCH, FRESH_WINDOWS, NEGAMAX_WINDOW, WHICH_WINDOW, WINDOW_RESET)
