"""A game of two players' hidden hands over a tree of what both see: what vector-form solvers read.

Everything but the hands is public: bets and cards on the table are nodes of one tree, and a strategy is a
vector at each node, a number for each hand that its player may have.  A zero-sum game; payoffs are in chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

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


@dataclass(frozen=True)
class PublicTree:
    """Nodes by number, each after its parent; the children of a node lie side by side.

    A hand is two cards; it cannot meet a hand, nor a card on the table, that it shares a card with.
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
    pot: float
    """What lies in the middle at the root, in chips: half of it is what nobody wins."""

    words: HandWords
    """What hands and cards are called."""

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.kind)
