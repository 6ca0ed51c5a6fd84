"""The watcher that writes everything down: the whole trace of a textbook search as immutable events.

From the events alone the search can be told again, drawn, or marked: every node by the path of actions that
leads to it, the window it was entered with, where its value came from, what was raised and lowered, what was
cut and why, and whether the value returned is exact or a bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from halfmove.core.watch import Watcher

Path = tuple[Any, ...]
"""A node's name: the actions from the state where the search started; () is that state."""


@dataclass(frozen=True, slots=True)
class Start:
    """A search begins."""

    game: Any
    state: Any
    algorithm: str
    depth: int | None
    """Plies to look ahead; None for the whole tree."""
    strict: bool
    """Whether the cutoff test is > in the place of ≥."""


@dataclass(frozen=True, slots=True)
class Enter:
    """A node is entered."""

    path: Path
    state: Any
    player: int | None
    """Who moves here; None in a terminal state."""
    depth: int | None
    """Plies left to the horizon; None without one."""
    alpha: Any
    beta: Any
    """The window; None for an algorithm that has none."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A node gets its value without being expanded."""

    path: Path
    value: Any
    terminal: bool
    """True for the UTILITY of a terminal state, False for EVAL at the horizon."""


@dataclass(frozen=True, slots=True)
class Update:
    """The node's value, or one end of its window, changes."""

    path: Path
    bound: Literal["value", "alpha", "beta"]
    old: Any
    new: Any
    action: Any
    """The action whose value this is."""


@dataclass(frozen=True, slots=True)
class Cutoff:
    """The node is given up: its value has passed the window."""

    path: Path
    player: int
    value: Any
    bound: Any
    """beta where MAX (player 0) moves, alpha where a MIN does."""
    strict: bool
    remaining: tuple[Any, ...]
    """The actions never tried, in order; empty if the last one made the cut, which then saves nothing."""

    @property
    def inequality(self) -> str:
        """What was tested: "5 ≥ 3"."""
        sign = (">" if self.strict else "≥") if self.player == 0 else ("<" if self.strict else "≤")
        return f"{self.value} {sign} {self.bound}"


@dataclass(frozen=True, slots=True)
class Leave:
    """A node returns its value."""

    path: Path
    value: Any
    relation: Literal["=", "≤", "≥"]
    """What is known of the node's minimax value: it equals `value`, is at most or at least that."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The search is over."""

    value: Any
    action: Any


Event = Start | Enter | Leaf | Update | Cutoff | Leave | Finish


class _Node:
    """What the recorder must remember of a node between entering and leaving it."""

    __slots__ = ("alpha", "beta", "leaf", "path", "player", "state", "tried")

    def __init__(self, path: Path, state: Any, player: int | None, alpha: Any, beta: Any) -> None:
        self.path, self.state, self.player = path, state, player
        self.alpha, self.beta = alpha, beta
        self.leaf = False
        self.tried: list[Any] = []


class Recorder(Watcher):
    """Records a search as `events`, or hands each event to `sink` as it happens and keeps none.

    It may watch several searches one after the other; each begins with a `Start`.
    """

    def __init__(self, sink: Callable[[Event], object] | None = None) -> None:
        self.events: list[Event] = []
        self._record = sink or self.events.append
        self._open: list[_Node] = []

    def start(self, game: Any, state: Any, algorithm: str, depth: int | None, strict: bool) -> None:
        self._game, self._limited, self._strict = game, depth is not None, strict
        self._open = []  # a search that was interrupted left nodes open
        self._record(Start(game, state, algorithm, depth, strict))

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        path = (*self._open[-1].path, self._open[-1].tried[-1]) if self._open else ()
        player = None if self._game.is_terminal(state) else self._game.to_move(state)
        self._open.append(_Node(path, state, player, alpha, beta))
        self._record(Enter(path, state, player, depth if self._limited else None, alpha, beta))

    def leaf(self, state: Any, value: Any, terminal: bool) -> None:
        self._open[-1].leaf = True
        self._record(Leaf(self._open[-1].path, value, terminal))

    def descend(self, action: Any) -> None:
        self._open[-1].tried.append(action)

    def improve(self, old: Any, new: Any) -> None:
        self._update("value", old, new)

    def raise_alpha(self, old: Any, new: Any) -> None:
        self._update("alpha", old, new)

    def lower_beta(self, old: Any, new: Any) -> None:
        self._update("beta", old, new)

    def _update(self, bound: Literal["value", "alpha", "beta"], old: Any, new: Any) -> None:
        node = self._open[-1]
        self._record(Update(node.path, bound, old, new, node.tried[-1]))

    def cutoff(self, value: Any, bound: Any, strict: bool) -> None:
        node = self._open[-1]
        remaining = tuple(a for a in self._game.actions(node.state) if a not in node.tried)
        assert node.player is not None, "no cutoff in a terminal state"
        self._record(Cutoff(node.path, node.player, value, bound, strict, remaining))

    def leave(self, value: Any) -> None:
        node = self._open.pop()
        self._record(Leave(node.path, value, self._relation(node, value)))

    def _relation(self, node: _Node, value: Any) -> Literal["=", "≤", "≥"]:
        """Exact inside the window the node was entered with, a bound outside; on its edge unless `strict`."""
        if node.leaf or node.alpha is None:
            return "="
        if value > node.beta or (value == node.beta != float("inf") and not self._strict):
            return "≥"
        if value < node.alpha or (value == node.alpha != -float("inf") and not self._strict):
            return "≤"
        return "="

    def finish(self, value: Any, action: Any) -> None:
        self._record(Finish(value, action))
