"""The orderings of one tree side by side: as given, by hand, the best, the worst, and random ones."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.core.atomic_file import whole_file
from halfmove.core.results import Table, finite
from halfmove.games.tree import Tree
from halfmove.search.textbook.dialects import dialect_of
from halfmove.teach.counts import Counts
from halfmove.teach.growth.plot import figure
from halfmove.teach.orderings.extremes import Best, Orders, TooManyWindows, Worst, ascending, spots
from halfmove.teach.orderings.orders import (
    Distribution,
    count_orders,
    distribution,
    read_orders,
    rearrange,
)
from halfmove.teach.trace import trace

Number = int | float | str
"""As JSON has it: the infinities are the texts inf and -inf."""


class OrderingData(TypedDict):
    """One ordering of the tree."""

    ordering: Annotated[str, "as given, by hand, best or worst."]
    exact: Annotated[bool, "Of best and worst: whether it is proved that there is none better or worse."]
    evaluations: Annotated[int, "Static evaluations of the search."]
    cutoffs: Annotated[int, "How often it cut."]
    cut_edges: Annotated[int, "Edges that it did not follow."]
    removed_leaves: Annotated[int, "Leaves that it never saw."]
    orders: Annotated[dict[str, list[str]], "The nodes whose children stand otherwise than given."]
    tree: Annotated[Any, "The tree in this order, as a tree file has it."]


class RandomData(TypedDict):
    """Random orderings."""

    complete: Annotated[bool, "Whether these are all orderings that there are."]
    orderings: Annotated[int, "How many were counted."]
    mean: Annotated[float, "Their evaluations on average."]
    error: Annotated[float, "The standard error of the mean."]
    counts: Annotated[dict[str, int], "How many orderings need so many evaluations."]


class OrderingsData(TypedDict):
    """What the orderings of a tree cost."""

    value: Annotated[Number | None, "The minimax value to MAX, which no ordering changes."]
    dialect: Annotated[str, "The dialect of alpha-beta."]
    leaves: Annotated[int, "Of the whole tree: no ordering needs more evaluations."]
    orderings: Annotated[int | str, "How many orderings there are; a text above 300 digits."]
    rows: Annotated[list[OrderingData], "The orderings with a name."]
    random: Annotated[RandomData | None, "Random ones; null without samples."]
    output: NotRequired[Annotated[str, "The file that was written."]]


@dataclass(frozen=True)
class Ordering:
    """One ordering of the tree, and what the real search made of it."""

    name: str
    """"as given", "by hand", "best" or "worst"."""
    tree: Tree
    counts: Counts
    orders: Orders
    """The nodes whose children stand otherwise than given."""
    exact: bool = True
    """Of "best" and "worst": whether it is proved that there is none better or worse."""

    @property
    def evaluations(self) -> int:
        return self.counts.evaluations


@dataclass(frozen=True, repr=False)
class Orderings(Table):
    """What `orderings` found."""

    game: Tree
    dialect: str
    value: float
    """The minimax value to MAX, which no ordering changes."""
    leaves: int
    """Of the whole tree: no ordering needs more evaluations."""
    number: int
    """How many orderings the tree has."""
    given: Ordering
    by_hand: Ordering | None
    best: Ordering
    worst: Ordering
    random: Distribution | None
    output: str | None = None
    """The file that they were written to."""

    @property
    def all(self) -> tuple[Ordering, ...]:
        """Those with a name, in the order of the table."""
        return tuple(o for o in (self.given, self.by_hand, self.best, self.worst) if o is not None)

    def to_rows(self) -> list[dict[str, Any]]:
        """The table: one row an ordering, `ordering, exact` and the counts."""
        return [
            {"ordering": o.name, "exact": o.exact, **{key: getattr(o.counts, key) for key in _COLUMNS}}
            for o in self.all
        ]

    def to_dict(self) -> OrderingsData:
        """All of it for JSON; `tree` is a specification that `hm.tree` reads.  `orderings` is text, as people
        write it, where the number has more than 300 digits, which no reader of JSON takes."""
        rows: Any = [
            {
                **row,
                "orders": {self.title(path): list(map(str, o)) for path, o in ordering.orders.items()},
                "tree": json.loads(ordering.tree.parameters["spec"]),
            }
            for row, ordering in zip(self.to_rows(), self.all, strict=True)
        ]
        data: OrderingsData = {
            "value": finite(self.value),
            "dialect": self.dialect,
            "leaves": self.leaves,
            "orderings": self.number if self.number < LARGEST else figure(self.number),
            "rows": rows,
            "random": None if self.random is None else _random_data(self.random),
        }
        if self.output is not None:
            data["output"] = self.output
        return data

    def save(self, path: str) -> Orderings:
        """Write the table as .csv or everything as .json; the same orderings with `output`."""
        if Path(path).suffix.lower() == ".json":
            content = self.to_json(indent=2) + "\n"
        else:
            out = io.StringIO()
            rows = self.to_rows()
            table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
            content = out.getvalue()
        with whole_file(path) as file:
            file.write(content)
        return replace(self, output=path)

    def title(self, path: tuple[Any, ...]) -> str:
        """A node by its name or path."""
        node = self.game.root
        for action in path:
            node = node.child(action)
        return node.title

    def to_text(self) -> str:
        """The table, the orders that differ from the one given, and the distribution."""
        parts = [self._table(), *filter(None, map(self._orders, self.all)), self._random()]
        if self.output is not None:
            parts.append(f"Wrote {self.output}.")
        return "\n\n".join(part for part in parts if part)

    def __repr__(self) -> str:
        return self.to_text()

    def _table(self) -> str:
        rows = [["ordering", *(_COLUMNS[key] for key in _COLUMNS)]]
        for ordering in self.all:
            name = ordering.name if ordering.exact else f"{ordering.name} found"
            rows.append([name, *(str(getattr(ordering.counts, key)) for key in _COLUMNS)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))])
            for row in rows
        ]
        if not self.worst.exact:
            lines.append(f"No ordering was proved the worst; none needs more than {self.leaves} evaluations.")
        return "\n".join(line.rstrip() for line in lines)

    def _orders(self, ordering: Ordering) -> str:
        if not ordering.orders:
            return ""
        lines = [f"{ordering.name}:"]
        for path, order in list(ordering.orders.items())[:_SHOWN]:
            node = self.game.root
            for action in path:
                node = node.child(action)
            names = [node.child(action).name or str(action) for action in order]
            lines.append(f"  {node.title}: {', '.join(names)}")
        more = len(ordering.orders) - _SHOWN
        if more > 0:
            lines.append(f"  and {more} more {'node' if more == 1 else 'nodes'}")
        return "\n".join(lines)

    def _random(self) -> str:
        if self.random is None:
            return ""
        found = self.random
        what = f"all {found.size:,} orderings" if found.complete else f"{found.size:,} orderings at random"
        whole = figure(self.number)
        of = "" if found.complete else f" of {whole}"
        mean = f"{found.mean:.3f}" if found.complete else f"{found.mean:.2f} ± {found.error:.2f}"
        lines = [f"{what}{of}: {mean} evaluations on average"]
        most = max(found.counts.values())
        for n, times in _group_counts(found.counts):
            lines.append(f"  {n:>9}  {'█' * max(1, round(36 * times / most))} {times:,}")
        return "\n".join(lines)


_COLUMNS = {
    "evaluations": "evaluations",
    "cutoffs": "cutoffs",
    "cut_edges": "cut edges",
    "removed_leaves": "leaves never seen",
}
_SHOWN = 12
LARGEST = 10**300
_BARS = 20


def _random_data(found: Distribution) -> RandomData:
    return {
        "complete": found.complete,
        "orderings": found.size,
        "mean": found.mean,
        "error": found.error,
        "counts": {str(n): times for n, times in found.counts.items()},
    }


def _group_counts(counts: dict[int, int]) -> list[tuple[str, int]]:
    """The counts for a chart of at most `_BARS` bars: single numbers, or ranges of equal width."""
    least, most = min(counts), max(counts)
    width = -(-(most - least + 1) // _BARS)
    groups: dict[int, int] = {}
    for n, times in counts.items():
        groups[(n - least) // width] = groups.get((n - least) // width, 0) + times
    named = []
    for i, times in groups.items():
        first = least + i * width
        named.append((str(first) if width == 1 else f"{first}–{first + width - 1}", times))
    return named


def compare_orderings(
    subject: Tree,
    dialect: str = "aima",
    by_hand: Mapping[str, Iterable[Any]] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> Orderings:
    """The best and the worst ordering of a tree's children for alpha-beta, beside others.

    Best and worst, in static evaluations of the dialect, are exact: no ordering needs fewer or more (where
    the worst takes too long to find, `worst.exact` is False, and it is the best guess).  `by_hand` is one
    more, as `reorder` takes it.  `samples` random ones are drawn from `seed`, or all there are if they are
    fewer.
    """
    strict = dialect_of(dialect).strict
    root = spots(subject.root)
    try:
        worst, exact = Worst(root, strict).orders(), True
    except TooManyWindows:
        worst, exact = ascending(root), False
    hand = _measure_order("by hand", subject, read_orders(subject, by_hand), dialect) if by_hand else None
    return Orderings(
        game=subject,
        dialect=dialect,
        value=root.value,
        leaves=sum(1 for node in subject.root.walk() if node.is_leaf),
        number=count_orders(subject),
        given=_measure_order("as given", subject, {}, dialect),
        by_hand=hand,
        best=_measure_order("best", subject, Best(root, strict).orders(), dialect),
        worst=_measure_order("worst", subject, worst, dialect, exact),
        random=distribution(subject, dialect, samples, seed) if samples else None,
    )


def _measure_order(name: str, game: Tree, orders: Orders, dialect: str, exact: bool = True) -> Ordering:
    """An ordering with the counts of the real search."""
    own = {node.path: tuple(action for action, _ in node.children) for node in game.root.walk()}
    changed = {path: order for path, order in sorted(orders.items(), key=_from_the_top) if order != own[path]}
    rearranged_tree = rearrange(game, changed) if changed else game
    counts = trace(rearranged_tree, algorithm="alphabeta", dialect=dialect).counts
    return Ordering(name, rearranged_tree, counts, changed, exact)


def _from_the_top(item: tuple[tuple[Any, ...], Any]) -> tuple[int, tuple[str, ...]]:
    return len(item[0]), tuple(map(str, item[0]))
