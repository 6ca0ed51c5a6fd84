r"""The positions of a book as a graph: values by negamax, and the position to expand next.

A position is a leaf, whose value a search has found, or it is expanded: all its legal moves lead to positions
of the graph, and its value is that of the best.  Drop-out expansion (T. R. Lincke, *Strategies for the
Automatic Construction of Opening Books*, Computers and Games 2000) asks where a game leaves the book soonest,
if one player, who has the book, plays the best move of it throughout, and the other one anything:

    who has the book moves:    cost(p) = 1 + min over the best moves      cost(child)
    the other one moves:       cost(p) = 1 + min over all moves     w * loss(move) + cost(child)

The cost of a leaf is 0, and of a position whose value is proven infinite.  `loss` is by how many units a move
is worth less than the best, and w, the weight, how many plies such a unit counts as: with a small one the
book grows broad, with a large one deep.  Either player may have the book; the leaf of the smaller cost is
expanded next.

A move that leads back to a position on the way to it is an edge that ends: the rule about repetition is its
value.  So there are no cycles, and values and costs follow from the leaves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from halfmove.core.score import one_ply_on

PLAYERS = (0, 1)


@dataclass(slots=True, eq=False)
class Edge:
    """A move of an expanded position."""

    number: int
    child: Node | None
    """None for one that leads back; it has a value of its own."""
    fixed: int = 0
    """That value, to whoever moves."""


@dataclass(slots=True, eq=False)
class Node:
    """A position."""

    key: int
    mover: int
    value: int
    """To the mover, as engines count (`core.score`)."""
    proven: bool
    edges: list[Edge] | None = None
    """None: a leaf."""
    parents: list[Node] = field(default_factory=list)
    costs: tuple[float, float] = (0.0, 0.0)
    """By the player who has the book."""

    def worth(self, edge: Edge) -> int:
        """What a move is worth to the mover: a win or loss that is proven is one ply farther away."""
        child = edge.child
        if child is None:
            return edge.fixed
        value = one_ply_on(child.value) if child.proven else child.value
        return value if child.mover == self.mover else -value


class Graph:
    """The positions from `root` on; `unit` and `weight` as above, `best` the value that no move can
    exceed."""

    def __init__(self, root: Node, unit: int, weight: float, best: int) -> None:
        self.root, self.unit, self.weight, self.best = root, unit, weight, best
        self.nodes = {root.key: root}
        self.expanded = 0
        self._settle(root)

    # ---- which is next
    def cost(self, node: Node, edge: Edge, player: int) -> float:
        """What a move costs where `player` has the book, with what comes after it; the value of the position
        is up to date."""
        if edge.child is None:
            return math.inf
        ahead = edge.child.costs[player]
        loss = node.value - node.worth(edge)
        if node.mover == player:
            return 1 + ahead if loss == 0 else math.inf
        return 1 + self.weight * loss / self.unit + ahead

    def next(self) -> list[Edge] | None:
        """The moves that lead from the root to the leaf to expand next; None where all is proven."""
        player = min(PLAYERS, key=lambda p: (self.root.costs[p], p))
        if math.isinf(self.root.costs[player]):
            return None
        node, path = self.root, []
        while node.edges is not None:
            edge = min(node.edges, key=lambda e: (self.cost(node, e, player), e.number))
            assert edge.child is not None, "an edge that ends costs more than any other"
            path.append(edge)
            node = edge.child
        return path

    def list_ancestors(self, node: Node) -> set[int]:
        """The keys of the positions from which there is a way to a position, its own included."""
        found, due = {node.key}, [node]
        while due:
            for parent in due.pop().parents:
                if parent.key not in found:
                    found.add(parent.key)
                    due.append(parent)
        return found

    # ---- growing
    def expand(self, leaf: Node, edges: Iterable[Edge]) -> list[Node]:
        """Give a leaf its moves; the positions whose values are others now, the leaf the first.  Children
        that are new join the graph."""
        self._join(leaf, edges)
        self.expanded += bool(leaf.edges)  # a rule about repetition may forbid all of them
        changed = {leaf.key: leaf}
        due = [leaf]
        while due:
            node = due.pop(0)
            before = node.value, node.proven, node.costs
            self._settle(node)
            if (node.value, node.proven) != before[:2]:
                changed[node.key] = node
            if (node.value, node.proven, node.costs) != before or node is leaf:
                due.extend(parent for parent in node.parents if parent not in due)
        return [*changed.values()]

    def load(self, moves: Iterable[tuple[Node, list[Edge]]]) -> None:
        """Positions that were expanded before, in any order; every child is in `nodes`."""
        for node, edges in moves:
            self._join(node, edges)
            self.expanded += 1
        for node in self._sort_upwards():
            self._settle(node)

    def _join(self, node: Node, edges: Iterable[Edge]) -> None:
        node.edges = [*edges]
        for edge in node.edges:
            if edge.child is not None:
                self.nodes.setdefault(edge.child.key, edge.child)
                if edge.child.edges is None:
                    self._settle(edge.child)
                if node not in edge.child.parents:
                    edge.child.parents.append(node)

    def _sort_upwards(self) -> list[Node]:
        """All positions, each after those that its moves lead to."""
        found: list[Node] = []
        seen: set[int] = set()
        due = [(node, False) for node in self.nodes.values()]
        while due:
            node, done = due.pop()
            if done:
                found.append(node)
            elif node.key not in seen:
                seen.add(node.key)
                due.append((node, True))
                due.extend((e.child, False) for e in node.edges or () if e.child is not None)
        return found

    def _settle(self, node: Node) -> None:
        """Value, proof and costs of a position, from those of its children."""
        if node.edges:
            best = max(map(node.worth, node.edges))
            children = [edge.child for edge in node.edges]
            sure = any(
                edge.child is not None and edge.child.proven and node.worth(edge) == best
                for edge in node.edges
            )
            every = all(child is not None and child.proven for child in children)
            node.value, node.proven = best, every or (sure and best >= self.best)
        if node.proven or node.edges == []:
            node.costs = math.inf, math.inf
        elif node.edges:
            first, second = (min(self.cost(node, edge, player) for edge in node.edges) for player in PLAYERS)
            node.costs = first, second
