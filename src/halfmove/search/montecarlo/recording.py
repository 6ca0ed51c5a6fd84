"""Monte Carlo tree search one iteration at a time, written down.

    engine = MonteCarlo(hm.game("nim"), seed=1)
    engine.begin()
    engine.set_root(engine.game.initial())
    iterations = record(engine, 100)

The phases are those of `phases`, called one after the other on the engine's own memory and run interpreted;
the recorder only reads the tree before and after each, and, at each choice in the tree, before it is counted.
So what is recorded is what happens: the tree, the
random numbers and all counts are afterwards what they would be had `engine.grow` simulated as often, while no
node has been visited so often that `phases.trunk` would have simulations share it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.choosing import PRIOR_ONE, count_tried_actions
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.expansion import expand, has_room
from halfmove.search.montecarlo.graph import find_node, visits_of
from halfmove.search.montecarlo.memory import (
    AGAIN,
    CUT_OFF,
    EXACT,
    FIRST,
    LIMITS,
    LONGEST_PATH,
    NODE,
    NODE_1,
    ROOT,
    ROOT_VISITS,
    SIMULATIONS,
    SIZE,
    action_of,
    action_on,
    edges_of,
    gained_on,
    high_of,
    limits_on,
    low_of,
    mover_of,
    node_on,
    prior_on,
    rave_visits_on,
    size_of,
    visits_on,
)
from halfmove.search.montecarlo.phases import back_propagate, expand_leaf, select, simulate
from halfmove.search.montecarlo.plan import PUCT, RAVE
from halfmove.search.montecarlo.proving import is_settled
from halfmove.search.montecarlo.records import (
    Backup,
    Candidate,
    Choice,
    Expansion,
    Iteration,
    Playout,
    Proof,
    Snapshot,
    Terms,
    Vertex,
)
from halfmove.search.montecarlo.terms import (
    Basis,
    basis,
    promises,
    rave_share,
    standard,
    terms,
    total,
)


def record(engine: MonteCarlo, simulations: int) -> tuple[Iteration, ...]:
    """Simulate so often from the engine's root, and write each iteration down; fewer where the root is proven
    or the tree is full.  `BadInput` for an engine of several threads, whose iterations overlap."""
    if engine.threads > 1:
        raise BadInput(
            "Iterations of several threads overlap, and cannot be recorded one by one; use one thread."
        )
    recorder = _Recorder(engine)
    iterations: list[Iteration] = []
    while len(iterations) < simulations and recorder.may_go_on():
        iterations.append(recorder.iteration())
    return tuple(iterations)


def snapshot(engine: MonteCarlo) -> Snapshot:
    """The engine's tree as it is; of an engine of one tree."""
    return _Recorder(engine, open_root=False).snapshot()


class _Noticing:
    """A buffer that tells of what is written to it: `phases.step` writes the node it leaves to
    `Worker.through` when it has chosen an edge, before it counts the visit."""

    def __init__(self, buffer: Buffer, notice: Callable[[int, int], None]) -> None:
        self.buffer, self.notice = buffer, notice

    def __getitem__(self, index: int) -> int:
        return self.buffer[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.buffer[index] = value
        self.notice(index, value)


class _Recorder:
    def __init__(self, engine: MonteCarlo, *, open_root: bool = True) -> None:
        self.engine = engine
        self.game: Game = interpreted(engine.subject)
        (self.tree,) = engine.trees
        self.plan, self.root = engine.plan, engine.root
        through: Any = _Noticing(engine.workers[0].through, self.notice)
        self.worker = engine.workers[0]._replace(through=through)
        self.full = 2.0 * self.plan.most
        self.expanding = False
        self.choices: list[Choice] = []
        """Of the iteration under way; their states are those of the path."""
        if open_root and self.tree.nodes[ROOT * NODE + FIRST] == 0:
            expand(self.game, self.root, self.tree, self.worker, self.plan, NODE_1, 0)

    def may_go_on(self) -> bool:
        return has_room(self.game, self.tree) and not self.solved()

    def solved(self) -> bool:
        return is_settled(self.tree.nodes[ROOT * NODE + LIMITS])

    def notice(self, depth: int, node: int) -> None:
        """Write down what a choice was made from: an edge of `node` has been chosen, and not yet counted."""
        state = self.root
        if depth:
            last = self.choices[-1]
            number = action_on(self.tree, last.chosen.edge)
            state = self.game.result(last.state, number)
        visits = self.visits(depth, node)
        self.choices.append(
            self.choice(depth, node, state, visits, self.seen(node, visits), self.worker.path[depth])
        )

    def visits(self, depth: int, node: int) -> int:
        """The N of `phases`: the simulations before this one, which is counted on the way; of a node just
        made with this one."""
        if self.expanding:
            return visits_on(self.tree, self.worker.path[depth - 1])
        if self.plan.graph:
            return visits_of(self.tree, node)
        if depth == 0:
            return self.tree.counters[ROOT_VISITS] - 1
        return visits_on(self.tree, self.worker.path[depth - 1]) - 1

    # ---- the four phases
    def iteration(self) -> Iteration:
        state, edge, selection = self.select()
        state, edge, expansion = self.expand(state, edge, selection)
        path = (*selection, expansion.choice) if expansion.choice else selection
        playout, end = self.simulate(state, edge, len(path))
        backup = self.back_propagate(path, end)
        return Iteration(
            number=self.worker.counters[SIMULATIONS],
            selection=selection,
            expansion=expansion,
            playout=playout,
            backup=backup,
            proofs=self.proofs(path),
            solved=bool(self.plan.solve) and self.solved(),
        )

    def select(self) -> tuple[Any, int, tuple[Choice, ...]]:
        self.choices, self.expanding = [], False
        state, _, edge = select(self.game, self.root, self.tree, self.worker, self.plan)
        return state, edge, tuple(self.choices)

    def expand(self, state: Any, edge: int, selection: tuple[Choice, ...]) -> tuple[Any, int, Expansion]:
        depth, leaf = len(selection), edge
        why = self.why_no_node(state, edge, depth)
        known = not why and self.plan.graph and find_node(self.tree, self.game.key(state))
        had, self.expanding = node_on(self.tree, leaf), True
        state, length, edge = expand_leaf(self.game, state, self.tree, self.worker, self.plan, depth, edge)
        made = node_on(self.tree, leaf)
        if made == had:
            return state, edge, Expansion(0, why or "cycle")
        # without a step on, the node's edges have proven what the path leads to
        choice = self.choices[-1] if length > depth else None
        seen = choice.candidates if choice else self.seen(made, visits_on(self.tree, leaf))
        return state, edge, Expansion(made, "shared" if known else "new", self.mover(made), seen, choice)

    def why_no_node(self, state: Any, edge: int, depth: int) -> str:
        """The reasons of `phases.new_leaf`, in the order in which they are best told."""
        if self.plan.solve and is_settled(limits_on(self.tree, edge)):
            return "proven"
        if self.worker.counters[AGAIN]:
            return "repeated"
        if self.game.is_terminal(state):
            return "over"
        if depth >= LONGEST_PATH:
            return "deep"
        return "visits" if visits_on(self.tree, edge) < self.plan.expand else ""

    def simulate(self, state: Any, edge: int, depth: int) -> tuple[Playout, int]:
        counters = self.worker.counters
        proven, cut_off = counters[EXACT], counters[CUT_OFF]
        end = simulate(self.game, state, self.tree, self.worker, self.plan, depth, edge)
        actions = [action_of(self.worker.line[ply]) for ply in range(depth, end)]
        final = state
        for action in actions:
            final = self.game.result(final, action)
        how = "over"
        if counters[EXACT] > proven:
            how = "proven"
        elif counters[AGAIN]:
            how = "repeated"
        elif counters[CUT_OFF] > cut_off:
            how = "cut off"
        rewards = tuple(self.worker.rewards[who] / self.full for who in range(self.game.players))
        return Playout(state, tuple(map(self.engine.named, actions)), final, how, rewards), end

    def back_propagate(self, path: tuple[Choice, ...], end: int) -> tuple[Backup, ...]:
        before = [self.as_first_visits(choice.node) for choice in path]
        back_propagate(self.game, self.tree, self.worker, self.plan, len(path), end, 0)
        found = []
        for choice, rave in zip(reversed(path), reversed(before), strict=True):
            chosen = choice.chosen
            now = self.as_first_visits(choice.node)
            found.append(
                Backup(
                    edge=chosen.edge,
                    depth=choice.depth,
                    action=chosen.action,
                    mover=choice.mover,
                    visits=(chosen.visits, visits_on(self.tree, chosen.edge)),
                    wins=(chosen.wins, gained_on(self.tree, chosen.edge) / self.full),
                    as_first=tuple(
                        c.action for c, was, n in zip(choice.candidates, rave, now, strict=True) if n > was
                    ),
                )
            )
        return tuple(found)

    def proofs(self, path: tuple[Choice, ...]) -> tuple[Proof, ...]:
        found = []
        for choice in reversed(path):
            was = choice.chosen
            limits = limits_on(self.tree, was.edge)
            low, high = low_of(limits), high_of(limits)
            if (low, high) != (was.low, was.high):
                found.append(Proof(was.edge, choice.depth, was.action, (was.low, low), (was.high, high)))
        return tuple(found)

    # ---- reading the tree
    def seen(self, node: int, visits: int) -> tuple[Candidate, ...]:
        """The actions of a node as a simulation finds them that comes after so many."""
        tree, plan = self.tree, self.plan
        size = size_of(tree.nodes[node * NODE + SIZE])
        if self.by_chance(node):
            return tuple(self.candidate(edge, chance=True) for edge in edges_of(tree, node))
        first = tree.nodes[node * NODE + FIRST]
        looked_at = count_tried_actions(size, visits, plan)
        bar = standard(tree, plan, node)
        base = basis(tree, plan, first, looked_at, visits)
        found = []
        for place, edge in enumerate(edges_of(tree, node)):
            if place >= looked_at:
                found.append(self.candidate(edge, out="widening"))
            elif not promises(limits_on(tree, edge), bar):
                found.append(self.candidate(edge, out="proven"))
            else:
                found.append(self.candidate(edge, terms=self.terms(edge, base)))
        return tuple(found)

    def by_chance(self, node: int) -> bool:
        return self.game.has_chance and self.mover(node) == CHANCE

    def mover(self, node: int) -> int:
        return mover_of(self.tree.nodes[node * NODE + SIZE])

    def candidate(
        self, edge: int, *, out: str = "", terms: Terms | None = None, chance: bool = False
    ) -> Candidate:
        limits = limits_on(self.tree, edge)
        return Candidate(
            edge=edge,
            action=self.engine.named(action_on(self.tree, edge)),
            node=node_on(self.tree, edge),
            visits=visits_on(self.tree, edge),
            wins=gained_on(self.tree, edge) / self.full,
            low=low_of(limits),
            high=high_of(limits),
            out=out,
            terms=terms,
            probability=prior_on(self.tree, edge) / PRIOR_ONE if chance else None,
        )

    def terms(self, edge: int, base: Basis) -> Terms:
        """The formula's terms for an edge, and their sum as the selection compares it."""
        tree, plan = self.tree, self.plan
        n = visits_on(tree, edge)
        own, explore, others, bias = map(float, terms(tree, plan, edge, n, base))
        compared = float(total(tree, plan, edge, n, base))
        share, prior = 0.0, None
        if plan.formula == RAVE:
            share = rave_share(plan, rave_visits_on(tree, edge), n)
        if plan.formula == PUCT or plan.bias > 0:
            prior = prior_on(tree, edge) / PRIOR_ONE
        return Terms(own, explore, others, bias, compared, share, prior)

    def choice(
        self, depth: int, node: int, state: Any, visits: int, seen: tuple[Candidate, ...], edge: int
    ) -> Choice:
        taken = next(place for place, candidate in enumerate(seen) if candidate.edge == edge)
        how = "formula" if seen[taken].terms else "chance" if self.by_chance(node) else "bounds"
        return Choice(depth, node, state, self.mover(node), visits, seen, taken, how)

    def as_first_visits(self, node: int) -> list[int]:
        """With rave: of each edge of a node, the simulations that count for it; zeros with other formulas."""
        if self.plan.formula != RAVE:
            return [0] * len(edges_of(self.tree, node))
        return [rave_visits_on(self.tree, edge) for edge in edges_of(self.tree, node)]

    def snapshot(self) -> Snapshot:
        found: dict[int, Vertex] = {}
        todo = [ROOT] if len(edges_of(self.tree, ROOT)) else []
        while todo:
            node = todo.pop(0)
            edges = tuple(self.candidate(e, chance=self.by_chance(node)) for e in edges_of(self.tree, node))
            found[node] = Vertex(node, self.mover(node), edges)
            todo += [c.node for c in edges if c.node and c.node not in found and c.node not in todo]
        return Snapshot(self.tree.counters[ROOT_VISITS], tuple(found.values()))
