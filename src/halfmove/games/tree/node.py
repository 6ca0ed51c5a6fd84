"""The nodes of an explicit game tree; a node is the state of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from halfmove.core.game import CHANCE

Action = str | int
"""The key of a child where the children are named, its index from 0 where they are a list."""


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A node with all below it: immutable, compared by content and place, printed by its name."""

    path: tuple[Action, ...]
    """The actions that lead to it from the root."""
    name: str
    player: int
    """Who moves: 0, 1, …, or CHANCE; 0 for a leaf."""
    value: tuple[float, ...] | None
    """A leaf's payoffs, one a player; an inner node's evaluation, where it has one."""
    children: tuple[tuple[Action, Node], ...]
    probabilities: tuple[float, ...]
    """One a child of a chance node; empty otherwise."""

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def child(self, action: Action) -> Node:
        """The child that an action leads to."""
        for label, child in self.children:
            if label == action:
                return child
        raise KeyError(action)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in depth-first order."""
        yield self
        for _, child in self.children:
            yield from child.walk()

    @property
    def title(self) -> str:
        """The name, or the path where it has none: `B`, `2/0`, `root`."""
        return self.name or "/".join(map(str, self.path)) or "root"

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def _content(self) -> tuple[object, ...]:
        return self.path, self.name, self.player, self.value, self.probabilities, self.children

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Node) and self._content() == other._content())

    def __hash__(self) -> int:
        return hash(self.path)


def player_word(player: int, players: int) -> str:
    """MAX and MIN where there are two players, `player 2` where there are more."""
    if player == CHANCE:
        return "CHANCE"
    return ("MAX", "MIN")[player] if players == 2 else f"player {player}"
