"""The orderings of one tree side by side: as given, by hand, the best, the worst, and random ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.naming import open_game, open_state
from halfmove.core.progress import long_work
from halfmove.core.reporting import Asked
from halfmove.core.results import Table
from halfmove.games.tree import Tree
from halfmove.search.textbook.dialects import dialect_of
from halfmove.search.textbook.outcome import unfit
from halfmove.teach.counts import Counts
from halfmove.teach.growth.plot import figure
from halfmove.teach.orderings.extremes import Best, Orders, TooManyWindows, Worst, ascending, spots
from halfmove.teach.orderings.orders import (
    Distribution,
    as_tree,
    distribution,
    how_many,
    read_orders,
    rearranged,
)
from halfmove.teach.trace import trace


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

    def to_dict(self) -> dict[str, Any]:
        """All of it for JSON; `tree` is a specification that `hm.tree` reads.  `orderings` is text, as people
        write it, where the number has more than 300 digits, which no reader of JSON takes."""
        return {
            "value": _plain(self.value),
            "dialect": self.dialect,
            "leaves": self.leaves,
            "orderings": self.number if self.number < LARGEST else figure(self.number),
            "rows": [
                {
                    **row,
                    "orders": {self.title(path): list(map(str, o)) for path, o in ordering.orders.items()},
                    "tree": json.loads(ordering.tree.parameters["spec"]),
                }
                for row, ordering in zip(self.to_rows(), self.all, strict=True)
            ],
            "random": self.random
            and {
                "complete": self.random.complete,
                "orderings": self.random.size,
                "mean": self.random.mean,
                "error": self.random.error,
                "counts": {str(n): times for n, times in self.random.counts.items()},
            },
        }

    def title(self, path: tuple[Any, ...]) -> str:
        """A node by its name or path."""
        node = self.game.root
        for action in path:
            node = node.child(action)
        return node.title

    def text(self) -> str:
        """The table, the orders that differ from the one given, and the distribution."""
        parts = [self._table(), *filter(None, map(self._orders, self.all)), self._random()]
        return "\n\n".join(part for part in parts if part)

    def __repr__(self) -> str:
        return self.text()

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
        for n, times in _grouped(found.counts):
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


def _grouped(counts: dict[int, int]) -> list[tuple[str, int]]:
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


def _plain(value: float) -> Any:
    """A number that JSON can write; infinities as text."""
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return int(value) if float(value).is_integer() else value


@long_work("ordering")
def orderings(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    dialect: str = "aima",
    by_hand: Mapping[str, Iterable[Any]] | None = None,
    samples: int = 1000,
    seed: int = 0,
    progress: Asked = None,
) -> Orderings:
    """The best and the worst ordering of a tree's children for alpha-beta, beside others.

    `game` is an explicit tree, or any game whose tree to `depth` plies is taken.  Best and worst, in static
    evaluations of the dialect, are exact: no ordering needs fewer or more (where the worst takes too long to
    find, `worst.exact` is False, and it is the best guess).  `by_hand` is one more, as `reorder` takes it.
    `samples` random ones are drawn from `seed`, or all there are if they are fewer; 0: none.

    `progress` says how it is told how far it is (`core.reporting.Asked`).
    `BadInput` for what is not there, `Unsuitable` for trees that alpha-beta does not fit.
    """
    game = open_game(game)
    state = open_state(game, state)
    if samples < 0:
        raise BadInput(f"The number of samples must be 0 or more, not {samples}.")
    strict = dialect_of(dialect).strict
    reason = unfit(game)
    if reason:
        raise Unsuitable(reason)
    subject = as_tree(game, state, depth)
    root = spots(subject.root)
    try:
        worst, exact = Worst(root, strict).orders(), True
    except TooManyWindows:
        worst, exact = ascending(root), False
    hand = None if by_hand is None else _counted("by hand", subject, read_orders(subject, by_hand), dialect)
    return Orderings(
        game=subject,
        dialect=dialect,
        value=root.value,
        leaves=sum(1 for node in subject.root.walk() if node.is_leaf),
        number=how_many(subject),
        given=_counted("as given", subject, {}, dialect),
        by_hand=hand,
        best=_counted("best", subject, Best(root, strict).orders(), dialect),
        worst=_counted("worst", subject, worst, dialect, exact),
        random=distribution(subject, dialect, samples, seed) if samples else None,
    )


def _counted(name: str, game: Tree, orders: Orders, dialect: str, exact: bool = True) -> Ordering:
    """An ordering with the counts of the real search."""
    own = {node.path: tuple(action for action, _ in node.children) for node in game.root.walk()}
    changed = {path: order for path, order in sorted(orders.items(), key=_from_the_top) if order != own[path]}
    rearranged_tree = rearranged(game, changed) if changed else game
    counts = trace(rearranged_tree, algorithm="alphabeta", dialect=dialect).counts
    return Ordering(name, rearranged_tree, counts, changed, exact)


def _from_the_top(item: tuple[tuple[Any, ...], Any]) -> tuple[int, tuple[str, ...]]:
    return len(item[0]), tuple(map(str, item[0]))
