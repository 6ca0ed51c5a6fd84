"""Games of chance solved: value iteration over all positions that can come about.

The positions that a position leads to are listed, as a graph.  Where play can come back to a position (in Pig
a turn that brings nothing returns the die), the positions that lead to each other are one strongly connected
component (R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1(2), 1972).
Components are solved from the ends of the game backwards, each by value iteration: every position is worth
what its best action is worth, or the mean of nature's, again and again until nothing changes (R. Bellman,
*Dynamic Programming*, 1957; L. S. Shapley, *Stochastic games*, PNAS 39, 1953).

Two bounds are iterated, one from below and one from above (S. Haddad and B. Monmege, *Interval iteration
algorithm for MDPs and IMDPs*, Theoretical Computer Science 735, 2018), so that the value is known to lie
between them; where play can go on for ever they do not meet, and the game is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.buffer import Buffer
from halfmove.core.compile import Stopwatch, kernel, runs_compiled
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import Unsuitable
from halfmove.core.rows import fill_table, find_slot
from halfmove.core.scores import Score
from halfmove.core.words import count_words, read_words, write_words

ALGORITHM = "value iteration"
MEGABYTES = 2048.0
TOLERANCE = 1e-10
"""How far apart the bounds of a value may be, in shares of the largest utility."""

ONE = 1 << 60
"""A bound is a whole number of these to the largest utility."""
PROBABILITY_ONE = 1 << 53
"""A probability is a whole number of these."""

# ---- three words for each position, in `nodes`
FIRST, SIZE, KIND = range(3)
NODE = 3
MAX, MIN, NATURE, OVER = range(4)
"""Kinds of positions: player 0, his opponent, or nature moves; the game is over, and FIRST is its value."""

# ---- how far the list has come, in `counts`
KNOWN, LISTED, EDGES, DEEPEST = range(4)
COUNTS = 4
STEP = 100_000
"""Positions listed, or solved, between two looks at the clock and at Ctrl-C."""
PLAIN_STEP = 1_000
PAUSE = 0.2
"""Seconds between two reports of progress."""
MOST_SWEEPS = 1 << 20
"""Of one component."""


# ---- the graph


@kernel
def list_positions(
    game: Game, like: Any, words: int, states: Buffer, nodes: Buffer, edges: Buffer, table: Buffer,
    counts: Buffer, room: Buffer, steps: int,
) -> int:  # fmt: skip
    """List what the positions known so far lead to: 0 once nothing is left, 1 where there is no `room` (for
    positions and for edges) any more, 2 after so many steps."""
    for _ in range(steps):
        node = counts[LISTED]
        if node == counts[KNOWN]:
            return 0
        state = read_words(like, states, node * words)
        first = counts[EDGES]
        at = first
        if game.is_terminal(state):
            nodes[node * NODE + KIND] = OVER
            nodes[node * NODE + SIZE] = 0
            nodes[node * NODE + FIRST] = int(game.utility(state, 0) * (ONE / game.utility_limit))
            counts[LISTED] += 1
            continue
        mover = game.to_move(state)
        if mover == CHANCE:
            for action, probability in game.outcomes(state):
                if at + 2 > room[1] or counts[KNOWN] >= room[0]:
                    return 1
                edges[at] = number_of(game, game.result(state, action), words, states, table, counts)
                edges[at + 1] = int(probability * PROBABILITY_ONE)
                at += 2
            nodes[node * NODE + KIND] = NATURE
            nodes[node * NODE + SIZE] = (at - first) // 2
        else:
            for action in game.actions(state):
                if at + 1 > room[1] or counts[KNOWN] >= room[0]:
                    return 1
                edges[at] = number_of(game, game.result(state, action), words, states, table, counts)
                at += 1
            nodes[node * NODE + KIND] = MAX if mover == 0 else MIN
            nodes[node * NODE + SIZE] = at - first
        nodes[node * NODE + FIRST] = first
        counts[EDGES] = at
        counts[LISTED] += 1
    return 2


@kernel
def number_of(game: Game, state: Any, words: int, states: Buffer, table: Buffer, counts: Buffer) -> int:
    """The number of a position, a new one if it was not known; `table` finds it by its words."""
    known = counts[KNOWN]
    write_words(state, states, known * words)
    slot = find_slot(states, known, words, table)
    if table[1 + slot] != 0:
        return table[1 + slot] - 1
    table[1 + slot] = known + 1
    counts[KNOWN] = known + 1
    return known


# ---- its components


@kernel
def find_components(game: Game, nodes: Buffer, edges: Buffer, count: int, work: Buffer, order: Buffer) -> int:
    """Write the positions to `order`, component by component, what a component leads to before it, and the
    components' first places after them; how many there are.

    Tarjan's algorithm with a stack of its own.  `work` has four words for each position: when it was met
    (1, 2, …), the earliest met that it leads back to, the next of its edges to follow, and a stack.
    """
    met, done, components = 0, 0, 0
    waiting = 0  # positions on the stack of open components, which grows from the front of `order`'s end
    for start in range(count):
        if work[4 * start] != 0:
            continue
        depth = 0
        work[3] = start
        met += 1
        work[4 * start] = met
        work[4 * start + 1] = met
        order[2 * count + waiting] = start
        waiting += 1
        while depth >= 0:
            node = work[4 * depth + 3]
            step = 2 if nodes[node * NODE + KIND] == NATURE else 1
            followed = work[4 * node + 2]
            if followed < nodes[node * NODE + SIZE]:
                work[4 * node + 2] = followed + 1
                child = edges[nodes[node * NODE + FIRST] + followed * step]
                if work[4 * child] == 0:
                    met += 1
                    work[4 * child] = met
                    work[4 * child + 1] = met
                    order[2 * count + waiting] = child
                    waiting += 1
                    depth += 1
                    work[4 * depth + 3] = child
                elif work[4 * child] > 0:  # in an open component
                    work[4 * node + 1] = min(work[4 * node + 1], work[4 * child])
                continue
            if work[4 * node + 1] == work[4 * node]:
                order[count + components] = done
                components += 1
                while True:
                    waiting -= 1
                    member = order[2 * count + waiting]
                    work[4 * member] = -1
                    order[done] = member
                    done += 1
                    if member == node:
                        break
            depth -= 1
            if depth >= 0:
                above = work[4 * depth + 3]
                work[4 * above + 1] = min(work[4 * above + 1], work[4 * node + 1])
    order[count + components] = done
    return components


# ---- their values


@kernel
def settle(
    game: Game, nodes: Buffer, edges: Buffer, order: Buffer, bounds: Buffer, count: int, first: int,
    last: int, tolerance: int, steps: int, sweeps: Buffer,
) -> int:  # fmt: skip
    """Iterate the components from `first` on until the two bounds of each position are within `tolerance`, or
    change no more; the component that was not begun when about `steps` positions had been looked at."""
    looked = 0
    for component in range(first, last):
        if looked >= steps:
            return component
        begin, end = order[count + component], order[count + component + 1]
        for _ in range(MOST_SWEEPS):
            gap, changed = 0, 0
            for place in range(begin, end):
                node = order[place]
                for side in range(2):
                    before = bounds[2 * node + side]
                    # written at once, so that the rest of the sweep uses it (Gauss-Seidel)
                    now = back_up_bound(nodes, edges, bounds, node, side)
                    bounds[2 * node + side] = now
                    changed = max(changed, abs(now - before))
                gap = max(gap, bounds[2 * node + 1] - bounds[2 * node])
            looked += end - begin
            sweeps[0] += 1
            if gap <= tolerance or changed == 0:
                break
    return last


def back_up_bound(nodes: Buffer, edges: Buffer, bounds: Buffer, node: int, side: int) -> int:
    """A bound of a position from those of what it leads to."""
    kind = nodes[node * NODE + KIND]
    first = nodes[node * NODE + FIRST]
    if kind == OVER:
        return first
    if kind == NATURE:
        mean, whole = 0.0, 0.0
        for i in range(nodes[node * NODE + SIZE]):
            probability = float(edges[first + 2 * i + 1])
            mean += probability * float(bounds[2 * edges[first + 2 * i] + side])
            whole += probability
        # rounded probabilities do not add up to one
        return int(mean / whole)
    best = bounds[2 * edges[first] + side]
    for i in range(1, nodes[node * NODE + SIZE]):
        other = bounds[2 * edges[first + i] + side]
        best = max(best, other) if kind == MAX else min(best, other)
    return best


# ---- for whoever asks


class Values:
    """The values of all positions that a position of a game of chance leads to.

    For one player, or two with opposite interests, who see everything; `Unsuitable` otherwise, where the
    positions take more than `megabytes`, and where play can go on for ever.  `progress` is called a few times
    a second with a sentence on how far it has come.
    """

    def __init__(
        self, game: Game, state: Any = None, *, megabytes: float = MEGABYTES,
        progress: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        refuse(game)
        self.game = game
        self.state = game.initial() if state is None else state
        self.megabytes, self._progress, self._said = megabytes, progress, 0.0
        self._words = count_words(self.state)
        self._compiled = runs_compiled(game)
        self._counts, self._room = Buffer(COUNTS), Buffer(2)
        self._states = self._nodes = self._edges = self._table = Buffer(0)
        self._list()
        self._solve()

    @property
    def positions(self) -> int:
        """How many there are."""
        return self._counts[KNOWN]

    def bounds(self, state: Any) -> tuple[float, float]:
        """Between what numbers the value of one of the positions lies, in payoffs of player 0."""
        number = number_of(self.game, state, self._words, self._states, self._table, self._counts)
        if self._counts[KNOWN] > self._listed:
            self._counts[KNOWN] = self._listed
            raise ValueError("This position does not come about from the one that was solved.")
        scale = self.game.utility_limit / ONE
        return self._bounds[2 * number] * scale, self._bounds[2 * number + 1] * scale

    def value(self, state: Any) -> float:
        """What a position is worth to player 0."""
        low, high = self.bounds(state)
        return (low + high) / 2

    # ---- made

    def _say(self, sentence: str) -> None:
        now = time.monotonic()
        if self._progress is not None and now - self._said >= PAUSE:
            self._said = now
            self._progress(sentence)

    def _list(self) -> None:
        room, slots, edges = 1 << 10, 1 << 12, 1 << 12
        self._make_room(room, edges, slots)
        number_of(self.game, self.state, self._words, self._states, self._table, self._counts)
        steps = STEP if self._compiled else PLAIN_STEP
        while True:
            answer = list_positions(
                self.game, self.state, self._words, self._states, self._nodes, self._edges, self._table,
                self._counts, self._room, steps,
            )  # fmt: skip
            if answer == 0:
                break
            if answer == 1:
                full = self._counts[KNOWN] >= self._room[0]
                self._make_room(
                    self._room[0] * (2 if full else 1), self._room[1] * (1 if full else 2),
                    self._table[0] * (2 if full else 1),
                )  # fmt: skip
            self._say(f"{self._counts[KNOWN]:,} positions listed")
        self._listed = self._counts[KNOWN]

    def _make_room(self, room: int, edges: int, slots: int) -> None:
        """Room for so many positions and edges, with what there is; `Unsuitable` if that is too much."""
        # words: its state, its node, its place in the table, two bounds, four of work and three of order
        needed = 8 * (room * (self._words + NODE + 2 + 4 + 3) + slots + edges)
        if needed > self.megabytes * 1e6:
            raise Unsuitable(
                f"{self.game.title()} is too large to solve: more than {self._counts[KNOWN]:,} positions "
                f"come about, and there is room for {self.megabytes:g} megabytes of them."
            )
        states, nodes, links = Buffer(room * self._words + self._words), Buffer(room * NODE), Buffer(edges)
        if self._counts[KNOWN]:
            for new, old in ((states, self._states), (nodes, self._nodes), (links, self._edges)):
                size = min(len(old), len(new))
                new.array[:size] = old.array[:size]
        self._states, self._nodes, self._edges = states, nodes, links
        self._table = Buffer(1 + slots)
        self._table[0] = slots
        fill_table(self.game, self._words, self._states, self._table, self._counts[KNOWN])
        self._room[0], self._room[1] = room, edges

    def _solve(self) -> None:
        count = self._listed
        order = Buffer(3 * count + 1)
        components = find_components(self.game, self._nodes, self._edges, count, Buffer(4 * count), order)
        self.components = components
        self._bounds = Buffer(2 * count)
        self._bounds.array[0::2] = -ONE
        self._bounds.array[1::2] = ONE
        sweeps, done = Buffer(1), 0
        steps = 10 * STEP if self._compiled else PLAIN_STEP
        while done < components:
            done = settle(
                self.game, self._nodes, self._edges, order, self._bounds, count, done, components,
                int(TOLERANCE * ONE / 100), steps, sweeps,
            )  # fmt: skip
            self._say(f"{order[count + done]:,} of {count:,} positions solved")
        self.sweeps = sweeps[0]


def refuse(game: Game) -> None:
    """`Unsuitable` for a game of which there are no such values."""
    alone = game.players == 1
    if not alone and not (game.players == 2 and game.zero_sum):
        raise Unsuitable(f"{game.title()} is not solved: its players are not two with opposite interests.")
    if game.hidden or game.simultaneous:
        raise Unsuitable(f"{game.title()} is not solved by value iteration: players do not see everything.")
    if game.chance is Chance.SAMPLED:
        raise Unsuitable(f"{game.title()} is not solved: nature's moves are not listed.")


def solve(
    game: Game,
    state: Any = None,
    *,
    megabytes: float = MEGABYTES,
    progress: Callable[[str], None] | None = None,
) -> Analysis:
    """The value of a position of a game of chance with best play, and of each action there.

    Known to `TOLERANCE`; `Unsuitable` where it cannot be (see `Values`).  KeyboardInterrupt ends it.
    """
    watch = Stopwatch()
    values = Values(game, state, megabytes=megabytes, progress=progress)
    state = values.state
    low, high = values.bounds(state)
    if high - low > TOLERANCE * game.utility_limit:
        raise Unsuitable(
            f"{game.title()} is not solved by value iteration: play can go on for ever, and what it is worth "
            f"lies between {low:g} and {high:g}."
        )
    mover = game.to_move(state)
    player = max(mover, 0)
    sign = 1 if player == 0 else -1
    lines = []
    if mover != CHANCE and not game.is_terminal(state):
        for action in game.actions(state):
            worth = sign * values.value(game.result(state, action))
            lines.append(Line(action, Score.proof(game, player, worth), (action,)))
        lines.sort(key=lambda line: -line.value)
    return Analysis(
        game=game,
        state=state,
        algorithm=ALGORITHM,
        lines=tuple(lines),
        score=Score.proof(game, player, sign * values.value(state)),
        depth=0,
        nodes=values.positions,
        seconds=watch.seconds,
        statistics={"components": values.components, "sweeps": values.sweeps},
    )
