"""Watchers for the textbook searches: one that counts, one that finds the principal variation, one for many.

`core.watch` says what a watcher is told.  `Counter` and `Follower` are compiled watchers: they cost a few
instructions a node.  Where the search runs interpreted, what a `Follower` does is written into its text
(`core.inlining`).  `search.trace` has the watcher that writes everything down.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.inlining import Run, Steps, run
from halfmove.core.watch import Silent, Watcher
from halfmove.search.trace import Recorder

__all__ = ["Counter", "Follower", "Recorder", "Several", "Silent", "Stopped", "TooLong", "Watcher"]

STOP, NODE_LIMIT, NODES, LEAVES, EVALUATIONS, CUTOFFS, PASSED_OVER, DEEPEST, PLY = range(9)
"""The words of a `Counter`."""

LONGEST = 4_000
"""Plies of the longest line searched: each is a call within a call, and the stack ends somewhere."""


class Stopped(Exception):
    """The search was told to stop, or reached its node limit."""


class TooLong(Exception):
    """A line of play went on for more than `LONGEST` plies."""


def count_node(words: Buffer) -> None:
    """One more node entered, unless the search must end."""
    if words[STOP] != 0 or words[NODES] == words[NODE_LIMIT]:
        raise Stopped
    if words[PLY] == LONGEST:
        raise TooLong
    words[NODES] += 1
    words[PLY] += 1
    words[DEEPEST] = max(words[DEEPEST], words[PLY])


class Counter(Watcher):
    """Counts what a search does, and ends it from outside or at a number of nodes.

    `nodes` are the states entered, the first one and the leaves included; `leaves` the terminal states among
    them, `evaluations` the states valued by EVAL at the horizon, though the search may have gone on from
    there (`stand`); `cutoffs` the states left before the last action, or after it, because of the window;
    `passed_over` the actions left out by forward pruning.
    """

    compiled = True
    words: Buffer

    def __init__(self, node_limit: int | None = None, room: int = 0) -> None:
        self.words = Buffer(PLY + 1 + room)
        self.words[NODE_LIMIT] = -1 if node_limit is None else node_limit

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        count_node(self.words)

    def leaf(self, state: Any, value: Any, terminal: bool) -> None:
        self.words[LEAVES if terminal else EVALUATIONS] += 1

    def stand(self, value: Any) -> None:
        self.words[EVALUATIONS] += 1

    def pass_over(self, action: Any) -> None:
        self.words[PASSED_OVER] += 1

    def cutoff(self, value: Any, bound: Any, strict: bool) -> None:
        self.words[CUTOFFS] += 1

    def leave(self, value: Any) -> None:
        self.words[PLY] -= 1

    # ---- from Python
    def stop(self) -> None:
        """End the search at the next node it enters, with `Stopped`; from any thread."""
        self.words[STOP] = 1

    @property
    def nodes(self) -> int:
        return self.words[NODES]

    @property
    def leaves(self) -> int:
        return self.words[LEAVES]

    @property
    def evaluations(self) -> int:
        return self.words[EVALUATIONS]

    @property
    def cutoffs(self) -> int:
        return self.words[CUTOFFS]

    @property
    def passed_over(self) -> int:
        return self.words[PASSED_OVER]

    @property
    def deepest(self) -> int:
        """Plies from the first state to the deepest one entered."""
        return max(self.words[DEEPEST] - 1, 0)


ROW = 64
"""Plies of the principal variation that a `Follower` keeps."""

TRIED = PLY + 1
LENGTH = TRIED + ROW + 2
LINES = LENGTH + ROW + 2
"""Where a `Follower`'s words begin: for each ply the index of the action being tried, the length of the best
line from there on, and the line: row after row of `ROW` indices."""


KEPT = {
    "_nodes": NODES,
    "_leaves": LEAVES,
    "_evaluations": EVALUATIONS,
    "_cutoffs": CUTOFFS,
    "_passed_over": PASSED_OVER,
}
"""The variables of an interpreted search, with the words of a `Counter` that they stand for."""

FREE = Steps(
    (*KEPT, "_best"),
    {
        "enter": "_nodes += 1; _line = None",
        "leaf": "if terminal: _leaves += 1\nelse: _evaluations += 1",
        "descend": "_tried = action",
        "improve": "_line = _tried, _best",
        "cutoff": "_cutoffs += 1",
        "stand": "_evaluations += 1",
        "pass_over": "_passed_over += 1",
        "leave": "_best = _line",
    },
)
"""What a `Follower` does, in statements: a line is an action and the line after it, and `_best` that of the
state left last, which is the child just tried when a state improves."""

BOUND = Steps(
    (*FREE.shared, "_ply", "_deepest", "_limit", "_stopped", "_too_long"),
    {
        **FREE.statements,
        "enter": f"""
if _nodes >= _limit:
    raise _stopped
_nodes += 1; _ply += 1; _line = None
if _ply > _deepest:
    if _ply > {LONGEST}:
        raise _too_long
    _deepest = _ply
""",
        "leave": "_ply -= 1; _best = _line",
    },
)
"""The same for a search that has a limit or can be stopped, and tells how deep it went."""


class Follower(Counter):
    """A `Counter` that also keeps the principal variation, in the triangular table of chess programs.

    It keeps each action as its index among ACTIONS, so that one source serves actions of any kind.  (Where a
    state improves, its line becomes the action just tried and then the line of the child just left.)
    """

    def __init__(self, node_limit: int | None = None, *, free: bool = False) -> None:
        """`free`: nobody stops the search or asks how deep it went, which interpreted it need not know."""
        super().__init__(node_limit, room=LINES - TRIED + (ROW + 2) * ROW)
        self._free = free
        self._run: Run | None = None
        self._line: tuple[Any, ...] | None = None

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        words = self.words
        count_node(words)
        ply = words[PLY]
        if ply <= ROW + 1:
            words[TRIED + ply] = -1
            words[LENGTH + ply] = 0

    def descend(self, action: Any) -> None:
        ply = self.words[PLY]
        if ply <= ROW:
            self.words[TRIED + ply] += 1

    def pass_over(self, action: Any) -> None:
        words = self.words
        words[PASSED_OVER] += 1
        ply = words[PLY]
        if ply <= ROW:
            words[TRIED + ply] += 1

    def again(self, alpha: Any, beta: Any) -> None:
        ply = self.words[PLY]
        if ply <= ROW:
            self.words[TRIED + ply] -= 1  # `descend` will count the same action once more

    def improve(self, old: Any, new: Any) -> None:
        words = self.words
        ply = words[PLY]
        if ply > ROW:
            return
        mine = LINES + ply * ROW
        child = mine + ROW
        length = min(words[LENGTH + ply + 1], ROW - 1)
        words[mine] = words[TRIED + ply]
        for i in range(length):
            words[mine + 1 + i] = words[child + i]
        words[LENGTH + ply] = length + 1

    # ---- from Python
    def stop(self) -> None:
        super().stop()
        if self._run is not None:
            self._run["_limit"] = -1

    @contextmanager
    def inline_into(self, search: Any) -> Iterator[Any]:
        """In this block `search`, which is to run interpreted, as a function with this watcher's steps in its
        text; `search` itself where that cannot be.  The counts and the line are this watcher's afterwards."""
        self._line = None
        words = self.words
        unlimited = sys.maxsize if words[NODE_LIMIT] < 0 else words[NODE_LIMIT]
        starts: dict[str, Any] = {name: words[place] for name, place in KEPT.items()}
        if not self._free:
            starts |= {"_ply": words[PLY], "_deepest": words[DEEPEST], "_limit": unlimited}
            starts |= {"_stopped": Stopped, "_too_long": TooLong}
        begun = run(search, FREE if self._free else BOUND, **starts)
        if begun is None:
            yield search
            return
        if not self._free:
            self._run = begun
            if words[STOP] != 0:  # asked after `stop` knows where to say it
                begun["_limit"] = -1
        try:
            yield begun.search
        finally:
            self._run = None
            for name, place in KEPT.items():
                words[place] = begun[name]
            if not self._free:
                words[PLY], words[DEEPEST] = begun["_ply"], begun["_deepest"]
            actions: list[Any] = []
            line = begun["_best"]
            while line is not None and len(actions) < ROW:
                action, line = line
                actions.append(action)
            self._line = tuple(actions)

    def variation(self, game: Any, state: Any) -> tuple[Any, ...]:
        """The principal variation from `state`: at most `ROW` actions, none until one is found."""
        if self._line is not None:
            return self._line
        actions = []
        for i in range(self.words[LENGTH + 1]):
            action = list(game.actions(state))[self.words[LINES + ROW + i]]
            actions.append(action)
            state = game.result(state, action)
        return tuple(actions)


class Several(Watcher):
    """Tells several watchers, in order.  Interpreted."""

    def __init__(self, *watchers: Watcher) -> None:
        self.watchers = watchers

    def start(
        self, game: Any, state: Any, algorithm: str, depth: int | None, options: Mapping[str, Any]
    ) -> None:
        for watcher in self.watchers:
            watcher.start(game, state, algorithm, depth, options)

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        for watcher in self.watchers:
            watcher.enter(state, depth, alpha, beta)

    def leaf(self, state: Any, value: Any, terminal: bool) -> None:
        for watcher in self.watchers:
            watcher.leaf(state, value, terminal)

    def descend(self, action: Any) -> None:
        for watcher in self.watchers:
            watcher.descend(action)

    def improve(self, old: Any, new: Any) -> None:
        for watcher in self.watchers:
            watcher.improve(old, new)

    def raise_alpha(self, old: Any, new: Any) -> None:
        for watcher in self.watchers:
            watcher.raise_alpha(old, new)

    def lower_beta(self, old: Any, new: Any) -> None:
        for watcher in self.watchers:
            watcher.lower_beta(old, new)

    def cutoff(self, value: Any, bound: Any, strict: bool) -> None:
        for watcher in self.watchers:
            watcher.cutoff(value, bound, strict)

    def leave(self, value: Any) -> None:
        for watcher in self.watchers:
            watcher.leave(value)

    def weigh(self, probability: float, old: Any, new: Any) -> None:
        for watcher in self.watchers:
            watcher.weigh(probability, old, new)

    def again(self, alpha: Any, beta: Any) -> None:
        for watcher in self.watchers:
            watcher.again(alpha, beta)

    def probe(self, action: Any) -> None:
        for watcher in self.watchers:
            watcher.probe(action)

    def stand(self, value: Any) -> None:
        for watcher in self.watchers:
            watcher.stand(value)

    def extend(self, plies: int) -> None:
        for watcher in self.watchers:
            watcher.extend(plies)

    def pass_over(self, action: Any) -> None:
        for watcher in self.watchers:
            watcher.pass_over(action)

    def recall(self, value: Any) -> None:
        for watcher in self.watchers:
            watcher.recall(value)

    def tell(self, step: str, figures: tuple[Any, ...]) -> None:
        for watcher in self.watchers:
            watcher.tell(step, figures)

    def finish(self, value: Any, action: Any) -> None:
        for watcher in self.watchers:
            watcher.finish(value, action)
