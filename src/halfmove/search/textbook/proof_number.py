"""Proof-number search: is the value at least so much?  Asked where the answer seems to be nearest.

Every node has a proof number, how many open nodes must at least be settled in its favour before "yes" is
proven, and a disproof number, the same for "no".  An open node has 1 and 1.  Where MAX moves one child
that says yes is enough, and all must say no:

                       MAX                    MIN
    proof number       least of the children  sum of the children
    disproof number    sum of the children    least of the children

A settled node has 0 and ∞, or ∞ and 0.  From the root the child whose number is the node's own (proof number
where MAX moves, disproof number where MIN does) leads to the most-proving node, which counts for either
answer; that one is expanded, and the numbers above it are made again, up to where they no longer change.

`form="df-pn"` is the same search depth first: a node is searched until its numbers pass the thresholds that
its parent gives it, the point from which another child would be the better one, and a table remembers the
numbers of states, so that equal states are one.

`form="weak df-pn"` is df-pn as the engine searches (`search.proof.dfpn`): where all children must be settled
the number is the largest of theirs and one more for each other child that is still open (T. Ueda et al.,
*Weak proof-number search*, 2008), and a child's threshold exceeds the next best child's number by a quarter
of it (J. Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick*, 2006).

An answer narrows what the value may be, and the next question is about what is left; all leaves seen count
for it.  The last answer makes the value exact.

Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", *Artificial
Intelligence* 66(1), 1994, pp. 91-124; A. Nagai, *Df-pn algorithm for searching AND/OR trees and its
applications*, thesis, University of Tokyo, 2002.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, OwnStep, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, UNLIMITED, Outcome, Variation, check_memory, conduct, unfit
from halfmove.search.watch import ROW

FORMS = ("pn", "df-pn", "weak df-pn")

SHARE = 4
"""ε of weak df-pn is one over this, as in the engine."""

STEPS = {
    "expand": OwnStep(
        (),
        "expand {node}: the most-proving node",
        "{node} is the most-proving node, where an answer is nearest: its children are made.",
        stop="expansion",
    ),
    "numbers": OwnStep(
        ("proof", "disproof"),
        "numbers {node}: proof {proof}, disproof {disproof}",
        "{node} has proof number {proof} and disproof number {disproof}.",
        "pn {proof}, dn {disproof}",
        ("pn, dn", "proof and disproof number"),
    ),
    "thresholds": OwnStep(
        ("proof", "disproof"),
        "thresholds {node}: proof {proof}, disproof {disproof}",
        "{node} is searched until its proof number reaches {proof} or its disproof number {disproof}.",
        "until {proof}, {disproof}",
        ("until", "the thresholds of both numbers"),
        stop="expansion",
    ),
}


class Node:
    """What is known of a state, or of one place in the tree."""

    __slots__ = ("children", "depth", "disproof", "high", "low", "proof", "question", "state")

    def __init__(self, state: Any, depth: int) -> None:
        self.state, self.depth = state, depth
        self.low, self.high = -math.inf, math.inf
        """Between what its value lies, by the leaves seen so far."""
        self.children: list[tuple[Any, Node]] | None = None
        """Its actions with what they lead to; None before it is expanded."""
        self.proof: float = 1
        self.disproof: float = 1
        self.question = -math.inf
        """Of which the two numbers are."""

    @property
    def settled(self) -> bool:
        """Whether the question is answered here."""
        return self.proof == 0 or self.disproof == 0


class Search:
    """One search: the tree, or in the depth-first form the table, and what it is asked now."""

    def __init__(self, game: Game, watch: Watcher, *, form: str, limited: bool) -> None:
        self.game, self.watch = game, watch
        self.weak = form == "weak df-pn"
        self.goal = math.inf
        """Is the value at least this?"""
        self._known: dict[Any, Node] | None = None if form == "pn" else {}
        self._limited = limited

    def node(self, state: Any, depth: int) -> Node:
        """A node for a state; with a table, the one there is."""
        if self._known is None:
            return Node(state, depth)
        return self._known.setdefault((state, depth) if self._limited else state, Node(state, depth))

    def expand(self, node: Node) -> list[tuple[Any, Node]]:
        """The children, made if they were not."""
        if node.children is None:
            game = self.game
            node.children = [
                (a, self.node(game.result(node.state, a), node.depth - 1)) for a in game.actions(node.state)
            ]
        return node.children

    def back_up(self, node: Node) -> None:
        """Make a node's bounds and numbers from its children's."""
        below = [child for _, child in node.children or ()]
        if below:
            best = max if self.game.to_move(node.state) == MAX else min
            node.low, node.high = best(c.low for c in below), best(c.high for c in below)
        self.number(node)

    def number(self, node: Node) -> None:
        """Make a node's numbers for the question of now."""
        node.question = self.goal
        if node.low >= self.goal:
            node.proof, node.disproof = 0, math.inf
        elif node.high < self.goal:
            node.proof, node.disproof = math.inf, 0
        elif node.children is None:
            node.proof = node.disproof = 1
        else:
            for _, child in node.children:
                if child.question != self.goal:
                    self.number(child)
            proofs, disproofs = [c.proof for _, c in node.children], [c.disproof for _, c in node.children]
            if self.game.to_move(node.state) == MAX:
                node.proof, node.disproof = min(proofs), self.combine(disproofs)
            else:
                node.proof, node.disproof = self.combine(proofs), min(disproofs)

    def combine(self, numbers: list[float]) -> float:
        """The number of a node all of whose children must be settled."""
        if not self.weak:
            return sum(numbers)
        return max(numbers) + max(sum(number > 0 for number in numbers) - 1, 0)

    # ---- told to the watcher
    def enter(self, node: Node, *, root: bool = False) -> None:
        """The root says the question, for all nodes."""
        window = (math.nextafter(self.goal, -math.inf), self.goal) if root else (None, None)
        self.watch.enter(node.state, node.depth, *window)

    def say(self, node: Node) -> None:
        """The numbers of a node."""
        self.watch.tell("numbers", (node.proof, node.disproof))

    def leave(self, node: Node) -> None:
        """With what is proven of it, if the question is answered."""
        self.watch.leave(node.low if node.proof == 0 else node.high if node.disproof == 0 else None)

    def evaluate_leaf(self, node: Node) -> bool:
        """Whether a node is a leaf; if so it gets its value."""
        over = self.game.is_terminal(node.state)
        if not over and node.depth > 0:
            return False
        value = self.game.utility(node.state, MAX) if over else self.game.evaluate(node.state, MAX) / WIN
        self.watch.leaf(node.state, value, over)
        node.low = node.high = value
        node.children = []
        self.number(node)
        return True

    # ---- best first
    def grow(self, node: Node, *, root: bool = False) -> None:
        """Expand the most-proving node below this one, again and again, until the numbers here change."""
        self.enter(node, root=root)
        before = node.proof, node.disproof
        if node.children is None and not (root and self.evaluate_leaf(node)):
            self.unfold(node)
            self.say(node)
        while not node.settled and (root or (node.proof, node.disproof) == before):
            action, child = self.most_proving(node)
            self.watch.descend(action)
            self.grow(child)
            self.back_up(node)
            self.say(node)
        self.leave(node)

    def unfold(self, node: Node) -> None:
        """Expand a node, and look at each of its children."""
        self.watch.tell("expand", ())
        for action, child in self.expand(node):
            self.watch.descend(action)
            self.enter(child)
            if not self.evaluate_leaf(child):
                self.back_up(child)  # a table may have known it
                self.say(child)
            self.leave(child)
        self.back_up(node)

    def most_proving(self, node: Node) -> tuple[Any, Node]:
        """The first child that has the node's own number."""
        if self.game.to_move(node.state) == MAX:
            return next((a, c) for a, c in node.children or () if c.proof == node.proof)
        return next((a, c) for a, c in node.children or () if c.disproof == node.disproof)

    # ---- depth first
    def search_node(self, node: Node, proof: float, disproof: float, *, root: bool = False) -> None:
        """Search a node until one of its numbers has reached its threshold."""
        self.enter(node, root=root)
        if node.children is None and self.evaluate_leaf(node):
            self.leave(node)
            return
        self.watch.tell("thresholds", (proof, disproof))
        if self.weak and node.children is None:
            self.unfold(node)
        self.expand(node)
        self.back_up(node)
        self.say(node)
        rows = list(node.children or ())
        if self.weak:
            rows = [pair for pair in rows if not pair[1].settled]
        while node.proof < proof and node.disproof < disproof:
            action, child, second = self.best_two(node, rows)
            self.watch.descend(action)
            if self.game.to_move(node.state) == MAX:
                others = self.remainder([c.disproof for _, c in node.children or ()], child.disproof)
                limits = self.limit_child(proof, disproof, child.proof, child.disproof, second, others)
            else:
                others = self.remainder([c.proof for _, c in node.children or ()], child.proof)
                limits = self.limit_child(disproof, proof, child.disproof, child.proof, second, others)[::-1]
            self.search_node(child, *limits)
            if self.weak and child.settled:  # the last one takes its place, as in the engine's rows
                rows[rows.index((action, child))] = rows[-1]
                rows.pop()
            self.back_up(node)
            self.say(node)
        self.leave(node)

    def remainder(self, numbers: list[float], its: float) -> float:
        """What the other children add to the number of a child."""
        if not self.weak:
            return sum(numbers) - its
        return sum(number > 0 for number in numbers) - 1

    def limit_child(
        self, good: float, bad: float, its_good: float, its_bad: float, second: float, others: float
    ) -> tuple[float, float]:
        """A child's thresholds, from those of its parent: of the number that the parent's mover wants small,
        until the `second` child is better, and of the other, until the parent has too much with what the
        `others` add (Nagai 2002)."""
        if not self.weak:
            return min(good, second + 1), bad - others
        ahead = min(good, second + 1 + second // SHARE if second < math.inf else second)
        return max(ahead, its_good + 1), max(bad - others, its_bad + 1)

    def best_two(self, node: Node, rows: list[tuple[Any, Node]]) -> tuple[Any, Node, float]:
        """The first of the best children with its action, and the number of the next best."""
        ours = self.game.to_move(node.state) == MAX
        ranked = sorted(rows, key=lambda pair: pair[1].proof if ours else pair[1].disproof)
        second = ranked[1][1] if len(ranked) > 1 else None
        number = math.inf if second is None else second.proof if ours else second.disproof
        return (*ranked[0], number)


def proof_number_value(
    game: Game, state: Any, depth: int, form: str, goal: float | None, watch: Watcher
) -> tuple[Any, Variation]:
    """The minimax value of `state` to MAX and the principal variation; with a `goal`, a bound on the value
    that says whether it is at least that."""
    game = interpreted(game)
    if form != "pn":
        check_memory(game, state, "Df-pn")
    search = Search(game, watch, form=form, limited=depth < UNLIMITED)
    root = search.node(state, depth)
    asked = goal if goal is not None else game.utility_limit
    while True:
        search.goal = asked
        search.number(root)
        if form != "pn":
            search.search_node(root, math.inf, math.inf, root=True)
        else:
            search.grow(root, root=True)
        if goal is not None or root.low >= root.high:
            break
        asked = root.high if root.disproof == 0 else math.nextafter(root.low, math.inf)
        watch.again(math.nextafter(asked, -math.inf), asked)
    yes = root.proof == 0
    wanted = root.low if yes else root.high
    return wanted, Variation(principal_variation(game, root, wanted, yes=yes))


def principal_variation(game: Game, node: Node, value: float, *, yes: bool) -> Iterator[Any]:
    """The actions along which the bound that answered the last question is the root's."""
    for _ in range(ROW):
        pairs: Iterable[tuple[Any, Node]] = node.children or ()
        exact = [(a, c) for a, c in pairs if (c.low, c.high) == (value, value)]
        bound = [(a, c) for a, c in pairs if (c.low if yes else c.high) == value]
        found = exact or bound
        if not found:
            return
        action, node = found[0]
        yield action


def proof_number(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    form: str = "pn",
    goal: float | None = None,
) -> Outcome:
    """The same value as `minimax`, and an action that attains it, by proof numbers; always interpreted.

    The first question is whether player 0 gets the most that anybody can; each answer says what to ask next.
    With a `goal` only one question is asked, whether the value is at least that: the outcome's value is then
    a bound, and its `relation` says on which side.  `form` is "pn" (best first, the tree in memory),
    "df-pn" (depth first, with a table of states, whose numbers may be too large where states come again by
    several ways) or "weak df-pn" (as the engine does it).  The rest is as for `minimax`;
    `BadInput` for a form that there is not, or a goal that is no number.
    """
    if form not in FORMS:
        raise BadInput(f"Proof-number search has the forms {', '.join(FORMS)}, not '{form}'.")
    if goal is not None and (
        isinstance(goal, bool) or not isinstance(goal, (int, float)) or math.isnan(goal)
    ):
        raise BadInput(f"Proof-number search asks whether a value is at least a number, not {goal!r}.")
    options: dict[str, Any] = {"form": form}
    if goal is not None:
        options |= {"goal": goal, "window": (math.nextafter(goal, -math.inf), goal)}
    outcome = conduct(
        "proof-number",
        proof_number_value,
        game,
        state,
        depth,
        watch,
        (form, goal),
        options=options,
        compiled=False,
    )
    if goal is None:
        return outcome
    return outcome._replace(relation="≥" if outcome.value >= goal else "≤")


FORM = Form("proof-number", proof_number_value, lambda alpha, beta: ("pn", None))

register(
    Algorithm(
        name="proof-number",
        summary="Proof-number search (and df-pn): yes-or-no questions, asked where the answer seems nearest.",
        source="Allis, van der Meulen and van den Herik, Artificial Intelligence 66(1), 1994; Nagai 2002",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=10,
        lesson=Lesson(
            proof_number, {"form": FORMS, "goal": (None,)}, repeats=True, steps=STEPS, practised=False
        ),
    )
)
