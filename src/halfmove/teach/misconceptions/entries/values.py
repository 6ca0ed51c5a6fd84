"""What values mean: bounds, equal moves, values of inner nodes."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.teach.examples import FIG_5_2, MIT_GAME1
from halfmove.teach.growth.formulas import UniformTree, root
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import (
    answer,
    best_looking,
    describe_return,
    evaluations,
    join,
    move,
    root_moves,
    trace_both,
    true_value,
    true_worth,
    whole,
)
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

# ---- Alpha-beta taken for an approximation.


TREES, BRANCHING, PLIES, SEED = 40, 3, 4, 8
"""The random trees of the table: enough to see that it is no accident, few enough for a second."""


def show_changes_the_answer() -> Exhibit:
    """The runs and their figures."""
    plain, pruned = trace_both(tree(FIG_5_2))
    game = UniformTree(branching=BRANCHING, plies=PLIES)
    same = full = seen = 0
    for number in range(TREES):
        start = root(SEED, number)
        by_minimax = trace(game, start, algorithm="minimax")
        by_alphabeta = trace(game, start)
        same += by_minimax.outcome[:2] == by_alphabeta.outcome[:2]
        full += len(by_minimax.leaves)
        seen += len(by_alphabeta.leaves)
    return Exhibit(
        happens=(
            f"Minimax answers {answer(plain)}, alpha-beta {answer(pruned)}, with {evaluations(pruned)} "
            f"leaves instead of {evaluations(plain)}. On {TREES} random trees the two agree {same} times."
        ),
        parts=(
            Run("minimax", plain, "Every leaf is evaluated.", "right"),
            Run("alpha-beta", pruned, "The same value by the same move.", "right"),
            Table(
                f"{TREES} random trees of {PLIES} plies and {BRANCHING} branches",
                ("search", "same value and move", "leaves on average"),
                (("minimax", TREES, round(full / TREES, 1)), ("alphabeta", same, round(seen / TREES, 1))),
                "The savings depend on the tree; the answer does not change.",
            ),
        ),
        facts={
            "values": [plain.outcome.value, pruned.outcome.value],
            "moves": [plain.outcome.action, pruned.outcome.action],
            "trees": TREES,
            "same": same,
            "minimax_leaves": full,
            "alphabeta_leaves": seen,
        },
    )


CHANGES_THE_ANSWER = Misconception(
    name="changes-the-answer",
    topic="Values and bounds",
    belief="Alpha-beta is an approximation: it is faster because it may overlook a good move.",
    answer=(
        "It always returns the minimax value and the first best move; it leaves out only what cannot matter."
    ),
    show=show_changes_the_answer,
    why=(
        "A branch is cut off only if the inequality proves that no value below it could change the choice "
        "of the player who would have to allow it. That is a proof, not a guess. Forward pruning (tapered "
        "search, late move reductions) and the evaluation at a depth limit do guess; but with the same "
        "evaluation at the same depth alpha-beta still gives minimax's answer."
    ),
    rule=(
        "To the same depth with the same evaluation, test alpha-beta against plain minimax: they must be "
        "equal."
    ),
    reading=(
        "Knuth and Moore, An analysis of alpha-beta pruning (1975), section 2",
        "AIMA, 4th ed., sections 5.2.3 and 5.3.3 (forward pruning)",
    ),
    also=("approximation",),
)


# ---- Drawing lots among root moves whose values are equal only as bounds.


EQUAL_MOVES_SPEC = {
    "children": {
        "a": {"children": [4, 6]},
        "b": {"children": [7, 4]},
        "c": {"children": [4, 1]},
    }
}


def show_equal_moves() -> Exhibit:
    """The runs and their figures."""
    game = tree(EQUAL_MOVES_SPEC)
    loose = trace(game)
    strict = trace(game, dialect="cs188")
    last = faulty.run(faulty.LAST_OF_EQUALS, game)
    reset = faulty.run(faulty.RESET_AT_ROOT, game)
    drawn, equal = best_looking(loose), best_looking(strict)
    worst = min(drawn, key=lambda m: m.true)
    value = loose.outcome.value
    mean = sum(m.true for m in drawn) / len(drawn)
    told = join([f"{m.text} ({m.relation} {figure(m.returned)})" for m in root_moves(loose)])
    return Exhibit(
        happens=(
            f"The search returns {told}. Only = gives the value of a move, but the search returns the "
            f"number alone. A player who chooses at random among the moves with a {figure(value)} plays "
            f"{worst.text} one time in {len(drawn)}, which is worth {figure(worst.true)}; on average he "
            f"gets {figure(mean)}."
        ),
        parts=(
            Run(
                "cut off when v ≥ β, then choose at random among the best",
                loose,
                f"{join([m.text for m in drawn])} all returned {figure(value)}, but their true values are "
                f"{join([figure(m.true) for m in drawn])}.",
                "wrong",
            ),
            Run(
                "a later move with the same value replaces the best (v2 ≥ v)",
                last,
                f"The same mistake without a random choice: the answer is {move(last)}, with the value "
                f"{figure(last.outcome.value)}; {move(last)} is worth {figure(true_worth(last))}.",
                "wrong",
            ),
            Run(
                "cut off only when v > β, then choose at random among the best",
                strict,
                f"Now a move that returns {figure(value)} is worth {figure(value)}: "
                f"{join([m.text for m in equal])}. It takes {evaluations(strict)} evaluations instead of "
                f"{evaluations(loose)}.",
                "right",
            ),
            Run(
                "every move of the root with a window of its own",
                reset,
                f"All values are exact too, for {evaluations(reset)} evaluations.",
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
            "last_of_equals_worth": true_worth(last),
            "evaluations": evaluations(loose),
            "evaluations_strict": evaluations(strict),
            "evaluations_reset": evaluations(reset),
        },
    )


EQUAL_MOVES = Misconception(
    name="equal-moves",
    topic="Values and bounds",
    belief="Root moves that return the same value are equally good, so one may be chosen at random.",
    answer="After the first move, a returned value equal to the best may be only an upper bound.",
    show=show_equal_moves,
    why=(
        "When a root move is searched, α is already the best value found. MIN's node is cut off as soon "
        "as its value is at most α, even equal to α, without a search for less. The returned value is "
        "then an upper bound that happens to equal the best: it proves that the move is not better, not "
        "that it is as good."
    ),
    rule=(
        "Keep the first best move and replace it only by a strictly better one. To choose at random among "
        "equal moves, prove that they are equal: cut off only beyond equality (the dialect cs188), or "
        "give each root move a window of its own."
    ),
    reading=(
        "AIMA, 4th ed., section 5.2.3 and fig. 5.7 (v2 > v)",
        "Berkeley CS 188, project Multi-agent search, question 3: no pruning on equality",
    ),
    also=("bound-taken-for-value",),
)


# ---- Why the numbers at inner nodes differ from minimax's.


INNER_VALUES_SPEC = {
    "name": "A",
    "children": {
        "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"name": "C", "children": {"c1": 2, "c2": 1, "c3": 0}},
        "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
INNER_VALUES_NODE = ("a2",)


def show_inner_values() -> Exhibit:
    """The runs and their figures."""
    game = tree(INNER_VALUES_SPEC)
    plain, soft = trace_both(game)
    hard = trace(game, dialect="winston")
    name = soft.label(INNER_VALUES_NODE)
    true = plain.replay.marks[INNER_VALUES_NODE].value
    told = {
        "minimax": describe_return(plain, INNER_VALUES_NODE),
        "fail-soft": describe_return(soft, INNER_VALUES_NODE),
        "fail-hard": describe_return(hard, INNER_VALUES_NODE),
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
                f"{name} returns {told['fail-soft']}: MIN already has a value that low, and the rest was "
                "never searched.",
                picture={"truth": True},
            ),
            Run(
                "alpha-beta, fail-hard (winston)",
                hard,
                f"{name} returns {told['fail-hard']}; the search only needs “not more than MAX already has”.",
                picture={"truth": True},
            ),
        ),
        facts={
            "root": [search.outcome.value for search in (plain, soft, hard)],
            "node": name,
            "minimax": true,
            "fail_soft": soft.replay.marks[INNER_VALUES_NODE].value,
            "fail_hard": hard.replay.marks[INNER_VALUES_NODE].value,
            "relations": [search.replay.marks[INNER_VALUES_NODE].relation for search in (plain, soft, hard)],
        },
    )


INNER_VALUES = Misconception(
    name="inner-values",
    topic="Values and bounds",
    belief="Alpha-beta gives the inner nodes the same values as minimax, only fewer of them.",
    answer=(
        "Only the root is certain to get its minimax value; an inner node may return a bound on its value."
    ),
    show=show_inner_values,
    why=(
        "The window of a node asks: is the value between α and β, and if so, what is it? If the value is "
        "at most 2 and α is 3, the exact number does not matter to any node above, and the search does "
        "not look for it. Fail-soft returns the best bound that it has, fail-hard the end of the window."
    ),
    rule=(
        "Write each value with its relation: = inside the window, ≤ if nothing exceeded α, ≥ if β was "
        "reached. Never compute with a bound as if it were a value."
    ),
    reading=("AIMA, 4th ed., section 5.2.3, fig. 5.5", "docs/searches.md, Alpha-beta"),
    also=("values-for-bounds", "all-exact", "bounds-for-values"),
)


# ---- Numbers written at nodes that were never visited.


FILLINGS = ((4, 6), (-50, 1), (90, 80))
"""What may stand at the two leaves that are cut off."""
PRUNED_VALUES_NODE = ("a2",)


def spec(c2: int, c3: int) -> dict[str, Any]:
    """The tree of AIMA's fig. 5.2 with other leaves where alpha-beta does not look."""
    return {
        "name": "A",
        "children": {
            "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
            "a2": {"name": "C", "children": {"c1": 2, "c2": c2, "c3": c3}},
            "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
        },
    }


def show_pruned_values() -> Exhibit:
    """The runs and their figures."""
    searches = [trace(tree(spec(*filling))) for filling in FILLINGS]
    inner = [_inner(search) for search in searches]
    first = searches[0]
    name = first.label(PRUNED_VALUES_NODE)
    cut = join([first.label(path) for path in first.replay.pruned])
    return Exhibit(
        happens=(
            f"{cut} are cut off. Whatever their values, the search is the same, step by step, and answers "
            f"{answer(first)}; but the minimax value of {name} would be "
            f"{join([figure(v) for v in inner])}. So no number can be filled in, neither at the leaves nor "
            f"as the value of {name}."
        ),
        parts=tuple(
            Run(
                f"with {join([figure(v) for v in filling])} at the leaves cut off",
                search,
                f"{name} returns ≤ {figure(search.replay.marks[PRUNED_VALUES_NODE].value)}; by minimax it "
                f"would be worth {figure(value)}.",
                picture={"truth": True},
            )
            for filling, search, value in zip(FILLINGS, searches, inner, strict=True)
        ),
        facts={
            "values": [search.outcome.value for search in searches],
            "leaves": [list(search.leaves) for search in searches],
            "node": name,
            "returned": [search.replay.marks[PRUNED_VALUES_NODE].value for search in searches],
            "inner": inner,
        },
    )


def _inner(search: Trace) -> Any:
    return true_value(search.game, search.replay.marks[PRUNED_VALUES_NODE].state)


PRUNED_VALUES = Misconception(
    name="pruned-values",
    topic="Values and bounds",
    belief="A pruned node still has a value, which can be computed from the numbers below it.",
    answer="A pruned node has no value in the search, because it was never searched.",
    show=show_pruned_values,
    why=(
        "If a branch was cut off, the answer does not depend on it. Any number is consistent with what "
        "the search has seen, so a number written there is invented; and using it in the parent's minimum "
        "or maximum treats a bound as a value."
    ),
    rule=(
        "Cross out the pruned branches and write nothing there; beside the node that was cut off write ≤ "
        "or ≥."
    ),
    reading=("AIMA, 4th ed., fig. 5.5: x and y, the leaves of C, stay unknown",),
    also=("filling-in",),
)


# ---- MAX at the root, always.


def show_who_moves_first() -> Exhibit:
    """The runs and their figures."""
    by_max, by_min = trace(tree(MIT_GAME1)), trace(tree(MIT_GAME1, root="min"))
    return Exhibit(
        happens=(
            f"With the same leaves the answer is {_told(by_max)} if MAX moves first, and {_told(by_min)} "
            "if MIN does. Value, move and cutoffs all depend on who is to move."
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


WHO_MOVES_FIRST = Misconception(
    name="who-moves-first",
    topic="Values and bounds",
    belief=(
        "The root is always MAX's, and the layers alternate from there; the leaves alone determine the "
        "solution."
    ),
    answer="The player to move at the root is part of the exercise: it determines value, move and cutoffs.",
    show=show_who_moves_first,
    why=(
        "The same numbers are a maximum of minima for one player and a minimum of maxima for the other. "
        "In a game the position determines the player to move at the root; MAX is a name for one of the "
        "two players, not for the player who runs the search."
    ),
    rule="Read who moves first; write MAX or MIN beside every layer before the first value.",
    reading=("MIT 6.034, GAME1", "AIMA, 4th ed., section 5.1: TO-MOVE"),
    also=("max-min-swapped",),
)


ENTRIES = (CHANGES_THE_ANSWER, EQUAL_MOVES, INNER_VALUES, PRUNED_VALUES, WHO_MOVES_FIRST)
