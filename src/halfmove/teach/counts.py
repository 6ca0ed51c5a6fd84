"""What a search cost, in the counts that lectures use, each defined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from halfmove.search.trace import Cutoff, Enter, Event, Leaf, Leave, Path, Recall, Stand, Start
from halfmove.teach.outline import Vertex


class Counts(NamedTuple):
    """The counts of one search; a node visited twice counts twice, unless it says otherwise."""

    evaluations: int
    """Static evaluations: how often a node got its value without being expanded (UTILITY or EVAL), or before
    it was (a quiescence search, which asks what stopping here is worth)."""
    leaves: int
    """Different nodes that were evaluated statically."""
    visited: int
    """Nodes entered: expanded, evaluated, or answered from memory."""
    generated: int
    """Nodes generated when an expansion makes all children at once: the root, and the children of every node
    that was expanded, visited or not."""
    expanded: int
    """Nodes entered whose actions were tried."""
    cutoffs: int
    """Nodes given up because of the window, with or without actions left."""
    cut_edges: int
    """Actions never tried because of a cutoff."""
    removed_leaves: int | None
    """Leaves of the whole tree, to the horizon, that were never evaluated, nor anything beyond them; None
    where the tree was not drawn."""

    @classmethod
    def definitions(cls) -> dict[str, str]:
        """What each count counts, in a sentence."""
        return dict(_DEFINITIONS)


_DEFINITIONS = (
    ("evaluations", "how often a node got its value without being expanded (its utility, or its evaluation)"),
    ("leaves", "different nodes that were evaluated"),
    ("visited", "nodes entered, each as often as it was"),
    ("generated", "the root and all children of the nodes expanded, visited or not"),
    ("expanded", "nodes entered whose actions were tried"),
    ("cutoffs", "nodes given up because of the window, with or without actions left"),
    ("cut_edges", "actions never tried because of a cutoff"),
    ("removed_leaves", "leaves of the whole tree, to the horizon, that were never evaluated"),
)


class Counting:
    """Counts events as they come; `children` asks how many actions a node has."""

    def __init__(self) -> None:
        self.evaluations = self.visited = self.expanded = self.cutoffs = self.cut_edges = 0
        self.generated = 1
        self._evaluated: set[Path] = set()
        self._stood: set[Path] = set()

    def apply(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, Start):
            self._game, self._depth = event.game, event.depth
        elif isinstance(event, Enter):
            self.visited += 1
            self._last = event.path
            self._terminal = event.player is None
            if not self._terminal:
                self.expanded += 1  # taken back if it turns out a leaf
                self._children = sum(1 for _ in self._game.actions(event.state))
                self.generated += self._children
        elif isinstance(event, Leaf):
            self.evaluations += 1
            self._evaluated.add(event.path)
            if not event.terminal:
                self._not_expanded()
        elif isinstance(event, Stand):
            self.evaluations += 1
            self._stood.add(event.path)
        elif isinstance(event, Recall):
            if not self._terminal:
                self._not_expanded()
        elif isinstance(event, Leave):
            if event.relation is None and event.path == self._last:  # looked at, to be expanded later
                self._not_expanded()
        elif isinstance(event, Cutoff):
            self.cutoffs += 1
            self.cut_edges += len(event.remaining)

    def _not_expanded(self) -> None:
        self.expanded -= 1
        self.generated -= self._children

    def counts(self, outline: Vertex | None = None) -> Counts:
        """The counts so far; `outline` is the whole tree, for what was removed from it."""
        removed = None
        if outline is not None:
            seen = {path[: self._depth] for path in self._evaluated | self._stood}
            removed = sum(1 for leaf in outline.leaves(self._depth) if leaf.path not in seen)
        return Counts(
            self.evaluations,
            len(self._evaluated),
            self.visited,
            self.generated,
            self.expanded,
            self.cutoffs,
            self.cut_edges,
            removed,
        )


def count(events: Iterable[Event], outline: Vertex | None = None) -> Counts:
    """The counts of a search from its events."""
    counting = Counting()
    for event in events:
        counting.apply(event)
    return counting.counts(outline)
