"""A tree of counts given beforehand, such as a textbook's figure: the search goes on from it.

A count is what `records` and the book write at a node: wins and playouts for whoever made the move that leads
there.  In the engine's tree that is the edge which leads to the node, so every node with children becomes a
node, and all others stay edges until they are visited next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from halfmove.core.buffer import fetch_add
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.search.montecarlo.choosing import SQUARE_ONE
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.expansion import expand, has_room
from halfmove.search.montecarlo.memory import (
    AGAIN,
    EXTRA,
    GAINED,
    LINK,
    NODE_1,
    NODES_USED,
    ROOT_VISITS,
    SUM,
    action_on,
    edges_of,
    ensure_record,
    link_node,
    pack_link,
    pack_move,
)
from halfmove.search.montecarlo.proving import prove
from halfmove.search.montecarlo.repetition import play_and_note


@dataclass(frozen=True)
class Counts:
    """Wins and playouts of a node, for whoever moved there, and of those below it, by action.

    A draw is half a win.  At the root they are those of the player who does not move.
    """

    wins: Fraction
    playouts: int
    children: Mapping[Any, Counts] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many nodes these are."""
        return 1 + sum(child.size for child in self.children.values())


def plant(engine: MonteCarlo, counts: Counts) -> None:
    """Make `counts` what the engine, whose root is set and whose tree is empty, knows of its root.

    All-moves-as-first counts are unknown and stay empty; for the variances of `tuned`, only what is over in
    `wins` beyond whole ones counts as drawn.  `Unsuitable` for games with chance and for graphs, `BadInput`
    for counts that do not fit together or the game.
    """
    if engine.game.has_chance or engine.game.players != 2 or not engine.game.zero_sum:
        raise Unsuitable(
            f"Counts can be given for two players of opposite interests without chance; "
            f"{engine.game.title()} is not such a game."
        )
    if engine.plan.graph or engine.threads > 1:
        raise Unsuitable(
            "Counts are given for a tree and one thread, not for a graph (graph=true) or several."
        )
    _Planter(engine).all(counts)


class _Planter:
    def __init__(self, engine: MonteCarlo) -> None:
        self.engine, self.plan = engine, engine.plan
        self.game = interpreted(engine.subject)
        (self.tree,) = engine.trees
        self.worker = engine.workers[0]

    def all(self, counts: Counts) -> None:
        below = sum(child.playouts for child in counts.children.values())
        if counts.playouts != below:
            raise BadInput(
                f"The root has {counts.playouts} playouts and its moves have {below}; every playout from the "
                "root goes through one of its moves."
            )
        self.worker.counters[AGAIN] = 0
        self.node(self.engine.root, counts, NODE_1, ())
        self.tree.counters[ROOT_VISITS] = counts.playouts

    def node(self, state: Any, counts: Counts, node: int, path: tuple[str, ...]) -> None:
        """Give a node its edges, what is known of them, and the nodes that these lead to."""
        self.check(state, counts, path)
        depth = len(path)
        expand(self.game, state, self.tree, self.worker, self.plan, node, depth)
        if self.plan.solve:
            prove(self.tree, self.worker, self.plan, depth)
        edges = {self.engine.named(action_on(self.tree, e)): e for e in edges_of(self.tree, node)}
        mover = self.game.to_move(state)
        for action, child in counts.children.items():
            text = self.engine.game.action_text(state, action)
            if action not in edges:  # a rule that looks back forbids it
                raise BadInput(f"{_place((*path, text))} cannot be played there.")
            edge = edges[action]
            self.edge(edge, child)
            if not child.children:
                continue
            number = action_on(self.tree, edge)
            self.worker.path[depth], self.worker.through[depth] = edge, node
            self.worker.movers[depth], self.worker.line[depth] = mover, pack_move(mover, number)
            after = play_and_note(self.game, state, number, self.worker, self.plan, depth)
            if self.worker.counters[AGAIN] or self.game.is_terminal(after):
                raise BadInput(f"The game is over at {_place((*path, text))}, so no move can follow there.")
            if not has_room(self.game, self.tree):
                raise BadInput("The tree of counts has no room in memory.")
            new = fetch_add(self.tree.counters, NODES_USED, 1)
            link_node(self.tree, edge, new)
            self.node(after, child, new, (*path, text))

    def edge(self, edge: int, counts: Counts) -> None:
        at = ensure_record(self.tree, edge)
        self.tree.records[at + LINK] = pack_link(counts.playouts, 0)
        self.tree.records[at + GAINED] = int(2 * self.plan.most * counts.wins)
        if self.plan.extras:
            whole, rest = divmod(counts.wins, 1)
            self.tree.extras[edge * EXTRA + SUM] = int((whole + rest * rest) * SQUARE_ONE)

    def check(self, state: Any, counts: Counts, path: tuple[str, ...]) -> None:
        """Whether a node's counts and those of its moves can be of the same playouts."""
        playouts = sum(child.playouts for child in counts.children.values())
        wins = sum((child.wins for child in counts.children.values()), Fraction())
        here = _place(path)
        rest = counts.playouts - playouts
        if rest < 0:
            raise BadInput(
                f"The moves at {here} have {playouts} playouts together, but {here} has only "
                f"{counts.playouts}."
            )
        lost = counts.playouts - counts.wins
        theirs = counts.wins if self.same_player(state, path) else lost
        if not 0 <= theirs - wins <= rest:
            raise BadInput(
                f"The counts at {here} are {counts_text(counts)}, which leaves {number_text(theirs)} wins to "
                f"whoever moves there, but the moves have {number_text(wins)} in {playouts} playouts."
            )

    def same_player(self, state: Any, path: tuple[str, ...]) -> bool:
        """Whether whoever moves at a state has moved there as well; not so at the root, by convention."""
        if not path:
            return False
        return bool(self.game.to_move(state) == self.worker.movers[len(path) - 1])


def _place(path: tuple[str, ...]) -> str:
    return "/".join(path) or "the root"


def number_text(wins: Fraction) -> str:
    """A number of wins: `27`, `2.5`."""
    return str(wins.numerator) if wins.denominator == 1 else f"{float(wins):.6f}".rstrip("0")


def counts_text(counts: Counts) -> str:
    """`27/35`."""
    return f"{number_text(counts.wins)}/{counts.playouts}"
