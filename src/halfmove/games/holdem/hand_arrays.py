"""The 1,326 hands as arrays, by number: their cards, their sets, and where they go when suits are exchanged.

An exchange of suits is a number, two bits a suit: where its cards go.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from halfmove.games.holdem.cards import CARDS, HANDS, SUIT

EXCHANGES = tuple(sum(to << (2 * suit) for suit, to in enumerate(order)) for order in permutations(range(4)))
"""All exchanges of suits; the first leaves them as they are."""


@cache
def high_cards() -> Any:
    """The higher card of each hand: int64[1326]."""
    return np.repeat(np.arange(CARDS), np.arange(CARDS))


@cache
def low_cards() -> Any:
    """The lower card of each hand: int64[1326]."""
    high = high_cards()
    return np.arange(HANDS) - high * (high - 1) // 2


@cache
def hand_sets() -> Any:
    """The cards of each hand as a set: uint64[1326]."""
    cards = np.arange(CARDS, dtype=np.uint64)
    sets = np.uint64(1) << (np.uint64(SUIT) * (cards & np.uint64(3)) + (cards >> np.uint64(2)))
    return sets[high_cards()] | sets[low_cards()]


@cache
def moved_hands(exchange: int) -> Any:
    """Where each hand goes when suits are exchanged: int64[1326]."""
    cards = np.arange(CARDS)
    moved = 4 * (cards >> 2) + ((exchange >> (2 * (cards & 3))) & 3)
    one, other = moved[high_cards()], moved[low_cards()]
    high = np.maximum(one, other)
    return high * (high - 1) // 2 + np.minimum(one, other)


def images(exchanges: Sequence[int] = EXCHANGES) -> Any:
    """The same for each of several exchanges: int64[exchanges, 1326]."""
    return np.array([moved_hands(exchange) for exchange in exchanges])


def disjoint(ones: Any, others: Any) -> Any:
    """Which hands of two lists share no card: bool[len(ones), len(others)]."""
    sets = hand_sets()
    return (sets[ones][:, None] & sets[others]) == 0
