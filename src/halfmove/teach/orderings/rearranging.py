"""Explicit trees with their children in another order; a child keeps the label that it had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import CHANCE, Game
from halfmove.games.tree import Node, Tree, tree
from halfmove.games.tree.node import Action
from halfmove.teach.arrangement import arranged
from halfmove.teach.orderings.extremes import Orders
from halfmove.teach.outline import Vertex, outline


def as_tree(game: Game, state: Any = None, depth: int | None = None) -> Tree:
    """The tree of a game below a state, `depth` plies deep, written down; an explicit tree as it is.

    `BadInput` for a tree of more nodes than an outline may have.
    """
    if isinstance(game, Tree) and depth is None and (state is None or state is game.root):
        return game
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
    return rearranged(game, read_orders(game, orders))


def rearranged(game: Tree, orders: Orders) -> Tree:
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
    if text not in labelled and text.isdecimal() and int(text) < len(own):
        return own[int(text)]
    return game.parse_action(node, text)


def view(game: Tree, orders: Orders) -> Game:
    """The same tree searched in another order: for counting, where no new tree is needed.

    The orders are read as the search goes, so that the view of one dict can be used again and again.
    """
    return arranged(game, lambda _, node, actions: list(orders.get(node.path, actions)))
