"""All orderings of a tree, or many at random, and what the search looks at with each."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

from halfmove.games.tree import Node, Tree
from halfmove.search.algorithms import Algorithm
from halfmove.search.watch import Follower
from halfmove.teach.orderings.extremes import Orders
from halfmove.teach.orderings.rearranging import view
from halfmove.teach.trace import prepare, with_defaults


@dataclass(frozen=True)
class Distribution:
    """Static evaluations over the orderings of a tree: all of them, or a sample."""

    counts: dict[int, int]
    """How many orderings need so many evaluations, ascending."""
    complete: bool
    """Whether these are all orderings, each once."""

    @property
    def size(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return sum(n * times for n, times in self.counts.items()) / self.size

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 where all orderings were counted."""
        if self.complete or self.size < 2:
            return 0.0
        spread = sum(times * (n - self.mean) ** 2 for n, times in self.counts.items())
        return math.sqrt(spread / (self.size - 1) / self.size)


def how_many(game: Tree) -> int:
    """The number of orderings of a tree: the product of the factorials of its nodes' numbers of children."""
    return math.prod(math.factorial(len(node.children)) for node in game.root.walk())


def distribution(game: Tree, dialect: str, samples: int, seed: int) -> Distribution:
    """Every ordering counted if there are no more than `samples`, else so many drawn at random."""
    complete = how_many(game) <= samples
    nodes = [node for node in game.root.walk() if len(node.children) > 1]
    drawn = _all(nodes) if complete else _some(nodes, samples, random.Random(seed))
    count = counter(game, dialect)
    found: dict[int, int] = {}
    for orders in drawn:
        evaluations = count(orders)
        found[evaluations] = found.get(evaluations, 0) + 1
    return Distribution(dict(sorted(found.items())), complete)


def counter(game: Tree, dialect: str) -> Callable[[Orders], int]:
    """A function that says how many static evaluations the real alpha-beta needs with an ordering."""
    algorithm: Algorithm = prepare(game, "alphabeta", "left")[0]
    assert algorithm.lesson is not None
    run, settings = algorithm.lesson.run, with_defaults(algorithm, {"dialect": dialect})
    orders: Orders = {}
    shuffled = view(game, orders)

    def count(wanted: Orders) -> int:
        orders.clear()
        orders.update(wanted)
        outcome = run(shuffled, None, depth=None, watch=Follower(), **settings)
        return int(outcome.leaves)

    return count


def _all(nodes: list[Node]) -> Iterator[Orders]:
    choices = [list(permutations(action for action, _ in node.children)) for node in nodes]
    for chosen in product(*choices):
        yield {node.path: order for node, order in zip(nodes, chosen, strict=True)}


def _some(nodes: list[Node], samples: int, chance: random.Random) -> Iterator[Orders]:
    for _ in range(samples):
        orders: Orders = {}
        for node in nodes:
            actions = [action for action, _ in node.children]
            chance.shuffle(actions)
            orders[node.path] = tuple(actions)
        yield orders
