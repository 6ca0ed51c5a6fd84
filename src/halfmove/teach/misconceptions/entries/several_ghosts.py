"""One MAX and two MINs: what a ply is, and what a round."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, listed, move, root_moves
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

LEAVES = {"a": ((5, 6), (6, 5)), "b": ((9, 1), (8, 2))}
"""Behind each move of MAX, each of ghost 1 and each of ghost 2."""
STATIC = (4, -4, -4)
"""The evaluation of every inner node."""
GHOSTS = (1, 2, 3, 4)
PLAYERS = {0: "Pac-Man", 1: "ghost 1", 2: "ghost 2"}


def spec(third: int) -> dict[str, Any]:
    """The tree with `third` moving last: 2 is the second ghost, 0 would be Pac-Man again."""
    return {
        "player": 0,
        "children": {
            action: {
                "player": 1,
                "value": STATIC,
                "children": [_last(third, pair) for pair in pairs],
            }
            for action, pairs in LEAVES.items()
        },
    }


def _last(player: int, leaves: tuple[int, ...]) -> dict[str, Any]:
    """The last layer: what Pac-Man gains, the ghosts lose."""
    return {"player": player, "value": STATIC, "children": [(v, -v, -v) for v in leaves]}


def joint() -> dict[str, Any]:
    """The same with one MIN who makes both ghosts' moves at once."""
    return {
        "children": {
            action: {"children": [v for pair in pairs for v in pair]} for action, pairs in LEAVES.items()
        }
    }


def show() -> Exhibit:
    """The runs and their figures."""
    ghosts = trace(tree(spec(2)))
    between = trace(tree(spec(0)))
    together = trace(tree(joint()), algorithm="minimax")
    really = {m.text: m.true for m in root_moves(ghosts)}
    cuts = [event for event in ghosts.events if isinstance(event, Cutoff)]
    bounds = sorted({_whose(ghosts, cut) for cut in cuts})
    return Exhibit(
        happens=(
            f"With both ghosts moving before Pac-Man does again the answer is {answer(ghosts)}. Whoever "
            f"lets MAX move between them gets {answer(between)}; against two ghosts {move(between)} is "
            f"worth {figure(really[move(between)])}."
        ),
        parts=(
            Run(
                "MAX moves again after the first ghost",
                between,
                "Not the game: MAX has two moves a round.",
                "wrong",
                {"truth": False},  # of a tree that is not the game
            ),
            Run(
                "MAX, then ghost 1, then ghost 2",
                ghosts,
                f"Cuts at {listed([ghosts.label(cut.path) for cut in cuts])}, all by a bound of "
                f"{listed(bounds)}: never one ghost by the other.",
                "right",
            ),
            Run(
                "one MIN who makes both ghosts' moves",
                together,
                f"The same answer, {answer(together)}: the ghosts pull together.",
            ),
            Table(
                "One round of Pac-Man and k ghosts is k + 1 plies",
                ("ghosts", "plies a round", "plies to depth 2 (rounds)", "layers of MIN between two of MAX"),
                tuple((k, k + 1, 2 * (k + 1), k) for k in GHOSTS),
                "A depth of 2 in CS 188 is two rounds; in AIMA and in Halfmove's options a depth is in "
                "plies.",
            ),
            _by_plies(),
        ),
        facts={
            "value": ghosts.outcome.value,
            "move": move(ghosts),
            "between_value": between.outcome.value,
            "between_move": move(between),
            "between_worth": really[move(between)],
            "together": together.outcome.value,
            "cut_by": bounds,
        },
    )


def _whose(search: Trace, cut: Cutoff) -> str:
    """Who has attained the bound: the nearest node above with that end in its window."""
    for length in range(len(cut.path) - 1, -1, -1):
        mark = search.replay.marks[cut.path[:length]]
        if mark.player is not None and cut.bound in (mark.alpha, mark.beta) and mark.value == cut.bound:
            return PLAYERS[mark.player]
    return "nobody"


def _by_plies() -> Table:
    """The same search cut off after one, two and three plies."""
    game = tree(spec(2))
    searches = [trace(game, depth=depth) for depth in (1, 2, 3)]
    rows = tuple(
        (
            search.depth,
            listed([PLAYERS[p] for p in range(search.depth or 0)]),
            search.outcome.value,
            move(search),
        )
        for search in searches
    )
    return Table(
        f"The same game to one, two and three plies ({STATIC[0]} is every inner node's evaluation)",
        ("plies", "who has moved", "value", "move"),
        rows,
        "A horizon inside a round leaves out what the other ghosts still do.",
    )


ENTRY = Misconception(
    name="several-ghosts",
    topic="Several players and chance",
    belief="MAX and MIN layers alternate, so with two ghosts it is Pac-Man, ghost, Pac-Man, ghost.",
    answer=(
        "A round is one layer of MAX and one of MIN for each ghost; MAX moves again when all of them have."
    ),
    show=show,
    why=(
        "Every ghost minimises the same number, so two MIN layers in a row are one MIN with more to "
        "choose from. The second ghost inherits the β of the first, and he too goes on looking for less; "
        "only α, which is Pac-Man's, can cut either of them."
    ),
    rule=(
        "Ask whose turn it is (TO-MOVE), never count layers. Decrease the depth once a round when the "
        "last ghost has moved, if depth counts rounds; once a ply, if it counts plies. Do not take a "
        "maximum between them."
    ),
    reading=(
        "Berkeley CS 188, project Multi-agent search, question 2: depth counts rounds",
        "AIMA, 4th ed., section 5.2.2 (more than two players, alliances)",
    ),
    also=("ghosts",),
)
