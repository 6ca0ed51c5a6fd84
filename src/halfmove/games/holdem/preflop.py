"""All in before the flop: how often each hand beats each other, over all boards.

Suits are alike, so that one hand of each of the 169 classes is enough: the table, which comes with Halfmove
(`preflop.npz`, made by `preflop_making`), says of the first hand of each class, by number, how often it beats
each of the 1,326.  Any other pair of hands is one of these with its suits exchanged.
"""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.games.holdem.cards import CARDS, HANDS
from halfmove.games.holdem.hand_arrays import disjoint, images
from halfmove.games.holdem.ranges import class_of, grid

CLASSES = 169
BOARDS = comb(CARDS - 4, 5)
"""Boards for two hands."""
SHIPPED = Path(__file__).parent / "preflop.npz"


@cache
def class_numbers() -> Any:
    """The class of each hand, by its place in the grid: int64[1326]."""
    places = {kind: number for number, kind in enumerate(kind for row in grid() for kind in row)}
    return np.array([places[class_of(hand)] for hand in range(HANDS)])


@cache
def first_hands() -> Any:
    """The first hand of each class, by number: int64[169]."""
    return np.unique(class_numbers(), return_index=True)[1]


@cache
def to_first() -> Any:
    """By hand, the exchange of suits that makes it the first of its class: the place in `images()`,
    int64[1326]."""
    return (images() == first_hands()[class_numbers()]).argmax(axis=0)


@cache
def shipped() -> Any:
    """The table: int64[169, 1326]; where two hands share a card, 0."""
    with np.load(SHIPPED, allow_pickle=False) as kept:
        return kept["wins"].astype(np.int64)


def beaten_by(ones: Any, others: Any) -> Any:
    """On how many of the 1,712,304 boards each hand of one list, by number, beats each of another:
    int64[len(ones), len(others)]; where they share a card, 0."""
    moved = images()[to_first()[ones]][:, others]
    return shipped()[class_numbers()[ones][:, None], moved]


@cache
def outcomes() -> Any:
    """By the second of two hands: on how many boards the first hand of each class beats it, ties with it and
    meets it; float64[1326, 3, 169], where they share a card 0."""
    first, every = first_hands(), np.arange(HANDS)
    wins, losses = shipped().T, beaten_by(every, first)
    meets = BOARDS * disjoint(every, first)
    return np.stack([wins, meets - wins - losses, meets], axis=1).astype(np.float64)


def outcomes_against(hands: Any, weights: Any) -> Any:
    """On how many boards, times the weights of the others, each of a list of hands beats those of a range
    (float64[1326]), ties with them and meets them: float64[3, len(hands)].  Exact for weights of 0 and 1.

    Only the first hand of a class is looked up.  To ask of another, the exchange of suits that makes it the
    first is made in the range: at most 24 ranges against 169 hands, and one range if its suits are alike.
    """
    needed, exchange = np.unique(to_first()[hands], return_inverse=True)
    moved = np.zeros((len(needed), HANDS))
    np.put_along_axis(moved, images()[needed], np.broadcast_to(weights, moved.shape), axis=1)
    numbers: dict[bytes, int] = {}
    number = np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in moved])
    different = np.array([np.frombuffer(row) for row in numbers])
    held = np.flatnonzero(different.any(axis=0))
    found = different[:, held] @ outcomes()[held].reshape(len(held), 3 * CLASSES)
    return found.reshape(-1, 3, CLASSES)[number[exchange], :, class_numbers()[hands]].T


def _by_class(values: Any) -> Any:
    """Values for the first hand of a class and each other hand, added up for all hands of both classes:
    int64[169, 169]."""
    kind = class_numbers()
    sizes = np.bincount(kind)
    member = (kind[:, None] == np.arange(CLASSES)).astype(np.int64)
    return sizes[:, None] * (values @ member)


@cache
def pairs() -> Any:
    """How many pairs of hands there are of each two classes that share no card: int64[169, 169]."""
    return _by_class(disjoint(first_hands(), np.arange(HANDS)).astype(np.int64))


@cache
def win_counts() -> Any:
    """How often hands of one class beat those of another: int64[169, 169]."""
    return _by_class(shipped())


@cache
def equities() -> Any:
    """The share of the pot that each class wins from each other, all in: float64[169, 169], 0 to 1."""
    wins, boards = win_counts(), pairs() * BOARDS
    return 0.5 + (wins - wins.T) / (2 * boards)
