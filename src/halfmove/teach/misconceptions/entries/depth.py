"""Deepening and the horizon."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Enter, Start
from halfmove.teach.examples import DELAY, HORIZON
from halfmove.teach.growth.formulas import UniformTree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, join, move, true_value, true_worth, words
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

# ---- Iterative deepening taken for a waste.


BRANCHING, PLIES = 6, 4


def show_deepening_wastes() -> Exhibit:
    """The runs and their figures."""
    game = UniformTree(branching=BRANCHING, plies=PLIES)
    search = trace(game, algorithm="deepening", depth=PLIES, inner="minimax")
    levels: list[int] = []
    for event in search.events:
        if isinstance(event, Start):
            levels.append(0)
        elif isinstance(event, Enter):
            levels[-1] += 1
    total, last = sum(levels), levels[-1]
    rows = tuple((d, nodes, sum(levels[:d])) for d, nodes in enumerate(levels, 1))
    return Exhibit(
        happens=(
            f"To depth {PLIES} with {BRANCHING} branches the last level enters {last:,} nodes, all levels "
            f"together {total:,}: starting again {PLIES - 1} times costs "
            f"{100 * (total - last) / last:.0f}% more."
        ),
        parts=(
            Table(
                f"Minimax, deepened ply by ply on a uniform tree with {BRANCHING} branches",
                ("depth", "nodes of this level", "nodes so far"),
                rows,
                f"The total is {total / last:.2f} times the last level; b / (b − 1) is "
                f"{BRANCHING / (BRANCHING - 1):.2f}.",
            ),
        ),
        facts={"levels": levels, "total": total, "last": last, "ratio": total / last},
    )


DEEPENING_WASTES = Misconception(
    name="deepening-wastes",
    topic="Depth and horizon",
    belief=(
        "Iterative deepening wastes most of its time, because every level repeats the whole previous level."
    ),
    answer=(
        "The last level is most of the work: all levels together cost about b / (b − 1) times the last one."
    ),
    show=show_deepening_wastes,
    why=(
        "A tree with b branches has about b times as many nodes on each level as on the one before, so "
        "all earlier levels together are only 1/(b − 1) of the last one. In return there is a move to "
        "play whenever time runs out, and the next level tries the best move of the previous one first, "
        "which usually saves alpha-beta more than the repetition costs."
    ),
    rule="Deepen, and try the best move of each level first in the next.",
    reading=(
        "Korf, Depth-first iterative-deepening, Artificial Intelligence 27(1), 1985",
        "AIMA, 4th ed., section 5.2.4",
    ),
    also=("deepening",),
)


# ---- The horizon effect.


DEPTHS = (1, 2, 3, 4)


def show_horizon() -> Exhibit:
    """The runs and their figures."""
    exchange, threat = tree(HORIZON), tree(DELAY)
    greedy = trace(exchange, depth=1)
    quiet = trace(exchange, algorithm="quiescence", depth=1)
    delayed = trace(threat, depth=2)
    extended = trace(threat, algorithm="singular", depth=2, margin=100.0)
    levels = [trace(threat, depth=depth) for depth in DEPTHS]
    best = true_value(threat)
    wrong = [search.depth for search in levels if true_worth(search) != best]
    return Exhibit(
        happens=(
            f"One ply deep {move(greedy)} wins a pawn ({figure(greedy.outcome.value)}); the recapture is "
            f"one ply further, and {move(greedy)} is worth {figure(true_worth(greedy))}. On the second "
            f"tree deeper is worse: one ply answers {move(levels[0])}, which is right; "
            f"{join([words(d or 0) for d in wrong])} plies answer {move(delayed)}, which is worth "
            f"{figure(true_worth(delayed))} instead of {figure(best)}."
        ),
        parts=(
            Run(
                "one ply, then the evaluation",
                greedy,
                f"{answer(greedy)}, but it is worth {figure(true_worth(greedy))}.",
                "wrong",
                {"truth": False},  # to the horizon it is true
            ),
            Run(
                "one ply, then captures until it is quiet (quiescence search)",
                quiet,
                f"The capture is followed to its end: {answer(quiet)}.",
                "right",
            ),
            Run(
                "two plies: a check pushes the loss of the bishop beyond the horizon",
                delayed,
                f"{answer(delayed)}: it seems to save the bishop for a pawn. Both are lost, "
                f"{figure(true_worth(delayed))} in all.",
                "wrong",
                {"truth": False},
            ),
            Table(
                "The second tree to each depth",
                ("plies", "move", "value it shows", "what the move is worth"),
                tuple((s.depth, move(s), s.outcome.value, true_worth(s)) for s in levels),
                f"Right at {join([words(s.depth or 0) for s in levels if s.depth not in wrong])}, wrong at "
                f"{join([words(d or 0) for d in wrong])}: each further ply need not improve the answer.",
            ),
            Run(
                "two plies, but a forced reply costs no depth (extension)",
                extended,
                f"The check no longer hides the loss: {answer(extended)}.",
                "right",
            ),
        ),
        facts={
            "greedy": [move(greedy), greedy.outcome.value, true_worth(greedy)],
            "quiescence": [move(quiet), quiet.outcome.value, true_worth(quiet)],
            "delayed": [move(delayed), delayed.outcome.value, true_worth(delayed)],
            "extended": [move(extended), extended.outcome.value, true_worth(extended)],
            "true": [true_value(exchange), best],
            "wrong_depths": wrong,
            "depths": list(DEPTHS),
        },
    )


HORIZON_EFFECT = Misconception(
    name="horizon",
    topic="Depth and horizon",
    belief=("A deeper search always plays at least as well, and a loss that it no longer sees is avoided."),
    answer=(
        "A loss pushed beyond the horizon is only delayed, often at a price; one more ply can make the "
        "move worse."
    ),
    show=show_horizon,
    why=(
        "At the horizon the search trusts the evaluation. In the middle of an exchange, or with a threat "
        "on the board, the evaluation is wrong, and the search prefers exactly those lines in which it is "
        "wrong in its favour, for instance any check or sacrifice that uses up plies."
    ),
    rule=(
        "Stop only at quiet positions: follow captures (quiescence), extend forced replies. Quiescence "
        "search alone does not see an opponent's threat when the player himself is to move."
    ),
    reading=(
        "Berliner, Some necessary conditions for a master chess program, IJCAI 1973",
        "AIMA, 4th ed., section 5.3.2 (cutting off search)",
        "docs/searches.md, Beyond the horizon",
    ),
    also=("horizon-effect",),
)


ENTRIES = (DEEPENING_WASTES, HORIZON_EFFECT)
