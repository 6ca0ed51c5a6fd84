"""The operation `orderings`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.numbers import MOST_SEED, shorten
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    Choice,
    OutputFile,
    PositionRequest,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.kinds import LARGEST, Kind, Schema
from halfmove.search.textbook.dialects import DIALECTS
from halfmove.search.textbook.outcome import unfit
from halfmove.teach.orderings.orders import as_tree
from halfmove.teach.orderings.report import Orderings, compare_orderings

MOST_SAMPLES = 10**7


class OrdersKind(Kind):
    """Nodes with their children in order: `NODE=A,B,…` as a person types one, an object as data."""

    word = "NODE=A,B,…"
    many = True

    def from_text(self, text: str | Sequence[str], name: str) -> dict[str, list[str]]:
        orders: dict[str, list[str]] = {}
        for order in text.split() if isinstance(text, str) else text:
            place, equals, actions = order.rpartition("=")
            wanted = [action.strip() for action in actions.split(",") if action.strip()]
            if not (equals and wanted):
                raise BadInput(
                    f"{name} takes NODE=A,B,…, such as root=2,0,1 or a1=c,b, not '{shorten(order)}'."
                )
            if place.strip() in orders:
                raise BadInput(f"{name} gives the order at '{shorten(place.strip())}' twice.")
            orders[place.strip()] = wanted
        return orders

    def from_data(self, value: Any, name: str) -> dict[str, list[Any]]:
        listed = isinstance(value, Mapping) and all(
            isinstance(order, Iterable) and not isinstance(order, str | Mapping) for order in value.values()
        )
        if not listed:
            raise BadInput(f"{name} has nodes with their children, such as root: [2, 0, 1].")
        return {str(place): list(order) for place, order in value.items()}

    def to_data(self, value: Any) -> dict[str, list[Any]]:
        return {place: list(order) for place, order in value.items()}

    def schema(self) -> Schema:
        order = {"type": "array", "items": {"anyOf": [{"type": "string"}, Whole(-LARGEST, LARGEST).schema()]}}
        return {"type": "object", "additionalProperties": order, "maxProperties": 2000}


@operation("orderings", "Find the best and the worst ordering of a tree.", doing="counting orderings")
@dataclass(frozen=True, kw_only=True)
class OrderingsRequest(PositionRequest):
    """Find the best and the worst ordering of a tree's children for alpha-beta, and count others.

    Best and worst are exact, in static evaluations of the real search. A large game needs a depth.

    Example: halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]"

    Example: halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]" --reorder root=2,0,1 --reorder 2=2
    """

    depth: int | None = field(
        Whole(1, 100), "Plies of a game's tree.", default=None, usual="the whole tree", example=2
    )
    dialect: str = field(
        Choice(tuple(DIALECTS)), "The dialect, as a course or textbook writes alpha-beta.", default="aima"
    )
    reorder: Mapping[str, Iterable[Any]] = field(
        OrdersKind(),
        "An order by hand: a node (a name, a path such as a1/0, or root), and its actions or the places of "
        "its children from 0, those to come first.",
        terminal="Repeatable.",
        default={},
        old=("by_hand",),
    )
    samples: int = field(
        Whole(0, MOST_SAMPLES), "Random orderings to count; 0 for none.", default=1000, example=50
    )
    seed: int = field(Whole(0, MOST_SEED), "The seed of the random orderings.", default=0)
    root: str | None = field(
        Choice(("max", "min"), word="WHO"),
        "Who moves at the root of a tree that does not say.",
        default=None,
        faces=("terminal",),
    )
    output: str | None = field(
        OutputFile(),
        "Write the table as .csv, or everything as .json.",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.output is not None and Path(self.output).suffix.lower() not in (".csv", ".json"):
            raise BadInput(
                f"Orderings are written as .csv or .json, not '{Path(self.output).name}'; "
                "`halfmove tree` draws trees."
            )
        if self.root is not None and self.parameters.get("root", self.root) != self.root:
            both = f"{name('root')} {self.root} and {name('parameters')} root={self.parameters['root']}"
            raise BadInput(f"{both} contradict each other; give one of them.")

    def doing(self) -> str:
        return self.operation.doing

    def run(self, work: Work) -> Iterator[Orderings]:
        """The one result."""
        moved = {} if self.root is None else {"root": self.root}
        history = work.open(replace(self, parameters={**self.parameters, **moved}))
        reason = unfit(history.game)
        if reason:
            raise Unsuitable(reason)
        subject = as_tree(history.game, history.state, self.depth)
        found = compare_orderings(subject, self.dialect, self.reorder, self.samples, self.seed)
        yield found if self.output is None else found.save(self.output)
