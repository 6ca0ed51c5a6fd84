"""Ranges: which hands a player may have, and how likely, as players write them.

    QQ+            queens or a higher pair            88-55          pairs from eights down to fives
    AKs, AKo, AK   suited, offsuit, both              ATs+           ace-ten suited to ace-king suited
    A5s-A2s        the lower card goes down           JTs-87s        both cards go down
    AhKh           one hand                           random         every hand
    KQs:0.5        held half the time

Parts are separated by commas or blanks.  Where two parts name a hand, the later one holds.  A range is an
array of 1,326 weights from 0 to 1, by the numbers of the hands (`cards`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.games.holdem.cards import (
    HANDS,
    RANKS,
    SUITS,
    hand_of,
    hand_text,
    high_card,
    low_card,
    read_cards,
)
from halfmove.games.holdem.hand_arrays import hand_sets

Class = tuple[int, int, bool]
"""One of the 169: the higher rank, the lower, whether suited."""

_CLASS = rf"([{RANKS}])([{RANKS}])([so]?)"
_PART = re.compile(rf"{_CLASS}(?:(\+)|-{_CLASS})?", re.IGNORECASE)
_ALL = ("random", "any", "*", "100%")
HOW = "A range is written as 'QQ+, AKs, A5s-A2s:0.5, KhQh', or 'random'"


def read_range(text: str) -> Any:
    """The weights, float64[1326], that a text says; `BadInput` for what is no range, or an empty one."""
    weights = np.zeros(HANDS)
    for part in text.replace(",", " ").split():
        named, colon, given = part.partition(":")
        weight = _weight(given, text) if colon else 1.0
        for hand in _hands(named, text):
            weights[hand] = weight
    if not weights.any():
        raise BadInput(f"{HOW}; '{text}' has no hand in it.")
    return weights


def _weight(text: str, whole: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise BadInput(f"A weight in a range is from 0 to 1, such as 0.5, not '{text}' in '{whole}'.")
    return weight


def _hands(part: str, whole: str) -> Iterator[int]:
    """The hands of one part."""
    if part.lower() in _ALL:
        yield from range(HANDS)
        return
    found = _PART.fullmatch(part)
    if found is None:
        if len(part) == 4 and part[1].lower() in SUITS:
            yield hand_of(*read_cards(part))
            return
        raise BadInput(f"{HOW}; '{part}' is none of these.")
    one, other, suit, plus, to_one, to_other, to_suit = found.groups()
    high, low = _ranks(one, other)
    suit = suit.lower()
    last = (high, low)
    if plus:
        last = (12, 12) if high == low else (high, high - 1)
    elif to_one:
        last = _ranks(to_one, to_other)
        if to_suit.lower() != suit:
            raise BadInput(f"'{part}' in a range goes from one kind of hand to another; both ends end alike.")
    if high == low and suit:
        raise BadInput(f"A pair is neither suited nor offsuit: write '{one}{other}', not '{part}'.")
    for pair in _between((high, low), last, part):
        for suited in (True, False):
            if suit in ("", "s" if suited else "o"):
                yield from hands_of((*pair, suited))


def _ranks(one: str, other: str) -> tuple[int, int]:
    a, b = RANKS.index(one.upper()), RANKS.index(other.upper())
    return max(a, b), min(a, b)


def _between(one: tuple[int, int], other: tuple[int, int], part: str) -> Iterator[tuple[int, int]]:
    """The pairs of ranks from one to another, whichever is higher."""
    (high, low), (to_high, to_low) = sorted((one, other))
    gap = high - low
    if high == to_high and gap > 0 and to_high > to_low:
        yield from ((high, rank) for rank in range(low, to_low + 1))
    elif to_high - to_low == gap:
        yield from ((high + up, low + up) for up in range(to_high - high + 1))
    else:
        raise BadInput(
            f"'{part}' in a range says from where to where, such as A5s-A2s (one card goes down), JTs-87s "
            "(both do) or 88-55."
        )


def hands_of(kind: Class) -> list[int]:
    """The hands of one of the 169 classes: 6 of a pair, 4 suited, 12 offsuit; none of a suited pair."""
    high, low, suited = kind
    return [
        hand_of(4 * high + a, 4 * low + b)
        for a in range(4)
        for b in range(4)
        if (a == b) == suited and not (high == low and a <= b)
    ]


def class_of(hand: int) -> Class:
    """The class of a hand."""
    high, low = high_card(hand), low_card(hand)
    return high >> 2, low >> 2, high & 3 == low & 3


def class_text(kind: Class) -> str:
    """`AKs`, `AKo`, `AA`."""
    high, low, suited = kind
    return RANKS[high] + RANKS[low] + ("" if high == low else "s" if suited else "o")


def grid() -> list[list[Class]]:
    """The 169 classes as players draw them: aces first, suited above the diagonal of pairs, offsuit below."""
    order = range(12, -1, -1)
    return [[(max(r, c), min(r, c), c < r) for c in order] for r in order]


# ---- written
def range_text(weights: Any) -> str:
    """A range as a text that `read_range` reads back as the same weights."""
    if np.all(weights == 1):
        return "random"
    parts: list[str] = []
    for weight in sorted(set(map(float, weights)) - {0.0}, reverse=True):
        mark = "" if weight == 1 else f":{weight!r}"
        parts += [text + mark for text in _texts(weights == weight)]
    return ", ".join(parts)


def _texts(held: Any) -> Iterator[str]:
    """The parts that name just these hands (bool[1326])."""
    whole = {kind for row in grid() for kind in row if all(held[hand] for hand in hands_of(kind))}
    yield from _runs([(r, r, False) for r in range(13)], whole)
    for suited in (True, False):
        for high in range(12, 0, -1):
            yield from _runs([(high, low, suited) for low in range(high)], whole)
    for hand in range(HANDS - 1, -1, -1):
        if held[hand] and class_of(hand) not in whole:
            yield hand_text(hand)


def _runs(classes: Sequence[Class], whole: set[Class]) -> Iterator[str]:
    """Neighbours that are all held, from the highest down: `ATs+`, `A5s-A2s`, `AKs`."""
    at = len(classes) - 1
    while at >= 0:
        if classes[at] not in whole:
            at -= 1
            continue
        first = at
        while at > 0 and classes[at - 1] in whole:
            at -= 1
        high, low = class_text(classes[first]), class_text(classes[at])
        if first == at:
            yield high
        elif first == len(classes) - 1:
            yield f"{low}+"
        else:
            yield f"{high}-{low}"
        at -= 1


def without(weights: Any, cards: int) -> Any:
    """The range without the hands that hold one of a set of cards."""
    return np.where(hand_sets() & np.uint64(cards) == 0, weights, 0.0)


# ---- the grid of 13 by 13
def grid_means(values: Any, weights: Any) -> list[list[float | None]]:
    """The mean value of each of the 169 classes by the weights of its hands, in the order of `grid`; None
    where no hand has a weight.  Values that are NaN do not count."""
    known = np.where(np.isnan(values), 0.0, weights)
    filled = np.nan_to_num(values)
    rows: list[list[float | None]] = []
    for row in grid():
        means: list[float | None] = []
        for kind in row:
            hands = hands_of(kind)
            weight = float(known[hands].sum())
            means.append(float((known[hands] * filled[hands]).sum()) / weight if weight > 0 else None)
        rows.append(means)
    return rows
