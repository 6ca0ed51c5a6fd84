"""Explicit trees with their children in another order: given, all orders, or many at random."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole
from halfmove.games.tree import Node, Tree, tree
from halfmove.games.tree.node import Action
from halfmove.search.algorithms import Algorithm
from halfmove.search.watch import Follower
from halfmove.teach.arrangement import rearrange_actions
from halfmove.teach.orderings.extremes import Orders
from halfmove.teach.outline import Vertex, outline
from halfmove.teach.trace import prepare, with_defaults


def as_tree(game: Game, state: Any = None, depth: int | None = None) -> Tree:
    """The tree of a game below a state, `depth` plies deep, written down; an explicit tree as it is.

    `BadInput` for a tree of more nodes than an outline may have.
    """
    whole: Any = game
    if game.explicit and depth is None and (state is None or state is whole.root):
        return whole  # type: ignore[no-any-return]
    return tree(_spec_of_vertex(outline(game, state, depth), game.players))


def _spec_of_vertex(vertex: Vertex, players: int) -> Any:
    if vertex.is_leaf:
        assert vertex.payoffs is not None, "leaves have payoffs"
        return {"name": vertex.name, "value": _value(vertex.payoffs)}
    children = {child.edge.replace("/", "-"): _spec_of_vertex(child, players) for child in vertex.children}
    player = "chance" if vertex.player == CHANCE else vertex.player
    return {"name": vertex.name, "player": player, "children": children}


def _value(payoffs: Sequence[Any]) -> Any:
    """A number where two players' payoffs are opposite, else all of them."""
    return payoffs[0] if len(payoffs) == 2 and payoffs[0] == -payoffs[1] else list(payoffs)


def reorder(game: Tree, orders: Mapping[str, Iterable[Any]]) -> Tree:
    """The tree with children in another order, as a new tree.

    `orders` has, for a node's name or path ("" is the root), its actions in the order wanted: their labels,
    the children's names, or their places from 0.  Actions that are not mentioned follow in their own order.
    A list of children whose order changes becomes an object with the old places as labels, so that it can be
    seen which child went where.  `BadInput` for a node or action that is not there, or one said twice.
    """
    return rearrange(game, read_orders(game, orders))


def rearrange(game: Tree, orders: Orders) -> Tree:
    """The tree with the actions of each node as `orders` has them."""
    return tree(_spec_of_node(game.root, game.players, orders))


def _spec_of_node(node: Node, players: int, orders: Orders) -> Any:
    if node.is_leaf:
        assert node.value is not None, "a leaf has payoffs"
        value = _value(node.value)
        return value if not node.name and not isinstance(value, list) else {"name": node.name, "value": value}
    own = tuple(action for action, _ in node.children)
    order = orders.get(node.path, own)
    below = {action: _spec_of_node(node.child(action), players, orders) for action in order}
    listed = order == own and own == tuple(range(len(own)))
    spec: dict[str, Any] = {"name": node.name} if node.name else {}
    spec["player"] = "chance" if node.player == CHANCE else node.player
    if node.value is not None:
        spec["value"] = _value(node.value)
    spec["children"] = list(below.values()) if listed else {str(a): child for a, child in below.items()}
    if node.forcing:
        spec["forcing"] = [str(action) for action in node.forcing]
    if node.probabilities:
        chances = dict(zip(own, node.probabilities, strict=True))
        spec["probabilities"] = [chances[action] for action in order]
    return spec


def read_orders(game: Tree, orders: Mapping[str, Iterable[Any]]) -> Orders:
    """`orders` as `reorder` takes them, checked, each with all actions of its node."""
    read: Orders = {}
    for place, wanted in orders.items():
        node = game.parse(place)
        if node.is_leaf:
            raise BadInput(f"{node.title} is a leaf, so there is no order of its children.")
        if node.path in read:
            raise BadInput(f"The order at {node.title} is given twice.")
        read[node.path] = _complete(game, node, wanted)
    return read


def _complete(game: Tree, node: Node, wanted: Iterable[Any]) -> tuple[Action, ...]:
    own = [action for action, _ in node.children]
    order: list[Action] = []
    for word in wanted:
        action = _action(game, node, word, own)
        if action in order:
            raise BadInput(f"The order at {node.title} has '{word}' twice.")
        order.append(action)
    return tuple(order + [action for action in own if action not in order])


def _action(game: Tree, node: Node, word: Any, own: list[Action]) -> Action:
    text = str(word).strip()
    labelled = {str(action) for action in own} | {child.name for _, child in node.children}
    index = read_whole(text, 0, len(own) - 1)
    if text not in labelled and index is not None:
        return own[index]
    return game.parse_action(node, text)


def view(game: Tree, orders: Orders) -> Game:
    """The same tree searched in another order: for counting, where no new tree is needed.

    The orders are read as the search goes, so that the view of one dict can be used again and again.
    """
    return rearrange_actions(game, lambda _, node, actions: list(orders.get(node.path, actions)))


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


def count_orders(game: Tree) -> int:
    """The number of orderings of a tree: the product of the factorials of its nodes' numbers of children."""
    return math.prod(math.factorial(len(node.children)) for node in game.root.walk())


def distribution(game: Tree, dialect: str, samples: int, seed: int) -> Distribution:
    """Every ordering counted if there are no more than `samples`, else so many drawn at random."""
    complete = count_orders(game) <= samples
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
        return int(outcome.terminals)

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
