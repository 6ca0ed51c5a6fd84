"""Game trees of textbooks and lectures, by name, with what each shows.

    hm.trace(hm.tree(FIG_5_2))
    example = EXAMPLES["horizon"]; example.trace()

The specifications are those that `hm.tree` takes; `Example` adds the source, what is to be seen, and how to
search it so that it is.  Trees without a source are Halfmove's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from halfmove.games.tree import tree

if TYPE_CHECKING:
    from halfmove.games.tree.game import Tree
    from halfmove.teach.trace import Trace

FIG_5_2 = {
    "name": "A",
    "children": {
        "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"name": "C", "children": {"c1": 2, "c2": 4, "c3": 6}},
        "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
"""Minimax value 3 by a1; alpha-beta sees 7 of the 9 leaves."""

WINSTON = [[2, 7], [1, 8]]
"""Minimax value 2; alpha-beta makes 3 static evaluations."""

MIT_GAME1 = [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]
"""4 with 13 of 16 evaluations where MAX moves first, 11 with 11 where MIN does."""

BEST_ORDER = [
    [[14, 13, 12], [17, 16, 15], [20, 19, 18]],
    [[11, 10, 9], [26, 25, 24], [23, 22, 21]],
    [[8, 7, 6], [5, 4, 3], [2, 1, 0]],
]
"""Three plies of three moves in the best order: alpha-beta makes 3² + 3¹ − 1 = 11 evaluations of 27."""

WORST_ORDER = [
    [[6, 7, 8], [3, 4, 5], [0, 1, 2]],
    [[15, 16, 17], [12, 13, 14], [9, 10, 11]],
    [[24, 25, 26], [21, 22, 23], [18, 19, 20]],
]
"""The same sort of tree in the worst order: not one of the 27 evaluations is saved."""

DEEP_CUT = [5, [[[3, 9], 8], 7]]
"""A *deep* cutoff: MAX's 5 at the root removes the 9, three plies below it, while nothing is known yet of the
two nodes in between."""

FIG_5_4 = [
    [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]],
    [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]],
]
"""Three players, each with a payoff of his own: (1, 2, 6) at the root."""

FIG_5_14 = {
    "children": {
        "a1": {"player": "chance", "children": [[2, 2], [3, 3]], "probabilities": [0.9, 0.1]},
        "a2": {"player": "chance", "children": [[1, 1], [4, 4]], "probabilities": [0.9, 0.1]},
    }
}
"""Chance: a1 is worth 2.1, a2 1.3."""

FIG_5_14_STRETCHED = {
    "children": {
        "a1": {"player": "chance", "children": [[20, 20], [30, 30]], "probabilities": [0.9, 0.1]},
        "a2": {"player": "chance", "children": [[1, 1], [400, 400]], "probabilities": [0.9, 0.1]},
    }
}
"""The leaves in the same order, but stretched: a1 is worth 21, a2 40.9, and the choice is another."""

HORIZON = {
    "name": "R",
    "value": 0,
    "children": {
        "QxP": {
            "name": "A",
            "value": 1,
            "forcing": ["RxQ"],
            "children": {
                "Kh1": {"name": "B", "value": 1, "children": {"c4": 1, "c5": 2}},
                "RxQ": {
                    "name": "C",
                    "value": -8,
                    "forcing": ["BxR"],
                    "children": {"Kh2": -9, "BxR": -3},
                },
            },
        },
        "d4": {
            "name": "D",
            "value": 0,
            "children": {
                "d5": {"name": "E", "value": 0, "children": {"e4": 0, "f4": -1}},
                "e5": {"name": "F", "value": 1, "children": {"h3": 1, "h4": 0}},
            },
        },
    },
}
"""The horizon effect, in pawns: a pawn is won with the queen, which the next ply loses.  Looking one ply
ahead, alpha-beta takes it (1); with a quiescence search the capture is worth −3, and d4 (0) is best."""

DELAY = {
    "name": "R",
    "value": 0,
    "children": {
        "wait": {"name": "A", "value": 0, "children": {"RxB": -3, "h6": 0}},
        "check": {
            "name": "B",
            "value": 0,
            "children": {
                "KxP": {
                    "name": "C",
                    "value": -1,
                    "children": {"Kg1": {"name": "D", "value": -1, "children": {"RxB": -4, "h6": -1}}},
                },
            },
        },
    },
}
"""Delaying what cannot be prevented: MAX will lose a bishop (−3).  Two plies deep a check that costs a pawn
seems to save it (−1), as the loss is now beyond the horizon, and all is lost together (−4).  A quiescence
search does not help, as the threat is MIN's and it is MAX's turn; extending forced replies does."""

SINGULAR = {
    "name": "R",
    "value": 0,
    "children": {
        "sacrifice": {
            "name": "A",
            "value": 0,
            "children": {
                "accept": {"name": "C", "value": -6, "children": {"mate": 7, "retreat": -9}},
                "decline": {"name": "D", "value": 8, "children": {"x": 8, "y": 7}},
                "ignore": {"name": "E", "value": 9, "children": {"x": 9, "y": 8}},
            },
        },
        "quiet": {
            "name": "B",
            "value": 1,
            "children": {
                "p": {"name": "F", "value": 2, "children": {"x": 2, "y": 1}},
                "q": {"name": "G", "value": 3, "children": {"x": 3, "y": 3}},
            },
        },
    },
}
"""MIN's reply "accept" stands out by 14: two plies deep it seems to refute the sacrifice (−6), which is
worth 7.  Extended by a ply, it shows the answer."""

TAPERED = {
    "name": "R",
    "value": 0,
    "children": {
        "a": {
            "name": "A",
            "value": 4,
            "children": {
                "a1": {"name": "D", "value": 3, "children": [3, 2]},
                "a2": {"name": "E", "value": 4, "children": [4, 5]},
                "a3": {"name": "F", "value": 7, "children": [7, 9]},
            },
        },
        "b": {
            "name": "B",
            "value": 2,
            "children": {
                "b1": {"name": "G", "value": 2, "children": [2, 2]},
                "b2": {"name": "H", "value": 3, "children": [3, 6]},
                "b3": {"name": "I", "value": 5, "children": [5, 4]},
            },
        },
        "c": {
            "name": "C",
            "value": -1,
            "children": {
                "c1": {"name": "J", "value": -2, "children": [-2, 0]},
                "c2": {"name": "K", "value": 0, "children": [0, 1]},
                "c3": {"name": "L", "value": 1, "children": [1, 1]},
            },
        },
    },
}
"""Static values that tell the truth: a tapered search of 3, 2, 1 and 0 branches finds the move of the whole
tree's minimax, a, which is worth 3, from 4 evaluations in the place of 18 leaves."""

SACRIFICE = {
    "name": "R",
    "value": 0,
    "children": {
        "a": {"name": "A", "value": 4, "children": {"a1": 4, "a2": 5}},
        "b": {"name": "B", "value": 3, "children": {"b1": 3, "b2": 6}},
        "c": {
            "name": "C",
            "value": -5,
            "children": {
                "c1": {"name": "D", "value": 8, "children": [9, 8]},
                "c2": {"name": "E", "value": 8, "children": [9, 9]},
            },
        },
    },
}
"""A static value that misleads: c looks worst, so that a tapered search gives it no branches and answers a
(4), but it is worth 9."""


@dataclass(frozen=True)
class Example:
    """A tree, where it comes from, what it shows, and the search that shows it."""

    name: str
    spec: Any
    shows: str
    source: str = "Halfmove's own"
    algorithm: str = "alphabeta"
    depth: int | None = None
    """Plies to look ahead; None for the whole tree."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The algorithm's own options."""

    def tree(self, root: int | str | None = None) -> Tree:
        """The tree as a game; `root` is who moves first where the tree does not say (`games.tree.tree`)."""
        return tree(self.spec, root)

    def text(self) -> str:
        """The tree as text that `tree` reads: JSON where it is a list of two players', else indented lines,
        as JSON cannot tell a payoff vector from a node."""
        if isinstance(self.spec, list) and self.tree().players == 2:
            return json.dumps(self.spec)
        return self.tree().indented()

    def trace(self) -> Trace:
        """The search that shows it, step by step."""
        from halfmove.teach.trace import trace

        return trace(self.tree(), algorithm=self.algorithm, depth=self.depth, **self.options)


_AIMA = "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021)"
_WINSTON = "Winston, Artificial Intelligence, 3rd ed. (1992), chapter 6"
_ACKNOWLEDGED = (
    Example("fig-5-2", FIG_5_2, "two plies: value 3 by a1, 7 of 9 leaves seen", f"{_AIMA}, figs. 5.2, 5.5"),
    Example("winston", WINSTON, "the smallest cutoff: value 2, 3 of 4 leaves", _WINSTON),
    Example("mit-game1", MIT_GAME1, "value 4, 13 of 16 leaves", "MIT's course 6.034, GAME1"),
    Example("fig-5-4", FIG_5_4, "three players, a payoff for each", f"{_AIMA}, fig. 5.4", algorithm="maxn"),
    Example("fig-5-14", FIG_5_14, "chance nodes", f"{_AIMA}, fig. 5.14", algorithm="expectiminimax"),
    Example(
        "fig-5-14-stretched",
        FIG_5_14_STRETCHED,
        "chance nodes: the order of the leaves alone does not decide",
        f"{_AIMA}, fig. 5.14",
        algorithm="expectiminimax",
    ),
)
_OWN = (
    Example("best-order", BEST_ORDER, "the best case: 11 of 27 leaves"),
    Example("worst-order", WORST_ORDER, "the worst case: all 27 leaves"),
    Example("deep-cut", DEEP_CUT, "a cutoff by a bound from far above"),
    Example(
        "horizon",
        HORIZON,
        "the horizon effect, and a quiescence search that cures it",
        algorithm="quiescence",
        depth=1,
    ),
    Example(
        "delay",
        DELAY,
        "a loss pushed beyond the horizon, and seen when forced replies are extended",
        algorithm="singular",
        depth=2,
        options={"margin": 100.0},
    ),
    Example(
        "singular",
        SINGULAR,
        "a reply far better than its siblings, followed one ply deeper",
        algorithm="singular",
        depth=2,
        options={"margin": 5.0, "budget": 1},
    ),
    Example("tapered", TAPERED, "a tree that tapers off and finds the best move", algorithm="tapered"),
    Example("sacrifice", SACRIFICE, "a tree that tapers off and misses it", algorithm="tapered"),
)

EXAMPLES: dict[str, Example] = {example.name: example for example in (*_ACKNOWLEDGED, *_OWN)}
"""All of them by name."""


def open_tree(spec: Any, root: int | str | None = None) -> Tree:
    """`hm.tree`: the game of an explicit tree as `games.tree.tree` takes it, or a textbook's by its name.

    >>> len(open_tree("fig-5-2").root.children)
    3
    """
    example = EXAMPLES.get(spec) if isinstance(spec, str) else None
    return tree(spec, root) if example is None else example.tree(root)
