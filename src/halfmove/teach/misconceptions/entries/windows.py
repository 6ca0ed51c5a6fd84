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
            f"leaves, and the answer {answer(copied)}. This looks like very good pruning. But the value is "
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
    answer=(
        "α and β are exchanged too: MIN is cut off by α, which is MAX's bound, and lowers β, which is his "
        "own."
    ),
    show=show_copied_branch,
    why=(
        "A player is never cut off by his own bound. MIN continues at this node because he may improve on "
        "his value elsewhere; the node is cut off when MAX already has more above. So a player tests "
        "against the opponent's bound, and updates his own."
    ),
    rule="MAX: cut off if v ≥ β, then α ← max(α, v). MIN: cut off if v ≤ α, then β ← min(β, v).",
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
            f"{plural(fresh.counts.cutoffs, 'cutoff')}, {evaluations(fresh)} of {whole(fresh)} leaves. "
            "This is minimax with more writing. With the window passed down there are "
            f"{plural(right.counts.cutoffs, 'cutoff')} and {evaluations(right)} leaves."
        ),
        parts=(
            Run(
                "α = −∞ and β = ∞ at the start of every node",
                fresh,
                "The value is right, but nothing is saved.",
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
    belief="α and β are a node's own variables and start at −∞ and ∞ in every node.",
    answer="v starts at −∞ (at ∞ for MIN) in each node; α and β come from the parent.",
    show=show_fresh_windows,
    why=(
        "α is MAX's best value elsewhere on the path from the root to this node, and β is MIN's. A node "
        "cannot know these by itself, so the parent must pass them. A node's own v is different: it is "
        "the best value of its children so far, and at first there is none."
    ),
    rule=(
        "There are three numbers: α and β from above, and the node's own v. Only the root is called with "
        "(−∞, ∞)."
    ),
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
            "With (α, β) passed on unchanged, no β is ever finite: "
            f"{plural(same.counts.cutoffs, 'cutoff')}, {evaluations(same)} of {whole(same)} leaves. With "
            "(−α, −β) the ends of MIN's windows are exchanged, each of his nodes stops at its first "
            f"child, and the answer is {answer(signs)}; the value is {figure(true_value(game))}."
        ),
        parts=(
            Run("−negamax(child, α, β)", same, "The right value, at the cost of minimax.", "wrong"),
            Run(
                "−negamax(child, −α, −β)",
                signs,
                f"MIN never searches his second move; the move chosen is worth {figure(true_worth(signs))}.",
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
    belief="In negamax only the returned value changes its sign; the window is passed on unchanged.",
    answer="The window changes too: (α, β) becomes (−β, −α).",
    show=show_negamax_window,
    why=(
        "The child's values are the negatives of the parent's. So α < v < β is equivalent to −β < −v < "
        "−α: the signs change, and so the ends are exchanged."
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
            "With one α and one β for the whole tree, the β that MIN lowered at B is still in effect at "
            f"the root: {cut.inequality} cuts MAX off from his own second move. The answer is "
            f"{answer(leaking)}, but the value is {figure(true_value(game))}."
        ),
        parts=(
            Run(
                "α and β are variables of the whole program",
                leaking,
                "The change of β at B is not undone.",
                "wrong",
            ),
            Run("α and β are parameters of each call", search, f"{answer(search)}.", "right"),
            Table(
                "The right search: both windows of every inner node",
                ("node", "entered with", "when it was left"),
                rows,
                f"The windows of {join(changed)} change during their search; a child gets the window at "
                "that moment, and the parent never sees it.",
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
    belief="A node has one pair (α, β); when it returns, its changes go back to its parent.",
    answer="A node is called with (α, β), changes its own copy, and returns only a value.",
    show=show_which_window,
    why=(
        "α and β are parameters, passed by value. The parent learns v, compares it with its own, and only "
        "then changes its own window. With one α and one β for the whole tree (global variables), a "
        "node's bounds leak to nodes where they do not hold."
    ),
    rule=(
        "Write (α, β), α first, when the node is entered; cross out and rewrite it when it changes; start "
        "the next sibling with the parent's window at that moment."
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
            f"one for each move {evaluations(reset)} of {whole(reset)}. In return every root move gets its "
            "exact value."
        ),
        parts=(
            Run("every root move with the window (−∞, ∞)", reset, f"Exact values: {exact}.", "wrong"),
            Run("α is kept from move to move", right, f"What is known: {known}.", "right"),
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
    belief="Each root move is a separate search, so it starts with α = −∞ and β = ∞.",
    answer=(
        "The answer stays right, but the best cutoffs are lost: the value of the first move must become α."
    ),
    show=show_window_reset,
    why=(
        "Most cutoffs come from comparing a move with the best one before it. A fresh window forgets the "
        "best move, and so cuts off only within a move, never between moves. In return all root moves get "
        "exact values, which is worth the cost only if you need them (for a list of the best moves, or "
        "for a random choice among equal moves)."
    ),
    rule="The root is no exception: compare v, raise α, and search the next child with (α, β).",
    reading=("AIMA, 4th ed., fig. 5.7: one call of MAX-VALUE(state, −∞, +∞)", "`halfmove analyze --lines`"),
)


ENTRIES = (COPIED_BRANCH, FRESH_WINDOWS, NEGAMAX_WINDOW, WHICH_WINDOW, WINDOW_RESET)
