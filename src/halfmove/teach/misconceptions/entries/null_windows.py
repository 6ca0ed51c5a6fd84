"""NegaScout taken for a saving under all circumstances."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.search.trace import Again
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import counted, evaluations
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

GOOD = [[[15, 9], [10, 18]], [[18, 2], [6, 8]], [[16, 6], [5, 5]]]
"""The best move is the first: its test of the others succeeds."""
BAD = [[[14, 6], [3, 3]], [[16, 1], [6, 8]], [[11, 20], [11, 16]]]
"""Each move of the root is better than the one before."""


def show() -> Exhibit:
    """The runs and their figures."""
    good, bad = _both(GOOD), _both(BAD)
    again = [_researches(search) for search in (good[1], bad[1])]
    return Exhibit(
        happens=(
            f"On a well ordered tree NegaScout makes {evaluations(good[1])} evaluations where alpha-beta "
            f"makes {evaluations(good[0])}. On a badly ordered one it has to search "
            f"{counted(again[1], 'node')} a second time and makes {evaluations(bad[1])} in the place of "
            f"{evaluations(bad[0])}. The values are the same: {figure(good[1].outcome.value)} and "
            f"{figure(bad[1].outcome.value)}."
        ),
        parts=(
            Run("NegaScout, the best move first", good[1], f"Searched again: {counted(again[0], 'node')}."),
            Run(
                "NegaScout, every move better than the one before",
                bad[1],
                f"Searched again: {counted(again[1], 'node')}.",
            ),
            Table(
                "Static evaluations",
                ("tree", "alpha-beta", "NegaScout", "searched again"),
                (
                    ("best move first", evaluations(good[0]), evaluations(good[1]), again[0]),
                    ("better and better", evaluations(bad[0]), evaluations(bad[1]), again[1]),
                ),
                "A test that fails is work to be done again.",
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


ENTRY = Misconception(
    name="null-windows",
    topic="Cost",
    belief=(
        "NegaScout (principal variation search) never looks at more than alpha-beta, as its windows are "
        "narrower."
    ),
    answer=(
        "It saves if the first move is mostly best; where the order is bad, its second searches cost more "
        "than it saves."
    ),
    show=show,
    why=(
        "A null window asks only whether a move is better than the best so far. A “no” is cheap, cheaper "
        "than alpha-beta would get it; a “yes” does not say how much better, so the move is searched "
        "again. Within one such test nothing is visited that alpha-beta would leave out, but what is "
        "visited twice counts twice."
    ),
    rule=(
        "Use it with good ordering (the best move of the last iteration first) and with a memory of "
        "positions, which makes the second search cheap."
    ),
    reading=(
        "Reinefeld, An improvement to the scout tree search algorithm, ICCA Journal 6(4), 1983",
        "Pearl, SCOUT: a simple game-searching algorithm with proven optimal properties, AAAI 1980",
        "docs/searches.md, Negamax, SCOUT, NegaScout",
    ),
)
