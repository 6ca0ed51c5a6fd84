"""From nodes and edges, as a graph's text names them, to the nested specification of a tree.

A node that several edges lead to stands below each of them; what comes back to itself is no tree.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.tree.notation import Written, place_of
from halfmove.games.tree.quoting import cut
from halfmove.games.tree.spec import DEEPEST

MOST_NODES = 100_000
"""Nodes of a tree that a graph unfolds to: some kilobytes of text may say 2^200."""


@dataclass(slots=True)
class Step:
    """An edge."""

    to: Hashable
    """The node that it leads to."""
    at: int
    """Its offset in the text."""
    label: str = ""
    """What the action is called; empty where nothing is said."""
    chance: str = ""
    """The probability as it is written; empty where nothing is said."""
    forcing: bool = False


@dataclass(slots=True)
class Found:
    """What the text says of a node."""

    at: int
    """Its offset in the text."""
    fields: dict[str, Any]
    """`name`, `player` and `value` as in `games.tree.spec`; a node without steps has a value."""
    places: dict[Any, int] = field(default_factory=dict)
    """The offsets of the fields."""
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """A node whose children are not all made yet."""

    key: Hashable
    found: Found
    children: list[Any] = field(default_factory=list)


class Unfolding:
    """Makes the specification of the tree below a node; `look` says what is known of any node."""

    def __init__(self, text: str, what: str, look: Callable[[Any], Found]) -> None:
        self.text, self.what, self.look = text, what, look
        self.places: dict[int, dict[Any, int]] = {}

    def fail(self, at: int, message: str) -> BadInput:
        return BadInput(f"{place_of(self.what, self.text, at)}: {message}.")

    def written(self, root: Hashable) -> Written:
        """The tree below a node; `BadInput` where it never ends, or is too large."""
        first = self.look(root)
        way, above, made = [_Open(root, first)], {root}, 1
        while True:
            last = way[-1]
            steps = last.found.steps
            if len(last.children) < len(steps):
                step = steps[len(last.children)]
                if step.to in above:
                    raise self.fail(step.at, "this leads back to a node above, so that the tree has no end")
                if len(way) > DEEPEST:
                    raise self.fail(step.at, f"the tree is deeper than {DEEPEST} levels")
                made += 1
                if made > MOST_NODES:
                    raise self.fail(first.at, f"as a tree this has more than {MOST_NODES:,} nodes")
                way.append(_Open(step.to, self.look(step.to)))
                above.add(step.to)
                continue
            spec = self.spec(last)
            way.pop()
            above.discard(last.key)
            if not way:
                return Written(spec, self.what, self.text, first.at, self.places)
            way[-1].children.append(spec)

    def spec(self, node: _Open) -> Any:
        """The specification of a node whose children have theirs."""
        found = node.found
        spec = dict(found.fields)
        self.places[id(spec)] = dict(found.places)
        if not found.steps:
            return spec
        where = [step.at for step in found.steps]
        labels: list[Any] = list(range(len(where)))
        if any(step.label for step in found.steps):
            labels = [step.label or str(i) for i, step in enumerate(found.steps)]
            for i, label in enumerate(labels):
                if label in labels[:i]:
                    raise self.fail(where[i], f"an action '{cut(label)}' leads from the same node already")
            spec["children"] = dict(zip(labels, node.children, strict=True))
        else:
            spec["children"] = node.children
        self.places[id(spec["children"])] = dict(zip(labels, where, strict=True))
        if forcing := [label for label, step in zip(labels, found.steps, strict=True) if step.forcing]:
            spec["forcing"] = forcing
        if any(step.chance for step in found.steps):
            for step in found.steps:
                if not step.chance:
                    raise self.fail(step.at, "the other outcomes have a probability, and this one has none")
            spec["probabilities"] = [step.chance for step in found.steps]
            self.places[id(spec["probabilities"])] = dict(enumerate(where))
        return spec
