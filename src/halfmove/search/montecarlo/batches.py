"""Leaves valued from outside, several at a time: no playouts, but the word of a network, say.

AlphaZero's search (Silver et al., *Mastering Chess and Shogi by Self-Play*, 2017): a simulation goes down to
a state without a node, a function of the user's says what that is worth and how likely each of its actions
is to be the best, and the value is backed up.  Asking a network about many states at once costs little more
than asking about one, so simulations are begun until a batch is full, each in a `Worker` of its own; those
under way look like losses (a virtual loss), so that the next ones go elsewhere.  A simulation that comes to a
leaf that is being asked about already is taken back, and the batch is asked as it is.

`descend` and `conclude` are the two halves of `phases.iterate`'s loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from halfmove.core.buffer import fetch_add
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import WIN
from halfmove.search.montecarlo.choosing import PRIOR_ONE
from halfmove.search.montecarlo.expansion import expand, inherit
from halfmove.search.montecarlo.graph import enter, find_node, on_path, visits_of
from halfmove.search.montecarlo.memory import (
    AGAIN,
    GAINED,
    LINK,
    LONGEST_PATH,
    NODE,
    NODE_1,
    NODES_USED,
    OWN_GAINED,
    OWN_VISITS,
    ROOT,
    ROOT_VISITS,
    SIZE,
    ZERO,
    Tree,
    Worker,
    action_on,
    another_path,
    edges_of,
    ensure_record,
    limits_on,
    link_node,
    mover_of,
    node_on,
    visits_on,
)
from halfmove.search.montecarlo.phases import (
    back_propagate,
    count,
    expand_leaf,
    go_down,
    select,
    simulate,
    take,
)
from halfmove.search.montecarlo.plan import Plan
from halfmove.search.montecarlo.proving import is_settled, prove
from halfmove.search.montecarlo.repetition import play_and_note

Judgement = tuple[Sequence[float], float | Sequence[float]]
"""Of one state: for each of its actions how likely it is the best (not negative; made to add up to 1), and
what the state is worth, as a utility to the player to move, or to each player."""
Evaluator = Callable[[Sequence[Any], Sequence[Sequence[Any]]], Iterable[Judgement]]
"""Called with states and the actions of each; a `Judgement` for each, in the same order."""


# ---- the kernels


@kernel
def plant(game: Game, root: Any, tree: Tree, worker: Worker, plan: Plan) -> None:
    """Give the root its edges."""
    expand(game, root, tree, worker, plan, NODE_1, ZERO)


@kernel
def actions_at(game: Game, state: Any, worker: Worker) -> int:
    """List the actions of a state to the worker's `moves`, in the order of `Worker.given`; how many."""
    if game.has_chance and game.to_move(state) == CHANCE:
        return 0
    return game.list_actions(state, worker.moves, 0)


@kernel
def descend(game: Game, root: Any, tree: Tree, worker: Worker, plan: Plan) -> tuple[Any, int, int]:
    """Begin a simulation: the state it comes to, its depth, and the edge that leads there; the edge is -1
    where nothing had to be asked, as the value is certain, and the simulation is over."""
    state, depth, edge = select(game, root, tree, worker, plan)
    return expand_to_leaf(game, state, tree, worker, plan, depth, edge)


@kernel
def descend_often(
    game: Game, root: Any, tree: Tree, worker: Worker, plan: Plan, threshold: int, most: int
) -> tuple[Any, int, int, int]:
    """`descend`, but only the visit of a leaf whose number is `threshold`, or a multiple of it, comes back to
    be asked about, with what a playout brings in `rewards`; at others the playout ends the simulation, and
    another begins, `most` in all.  What `descend` gives, and how many simulations there were."""
    made = ZERO
    while made < most:
        made += 1
        state, depth, edge = select(game, root, tree, worker, plan)
        early = is_early(game, state, tree, worker, plan, depth, edge, threshold)
        if not early:
            state, depth, edge = expand_to_leaf(game, state, tree, worker, plan, depth, edge)
            if edge < 0:
                break
        end = simulate(game, state, tree, worker, plan, depth, edge)
        if not early:
            return state, depth, edge, made
        back_propagate(game, tree, worker, plan, depth, end, ZERO)
    return root, ZERO, -1, made


def is_early(
    game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int, threshold: int
) -> bool:
    """Whether a leaf is played out: it has too few visits to be asked about, or is being asked about."""
    if node_on(tree, edge) != 0 or visits_on(tree, edge) % threshold == 0:
        return False
    return not is_certain(game, state, tree, worker, plan, depth, edge)


@kernel
def descend_by(
    game: Game, root: Any, tree: Tree, worker: Worker, plan: Plan, edge: int
) -> tuple[Any, int, int]:
    """`descend` by an edge of the root that is chosen already; a player moves there."""
    count(tree.counters, ROOT_VISITS, 1, worker)
    worker.counters[AGAIN] = 0
    before = take(tree, worker, NODE_1, mover_of(tree.nodes[ROOT * NODE + SIZE]), edge, ZERO)
    state = play_and_note(game, root, action_on(tree, edge), worker, plan, ZERO)
    depth, node = ZERO + 1, node_on(tree, edge)
    known = plan.solve != 0 and is_settled(limits_on(tree, edge))
    if node != 0 and not known and worker.counters[AGAIN] == 0:
        state, depth, edge = go_down(game, state, tree, worker, plan, node, before, depth, edge)
    return expand_to_leaf(game, state, tree, worker, plan, depth, edge)


def expand_to_leaf(
    game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int
) -> tuple[Any, int, int]:
    """The rest of `descend` from where selection ended."""
    while not is_certain(game, state, tree, worker, plan, depth, edge):
        if game.has_chance and game.to_move(state) == CHANCE:
            state, depth, edge = expand_leaf(game, state, tree, worker, plan, depth, edge)
            continue
        node = ZERO
        if plan.graph != 0:
            node = find_node(tree, game.key(state))
        if node == 0 or on_path(worker, node, depth):
            return state, depth, edge
        link_node(tree, edge, node)
        if plan.solve != 0:
            prove(tree, worker, plan, depth)
        if not is_settled(limits_on(tree, edge)):
            visits = visits_of(tree, node)
            state, depth, edge = go_down(game, state, tree, worker, plan, node, visits, depth, edge)
    end = simulate(game, state, tree, worker, plan, depth, edge)
    back_propagate(game, tree, worker, plan, depth, end, ZERO)
    return state, depth, -1


def is_certain(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int) -> bool:
    """Whether what a leaf is worth need not be asked: by the rules, or by a proof."""
    if worker.counters[AGAIN] != 0 or game.is_terminal(state):
        return True
    return plan.solve != 0 and is_settled(limits_on(tree, edge))


@kernel
def conclude(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int) -> None:
    """End a simulation: its leaf becomes a node, with the shares in `given`, and what it is worth, in
    `rewards`, is backed up."""
    if node_on(tree, edge) == 0 and depth < LONGEST_PATH:
        node = ZERO
        if plan.graph != 0:
            node = find_node(
                tree, game.key(state)
            )  # another simulation of the batch came to it on another way
        if node == 0:
            node = fetch_add(tree.counters, NODES_USED, 1)
            expand(game, state, tree, worker, plan, node, depth)
            inherit(game, state, tree, worker, plan, node, edge, depth)
            tree.nodes[node * NODE + OWN_VISITS] += 1
            tree.nodes[node * NODE + OWN_GAINED] += worker.rewards[game.to_move(state)]
            if plan.graph != 0:
                enter(tree, game.key(state), node)
        if not (plan.graph != 0 and on_path(worker, node, depth)):
            link_node(tree, edge, node)
            if plan.solve != 0:
                prove(tree, worker, plan, depth)
    if plan.solve != 0 and is_settled(limits_on(tree, edge)):
        simulate(game, state, tree, worker, plan, depth, edge)  # takes the value that is proven
    back_propagate(game, tree, worker, plan, depth, depth, ZERO)


@kernel
def repeat(game: Game, tree: Tree, worker: Worker, depth: int, times: int) -> None:
    """Have what `rewards` says count for the whole path as so many visits more."""
    count(tree.counters, ROOT_VISITS, times, worker)
    for ply in range(depth):
        at = worker.places[ply]
        count(tree.records, at + LINK, times, worker)
        count(tree.records, at + GAINED, times * worker.rewards[max(worker.movers[ply], 0)], worker)


@kernel
def retract(game: Game, tree: Tree, worker: Worker, depth: int) -> None:
    """Undo a simulation that has not been backed up: it was never there."""
    count(tree.counters, ROOT_VISITS, -1, worker)
    for ply in range(depth):
        count(tree.records, ensure_record(tree, worker.path[ply]) + LINK, -1, worker)


# ---- a batch


class Batches:
    """Simulations of one tree whose leaves an evaluator values, up to `size` in one call."""

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        size: int,
        worker: Worker,
        plan: Plan,
        named: Callable[[int], Any] | None = None,
    ) -> None:
        """`named` tells what the evaluator calls an action, where that is not its number."""
        self.game, self.evaluator, self.plan = game, evaluator, plan._replace(guided=1, expand=1)
        self._named = named
        self.workers = [worker, *(another_path(worker) for _ in range(size - 1))]
        self.asked = 0
        """States that were evaluated, since the beginning."""
        self._descend: Callable[..., tuple[Any, int, int]] = descend
        self._conclude: Callable[..., None] = conclude
        """The two kernels that are called for each simulation, looked up once a search (`prepare`)."""

    def prepare(self, state: Any, tree: Tree) -> None:
        """Make the machine code."""
        worker = self.workers[0]
        zero = int(ZERO)
        plant.prepare(self.game, state, tree, worker, self.plan)
        actions_at.prepare(self.game, state, worker)
        conclude.prepare(self.game, state, tree, worker, self.plan, zero, zero)
        retract.prepare(self.game, tree, worker, zero)
        self._conclude = conclude.specialised(self.game, state, tree, worker, self.plan, zero, zero)
        self._prepare_descent(state, tree)

    def _prepare_descent(self, state: Any, tree: Tree) -> None:
        """Make the machine code that goes down the tree."""
        worker = self.workers[0]
        descend.prepare(self.game, state, tree, worker, self.plan)
        self._descend = descend.specialised(self.game, state, tree, worker, self.plan)

    def begin(self, budget: int, until: float) -> None:
        """A search begins, of so many simulations and until the clock (`time.perf_counter`) says so."""

    def descend(self, root: Any, tree: Tree, worker: Worker, most: int) -> tuple[Any, int, int, int]:
        """Begin one simulation, see `descend`; those that need no asking may go before it, `most` in all.
        The last number says how many there were."""
        state, depth, edge = self._descend(self.game, root, tree, worker, self.plan)
        return state, depth, edge, 1

    def simulate(self, root: Any, tree: Tree, times: int) -> int:
        """One batch of simulations, no more than so many; how many.  Whatever the evaluator raises is
        raised, and then nothing was asked."""
        if not edges_of(tree, ROOT):
            self._plant(root, tree)
        waiting: dict[int, tuple[Worker, Any, int]] = {}
        done = 0
        for worker in self.workers:
            if done >= times:
                break
            state, depth, edge, made = self.descend(root, tree, worker, times - done)
            done += made
            if edge in waiting:
                retract(self.game, tree, worker, depth)
                done -= 1
                break
            if edge >= 0:
                waiting[edge] = (worker, state, depth)
        try:
            told = self._ask([state for _, state, _ in waiting.values()])
        except BaseException:
            for worker, _, depth in waiting.values():
                retract(self.game, tree, worker, depth)
            raise
        for (edge, (worker, state, depth)), (given, rewards) in zip(waiting.items(), told, strict=True):
            worker.given.array[: len(given)] = given
            self._back_up(rewards, state, tree, worker, depth, edge)
        return done

    def _back_up(
        self, rewards: Sequence[int], state: Any, tree: Tree, worker: Worker, depth: int, edge: int
    ) -> None:
        """End the simulation of a leaf of which the evaluator says `rewards`."""
        worker.rewards.array[: len(rewards)] = rewards
        self._conclude(self.game, state, tree, worker, self.plan, depth, edge)

    def _plant(self, root: Any, tree: Tree) -> None:
        worker = self.workers[0]
        if self.game.to_move(root) != CHANCE:
            given, _ = self._ask([root])[0]
            worker.given.array[: len(given)] = given
        plant(self.game, root, tree, worker, self.plan)

    # ---- asking
    def _ask(self, states: list[Any]) -> list[tuple[list[int], list[int]]]:
        """What the evaluator says of states: for each the shares of its actions, for `given`, and what it
        brings each player, for `rewards`."""
        if not states:
            return []
        numbers = [self._numbers(state) for state in states]
        named = self._named
        actions = numbers if named is None else [[named(a) for a in some] for some in numbers]
        judgements = list(self.evaluator(states, actions))
        if len(judgements) != len(states):
            raise BrokenPromise(
                f"The evaluator was asked about {len(states)} states and judged {len(judgements)}."
            )
        self.asked += len(states)
        return [
            (shares_of(shares, len(some)), self._rewards(state, value))
            for state, some, (shares, value) in zip(states, numbers, judgements, strict=True)
        ]

    def _numbers(self, state: Any) -> list[int]:
        worker = self.workers[0]
        size = actions_at(self.game, state, worker)
        return [int(a) for a in worker.moves.array[:size]]

    def _rewards(self, state: Any, value: float | Sequence[float]) -> list[int]:
        """A judgement's value as what it brings each player, counted from the worst there can be."""
        game, most = self.game, self.plan.most
        told = np.asarray(value, dtype=float)
        values = [float(v) for v in told.ravel()]
        if told.ndim == 0 and game.players == 2 and game.zero_sum:
            values = [values[0], -values[0]] if game.to_move(state) == 0 else [-values[0], values[0]]
        elif told.ndim == 0 and game.players > 1:
            raise BrokenPromise(
                "The evaluator must give a value for each player, as these have not opposite interests."
            )
        limit = most / WIN
        if len(values) != game.players or not all(abs(v) <= limit * (1 + 1e-6) for v in values):
            raise BrokenPromise(
                f"The evaluator gave the value {value}; it must be within {limit:g} either way, as "
                "the game's utility_limit says."
            )
        return [min(max(round(v * WIN), -most), most) + most for v in values]


def shares_of(shares: Sequence[float], size: int) -> list[int]:
    """Likelihoods as whole numbers that add up to `PRIOR_ONE`, about; equal ones where all are 0."""
    told = [float(p) for p in shares]
    if len(told) != size:
        raise BrokenPromise(f"The evaluator gave {len(told)} likelihoods for {size} actions.")
    if not all(p >= 0 and math.isfinite(p) for p in told):
        raise BrokenPromise("The evaluator gave a likelihood that is negative or no number.")
    total = sum(told)
    return [max(round(p / total * PRIOR_ONE), 1) if total else PRIOR_ONE // size for p in told]
