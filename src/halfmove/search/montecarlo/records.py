"""What is written down of Monte Carlo tree search: each iteration with its four phases, immutable.

Numbers of wins and means are those of whoever made the move: what a simulation brought, from 0 (the worst
utility) to 1 (the best), summed up over simulations and averaged.  A win counts 1, a draw ½.  Proven bounds
are scores (`core.score`) for the player who moves there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.search.montecarlo.choosing import UNTRIED, proven_utility


@dataclass(frozen=True, slots=True)
class Terms:
    """The formula of selection for one action, term by term; see `terms`."""

    exploitation: float
    exploration: float
    as_first: float = 0.0
    """With rave: all moves as first."""
    bias: float = 0.0
    """Progressive bias."""
    total: float = 0.0
    """What the selection compared: the sum of the terms, to the rounding of the last digit."""
    share: float = 0.0
    """With rave: how much all moves as first count, from 0 to 1."""
    prior: float | None = None
    """The action's share of the game's prior, where the formula uses it."""

    @property
    def untried(self) -> bool:
        """Whether the action comes before all that were tried."""
        return self.total >= UNTRIED


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action of a node, as the selection found it."""

    edge: int
    """Its number in the tree."""
    action: Any
    node: int
    """The node it leads to; 0 where there is none."""
    visits: int
    wins: float
    low: int
    high: int
    out: str = ""
    """Why it was out of the question: "proven" (it cannot bring more than what is certain), "widening" (not
    among the first few by prior); empty where it was not."""
    terms: Terms | None = None
    """None where nature moves, and for what was out of the question."""
    probability: float | None = None
    """Where nature moves."""

    @property
    def mean(self) -> float | None:
        """From 0 to 1; None before the first visit."""
        return self.wins / self.visits if self.visits else None

    @property
    def proven(self) -> bool:
        """Whether only one utility is possible."""
        return proven_utility(self.low) == proven_utility(self.high)


@dataclass(frozen=True, slots=True)
class Choice:
    """One level of the descent: a node, its actions, and the one taken."""

    depth: int
    """Plies from the root."""
    node: int
    state: Any
    mover: int
    visits: int
    """Simulations through the node before this one: the formula's N."""
    candidates: tuple[Candidate, ...]
    taken: int
    """The place of the action taken."""
    how: str
    """"formula"; "bounds" where every action was out of the question; "chance" where nature moved."""

    @property
    def chosen(self) -> Candidate:
        """The action taken."""
        return self.candidates[self.taken]

    @property
    def equals(self) -> int:
        """How many actions had the highest value; one of them was drawn."""
        best = max((c.terms.total for c in self.candidates if c.terms), default=None)
        return sum(1 for c in self.candidates if c.terms and c.terms.total == best)


@dataclass(frozen=True, slots=True)
class Expansion:
    """What became of the state at the end of the path."""

    node: int
    """The node it was given; 0 where it was given none."""
    why: str
    """"new"; "shared" (an equal state's node, in a graph); or why there is none: "visits" (too few), "over",
    "proven", "repeated", "cycle" (its node is on the path already, in a graph), "deep"."""
    mover: int = 0
    """Who moves at the node."""
    made: tuple[Candidate, ...] = ()
    """The edges of a new node."""
    choice: Choice | None = None
    """The step on from the node; None without one, and where the new node proved the path."""


@dataclass(frozen=True, slots=True)
class Playout:
    """The simulation beyond the tree."""

    state: Any
    """Where it began."""
    actions: tuple[Any, ...]
    final: Any
    """Where it ended."""
    end: str
    """"over", "cut off" (evaluated), "proven" (no playout was needed) or "repeated"."""
    rewards: tuple[float, ...]
    """What it brought each player, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What back-propagation did to one edge of the path."""

    edge: int
    depth: int
    """Plies from the root to the node it leaves."""
    action: Any
    mover: int
    visits: tuple[int, int]
    """Before this iteration, and after it."""
    wins: tuple[float, float]
    as_first: tuple[Any, ...] = ()
    """With rave: the actions of the node for which the simulation counted as well."""


@dataclass(frozen=True, slots=True)
class Proof:
    """An edge of the path of which more is certain than before."""

    edge: int
    depth: int
    action: Any
    low: tuple[int, int]
    """Before and after."""
    high: tuple[int, int]

    @property
    def settled(self) -> bool:
        """Whether only one utility is left."""
        return proven_utility(self.low[1]) == proven_utility(self.high[1])


@dataclass(frozen=True, slots=True)
class Iteration:
    """One simulation: selection, expansion, simulation, back-propagation."""

    number: int
    """From 1."""
    selection: tuple[Choice, ...]
    """From the root down."""
    expansion: Expansion
    playout: Playout
    backup: tuple[Backup, ...]
    """From the end of the path up to the root."""
    proofs: tuple[Proof, ...]
    """From the end of the path up."""
    solved: bool
    """Whether the root is proven now."""

    @property
    def path(self) -> tuple[Choice, ...]:
        """Every choice in the tree: the selection, and the step on from a new node."""
        last = self.expansion.choice
        return (*self.selection, last) if last else self.selection

    @property
    def actions(self) -> tuple[Any, ...]:
        """The whole simulation from the root to the end of its playout."""
        return (*(choice.chosen.action for choice in self.path), *self.playout.actions)


@dataclass(frozen=True, slots=True)
class Vertex:
    """A node with its edges."""

    node: int
    mover: int
    edges: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The tree at one moment, as far as it is reached from the root."""

    visits: int
    """Of the root."""
    vertices: tuple[Vertex, ...]
    """The root first; empty before the root has edges."""
