"""The watcher that writes everything down: the whole trace of a textbook search as immutable events.

From the events alone the search can be told again, drawn, or marked: every node by the path of actions that
leads to it, the window it was entered with, where its value came from, what was raised and lowered, what was
cut and why, and whether the value returned is exact or a bound.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from halfmove.core.contract import CHANCE
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import OwnStep
from halfmove.search.intervals import Interval, Intervals, exactly

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
    options: Mapping[str, Any]
    """The algorithm's own: "strict", whether the cutoff test is > in the place of ≥; "maximisers", the
    players for whom a larger value is better (0 alone, if it is not said); "view", which is "mover" where
    values and windows are those of the player to move; "window", if the search was given one of its own, so
    that its answer may be a bound; "sound", False for a wrong procedure that is shown as one and whose cuts
    prove nothing; and whatever else it was asked for."""


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
    """The end of the window that the value passed: beta for MAX, alpha for a MIN, either for chance."""
    strict: bool
    remaining: tuple[Any, ...]
    """The actions never tried, in order (to probe one is not to try it); empty if the last one made the cut,
    which then saves nothing."""
    above: bool
    """Whether the value is too high (it passed beta), not too low (it passed alpha)."""

    @property
    def sign(self) -> str:
        """The relation that was tested: ≥, >, ≤ or <."""
        return (">" if self.strict else "≥") if self.above else ("<" if self.strict else "≤")

    @property
    def inequality(self) -> str:
        """What was tested: "5 ≥ 3"."""
        return f"{self.value} {self.sign} {self.bound}"


@dataclass(frozen=True, slots=True)
class Leave:
    """A node returns its value."""

    path: Path
    value: Any
    """None where the search leaves the question open."""
    relation: Literal["=", "≤", "≥"] | None
    """What is known of the node's minimax value: it equals `value`, is at most or at least that.  "=" where
    the leaves seen prove it (`search.intervals`), also outside the window and after a cut; None where there
    is no value."""
    proven: Interval | None = None
    """What they prove: the least and the largest that the node may be worth; None where nothing is proven."""


@dataclass(frozen=True, slots=True)
class Weigh:
    """At a chance node, the value of one outcome enters the expectation."""

    path: Path
    action: Any
    probability: float
    old: Any
    """The sum of probability × value over the outcomes before this one; a tuple for payoff vectors."""
    new: Any


@dataclass(frozen=True, slots=True)
class Again:
    """What was just searched is searched once more, with another window: the `Enter` that follows."""

    path: Path
    action: Any
    """The action that is tried again at `path`; None where the whole search is run again."""
    alpha: Any
    beta: Any


@dataclass(frozen=True, slots=True)
class Probe:
    """An action is looked at in part: of the state it leads to, only one action will be tried."""

    path: Path
    action: Any


@dataclass(frozen=True, slots=True)
class Stand:
    """At the horizon: what it is worth to stop here, before the search goes on with forcing actions."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Extend:
    """The action about to be tried gets more plies than its siblings."""

    path: Path
    plies: int


@dataclass(frozen=True, slots=True)
class PassOver:
    """An action is left out although nothing proves it irrelevant (forward pruning)."""

    path: Path
    action: Any


@dataclass(frozen=True, slots=True)
class Recall:
    """The state was met before, and what is known of it answers."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Tell:
    """A step of the search's own."""

    path: Path
    name: str
    step: OwnStep
    figures: tuple[Any, ...]

    @property
    def named(self) -> dict[str, Any]:
        """The figures by their names."""
        return dict(zip(self.step.figures, self.figures, strict=True))


@dataclass(frozen=True, slots=True)
class Finish:
    """The search is over."""

    value: Any
    action: Any


Event = (
    Start
    | Enter
    | Leaf
    | Update
    | Weigh
    | Cutoff
    | Again
    | Probe
    | Stand
    | Extend
    | PassOver
    | Recall
    | Tell
    | Leave
    | Finish
)


_METHODS = {kind: "_" + re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Event)}


def method_of(event: Event) -> str:
    """The method of an `EventReader` that reads an event."""
    return _METHODS[type(event)]


class EventReader:
    """Has a method for each kind of event, called as the kind is: `_pass_over` for `PassOver`."""

    __slots__ = ()

    def read(self, event: Event) -> Any:
        """What the method for its kind returns of an event."""
        return getattr(self, method_of(event))(event)


class _Node:
    """What the recorder must remember of a node between entering and leaving it."""

    __slots__ = (
        "action",
        "alpha",
        "beta",
        "cut",
        "last",
        "leaf",
        "path",
        "player",
        "probed",
        "recalled",
        "state",
        "tried",
    )

    def __init__(
        self, path: Path, state: Any, player: int | None, alpha: Any, beta: Any, probed: bool
    ) -> None:
        self.path, self.state, self.player = path, state, player
        self.alpha, self.beta = alpha, beta
        self.probed = probed
        """Whether only one of its actions will be tried."""
        self.last = False
        """Whether nothing can lie below it: it is terminal, or has no plies left."""
        self.leaf = False
        self.recalled = False
        self.cut: Literal["≤", "≥"] | None = None
        """What a cutoff says of its value."""
        self.tried: list[Any] = []
        self.action: Any = None
        """The action tried last."""


MOST_KEPT = 20_000
"""Nodes of which a recorder that keeps no events remembers what is proven of them, where a search may come to
a node again."""


def most_kept(algorithm: str) -> int:
    """Of how many nodes a recorder that keeps no events remembers what is proven."""
    from halfmove.search.algorithms import algorithms

    found = algorithms().get(algorithm)
    once = found is not None and found.lesson is not None and not found.lesson.repeats
    return 0 if once else MOST_KEPT


def specific_steps(algorithm: str) -> Mapping[str, OwnStep]:
    """The steps that only this search has."""
    from halfmove.search.algorithms import algorithms

    found = algorithms().get(algorithm)
    return {} if found is None or found.lesson is None else found.lesson.steps


class Recorder(Watcher):
    """Records a search as `events`, or hands each event to `sink` as it happens and keeps none.

    It may watch several searches one after the other; each begins with a `Start`.  With a `sink` its memory
    is bounded by the depth of the search, or by `MOST_KEPT` nodes where some are searched again; beyond these
    what such a node returns may be called a bound where all its leaves together would prove it exact.
    """

    def __init__(self, sink: Callable[[Event], object] | None = None) -> None:
        self.events: list[Event] = []
        self._record = sink or self.events.append
        self._streams = sink is not None
        self._open: list[_Node] = []

    def start(
        self, game: Any, state: Any, algorithm: str, depth: int | None, options: Mapping[str, Any]
    ) -> None:
        self._game, self._limited = game, depth is not None
        self._strict = bool(options.get("strict", False))
        self._maximisers = options.get("maximisers", (0,))
        self._from_mover = options.get("view") == "mover"
        self._intervals = Intervals(
            game, algorithm, options, most=most_kept(algorithm) if self._streams else None
        )
        self._open = []  # a search that was interrupted left nodes open
        self._probing = False
        self._algorithm, self._own = algorithm, specific_steps(algorithm)
        self._record(Start(game, state, algorithm, depth, options))

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        path = (*self._open[-1].path, self._open[-1].action) if self._open else ()
        player = None if self._game.is_terminal(state) else self._game.to_move(state)
        asked = (alpha, beta)
        if self._open and alpha is None:  # one question for all nodes is said at the root
            asked = (self._open[0].alpha, self._open[0].beta)
        node = _Node(path, state, player, *asked, self._probing)
        node.last = player is None or (self._limited and depth == 0)
        self._open.append(node)
        self._intervals.enter(path, state, player)
        self._probing = False
        self._record(Enter(path, state, player, depth if self._limited else None, alpha, beta))

    def leaf(self, state: Any, value: Any, terminal: bool) -> None:
        self._open[-1].leaf = True
        self._intervals.leaf(value)
        self._record(Leaf(self._open[-1].path, value, terminal))

    def descend(self, action: Any) -> None:
        node = self._open[-1]
        node.action = action
        if not self._probing and action not in node.tried:
            node.tried.append(action)

    def improve(self, old: Any, new: Any) -> None:
        self._update("value", old, new)

    def raise_alpha(self, old: Any, new: Any) -> None:
        self._update("alpha", old, new)

    def lower_beta(self, old: Any, new: Any) -> None:
        self._update("beta", old, new)

    def _update(self, bound: Literal["value", "alpha", "beta"], old: Any, new: Any) -> None:
        node = self._open[-1]
        self._record(Update(node.path, bound, old, new, node.action))

    def weigh(self, probability: float, old: Any, new: Any) -> None:
        node = self._open[-1]
        self._record(Weigh(node.path, node.action, probability, old, new))

    def again(self, alpha: Any, beta: Any) -> None:
        node = self._open[-1] if self._open else None
        self._record(Again(node.path if node else (), node.action if node else None, alpha, beta))

    def probe(self, action: Any) -> None:
        self._probing = True
        self._record(Probe(self._open[-1].path, action))

    def stand(self, value: Any) -> None:
        self._record(Stand(self._open[-1].path, value))

    def extend(self, plies: int) -> None:
        self._record(Extend(self._open[-1].path, plies))

    def pass_over(self, action: Any) -> None:
        node = self._open[-1]
        node.tried.append(action)
        self._record(PassOver(node.path, action))

    def recall(self, value: Any) -> None:
        node = self._open[-1]
        node.recalled = True
        node.leaf = node.last  # a leaf's value is exact; of an inner node a bound may be remembered
        self._record(Recall(node.path, value))

    def cutoff(self, value: Any, bound: Any, strict: bool) -> None:
        node = self._open[-1]
        remaining = tuple(a for a in self._game.actions(node.state) if a not in node.tried)
        assert node.player is not None, "no cutoff in a terminal state"
        if node.player == CHANCE:
            above = bool(bound == node.beta)
        else:
            above = self._from_mover or node.player in self._maximisers
        node.cut = "≥" if above else "≤"
        self._record(Cutoff(node.path, node.player, value, bound, strict, remaining, above))

    def tell(self, step: str, figures: tuple[Any, ...]) -> None:
        if step not in self._own:
            raise KeyError(f"{self._algorithm} tells a step '{step}', which its Lesson.steps does not have.")
        self._record(Tell(self._open[-1].path, step, self._own[step], figures))

    def leave(self, value: Any) -> None:
        node = self._open.pop()
        known = self._intervals.current()
        if value is None:
            self._intervals.leave()
            self._record(Leave(node.path, None, None, known))
            return
        relation = "=" if exactly(known, value) else self._relation(node, value)
        if node.recalled:
            known = self._intervals.recall(value, relation)
        self._intervals.leave()
        self._record(Leave(node.path, value, relation, known))

    def _relation(self, node: _Node, value: Any) -> Literal["=", "≤", "≥"]:
        """What the search itself can tell: exact inside the window the node was entered with, a bound
        outside; on its edge unless `strict`."""
        if node.leaf:
            return "="
        if node.cut:  # whatever the window: rounding may leave one that is empty
            return node.cut
        if node.probed:  # one action of several: MAX has at least that, MIN at most
            return "≥" if self._from_mover or node.player in self._maximisers else "≤"
        if node.alpha is None:
            return "="
        if value > node.beta or (value == node.beta != float("inf") and not self._strict):
            return "≥"
        if value < node.alpha or (value == node.alpha != -float("inf") and not self._strict):
            return "≤"
        return "="

    def finish(self, value: Any, action: Any) -> None:
        self._record(Finish(value, action))
