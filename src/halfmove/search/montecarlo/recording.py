"""Monte Carlo tree search one iteration at a time, written down.

    engine = MonteCarlo(hm.game("nim"), seed=1)
    engine.begin()
    engine.set_root(engine.game.initial())
    iterations = record(engine, 100)

The phases are those of `phases`, called one after the other on the engine's own memory and run interpreted;
the recorder only reads the tree before and after each.  So what is recorded is what happens: the tree, the
random numbers and all counts are afterwards what they would be had `engine.grow` simulated as often.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.game import CHANCE, Game
from halfmove.search.montecarlo.choosing import PRIOR_ONE, considered
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.graph import found
from halfmove.search.montecarlo.memory import (
    AGAIN,
    CUT_OFF,
    EDGE,
    EDGE_LIMITS,
    EXACT,
    EXTRA,
    FIRST,
    GAINED,
    LIMITS,
    LONGEST_PATH,
    NODE,
    NODE_1,
    PRIOR,
    RAVE_VISITS,
    ROOT,
    ROOT_VISITS,
    SIMULATIONS,
    SIZE,
    VISITS,
    action_of,
    edges_of,
    high_of,
    low_of,
    mover_of,
    node_of,
    size_of,
)
from halfmove.search.montecarlo.phases import (
    back_propagate,
    begin,
    follow,
    known_visits,
    may_go_on,
    new_leaf,
    set_out,
    simulate,
    step,
    step_on,
)
from halfmove.search.montecarlo.plan import PUCT, RAVE
from halfmove.search.montecarlo.proving import settled
from halfmove.search.montecarlo.records import (
    Backup,
    Candidate,
    Choice,
    Expansion,
    Iteration,
    Playout,
    Proof,
    Standing,
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


def standing(engine: MonteCarlo) -> Standing:
    """The engine's tree as it is; of an engine of one tree."""
    return _Recorder(engine, open_root=False).standing()


class _Recorder:
    def __init__(self, engine: MonteCarlo, *, open_root: bool = True) -> None:
        self.engine = engine
        self.game: Game = interpreted(engine.subject)
        (self.tree,) = engine.trees
        self.worker, self.plan, self.root = engine.workers[0], engine.plan, engine.root
        self.full = 2.0 * self.plan.most
        if open_root:
            begin(self.game, self.root, self.tree, self.worker, self.plan)

    def may_go_on(self) -> bool:
        return may_go_on(self.game, self.tree)

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
            solved=bool(self.plan.solve) and settled(self.tree.nodes[ROOT * NODE + LIMITS]),
        )

    def select(self) -> tuple[Any, int, tuple[Choice, ...]]:
        state, node, edge = self.root, NODE_1, 0
        visits = set_out(self.tree, self.worker)
        choices: list[Choice] = []
        while node != 0:
            depth, at, here = len(choices), node, state
            visits = known_visits(self.tree, self.plan, node, visits)
            seen = self.seen(node, visits)
            edge, before = step(self.game, self.tree, self.worker, self.plan, node, visits, depth)
            state, node = follow(self.game, state, self.tree, self.worker, self.plan, edge, depth)
            choices.append(self.choice(depth, at, here, visits, seen, edge))
            visits = before
        return state, edge, tuple(choices)

    def expand(self, state: Any, edge: int, selection: tuple[Choice, ...]) -> tuple[Any, int, Expansion]:
        depth, at = len(selection), edge * EDGE
        why = self.why_no_node(state, edge, depth)
        known = not why and self.plan.graph and found(self.tree, self.game.key(state))
        had = node_of(self.tree.edges[at])
        node = new_leaf(self.game, state, self.tree, self.worker, self.plan, depth, edge)
        made = node_of(self.tree.edges[at])
        if made == had:
            return state, edge, Expansion(0, why or "cycle")
        n = self.tree.edges[at + VISITS]
        seen = self.seen(made, n)
        why = "shared" if known else "new"
        if node == 0:  # the node's edges prove what the path leads to
            return state, edge, Expansion(made, why, self.mover(made), seen)
        here = state
        state, edge = step_on(self.game, state, self.tree, self.worker, self.plan, depth, edge, node)
        choice = self.choice(depth, node, here, n, seen, edge)
        return state, edge, Expansion(made, why, choice.mover, seen, choice)

    def why_no_node(self, state: Any, edge: int, depth: int) -> str:
        """The reasons of `phases.new_leaf`, in the order in which they are best told."""
        at = edge * EDGE
        if self.plan.solve and settled(self.tree.edges[at + EDGE_LIMITS]):
            return "proven"
        if self.worker.counters[AGAIN]:
            return "repeated"
        if self.game.is_terminal(state):
            return "over"
        if depth >= LONGEST_PATH:
            return "deep"
        return "visits" if self.tree.edges[at + VISITS] < self.plan.expand else ""

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
        back_propagate(self.game, self.tree, self.worker, self.plan, len(path), end)
        found = []
        for choice, rave in zip(reversed(path), reversed(before), strict=True):
            chosen = choice.chosen
            at = chosen.edge * EDGE
            now = self.as_first_visits(choice.node)
            found.append(
                Backup(
                    edge=chosen.edge,
                    depth=choice.depth,
                    action=chosen.action,
                    mover=choice.mover,
                    visits=(chosen.visits, self.tree.edges[at + VISITS]),
                    wins=(chosen.wins, self.tree.edges[at + GAINED] / self.full),
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
            limits = self.tree.edges[was.edge * EDGE + EDGE_LIMITS]
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
        looked_at = considered(size, visits, plan)
        bar = standard(tree, plan, node)
        base = basis(tree, plan, first, looked_at, visits)
        found = []
        for place, edge in enumerate(edges_of(tree, node)):
            if place >= looked_at:
                found.append(self.candidate(edge, out="widening"))
            elif not promises(tree.edges[edge * EDGE + EDGE_LIMITS], bar):
                found.append(self.candidate(edge, out="proven"))
            else:
                found.append(self.candidate(edge, terms=self.terms(edge, base)))
        return tuple(found)

    def by_chance(self, node: int) -> bool:
        return self.game.chance and self.mover(node) == CHANCE

    def mover(self, node: int) -> int:
        return mover_of(self.tree.nodes[node * NODE + SIZE])

    def candidate(
        self, edge: int, *, out: str = "", terms: Terms | None = None, chance: bool = False
    ) -> Candidate:
        at = edge * EDGE
        word, limits = self.tree.edges[at], self.tree.edges[at + EDGE_LIMITS]
        return Candidate(
            edge=edge,
            action=self.engine.named(action_of(word)),
            node=node_of(word),
            visits=self.tree.edges[at + VISITS],
            wins=self.tree.edges[at + GAINED] / self.full,
            low=low_of(limits),
            high=high_of(limits),
            out=out,
            terms=terms,
            probability=self.tree.extras[edge * EXTRA + PRIOR] / PRIOR_ONE if chance else None,
        )

    def terms(self, edge: int, base: Basis) -> Terms:
        """The formula's terms for an edge, and their sum as the selection compares it."""
        tree, plan = self.tree, self.plan
        n = tree.edges[edge * EDGE + VISITS]
        own, explore, others, bias = map(float, terms(tree, plan, edge, n, base))
        compared = float(total(tree, plan, edge, n, base))
        share, prior = 0.0, None
        if plan.formula == RAVE:
            share = rave_share(plan, tree.extras[edge * EXTRA + RAVE_VISITS], n)
        if plan.formula == PUCT or plan.bias > 0:
            prior = tree.extras[edge * EXTRA + PRIOR] / PRIOR_ONE
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
        return [self.tree.extras[edge * EXTRA + RAVE_VISITS] for edge in edges_of(self.tree, node)]

    def standing(self) -> Standing:
        found: dict[int, Vertex] = {}
        todo = [ROOT] if len(edges_of(self.tree, ROOT)) else []
        while todo:
            node = todo.pop(0)
            edges = tuple(self.candidate(e, chance=self.by_chance(node)) for e in edges_of(self.tree, node))
            found[node] = Vertex(node, self.mover(node), edges)
            todo += [c.node for c in edges if c.node and c.node not in found and c.node not in todo]
        return Standing(self.tree.counters[ROOT_VISITS], tuple(found.values()))
