"""Trees in which nature has chosen one of several worlds: MIN sees which, MAX does not.

The games of I. Frank and D. Basin, "Search in games with incomplete information: a case study using bridge
card play", *Artificial Intelligence* 100, 1998: all worlds have the same tree, and a leaf is a vector of what
MAX gets in each.  A node is a leaf (a tuple of numbers) or {"player": 0 or 1, "children": {action: node}}.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.randomness import below

Node = Mapping[str, Any] | tuple[float, ...]
State = tuple[int, ...]
"""The world (-1: not chosen yet), and the actions since, as numbers in the order of the tree."""


class Worlds(Game):
    """Such a tree as a game of hidden information; all worlds are equally likely."""

    name = "worlds"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    compiled = False
    whole_utilities = False
    player_names = ("MAX", "MIN")

    def __init__(self, root: Node) -> None:
        super().__init__()
        self.root = root
        leaves = list(leaves_of(root))
        self.worlds = len(leaves[0])
        self.utility_limit = max(1, *(math.ceil(abs(value)) for leaf in leaves for value in leaf))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worlds) and self.root == other.root

    def __hash__(self) -> int:
        return hash((Worlds, str(self.root)))

    def at(self, s: State) -> Any:
        """The node of a state."""
        node: Any = self.root
        for a in s[1:]:
            node = list(node["children"].values())[a]
        return node

    def initial(self) -> State:
        return (-1,)

    def to_move(self, s: State) -> int:
        if s[0] < 0:
            return CHANCE
        node = self.at(s)
        return 0 if isinstance(node, tuple) else int(node["player"])

    def actions(self, s: State) -> Iterator[int]:
        return iter(range(self.worlds if s[0] < 0 else len(self.at(s)["children"])))

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for world in range(self.worlds):
            yield world, 1 / self.worlds

    def result(self, s: State, a: int) -> State:
        return (a,) if s[0] < 0 else (*s, a)

    def is_terminal(self, s: State) -> bool:
        return s[0] >= 0 and isinstance(self.at(s), tuple)

    def utility(self, s: State, player: int) -> float:
        value: float = self.at(s)[s[0]]
        return value if player == 0 else -value

    def information(self, s: State, player: int) -> Any:
        word = player + 1
        for number in ((s[0] + 1) * player, *(a + 1 for a in s[1:])):
            word = word * 16 + number
        return word if s[0] >= 0 else player + 1

    def observation(self, s: State, player: int) -> Any:
        return s if player == 1 else self.public(s)

    def public(self, s: State) -> Any:
        return s if s[0] < 0 else (self.worlds, *s[1:])  # no world has this number

    def resample(self, s: State, player: int, random: Buffer) -> State:
        if player == 1 or s[0] < 0:
            return s
        return (below(random, self.worlds), *s[1:])

    def action_text(self, s: State, a: int) -> str:
        return f"world {a + 1}" if s[0] < 0 else list(self.at(s)["children"])[a]

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        return "a world" if s[0] < 0 and viewer != 1 else self.action_text(s, a)

    def show(self, s: State, *, viewer: int | None = None) -> str:
        if s[0] < 0:
            return "no world yet"
        world = f"world {s[0] + 1}" if viewer in (None, 1) else "a world"
        return f"{world}: {' '.join(self.path(s)) or '-'}"

    def path(self, s: State) -> list[str]:
        """The actions since nature's, in words."""
        return [self.action_text(s[:k], s[k]) for k in range(1, len(s))]

    def reached(self, *words: str) -> State:
        """The state in world 1 after some actions of the players."""
        s: State = (0,)
        for word in words:
            s = (*s, list(self.at(s)["children"]).index(word))
        return s

    def world(self, number: int, *way: str) -> dict[str, Any] | float:
        """The tree of one world alone, as `hm.tree` takes it: what it is with everything seen; behind some
        actions, if they are given."""

        def alone(node: Any) -> Any:
            if isinstance(node, tuple):
                return node[number]
            return {
                "player": node["player"],
                "children": {a: alone(child) for a, child in node["children"].items()},
            }

        return alone(self.at(self.reached(*way)))  # type: ignore[no-any-return]


def leaves_of(node: Any) -> Iterator[tuple[float, ...]]:
    """The leaves of a tree, in order."""
    if isinstance(node, tuple):
        yield node
    else:
        for child in node["children"].values():
            yield from leaves_of(child)


def list_earnings(game: Worlds, plan: Mapping[tuple[str, ...], str]) -> tuple[float, ...]:
    """What MAX gets in each world by a plan (his action after each path of the players' actions), where MIN
    sees the world and knows the plan."""

    def worth(node: Any, path: tuple[str, ...], world: int) -> float:
        if isinstance(node, tuple):
            return float(node[world])
        below = node["children"]
        if node["player"] == 0:
            return worth(below[plan[path]], (*path, plan[path]), world)
        return min(worth(child, (*path, a), world) for a, child in below.items())

    return tuple(worth(game.root, (), world) for world in range(game.worlds))
