"""Iterative deepening taken for a waste."""

from __future__ import annotations

from halfmove.search.trace import Enter, Start
from halfmove.teach.growth.formulas import UniformTree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Table
from halfmove.teach.trace import trace

BRANCHING, PLIES = 6, 4


def show() -> Exhibit:
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
                f"The whole is {total / last:.2f} times the last level; b / (b − 1) is "
                f"{BRANCHING / (BRANCHING - 1):.2f}.",
            ),
        ),
        facts={"levels": levels, "total": total, "last": last, "ratio": total / last},
    )


ENTRY = Misconception(
    name="deepening-wastes",
    topic="Depth and horizon",
    belief=(
        "Iterative deepening wastes most of its time, since every level searches all of the one before again."
    ),
    answer=(
        "The last level is most of the work: all levels together cost about b / (b − 1) times as much as it."
    ),
    show=show,
    why=(
        "A tree with b branches has about b times as many nodes on each level as on the one before, so "
        "the levels before the last are together only 1/(b − 1) of it. In return there is a move to play "
        "whenever time runs out, and the best move of one level is tried first by the next, which usually "
        "saves alpha-beta more than the repetition costs."
    ),
    rule="Deepen, and hand the best move of each level to the next.",
    reading=(
        "Korf, Depth-first iterative-deepening, Artificial Intelligence 27(1), 1985",
        "AIMA, 4th ed., section 5.2.4",
    ),
    also=("deepening",),
)
