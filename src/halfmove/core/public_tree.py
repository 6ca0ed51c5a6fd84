"""A game of two players' hidden hands over a tree of what both see: what vector-form solvers read.

Everything but the hands is public: bets and cards on the table are nodes of one tree, and a strategy is a
vector at each node, a number for each hand that its player may have.  A zero-sum game; payoffs are in chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

FIRST, SECOND, CARD, FOLD, SHOWDOWN = range(5)
"""Kinds of nodes: a player to act, a card to come, a player has folded, hands are compared."""


class HandWords(Protocol):
    """What a game calls its hands and cards, and how it draws them up."""

    def card(self, card: int) -> str:
        """A card: `Ah`."""

    def hand(self, high: int, low: int) -> str:
        """A hand: `AhKd`."""

    def labels(self) -> Sequence[Sequence[str]]:
        """The classes of hands as a table."""

    def means(self, hands: Any, values: Any, weights: Any) -> Sequence[Sequence[float | None]]:
        """The mean of the values (float64[n]) of the hands (int64[n, 2]) of each class, by weights."""

    def picture(
        self,
        title: str,
        actions: Sequence[str],
        shares: Sequence[Sequence[Sequence[float | None]]],
        weights: Sequence[Sequence[float | None]],
    ) -> str:
        """An SVG document of the table: how often each action is taken by each class
        (`shares[action][row][column]`, 0 to 1, None where the class is not held), and how often the class is
        held (0 to 1)."""


class TreeSize(NamedTuple):
    """How large a public tree is: it can be said before there is one."""

    nodes: int
    rows: tuple[int, int]
    """How many actions each player has in all his nodes together."""
    hands: tuple[int, int]
    parts: int
    """How many nodes the first card to come leads to."""
    boards: int
    """On how many boards hands are compared."""


@dataclass(frozen=True)
class PublicTree:
    """Nodes by number, each after its parent; the children of a node lie side by side.

    A hand is two cards; it cannot meet a hand, nor a card on the table, that it shares a card with.  A card
    to come may stand for others that exchanging suits makes of it (`alike`): what a hand earns after one of
    those is what the hand that it is exchanged for earns after the card that is there.
    """

    name: str
    settings: Mapping[str, Any]
    hands: tuple[Any, Any]
    """For each player int64[n, 2]: the two cards of each of his hands, from 0 to 51."""
    weights: tuple[Any, Any]
    """For each player float64[n]: how likely each is, up to a factor; above 0."""
    kind: Any
    """int64[nodes]."""
    child: Any
    """int64[nodes]: the first child; 0 for none."""
    children: Any
    """int64[nodes]: how many children."""
    card: Any
    """int64[nodes]: the card that led here; -1 where it was no card."""
    pay: Any
    """float64[nodes]: at SHOWDOWN what the better hand wins; at FOLD what the first player wins."""
    board: Any
    """int64[nodes]: at SHOWDOWN which row of `values` says who wins."""
    values: tuple[Any, Any]
    """For each player int64[boards, n]: what his hands are worth; -1 for those that cannot be."""
    chance: Any
    """float64[nodes]: at CARD the probability of each card, given both hands."""
    actions: tuple[tuple[str, ...], ...]
    """At the nodes where a player acts, what leads to each child, in words; nothing at others."""
    exchanges: Any
    """int64[k, 52]: where each card goes when suits are exchanged; in row 0 all stay.  Each leaves the root
    and both players' weights as they are."""
    moved: tuple[Any, Any]
    """For each player int64[k, n]: of which of his hands each exchange makes each."""
    alike: Any
    """int64[nodes]: at nodes that a card leads to a bit for each exchange by which that card stands for
    another, the lowest for itself; 0 at others."""
    pot: float
    """What lies in the middle at the root, in chips: half of it is what nobody wins."""

    words: HandWords
    """What hands and cards are called."""

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.kind)

    @property
    def size(self) -> TreeSize:
        """How large it is."""
        one, other = (int(self.children[self.kind == player].sum()) for player in (FIRST, SECOND))
        hands = len(self.weights[0]), len(self.weights[1])
        parts = int(self.first_cards().sum())
        return TreeSize(self.nodes, (one, other), hands, parts, len(self.values[0]))

    def first_cards(self) -> Any:
        """Whether each node is one that the first card to come leads to: bool[nodes]."""
        import numpy as np  # not where games are only listed

        before = np.zeros(self.nodes, dtype=bool)
        first = np.zeros(self.nodes, dtype=bool)
        for node in np.flatnonzero(self.children):
            below = slice(self.child[node], self.child[node] + self.children[node])
            card = self.kind[node] == CARD
            first[below] = card and not before[node]
            before[below] = before[node] or card
        return first
