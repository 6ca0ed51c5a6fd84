"""What is cut off, and when."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.examples import DEEP_CUT, FIG_5_2
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import answer, evaluations, join, plural, whole, words
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

# ---- Leaves evaluated although they are pruned.


def show_all_first() -> Exhibit:
    """The runs and their figures."""
    game = tree(FIG_5_2)
    right, eager = trace(game), faulty.run(faulty.ALL_FIRST, game)
    tests = sum(isinstance(event, Cutoff) for event in eager.events)
    return Exhibit(
        happens=(
            f"The test succeeds {plural(tests, 'time')} in both, but after all the children have their "
            f"values it comes too late: {evaluations(eager)} of {whole(eager)} evaluations instead of "
            f"{evaluations(right)}."
        ),
        parts=(
            Run(
                "all the children, then the test", eager, "When the test succeeds, no child is left.", "wrong"
            ),
            Run(
                "one child, the test, the next child",
                right,
                "The children after the cutoff are never evaluated.",
                "right",
            ),
        ),
        facts={
            "values": [right.outcome.value, eager.outcome.value],
            "tests": [right.counts.cutoffs, tests],
            "evaluations": [evaluations(right), evaluations(eager)],
            "cut_edges": [right.counts.cut_edges, eager.counts.cut_edges],
        },
    )


ALL_FIRST = Misconception(
    name="all-first",
    topic="Cuts",
    belief="First every child gets its value; then the search decides which of them can be pruned.",
    answer=(
        "A child that has been evaluated cannot be pruned any more: the test comes between one child and "
        "the next."
    ),
    show=show_all_first,
    why=(
        "Pruning saves the work of evaluating. In a real search the leaves have no numbers written below "
        "them: each costs a call of the evaluation, and each inner node a whole search. On paper all "
        "numbers are written from the start, so this is easily overlooked; generating all children at "
        "once (as many move generators do) is not an evaluation."
    ),
    rule="Inside the loop: search one child, update v, test, raise α; then the next child.",
    reading=("AIMA, 4th ed., fig. 5.7", "docs/searches.md, the counts: generated and evaluated"),
    also=("no-pruning", "evaluating-pruned-leaves"),
)


# ---- A cut after the last child removes nothing.


def show_cut_after_last_child() -> Exhibit:
    """The runs and their figures."""
    search = trace(tree(FIG_5_2))
    cuts = [event for event in search.events if isinstance(event, Cutoff)]
    empty = [search.label(cut.path) for cut in cuts if not cut.remaining]
    useful = [search.label(cut.path) for cut in cuts if cut.remaining]
    saved = whole(search) - evaluations(search)
    return Exhibit(
        happens=(
            f"The inequality v ≤ α comes true {words(len(cuts))} times, at {join(useful + empty)}; but at "
            f"{join(empty)} it does so with the last child. There nothing is left to prune: the savings, "
            f"{words(saved)} of {whole(search)} leaves, all come from {join(useful)}."
        ),
        parts=(
            Run(
                "the cutoff test at every child",
                search,
                f"{plural(len(cuts), 'cutoff')}, {plural(search.counts.cut_edges, 'cut edge')}.",
            ),
        ),
        facts={
            "cutoffs": len(cuts),
            "useful": useful,
            "empty": empty,
            "saved": saved,
            "cut_edges": search.counts.cut_edges,
        },
    )


CUT_AFTER_LAST_CHILD = Misconception(
    name="cut-after-last-child",
    topic="Cuts",
    belief="Wherever the cutoff test succeeds, something is pruned.",
    answer="After a node's last child there is nothing left to prune.",
    show=show_cut_after_last_child,
    why=(
        "A cutoff leaves out the children that have not been tried. The child whose value makes the "
        "inequality true has already been searched; if it was the last one, the node would have returned "
        "anyway."
    ),
    rule=(
        "Count the parts left out (cut edges, leaves never evaluated), not how often the test succeeds; a "
        "cut edge leads to a child that was never visited, never to the child that caused the cutoff."
    ),
    reading=(
        "AIMA, 4th ed., fig. 5.5 (f): node D is searched to its last leaf",
        "docs/searches.md, the counts",
    ),
    also=("cutting-child", "last-child"),
)


# ---- A deep cutoff missed, where only the parent's bound is looked at.


def show_only_shallow_cuts() -> Exhibit:
    """The runs and their figures."""
    game = tree(DEEP_CUT)
    right, parent = trace(game), faulty.run(faulty.ONLY_PARENT, game)
    cut = next(event for event in right.events if isinstance(event, Cutoff) and event.remaining)
    missed = next(iter(right.replay.pruned))
    plies = len(cut.path)
    here = parent.replay.marks[cut.path].entered
    return Exhibit(
        happens=(
            f"At {right.label(cut.path)}, {plies} plies below the root, {cut.inequality}: the "
            f"{figure(cut.bound)} is MAX's at the root. The node's parent and grandparent have no value "
            f"yet; a search that uses only their values has the window ({figure(here[0])}, "
            f"{figure(here[1])}) there, cuts off nothing, and evaluates {evaluations(parent)} leaves "
            f"instead of {evaluations(right)}."
        ),
        parts=(
            Run(
                "every node uses its parent's value only",
                parent,
                "The value is right, but a cutoff is missed.",
                "wrong",
            ),
            Run(
                "α and β come down from the root", right, f"{right.label(missed)} is never visited.", "right"
            ),
        ),
        facts={
            "values": [right.outcome.value, parent.outcome.value],
            "evaluations": evaluations(right),
            "evaluations_parent": evaluations(parent),
            "leaves": whole(right),
            "plies": plies,
            "missed": right.label(missed),
        },
    )


ONLY_SHALLOW_CUTS = Misconception(
    name="only-shallow-cuts",
    topic="Cuts",
    belief="To decide whether a node can be cut off, compare it with its parent's best value so far.",
    answer=(
        "Compare it with every node above at which the other player chooses: α and β carry these values down."
    ),
    show=show_only_shallow_cuts,
    why=(
        "A node is irrelevant if the other player has a better alternative anywhere on the path to it, "
        "not only one ply up: then play never reaches the node. α is MAX's best value on the whole path, "
        "β is MIN's. A cutoff by a bound from three or more plies above is called deep."
    ),
    rule="Pass (α, β) down from the root, and test against the window, not against the parent's v.",
    reading=(
        "Knuth and Moore, An analysis of alpha-beta pruning (1975), section 2: procedure F1 has no deep "
        "cutoffs, F2 has them",
        "AIMA, 4th ed., section 5.2.3 and fig. 5.6",
    ),
    also=("deep-cutoff", "parent-bound"),
)


# ---- ≥ against >.


SPEC = {
    "name": "A",
    "children": {
        "a": {"name": "B", "children": [5, 8, 6]},
        "b": {"name": "C", "children": [5, 7, 2]},
        "c": {"name": "D", "children": [4, 9, 5]},
    },
}


def _leaves(search: Trace) -> str:
    return join([figure(v) for v in search.leaves])


def show_other_dialect() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    at_equality, beyond = trace(game), trace(game, dialect="cs188")
    extra = [p for p in beyond.replay.marks if p not in at_equality.replay.marks]
    more = join([beyond.label(path) for path in extra])
    return Exhibit(
        happens=(
            f"Both answer {answer(at_equality)}. The test ≥ evaluates {evaluations(at_equality)} leaves, "
            f"the test > {evaluations(beyond)}: at equality it continues, here to {more}."
        ),
        parts=(
            Run("cut when v ≥ β or v ≤ α (aima)", at_equality, f"Leaves: {_leaves(at_equality)}."),
            Run("cut when v > β or v < α (cs188)", beyond, f"Leaves: {_leaves(beyond)}."),
        ),
        facts={
            "values": [at_equality.outcome.value, beyond.outcome.value],
            "actions": [at_equality.outcome.action, beyond.outcome.action],
            "evaluations": [evaluations(at_equality), evaluations(beyond)],
            "visited_only_beyond": [beyond.label(path) for path in extra],
        },
    )


OTHER_DIALECT = Misconception(
    name="other-dialect",
    topic="Cuts",
    belief="Cutting off at v ≥ β is wrong (or at v > β): only one of the two gives the right answer.",
    answer=(
        "Both give the minimax value and the same first best move; they differ only where values are equal."
    ),
    show=show_other_dialect,
    why=(
        "At v = β MIN already has a value this low elsewhere. The remaining children can only give MAX "
        "more, which MIN would not allow, so they cannot change the value of the root. To continue is "
        "therefore never necessary for the value. It is necessary only to find out whether two moves are "
        "exactly equal."
    ),
    rule=(
        "Cut off at equality, unless you need to know whether moves are equal; in an exam use the test of "
        "your lecture, and state it. If no two leaves are equal both tests visit the same leaves."
    ),
    reading=(
        "AIMA, 4th ed., fig. 5.7 (≥)",
        "Berkeley CS 188, project Multi-agent search (>)",
        "docs/searches.md, the dialects",
    ),
    also=("equality", "ge-or-gt"),
)


ENTRIES = (ALL_FIRST, CUT_AFTER_LAST_CHILD, ONLY_SHALLOW_CUTS, OTHER_DIALECT)
