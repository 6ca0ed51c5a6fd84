"""Information sets: the same tree, but MAX never sees what MIN plays.

MAX still knows how many moves were made, what he played himself, and what he may play now.  His nodes with
the same of all three are one information set, in which he has one choice; MIN sees everything.  What MAX can
be sure of then is found from the root down: MIN chooses in which node of a set he stands, so that an action
of a set is worth what the worst of its nodes makes of it, and MAX chooses anew in each set that he can tell
from others.  (A mixed strategy may promise more on average; what is asked for is certain.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.teach.naming import figure
from halfmove.teach.outline import Vertex
from halfmove.teach.quiz.counting import Count, Numbers
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.response import Field, Misconception, numeric
from halfmove.teach.quiz.values import CLOSE, close, plain

Known = tuple[int, tuple[int, ...], int]
"""What MAX knows at a node: moves made, his own by rank, and how many he may choose from."""


class Unseen:
    """An exercise's tree in which MAX does not see MIN's moves."""

    def __init__(self, exercise: Exercise) -> None:
        self.names, self.maximisers = exercise.names, exercise.trace.maximisers
        self.root = exercise.names.root
        self.value = exercise.trace.minimax_values.value
        self.whole = bool(self.maximisers) and all(v.player != CHANCE for v in self.root.walk())
        """Whether there are MAX and MIN alone."""

    def is_max(self, vertex: Vertex) -> bool:
        """Whether MAX moves."""
        return not vertex.is_leaf and vertex.player in self.maximisers

    @cached_property
    def sets(self) -> dict[Known, list[Vertex]]:
        """MAX's information sets, with their nodes as they are drawn."""
        found: dict[Known, list[Vertex]] = {}
        waiting: list[tuple[Vertex, tuple[int, ...]]] = [(self.root, ())]
        for vertex, own in waiting:  # a list that grows, level by level
            if self.is_max(vertex):
                known = (len(vertex.path), own, len(vertex.children))
                found.setdefault(known, []).append(vertex)
            for rank, child in enumerate(vertex.children):
                waiting.append((child, (*own, rank) if self.is_max(vertex) else own))
        return found

    @cached_property
    def hides(self) -> bool:
        """Whether MAX cannot tell some of his nodes apart."""
        return self.whole and any(len(nodes) > 1 for nodes in self.sets.values())

    def sure(self, vertices: Sequence[Vertex], own: tuple[int, ...] = ()) -> Any:
        """What MAX can be sure of where MIN chooses among nodes before which MAX has played the same."""
        ends = [self.value(v.state) for v in vertices if v.is_leaf]
        below = [child for v in vertices if not v.is_leaf and not self.is_max(v) for child in v.children]
        if below:
            ends.append(self.sure(below, own))
        groups: dict[Known, list[Vertex]] = {}
        for vertex in vertices:
            if self.is_max(vertex):
                groups.setdefault((len(vertex.path), own, len(vertex.children)), []).append(vertex)
        for (_, _, choices), nodes in groups.items():
            ends.append(
                max(self.sure([v.children[rank] for v in nodes], (*own, rank)) for rank in range(choices))
            )
        return min(ends)


class Sets(Numbers):
    """For each node of MAX's: how many nodes are in its information set.  A point each."""

    kind = "sets"
    title = "information sets"
    read_again = (
        "information sets: nodes that a player cannot tell apart by what he knows, his own moves and what he "
        "may do among it (Russell and Norvig, 4th ed., section 5.6; Osborne and Rubinstein, section 11.1)"
    )
    usual = False
    nothing = "MAX has no nodes that he could not tell apart."

    @cached_property
    def unseen(self) -> Unseen:
        """The tree with MIN's moves hidden."""
        return Unseen(self.exercise)

    @cached_property
    def members(self) -> dict[str, list[str]]:
        """The information set of each node that is asked about, by name."""
        if not self.unseen.hides:
            return {}
        sets = [[self.names.name(v.path) for v in nodes] for nodes in self.unseen.sets.values()]
        whose = {name: nodes for nodes in sets for name in nodes}
        order = [self.names.name(v.path) for v in self.names.inner]
        first = self.names.name(self.unseen.root.path)
        return {name: whose[name] for name in order if name in whose and name != first}

    @cached_property
    def expected(self) -> dict[str, int]:
        return {name: len(nodes) for name, nodes in self.members.items()}

    def ask(self) -> str:
        return (
            "Suppose that MAX never sees which moves MIN makes, only that he makes them; he knows his own "
            "moves and how many he may choose from. For each of MAX's nodes: how many nodes are in its "
            "information set, itself included?"
        )

    def reason(self, item: str) -> str:
        others = [name for name in self.members[item] if name != item]
        if not others:
            return (
                f"MAX knows that he is at {item}: no other node has as many moves before it, the same moves "
                "of his own and as many to choose from."
            )
        return (
            f"{listed([item, *others])} are one set: as many moves were made, MAX's own were the same, and "
            "he has as many to choose from."
        )

    def hint(self) -> str:
        return "Go through MAX's nodes of one layer: which of them differ in nothing but moves of MIN's?"

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        sets = self.unseen.sets
        layers: dict[int, int] = {}
        without: dict[tuple[int, tuple[int, ...]], int] = {}
        for (depth, own, _), nodes in sets.items():
            layers[depth] = layers.get(depth, 0) + len(nodes)
            without[depth, own] = without.get((depth, own), 0) + len(nodes)
        whole, known = {}, {}
        for (depth, own, _), nodes in sets.items():
            for vertex in nodes:
                name = self.names.name(vertex.path)
                whole[name], known[name] = layers[depth], without[depth, own]
        yield (
            Misconception(
                "forgets-own-moves", "You took the whole layer; MAX remembers what he played himself."
            ),
            whole,
        )
        yield (
            Misconception("sees-hidden-moves", "You counted each node alone, as if MAX saw MIN's moves."),
            dict.fromkeys(self.expected, 1),
        )
        yield (
            Misconception(
                "different-actions",
                "You put nodes with different numbers of moves into one set; a player knows what he may do.",
            ),
            known,
        )


class Sure(Count):
    """What MAX can be sure of where he does not see MIN's moves: one point."""

    kind = "unseen"
    title = "the value with hidden moves"
    read_again = (
        "one choice for each information set: what is best at each node alone cannot be played where nodes "
        "cannot be told apart (strategy fusion)"
    )
    usual = False
    nothing = "MAX has no nodes that he could not tell apart."

    @cached_property
    def unseen(self) -> Unseen:
        """The tree with MIN's moves hidden."""
        return Unseen(self.exercise)

    @property
    def expected(self) -> dict[str, Any]:
        if not self.unseen.hides:
            return {}
        return {"": self.unseen.sure([self.unseen.root])}

    def ask(self) -> str:
        return (
            "Suppose that MAX never sees which moves MIN makes, only that he makes them; MIN sees "
            "everything. With one move for each of his information sets, the k-th from the left at all its "
            "nodes: of which value can MAX be sure, whatever MIN does?"
        )

    @property
    def example(self) -> str:
        return "3"

    def same(self, item: str, value: Any, right: Any) -> bool:
        return close(value, right)

    def plain(self, value: Any) -> Any:
        return plain(value)

    def said(self, value: Any) -> str:
        return figure(value)

    def solution(self) -> Any:
        return plain(self.expected[""])

    def answer(self) -> str:
        return figure(self.expected[""])

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        return (("", numeric(self.expected[item], CLOSE)),)

    def reason(self, item: str) -> str:
        joined = [nodes for nodes in self.unseen.sets.values() if len(nodes) > 1]
        told = "; ".join(listed([self.names.name(v.path) for v in nodes]) for nodes in joined)
        seen = figure(self.unseen.value(self.unseen.root.state))
        return (
            f"MAX cannot tell apart {told}. One move for each set, the worst of its nodes counts; if he saw "
            f"everything it would be {seen}."
        )

    def hint(self) -> str:
        return "At a set, write below each move the least of what its nodes make of it; take the largest."

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        yield (
            Misconception(
                "strategy-fusion",
                "You gave the minimax value: MAX chose at each node what is best there, also where he cannot "
                "tell it from another.",
            ),
            {"": self.unseen.value(self.unseen.root.state)},
        )
