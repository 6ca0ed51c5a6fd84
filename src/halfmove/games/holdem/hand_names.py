"""What players call a hand of poker: `two pair, kings and fours`."""

from __future__ import annotations

from halfmove.games.holdem.hands import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
)

CODE = 26
"""Bits of `hands.strength` below the category."""
_SET = 13
"""Bits of a set of ranks."""
RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_ACE = 12


def name_hand(code: int) -> str:
    """A hand by its code (`hands.strength`), in words; of cards that make nothing the highest is named."""
    category, above, low = code >> CODE, (code >> _SET) & 0x1FFF, code & 0x1FFF
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        high = low - 1
        if category == STRAIGHT_FLUSH and high == _ACE:
            return "a royal flush"
        name = "a straight" if category == STRAIGHT else "a straight flush"
        return f"{name}, {_highest(1 << high)} high"
    if category == FULL_HOUSE:
        return f"a full house, {_many(above)} over {_many(low)}"
    if category == TWO_PAIR:
        high = 1 << (above.bit_length() - 1)
        return f"two pair, {_many(high)} and {_many(above ^ high)}"
    names = {PAIR: "a pair of", TRIPS: "three", QUADS: "four"}
    if category in names:
        return f"{names[category]} {_many(above)}"
    if category == FLUSH:
        return f"a flush, {_highest(low)} high"
    assert category == HIGH_CARD
    return f"{_highest(low)} high"


def _highest(ranks: int) -> str:
    """The highest rank of a set."""
    return RANK_NAMES[ranks.bit_length() - 1]


def _many(ranks: int) -> str:
    """Several cards of the highest rank of a set: `sixes`."""
    name = _highest(ranks)
    return name + ("es" if name.endswith("x") else "s")
