"""What a search costs, and what makes it cheaper."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from halfmove.games.tree import tree
from halfmove.search.trace import Again, Cutoff
from halfmove.teach.counts import Counts
from halfmove.teach.examples import BEST_ORDER, FIG_5_2
from halfmove.teach.growth.formulas import best_case
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import cost, evaluations, plural, whole
from halfmove.teach.naming import figure
from halfmove.teach.orderings import compare_orderings
from halfmove.teach.summary import known_counts
from halfmove.teach.trace import Trace, trace

# ---- The number of cutoffs as a measure.


MANY = [[[4, 1], [2, 9]], [[7, 3], [1, 3]], [[3, 8], [6, 9]]]
FEW = [[[9, 6], [3, 8]], [[3, 7], [3, 1]], [[4, 1], [2, 9]]]
"""The same tree, its children in another order."""


def show_more_cuts() -> Exhibit:
    """The runs and their figures."""
    many, few = trace(tree(MANY)), trace(tree(FEW))
    return Exhibit(
        happens=(
            f"One tree in two orders, value {figure(few.outcome.value)}. The first has "
            f"{plural(many.counts.cutoffs, 'cutoff')} and evaluates {evaluations(many)} of {whole(many)} "
            f"leaves, the second has {plural(few.counts.cutoffs, 'cutoff')} and evaluates "
            f"{evaluations(few)}."
        ),
        parts=(
            Run("more cutoffs", many, _describe_savings(many)),
            Run("fewer cutoffs", few, _describe_savings(few)),
        ),
        facts={
            "values": [many.outcome.value, few.outcome.value],
            "cutoffs": [many.counts.cutoffs, few.counts.cutoffs],
            "evaluations": [evaluations(many), evaluations(few)],
            "leaves": whole(few),
        },
    )


def _describe_savings(search: Trace) -> str:
    """How many leaves each cut saves, in the order of the search."""
    below = search.outline.index()
    told = []
    for event in search.events:
        if isinstance(event, Cutoff):
            leaves = sum(len(list(below[(*event.path, a)].leaves())) for a in event.remaining)
            told.append(f"{leaves} by the one at {search.label(event.path)}")
    return f"Leaves saved: {', '.join(told)}."


MORE_CUTS = Misconception(
    name="more-cuts",
    topic="Cost",
    belief="The more cutoffs, the better the ordering: the number of cutoffs measures the savings.",
    answer=(
        "What matters is how much a cutoff removes: one near the root saves whole subtrees, one at the "
        "last child saves nothing."
    ),
    show=show_more_cuts,
    why=(
        "A search that is pruned early has few nodes left for further cutoffs. A badly ordered one goes "
        "on long enough to make many small cutoffs, of one leaf each or of none."
    ),
    rule="Compare evaluations or nodes visited, never cutoffs.",
    reading=("AIMA, 4th ed., section 5.2.4", "docs/searches.md, the counts"),
)


# ---- NegaScout taken for a saving under all circumstances.


GOOD = [[[15, 9], [10, 18]], [[18, 2], [6, 8]], [[16, 6], [5, 5]]]
"""The best move is the first: its test of the others succeeds."""
BAD = [[[14, 6], [3, 3]], [[16, 1], [6, 8]], [[11, 20], [11, 16]]]
"""Each move of the root is better than the one before."""


def show_null_windows() -> Exhibit:
    """The runs and their figures."""
    good, bad = _both(GOOD), _both(BAD)
    again = [_researches(search) for search in (good[1], bad[1])]
    return Exhibit(
        happens=(
            f"On a well ordered tree NegaScout makes {evaluations(good[1])} evaluations where alpha-beta "
            f"makes {evaluations(good[0])}. On a badly ordered one it has to search "
            f"{plural(again[1], 'node')} a second time and makes {evaluations(bad[1])} instead of "
            f"{evaluations(bad[0])}. The values are the same: {figure(good[1].outcome.value)} and "
            f"{figure(bad[1].outcome.value)}."
        ),
        parts=(
            Run("NegaScout, the best move first", good[1], f"Searched again: {plural(again[0], 'node')}."),
            Run(
                "NegaScout, every move better than the one before",
                bad[1],
                f"Searched again: {plural(again[1], 'node')}.",
            ),
            Table(
                "Static evaluations",
                ("tree", "alpha-beta", "NegaScout", "searched again"),
                (
                    ("best move first", evaluations(good[0]), evaluations(good[1]), again[0]),
                    ("better and better", evaluations(bad[0]), evaluations(bad[1]), again[1]),
                ),
                "After a failed test the search is repeated.",
            ),
        ),
        facts={
            "values": [search.outcome.value for search in (*good, *bad)],
            "alphabeta": [evaluations(good[0]), evaluations(bad[0])],
            "negascout": [evaluations(good[1]), evaluations(bad[1])],
            "again": again,
        },
    )


def _both(spec: list[list[list[int]]]) -> tuple[Trace, Trace]:
    """Alpha-beta and NegaScout on a tree."""
    game = tree(spec)
    return trace(game), trace(game, algorithm="negascout")


def _researches(search: Trace) -> int:
    return sum(isinstance(event, Again) for event in search.events)


NULL_WINDOWS = Misconception(
    name="null-windows",
    topic="Cost",
    belief=(
        "NegaScout (principal variation search) never evaluates more than alpha-beta, because its windows "
        "are narrower."
    ),
    answer=(
        "It saves work if the first move is usually best; if the order is bad, its re-searches cost more "
        "than it saves."
    ),
    show=show_null_windows,
    why=(
        "A null window asks only whether a move is better than the best so far. A “no” is cheap, cheaper "
        "than in alpha-beta; a “yes” does not say how much better, so the move is searched again. Within "
        "one such test no node is visited that alpha-beta would prune, but a node that is visited twice "
        "counts twice."
    ),
    rule=(
        "Use it with good ordering (the best move of the last iteration first) and with a transposition "
        "table, which makes the second search cheap."
    ),
    reading=(
        "Reinefeld, An improvement to the scout tree search algorithm, ICCA Journal 6(4), 1983",
        "Pearl, SCOUT: a simple game-searching algorithm with proven optimal properties, AAAI 1980",
        "docs/searches.md, Negamax, SCOUT, NegaScout",
    ),
)


# ---- The best case at odd depths.


BRANCHING, DEPTHS, SEED = 5, (1, 2, 3, 4, 5), 6


def order_tree(branching: int, depth: int, seed: int = SEED) -> Any:
    """A random uniform tree, leaves all different, every node's best child first."""
    leaves = list(range(branching**depth))
    Random(seed).shuffle(leaves)
    return _order_subtree(iter(leaves), branching, depth, True)[1]


def _order_subtree(leaves: Any, branching: int, depth: int, maximises: bool) -> tuple[int, Any]:
    """The value of a tree and its specification."""
    if depth == 0:
        leaf = next(leaves)
        return leaf, leaf
    below = [_order_subtree(leaves, branching, depth - 1, not maximises) for _ in range(branching)]
    below.sort(key=lambda child: child[0], reverse=maximises)
    return below[0][0], [child for _, child in below]


def show_odd_depths() -> Exhibit:
    """The runs and their figures."""
    b = BRANCHING
    measured = [evaluations(trace(tree(order_tree(b, d)))) for d in DEPTHS]
    formula = [best_case(b, d) for d in DEPTHS]
    halved = [round(b ** (d / 2), 1) for d in DEPTHS]
    steps = [after / before for before, after in pairwise(measured)]
    rows = tuple(
        (d, b**d, m, f, h, "" if i == 0 else f"× {steps[i - 1]:.2f}")
        for i, (d, m, f, h) in enumerate(zip(DEPTHS, measured, formula, halved, strict=True))
    )
    three = trace(tree(BEST_ORDER))
    dear, cheap = steps[1::2], steps[0::2]
    return Exhibit(
        happens=(
            f"At {b} branches, best child first, an even depth costs {min(cheap):.2f} to {max(cheap):.2f} "
            f"times as much as the odd depth before it, and the next odd depth {min(dear):.2f} to "
            f"{max(dear):.2f} times as much again; √{b} is {b**0.5:.2f}."
        ),
        parts=(
            Table(
                "Measured: alpha-beta on random trees sorted best child first",
                ("depth", "minimax", "measured", "b^⌈d/2⌉ + b^⌊d/2⌋ − 1", "b^(d/2)", "step"),
                rows,
                "The measurements agree with the formula, not with b^(d/2).",
            ),
            Run(
                "three plies in the best order",
                three,
                f"{evaluations(three)} of {whole(three)}: MAX moves twice on the way to a leaf and MIN once.",
            ),
        ),
        facts={"measured": measured, "formula": formula, "steps": steps, "example": evaluations(three)},
    )


ODD_DEPTHS = Misconception(
    name="odd-depths",
    topic="Cost",
    belief="At best alpha-beta evaluates b^(d/2) leaves, so each further ply costs √b times as much.",
    answer="At best it evaluates b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, and the cost grows in uneven steps.",
    show=show_odd_depths,
    why=(
        "To prove that the value is at least v, one move is needed at each of MAX's nodes and all at "
        "MIN's; to prove that it is at most v, the reverse. Over d plies one proof has b^⌊d/2⌋ leaves, "
        "the other b^⌈d/2⌉, and they share one leaf. Each further ply multiplies one of the two by b and "
        "leaves the other unchanged: at an odd depth it is the proof that then becomes the more "
        "expensive, at an even depth the cheaper one, which catches up."
    ),
    rule="Use the formula with ⌈d/2⌉ and ⌊d/2⌋; compare costs two plies apart, or odd with odd.",
    reading=(
        "Knuth and Moore, An analysis of alpha-beta pruning (1975), section 6",
        "`halfmove growth -b 10`; docs/growth.md",
    ),
    also=("best-case",),
)


# ---- The order of the children.


def show_order_does_not_matter() -> Exhibit:
    """The runs and their figures."""
    found = compare_orderings(tree(FIG_5_2), samples=0)
    given, best, worst = (trace(o.tree) for o in (found.given, found.best, found.worst))
    few, many = evaluations(best), evaluations(worst)
    return Exhibit(
        happens=(
            f"The same tree with its children in other orders has the value {figure(given.outcome.value)} "
            f"each time, but {evaluations(given)} leaves are evaluated in the given order, {few} in the "
            f"best order and {many} in the worst order, of {whole(given)} leaves."
        ),
        parts=(
            Run("the order given", given, f"{cost(given)}."),
            Run(
                "the best order",
                best,
                "The best move first, and against each other move its refutation first.",
            ),
            Run("the worst order", worst, f"{evaluations(worst)} of {whole(worst)}: as many as minimax."),
        ),
        facts={
            "values": [search.outcome.value for search in (given, best, worst)],
            "evaluations": [evaluations(search) for search in (given, best, worst)],
            "leaves": whole(given),
            "orderings": found.number,
        },
    )


ORDER_DOES_NOT_MATTER = Misconception(
    name="order-does-not-matter",
    topic="Cost",
    belief="The order in which the children are searched does not matter, because the answer is the same.",
    answer=(
        "The answer is the same, but the cost varies from about twice the square root of minimax's cost "
        "to all of it."
    ),
    show=show_order_does_not_matter,
    why=(
        "A cutoff needs a good bound. If MAX's best move comes first, α is high from the start and MIN's "
        "first good reply refutes every other move; if the moves get better one by one, nothing can be "
        "cut off."
    ),
    rule=(
        "Try the most promising moves first: captures, killer moves, the best move of the last iteration "
        "of deepening. At MIN's nodes these are MIN's best replies."
    ),
    reading=("AIMA, 4th ed., section 5.2.4 (move ordering)", "`halfmove orderings TREE`"),
    also=("order", "right-to-left", "left-to-right", "sides-exchanged", "order-forgotten"),
)


# ---- The number of nodes, as if there were one.


def show_what_is_counted() -> Exhibit:
    """The runs and their figures."""
    search = trace(tree(FIG_5_2))
    counts = search.counts
    meanings = {name.replace("_", " "): meaning for name, meaning in Counts.definitions().items()}
    return Exhibit(
        happens=(
            f"One search: {counts.evaluations} static evaluations, {counts.visited} nodes visited, "
            f"{counts.generated} generated, {counts.expanded} expanded, {counts.removed_leaves} leaves "
            "pruned. Each of these is the answer to “how many?” in some lecture."
        ),
        parts=(
            Run("one search", search, "Count them yourself."),
            Table(
                "Its counts",
                ("count", "", "what is counted"),
                tuple((name, number, meanings[name]) for name, number in known_counts(search)),
                "A node is visited when the search enters it; it is generated when its parent is expanded.",
            ),
        ),
        facts=dict(counts._asdict()),
    )


WHAT_IS_COUNTED = Misconception(
    name="what-is-counted",
    topic="Cost",
    belief="The number of nodes that a search examines is well defined, whoever counts.",
    answer="The same search has many counts, and a number is meaningful only with its definition.",
    show=show_what_is_counted,
    why=(
        "Analyses count the leaves evaluated (Knuth and Moore), programs the nodes visited, some books "
        "the nodes generated, exercises the branches cut off. After a cutoff the remaining children are "
        "not visited and their subtrees not generated, but the children themselves may have been "
        "generated."
    ),
    rule=(
        "Say what you count: static evaluations, nodes visited, generated or expanded, cut edges, leaves "
        "left out."
    ),
    reading=(
        "docs/searches.md: What a node is",
        "Knuth and Moore (1975), section 6: terminal positions examined",
    ),
    also=("counts-nodes", "counts-removed", "counts-nodes-given-up", "counts-visited", "counts-branches"),
)


ENTRIES = (MORE_CUTS, NULL_WINDOWS, ODD_DEPTHS, ORDER_DOES_NOT_MATTER, WHAT_IS_COUNTED)
