"""The tree after k steps of a recorded search: what a page of the textbook shows.

A selection has a step for each level; expansion, simulation and back-propagation are one each.  As in the
book, wins and playouts change with back-propagation, at once for the whole path.  (The engine counts a visit
on the way down already, which is the same to one thread.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from halfmove.search.montecarlo.memory import ROOT
from halfmove.search.montecarlo.records import Candidate, Choice, Iteration, Snapshot

SELECTION, EXPANSION, SIMULATION, BACKUP = "selection", "expansion", "simulation", "back-propagation"


@dataclass(frozen=True)
class Step:
    """One step of an iteration."""

    iteration: Iteration
    phase: str
    level: int = 0
    """Of a selection: plies from the root."""

    @property
    def begins(self) -> bool:
        """Whether it is the first of its iteration."""
        return self.phase == SELECTION and self.level == 0

    @property
    def choice(self) -> Choice | None:
        """The choice that this step makes in the tree, if it makes one."""
        if self.phase == SELECTION:
            return self.iteration.selection[self.level]
        return self.iteration.expansion.choice if self.phase == EXPANSION else None

    @property
    def way(self) -> tuple[Choice, ...]:
        """The choices made so far in this iteration, this step's included."""
        if self.phase == SELECTION:
            return self.iteration.selection[: self.level + 1]
        return self.iteration.path


def steps_of(iterations: Iterable[Iteration]) -> tuple[Step, ...]:
    """All steps, in order."""
    found = []
    for iteration in iterations:
        found += [Step(iteration, SELECTION, level) for level in range(len(iteration.selection))]
        found += [Step(iteration, phase) for phase in (EXPANSION, SIMULATION, BACKUP)]
    return tuple(found)


@dataclass
class Sketch:
    """The nodes with their edges, and what stands at each edge."""

    visits: int = 0
    """Of the root."""
    movers: dict[int, int] = field(default_factory=dict)
    """Who moves at each node."""
    below: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The edges of each node."""
    edges: dict[int, Candidate] = field(default_factory=dict)
    """What is known of each edge."""
    way: tuple[int, ...] = ()
    """The edges that the iteration under way has taken."""

    def add(self, node: int, mover: int, edges: Iterable[Candidate]) -> None:
        """A node with its edges."""
        made = tuple(edges)
        self.movers[node] = mover
        self.below[node] = tuple(edge.edge for edge in made)
        self.edges.update((edge.edge, edge) for edge in made)

    def apply(self, step: Step) -> None:
        """What one step changes."""
        iteration = step.iteration
        if ROOT not in self.below:  # the engine makes it before the first iteration
            first = iteration.selection[0]
            self.add(ROOT, first.mover, first.candidates)
        if step.phase == EXPANSION:
            self._expand(step)
        elif step.phase == BACKUP:
            self.visits += 1
            for change in iteration.backup:
                known = self.edges[change.edge]
                self.edges[change.edge] = replace(known, visits=change.visits[1], wins=change.wins[1])
        self.way = tuple(choice.chosen.edge for choice in step.way)

    def _expand(self, step: Step) -> None:
        iteration = step.iteration
        expansion = iteration.expansion
        for proof in iteration.proofs:
            known = self.edges.get(proof.edge)
            if known is not None:
                self.edges[proof.edge] = replace(known, low=proof.low[1], high=proof.high[1])
        if not expansion.node:
            return
        last = iteration.selection[-1].chosen.edge
        self.edges[last] = replace(self.edges[last], node=expansion.node)
        if expansion.why == "new":
            self.add(expansion.node, expansion.mover, expansion.made)

    @property
    def wins_below(self) -> float:
        """Of the player who moves at the root, through all its edges."""
        return sum(self.edges[edge].wins for edge in self.below.get(ROOT, ()))


def sketch(beginning: Snapshot, steps: Iterable[Step]) -> Sketch:
    """The tree that `steps` make of the one at the beginning."""
    made = Sketch(visits=beginning.visits)
    for vertex in beginning.vertices:
        made.add(vertex.node, vertex.mover, vertex.edges)
    for step in steps:
        made.apply(step)
    return made
