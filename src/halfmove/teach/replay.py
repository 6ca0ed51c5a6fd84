"""The state of a search after k events: each node's window, value and cut.

Text, pictures, the step-by-step player and the marking of exercises all read this; none keeps a state of its
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from halfmove.search import trace as search
from halfmove.search.intervals import Interval, Intervals
from halfmove.search.trace import Event, EventReader, Path


@dataclass(slots=True)
class Mark:
    """What is written beside one node that was entered."""

    path: Path
    state: Any
    player: int | None
    number: int
    """The order in which nodes were first entered, from 1."""
    visits: int = 0
    depth: int | None = None
    """Plies left to the horizon; None without one."""
    entered: tuple[Any, Any] = (None, None)
    """The window (alpha, beta) it was entered with last; (None, None) for a search without windows."""
    alpha: Any = None
    beta: Any = None
    """The window as it is now."""
    value: Any = None
    """The best value so far, at a chance node the sum so far; once left, the value returned."""
    relation: Literal["=", "≤", "≥"] | None = None
    """What the returned value says of the true one; None until the node is left."""
    leaf: Literal["terminal", "horizon", "recalled"] | None = None
    """Why it was not expanded: UTILITY, EVAL, or known from before; None for an inner node."""
    stood: Any = None
    """What stopping here is worth, where a quiescence search asked."""
    best: Any = None
    """The action whose value this is."""
    cutoff: search.Cutoff | None = None
    """Why the node was given up, if it was."""
    extended: int = 0
    """Plies more than its siblings that it was given."""
    probed: bool = False
    """Whether it was entered to look at one of its actions only."""
    proven: Interval | None = None
    """What the leaves seen so far prove of its value (`search.intervals`); None where nothing is proven: of
    payoff vectors, and by a search that leaves out what may matter."""
    told: dict[str, search.Tell] = field(default_factory=dict)
    """The last of each of the search's own steps here, by name."""


@dataclass(slots=True)
class Replay(EventReader):
    """A search as far as its events have been applied: what is known of each node, by path."""

    start: search.Start | None = None
    marks: dict[Path, Mark] = field(default_factory=dict)
    pruned: dict[Path, search.Cutoff] = field(default_factory=dict)
    """The children that a cut left out and that no later pass visited, with that cut; the nodes below them
    are not listed."""
    passed_over: dict[Path, search.PassOver] = field(default_factory=dict)
    """The children that forward pruning left out."""
    current: Path | None = None
    """The node the search is at; None before and after."""
    passes: int = 1
    """How often the search was begun from the root (MTD(f)); 1 for most."""
    steps: int = 0
    """Events applied since `start`."""
    finish: search.Finish | None = None
    _extension: int = 0
    _probing: bool = False
    _intervals: Intervals | None = None
    _forget: ClassVar[bool] = False
    """Whether it remembers no more than it must of what is proven below nodes that were left."""

    def apply(self, event: Event) -> None:
        """Write what one event says."""
        self.steps += 1
        self.read(event)

    def mark(self, path: Path) -> Mark:
        """The mark of a node that was entered."""
        return self.marks[path]

    @property
    def variation(self) -> tuple[Path, ...]:
        """The nodes along the best actions found so far, from the root on."""
        path: Path = ()
        nodes = []
        while path in self.marks:
            nodes.append(path)
            mark = self.marks[path]
            if mark.best is None:
                break
            path = (*path, mark.best)
        return tuple(nodes)

    # ---- one method an event
    def _start(self, event: search.Start) -> None:
        self.__init__()  # type: ignore[misc]  # a recorder may have watched several searches
        self.start = event
        self._intervals = Intervals(
            event.game, event.algorithm, event.options, most=0 if self._forget else None
        )

    def _enter(self, event: search.Enter) -> None:
        mark = self.marks.get(event.path)
        if mark is None:
            mark = Mark(event.path, event.state, event.player, len(self.marks) + 1)
            self.marks[event.path] = mark
        mark.visits += 1
        mark.depth = event.depth
        mark.entered = mark.alpha, mark.beta = event.alpha, event.beta
        mark.value = mark.relation = mark.leaf = mark.stood = mark.best = mark.cutoff = None
        mark.extended, mark.probed = self._extension, self._probing
        self._extension, self._probing = 0, False
        self.pruned.pop(event.path, None)
        self.passed_over.pop(event.path, None)
        self.current = event.path
        known = self._known
        known.enter(event.path, event.state, event.player)
        mark.proven = known.current()

    @property
    def _known(self) -> Intervals:
        assert self._intervals is not None, "a search begins with its Start"
        return self._intervals

    def _prove(self, path: Path) -> None:
        """Write what is proven now of the nodes on the line to `path`."""
        for length in range(len(path), -1, -1):
            self.marks[path[:length]].proven = self._known.of(path[:length])

    def _leaf(self, event: search.Leaf) -> None:
        mark = self.marks[event.path]
        mark.value, mark.leaf = event.value, "terminal" if event.terminal else "horizon"
        self._known.leaf(event.value)
        self._prove(event.path)

    def _update(self, event: search.Update) -> None:
        mark = self.marks[event.path]
        mark.best = event.action
        if event.bound == "value":
            mark.value = event.new
        elif event.bound == "alpha":
            mark.alpha = event.new
        else:
            mark.beta = event.new

    def _weigh(self, event: search.Weigh) -> None:
        self.marks[event.path].value = event.new

    def _cutoff(self, event: search.Cutoff) -> None:
        self.marks[event.path].cutoff = event
        for action in event.remaining:
            child = (*event.path, action)
            if child not in self.marks:
                self.pruned[child] = event

    def _again(self, event: search.Again) -> None:
        if event.action is None:
            self.passes += 1
            for mark in self.marks.values():
                mark.told.clear()  # it was told of another question

    def _probe(self, event: search.Probe) -> None:
        self._probing = True

    def _stand(self, event: search.Stand) -> None:
        mark = self.marks[event.path]
        mark.stood = mark.value = event.value

    def _extend(self, event: search.Extend) -> None:
        self._extension = event.plies

    def _pass_over(self, event: search.PassOver) -> None:
        child = (*event.path, event.action)
        if child not in self.marks:
            self.passed_over[child] = event

    def _recall(self, event: search.Recall) -> None:
        mark = self.marks[event.path]
        mark.value, mark.leaf = event.value, "recalled"

    def _tell(self, event: search.Tell) -> None:
        self.marks[event.path].told[event.name] = event

    def _leave(self, event: search.Leave) -> None:
        mark = self.marks[event.path]
        mark.value, mark.relation = event.value, event.relation
        if mark.leaf == "recalled" and event.relation is not None:
            self._known.recall(event.value, event.relation)
            self._prove(event.path)
        self._known.leave()
        if event.proven is not None:
            mark.proven = event.proven
        self.current = event.path[:-1] if event.path else None

    def _finish(self, event: search.Finish) -> None:
        self.finish, self.current = event, None


def replay(events: Iterable[Event]) -> Replay:
    """The search after all of `events`."""
    made = Replay()
    for event in events:
        made.apply(event)
    return made


class PathReplay(Replay):
    """A `Replay` that forgets all below a node when the search leaves it, so that depth bounds its size."""

    _forget = True

    def __init__(self) -> None:
        super().__init__()
        self._below: dict[Path, list[Path]] = {}
        self._texts: list[str] = []
        self._unique: frozenset[str] = frozenset()

    def apply(self, event: Event) -> None:
        """Write what one event says, and delete what no later event is about."""
        if isinstance(event, search.Enter) and event.path:
            if event.path not in self.marks:
                self._below.setdefault(event.path[:-1], []).append(event.path)
        elif isinstance(event, search.PassOver):
            self._below.setdefault(event.path, []).append((*event.path, event.action))
        elif isinstance(event, search.Leave):
            self._wipe(event.path)
        super().apply(event)
        if isinstance(event, search.Enter):
            self._write_texts(event.path)
        elif isinstance(event, search.Start):
            self._unique = unique_labels(event.game)

    def _wipe(self, path: Path) -> None:
        for below in self._below.pop(path, ()):
            self.marks.pop(below, None)
            self.passed_over.pop(below, None)
        cut = self.marks[path].cutoff
        for action in cut.remaining if cut else ():
            self.pruned.pop((*path, action), None)

    # ---- names, without walking down from the root each time
    def _write_texts(self, path: Path) -> None:
        if path:
            del self._texts[len(path) - 1 :]
            self._texts.append(self.action_text(path[:-1], path[-1]))
        else:
            self._texts.clear()

    def action_text(self, path: Path, action: Any) -> str:
        """An action of a node on the line, in the game's notation."""
        assert self.start is not None, "a search begins with its Start"
        text: str = self.start.game.action_text(self.marks[path].state, action)
        return text

    def texts(self, path: Path) -> list[str]:
        """The actions that lead to a node on the line, or to a child of one, in the game's notation."""
        if not path:
            return []
        return [*self._texts[: len(path) - 1], self.action_text(path[:-1], path[-1])]

    def own_name(self, path: Path) -> str:
        """The name that an explicit tree gives to a node on the line, or to a child of one; or empty."""
        assert self.start is not None, "a search begins with its Start"
        if path in self.marks:
            state = self.marks[path].state
        elif self.start.game.explicit:
            state = self.start.game.result(self.marks[path[:-1]].state, path[-1])
        else:
            return ""
        return str(getattr(state, "name", ""))

    def label(self, path: Path) -> str:
        """As `teach.trace.label`, for a node on the line or a child of one."""
        return self.own_name(path) or "/".join(self.texts(path)) or "root"

    def short(self, path: Path) -> str:
        """As `label`, but the last action alone where no other node of an explicit tree has it: `b2`."""
        own = self.own_name(path)
        if own or not path:
            return own or "root"
        last = self.action_text(path[:-1], path[-1])
        return last if last in self._unique else "/".join([*self._texts[: len(path) - 1], last])


def unique_labels(game: Any) -> frozenset[str]:
    """The actions of an explicit tree that can stand for the nodes they lead to: words that occur once."""
    if not game.explicit:
        return frozenset()
    words: Counter[str] = Counter()
    for node in game.root.walk():
        words[node.name] += 1
        words.update(action for action, _ in node.children if isinstance(action, str))
    return frozenset(word for word, times in words.items() if times == 1 and not word.isdecimal())


def start_of(replay: Replay) -> search.Start:
    """The `Start` of the search."""
    assert replay.start is not None, "a search begins with its Start"
    return replay.start
