"""What the leaves seen so far prove of every node: an interval [lower, upper] that holds its value.

A leaf that was evaluated is worth what it is; one that was not may be worth anything, or anything between the
bounds on payoffs that the search was told.  From there intervals rise as values do: where MAX moves the
largest lower end and the largest upper end, where MIN moves the smallest, where chance does their means.  A
node whose two ends meet is known exactly, whatever window it was searched with; nothing else is.

Source: S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), fig. 5.5,
which draws these intervals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from halfmove.core.contract import CHANCE

Interval = tuple[Any, Any]
"""The least and the largest that a node may be worth."""


class _Node:
    """A node that was entered."""

    __slots__ = ("below", "claim", "interval", "player", "state", "weights")

    def __init__(self, state: Any, player: int | None, unknown: Interval) -> None:
        self.state, self.player = state, player
        self.interval = unknown
        self.claim = unknown
        """What is known of it from elsewhere: a memory, or leaves that are forgotten."""
        self.below: dict[Any, _Node] = {}
        """The children that were entered, by the action."""
        self.weights: list[tuple[Any, float]] | None = None
        """Its actions with their probabilities, 1 where a player moves; read when first asked for."""


class Intervals:
    """The intervals of one search, told of what the search does in the order in which it does it.

    Intervals and values are in a node's own point of view, as the search writes them.  Once `most` nodes were
    entered (None: never), all below a node is forgotten when it is left: memory is then bounded, and of a
    node that is searched again less may be known than all its leaves would prove.  Payoff vectors have none.
    """

    def __init__(
        self, game: Any, algorithm: str, options: Mapping[str, Any], *, most: int | None = None
    ) -> None:
        self.game, self.most, self.made = game, most, 0
        self.maximisers: tuple[int, ...] = tuple(options.get("maximisers", (0,)))
        self.from_mover = options.get("view") == "mover"
        bounds = options.get("bounds")
        self.unknown: Interval = bounds if isinstance(bounds, tuple) else (-math.inf, math.inf)
        self.proving = bool(options.get("sound", True)) and _proves(algorithm)
        """Whether anything is proven: not by a wrong procedure, nor by one that leaves out what matters."""
        self._root: _Node | None = None
        self._line: list[_Node] = []

    def enter(self, path: tuple[Any, ...], state: Any, player: int | None) -> None:
        """A node is entered."""
        if not path:
            self._root = self._root or _Node(state, player, self.unknown)
            self._line = [self._root]
            return
        above = self._line[-1].below
        node = above.get(path[-1])
        if node is None:
            node = above[path[-1]] = _Node(state, player, self.unknown)
            self.made += 1
        self._line.append(node)

    def leaf(self, value: Any) -> None:
        """The node entered last is a leaf of that value."""
        if isinstance(value, tuple):
            self.proving = False
        if self.proving:
            node = self._line[-1]
            node.claim = self._turn(node, (value, value))
            self._rise()

    def recall(self, value: Any, relation: str) -> Interval | None:
        """The node entered last was answered from a memory, which is believed; what is proven of it now."""
        if self.proving:
            low, high = self.unknown
            said = (low if relation == "≤" else value, high if relation == "≥" else value)
            node = self._line[-1]
            node.claim = _meet(node.claim, self._turn(node, said))
            self._rise()
        return self.current()

    def leave(self) -> None:
        """The node entered last is left."""
        node = self._line.pop()
        if self.most is not None and self.made >= self.most:
            node.claim = node.interval
            node.below.clear()

    def of(self, path: tuple[Any, ...]) -> Interval | None:
        """What is proven of a node; None where nothing can be, or where it is not entered or forgotten."""
        node = self._root if self.proving else None
        for action in path:
            node = None if node is None else node.below.get(action)
        return None if node is None else self._turn(node, node.interval)

    def current(self) -> Interval | None:
        """What is proven of the node entered last."""
        return self._turn(self._line[-1], self._line[-1].interval) if self.proving else None

    # ---- from below
    def _rise(self) -> None:
        """Let what is new rise from the last node of the line, as far as it changes anything."""
        for node in reversed(self._line):
            new = _meet(node.claim, self._of_children(node))
            if new == node.interval and node is not self._line[-1]:
                return
            node.interval = new

    def _of_children(self, node: _Node) -> Interval:
        """What the children entered so far prove, the others being unknown."""
        if not node.below:
            return self.unknown
        if node.weights is None:
            game, state = self.game, node.state
            chance = node.player == CHANCE
            node.weights = list(game.outcomes(state)) if chance else [(a, 1) for a in game.actions(state)]
        known = [
            (weight, node.below[action].interval if action in node.below else self.unknown)
            for action, weight in node.weights
        ]
        if node.player == CHANCE:
            return _mean(known, 0, -math.inf), _mean(known, 1, math.inf)
        best = max if node.player in self.maximisers else min
        return best(interval[0] for _, interval in known), best(interval[1] for _, interval in known)

    def _turn(self, node: _Node, interval: Interval) -> Interval:
        """Between MAX's point of view and the node's own."""
        if self.from_mover and self.game.to_move(node.state) not in self.maximisers:
            return 0 - interval[1], 0 - interval[0]
        return interval


def exactly(interval: Interval | None, value: Any) -> bool:
    """Whether an interval proves that its node is worth `value`: the ends meet there, but for rounding."""
    if interval is None or isinstance(value, tuple):
        return False
    low, high = interval
    return bool(low == value == high) or all(
        math.isclose(end, value, rel_tol=1e-12, abs_tol=1e-12) for end in interval
    )


def _meet(one: Interval, other: Interval) -> Interval:
    """Both; where rounding has left nothing between them, the second."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else other


def _mean(known: list[tuple[float, Interval]], end: int, infinity: float) -> Any:
    """The mean of one end of the outcomes' intervals; infinite where one is."""
    ends = [(weight, interval[end]) for weight, interval in known if weight > 0]
    if any(value == infinity for _, value in ends):
        return infinity
    return sum(weight * value for weight, value in ends)


def _proves(algorithm: str) -> bool:
    """Whether a search of that name proves anything of a value."""
    from halfmove.search.algorithms import algorithms

    found = algorithms().get(algorithm)
    return found is None or found.lesson is None or found.lesson.proves
