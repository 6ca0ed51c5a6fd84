"""The nodes of an explicit game tree; a node is the state of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from halfmove.core.contract import CHANCE

Action = str | int
"""The key of a child where the children are named, its index from 0 where they are a list."""


class Origin:
    """The tree that a node belongs to, known by its specification: trees written alike are one."""

    __slots__ = ("mins", "spec")

    def __init__(self) -> None:
        self.spec = ""
        """The whole tree as JSON, in the one form that every way of writing it comes to."""
        self.mins = False
        """Whether there are several MINs: more than two players, and all but MAX get the opposite of what he
        gets, so that one number a leaf says it all."""


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A node with all below it: immutable, compared by tree and place, printed by its name."""

    path: tuple[Action, ...]
    """The actions that lead to it from the root."""
    name: str
    player: int
    """Who moves: 0, 1, …, or CHANCE; at a leaf the player whose turn it would be."""
    value: tuple[float, ...] | None
    """A leaf's payoffs, one a player; an inner node's evaluation, where it has one."""
    children: tuple[tuple[Action, Node], ...]
    probabilities: tuple[float, ...]
    """One a child of a chance node; empty otherwise."""
    forcing: tuple[Action, ...]
    """The actions that a quiescence search still looks at, in order."""
    number: int
    """Its place among the nodes in depth-first order, from 0."""
    origin: Origin
    below: Mapping[Action, Node] = field(init=False)
    """The children by their actions, in order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "below", dict(self.children))

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def child(self, action: Action) -> Node:
        """The child that an action leads to; KeyError if there is none."""
        return self.below[action]

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in depth-first order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(child for _, child in reversed(node.children))

    @property
    def title(self) -> str:
        """The name, or the path where it has none: `B`, `2/0`, `root`."""
        return self.name or "/".join(map(str, self.path)) or "root"

    def __repr__(self) -> str:
        return f"<{self.title}>"

    # ---- as a value: a node is its place in its tree, so that tables of nodes cost what tables of numbers do
    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Node)
            and self.number == other.number
            and (self.origin is other.origin or self.origin.spec == other.origin.spec)
        )

    def __hash__(self) -> int:
        return self.number

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int], Node], tuple[str, int]]:
        from halfmove.games.tree.game import node_of

        return node_of, (self.origin.spec, self.number)


def path_text(node: Node) -> str:
    """The one name that every node of a tree has: the actions that lead to it, `a1/0`; `root` is the root."""
    text = "/".join(map(str, node.path)) or "root"
    return f"/{text}" if text == "root" and node.path else text


def player_word(player: int, players: int, mins: bool = False) -> str:
    """MAX and MIN of two players; MAX, MIN 1, MIN 2 where there are several `mins`; else `player 2`."""
    if player == CHANCE:
        return "CHANCE"
    if mins:
        return f"MIN {player}" if player else "MAX"
    return ("MAX", "MIN")[player] if players == 2 else f"player {player}"
