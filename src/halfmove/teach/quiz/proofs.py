"""Questions on proof numbers: the two numbers of every inner node, and the most-proving node.

The search asks whether the tree is worth at least what it is worth.  Of some leaves the value is known,
others are open; which, is drawn from the tree itself, so that equal exercises ask the same.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.search.trace import Path
from halfmove.teach.naming import figure
from halfmove.teach.outline import Vertex
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Blanks, OneChoice, Question
from halfmove.teach.quiz.response import (
    Field,
    Form,
    Misconception,
    Remark,
    Response,
    Row,
    Verdict,
    numeric,
    verdict,
)
from halfmove.teach.quiz.values import CLOSE, plain

Pair = tuple[float, float]

READ_AGAIN = (
    "proof and disproof numbers: where MAX moves the proof number is the least of the children's and the "
    "disproof number their sum, where MIN moves the other way round (Allis, van der Meulen and van den "
    "Herik, 1994)"
)


class Frontier:
    """An exercise's tree in the middle of a proof: what is asked, which leaves are open, and the numbers."""

    def __init__(self, exercise: Exercise) -> None:
        self.names, self.maximisers = exercise.names, exercise.trace.maximisers
        self.values = {leaf.path: _true(exercise, leaf.path) for leaf in self.leaves(self.names.root)}
        self.goal = _true(exercise, ())
        draws = hashlib.sha256(exercise.spec.encode()).digest()
        self.open = [p for k, p in enumerate(self.values) if draws[k % len(draws)] % 2]
        for path in self.values:  # an answered question has no most-proving node
            if self.is_open(()):
                break
            if path not in self.open:
                self.open.append(path)

    def leaves(self, vertex: Vertex) -> Iterable[Vertex]:
        """The leaves below a node, from left to right."""
        if not vertex.children:
            yield vertex
        for child in vertex.children:
            yield from self.leaves(child)

    def maximises(self, vertex: Vertex) -> bool:
        """Whether MAX moves at a node."""
        return vertex.player in self.maximisers

    def numbers(self, vertex: Vertex, *, swapped: bool = False, sums: bool = False) -> Pair:
        """The proof and the disproof number of a node; `swapped` the rules of MAX and MIN, or with `sums` of
        all children both times, as some think."""
        if not vertex.children:
            if vertex.path in self.open:
                return 1, 1
            return (0, math.inf) if self.values[vertex.path] >= self.goal else (math.inf, 0)
        below = [self.numbers(child, swapped=swapped, sums=sums) for child in vertex.children]
        proofs, disproofs = [pair[0] for pair in below], [pair[1] for pair in below]
        if sums:
            return sum(proofs), sum(disproofs)
        if self.maximises(vertex) != swapped:
            return min(proofs), sum(disproofs)
        return sum(proofs), min(disproofs)

    def is_open(self, path: Path) -> bool:
        """Whether the question is not answered at a node."""
        return 0 not in self.numbers(self.names.vertices[path])

    def most_proving(self) -> list[Path]:
        """The leaves to which the rule leads from the root; several where children are equal."""
        found, level = [], [self.names.root]
        while level:
            vertex = level.pop()
            if not vertex.children:
                found.append(vertex.path)
                continue
            which = 0 if self.maximises(vertex) else 1
            wanted = self.numbers(vertex)[which]
            level += [child for child in vertex.children if self.numbers(child)[which] == wanted]
        return sorted(found, key=list(self.values).index)

    def ask(self) -> str:
        """What is searched, and what is known."""
        name = self.names.name
        open_leaves = listed([name(path) for path in self.values if path in self.open])
        return (
            f"Proof-number search asks whether {name(())} is worth at least {figure(self.goal)}. The leaves "
            f"{open_leaves} are still open, as if their values were not there; the others are known."
        )


def _true(exercise: Exercise, path: Path) -> Any:
    """What a node is worth to MAX."""
    from halfmove.teach.quiz.explanations import Explanations

    return Explanations(exercise).true(path)


def fits(exercise: Exercise) -> bool:
    """Whether the tree is one of MAX and MIN nodes alone."""
    players = [vertex.player for vertex in exercise.names.inner]
    return bool(exercise.trace.maximisers) and CHANCE not in players


class MiddleOfProof(Question):
    """A question about a tree in the middle of a proof."""

    read_again = READ_AGAIN
    usual = False
    search = "proof-number"
    nothing = "proof numbers are of trees in which only MAX and MIN move."

    @property
    def fits(self) -> bool:
        return fits(self.exercise)

    @cached_property
    def frontier(self) -> Frontier:
        """The tree in the middle of the proof."""
        return Frontier(self.exercise)


class ProofNumbers(MiddleOfProof, Blanks):
    """The proof and the disproof number of every inner node: two points each, one for each number."""

    kind = "proof-numbers"
    title = "proof numbers"
    each = 2

    @cached_property
    def vertices(self) -> dict[str, Vertex]:
        """The nodes asked about."""
        return {self.names.name(v.path): v for v in self.names.inner}

    @cached_property
    def expected(self) -> dict[str, Pair]:
        return {name: self.frontier.numbers(vertex) for name, vertex in self.vertices.items()}

    def ask(self) -> str:
        return (
            f"{self.frontier.ask()} Write the proof number and the disproof number of each of these nodes: "
            f"{', '.join(self.items)}."
        )

    @property
    def example(self) -> str:
        return f"{self.items[0]} (1, inf)"

    def read_one(self, given: Any) -> Pair:
        pair = reading.numbers(given)
        if len(pair) != 2:
            raise BadInput(f"A node has two numbers, such as (1, inf), not '{given}'.")
        return pair[0], pair[1]

    def plain(self, value: Any) -> Any:
        return [plain(number) for number in value]

    def said(self, value: Any) -> str:
        return f"({figure(value[0])}, {figure(value[1])})"

    def reason(self, item: str) -> str:
        vertex = self.vertices[item]
        below = [(self.names.name(child.path), self.frontier.numbers(child)) for child in vertex.children]
        rows = ", ".join(f"{name} {self.said(pair)}" for name, pair in below)
        ours = self.frontier.maximises(vertex)
        proof, disproof = ("the least", "the sum") if ours else ("the sum", "the least")
        return (
            f"{'MAX' if ours else 'MIN'} moves at {item}, and the children have {rows}: the proof number is "
            f"{proof} of theirs, the disproof number {disproof}."
        )

    def credit(self, item: str, value: Any, given: Mapping[str, Any]) -> tuple[Fraction, str]:
        right = [a == b for a, b in zip(value, self.expected[item])]
        return Fraction(sum(right), 2), "One of the two is right." if sum(right) == 1 else ""

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        proof, disproof = self.expected[item]
        return ("pn", numeric(proof, CLOSE)), ("dn", numeric(disproof, CLOSE))

    def response(self) -> Response:
        rows = tuple(Row(item, self.blank(item)) for item in self.items)
        return Form(f"{self.ask()} Write inf for ∞.", rows)

    def hint(self) -> str:
        return (
            "An open leaf has (1, 1), a leaf that says yes (0, ∞), one that says no (∞, 0): go up from these."
        )

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        named = self.vertices.items()
        yield (
            Misconception(
                "max-min-swapped", "You took the rule of MAX where MIN moves, and the other way round."
            ),
            {name: self.frontier.numbers(v, swapped=True) for name, v in named},
        )
        yield (
            Misconception(
                "numbers-summed", "You added up all numbers; one child is enough for whoever moves."
            ),
            {name: self.frontier.numbers(v, sums=True) for name, v in named},
        )
        yield (
            Misconception("numbers-exchanged", "You exchanged the two; the proof number comes first."),
            {name: pair[::-1] for name, pair in self.expected.items()},
        )


class MostProving(MiddleOfProof, OneChoice):
    """The most-proving node: one point.  Where numbers are equal, each leaf that the rule leads to counts."""

    kind = "most-proving"
    title = "the most-proving node"

    @cached_property
    def right(self) -> tuple[str, ...]:
        """The leaves that are right, by name."""
        return tuple(self.names.name(path) for path in self.frontier.most_proving())

    @property
    def choice(self) -> tuple[str, ...]:
        """The open leaves, by name."""
        frontier = self.frontier
        return tuple(self.names.name(path) for path in frontier.values if path in frontier.open)

    def ask(self) -> str:
        return f"{self.frontier.ask()} Which leaf is the most-proving node?"

    def reasons(self) -> tuple[str, ...]:
        path, said = self.frontier.most_proving()[0], []
        for length in range(len(path)):
            vertex = self.names.vertices[path[:length]]
            ours = self.frontier.maximises(vertex)
            number = figure(self.frontier.numbers(vertex)[0 if ours else 1])
            child = self.names.name(path[: length + 1])
            which = "proof number" if ours else "disproof number"
            said.append(
                f"At {self.names.name(vertex.path)} {'MAX' if ours else 'MIN'} moves: {child} has its "
                f"{which}, {number}."
            )
        return tuple(said)

    def hint(self) -> str:
        return (
            "Go down from the root: where MAX moves to a child with the same proof number, where MIN "
            "moves to one with the same disproof number."
        )

    def read(self, given: Any) -> str | None:
        if given is None or (isinstance(given, str) and given.strip() in ("", "?")):
            return None
        name = self.names.name(self.names.find(str(given)))
        if name not in self.choice:
            raise BadInput(f"{name} is no open leaf; they are: {listed(self.choice)}.")
        return name

    def mark(self, given: Any) -> Verdict:
        name, why = self.read(given), " ".join(self.reasons())
        if name is None:
            remark = Remark("blank", "", Fraction(0), f"It is {self.answer()}. {why}")
        elif name in self.right:
            remark = Remark("right", name, Fraction(1), f"{name} is right. {why}")
        else:
            remark = Remark("wrong", name, Fraction(0), f"It is {self.answer()}, not {name}. {why}")
        return verdict(self.kind, 1, [remark])
