"""The tree of a Monte Carlo search as text: a node a line, with its wins and playouts.

    37/100 black to move
    ├─ a1: 60/79
    │  ├─ b1: 16/53
    │  └─ b2: 3/26
    ├─ a2: 1/10
    └─ a3: 2/11

Wins are those of whoever made the move.  Moves that were never tried are told together, at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.search.montecarlo.memory import ROOT
from halfmove.search.montecarlo.records import Candidate
from halfmove.teach.branches import Row
from halfmove.teach.montecarlo.labels import move, proof_text, ratio, root_label, who
from halfmove.teach.montecarlo.sketch import Sketch

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace

FEW = 12
"""So many moves never tried are named; of more the number is told."""


def rows(trace: SimulationTrace, tree: Sketch, depth: int | None = None) -> Iterator[Row]:
    """The lines of the tree: `depth` plies of it (None: all), and the path of the iteration under way.

    A row's path is that of its edges' numbers.  In a graph a node is drawn once, where it is met first.
    """
    mover = who(trace, trace.game.to_move(trace.state))
    standing = "open" if tree.way else "done"
    yield Row((), "", "", f"{root_label(trace, tree)} {mover} to move", standing)
    yield from _Rows(trace, tree, depth).below(ROOT, trace.state, (), "")


class _Rows:
    def __init__(self, trace: SimulationTrace, tree: Sketch, depth: int | None) -> None:
        self.trace, self.tree, self.depth = trace, tree, depth
        self.drawn: set[int] = set()

    def below(self, node: int, state: Any, path: tuple[int, ...], indent: str) -> Iterator[Row]:
        self.drawn.add(node)
        edges = [self.tree.edges[number] for number in self.tree.below.get(node, ())]
        shown = [edge for edge in edges if self.shown(edge, path)]
        untried = [edge for edge in edges if not edge.visits and edge not in shown]
        deep = sum(1 for edge in edges if edge.visits and edge not in shown)
        notes = [note for note in (self.untried(untried, state), f"{deep} tried" if deep else "") if note]
        for number, edge in enumerate(shown):
            last = number == len(shown) - 1 and not notes
            yield from self.edge(edge, state, path, indent, last)
        for number, note in enumerate(notes):
            branch = "└─ " if number == len(notes) - 1 else "├─ "
            yield Row((*path, -1 - number), indent + branch, f"{indent}   ", f"… {note}", "never")

    def edge(
        self, edge: Candidate, state: Any, path: tuple[int, ...], indent: str, last: bool
    ) -> Iterator[Row]:
        here = (*path, edge.edge)
        rest = indent + ("   " if last else "│  ")
        text = f"{move(self.trace, state, edge.action)}: {ratio(edge.wins, edge.visits)}"
        proof = proof_text(edge) if self.trace.plan.solve else ""
        again = edge.node in self.drawn
        text += (f"  {proof}" if proof else "") + ("  (drawn above)" if again else "")
        on_way = self.tree.way[: len(here)] == here
        yield Row(here, indent + ("└─ " if last else "├─ "), rest, text, "open" if on_way else "done")
        if edge.node and not again and edge.node in self.tree.below:
            yield from self.below(edge.node, self.trace.game.result(state, edge.action), here, rest)

    def shown(self, edge: Candidate, path: tuple[int, ...]) -> bool:
        here = (*path, edge.edge)
        if self.tree.way[: len(here)] == here:
            return True
        within = self.depth is None or len(path) < self.depth
        return within and (edge.visits > 0 or (edge.proven and bool(self.trace.plan.solve)))

    def untried(self, edges: list[Candidate], state: Any) -> str:
        if not edges:
            return ""
        if len(edges) > FEW:
            return f"{len(edges)} not tried"
        return f"not tried: {' '.join(move(self.trace, state, edge.action) for edge in edges)}"
