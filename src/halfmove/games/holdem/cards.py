"""Cards, and sets of cards.

A card is a number, 4 * rank + suit: ranks from the deuce, 0, to the ace, 12; suits clubs, diamonds, hearts,
spades.  A set of cards is a bitboard of four suits, sixteen bits each, of which the lowest thirteen are used:

    63      48 47      32 31      16 15       0
    ...A..5432 ...A..5432 ...A..5432 ...A..5432
      spades     hearts    diamonds    clubs

A *hand* is two cards; the 1,326 hands are numbered by the higher card, then by the lower.
"""

from __future__ import annotations

from collections.abc import Iterable

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.errors import BadInput

RANKS, SUITS = "23456789TJQKA", "cdhs"
CARDS = 52
HANDS = 1326
"""How many hands of two cards there are."""
SUIT = 16
"""Bits of a suit in a set of cards."""
SIGNS = str.maketrans("cdhs", "♣♦♥♠")


def card_bit(card: int) -> Bitboard:
    """The set of one card."""
    return bits.bit(SUIT * (card & 3) + (card >> 2))


def card_at(square: int) -> int:
    """The card of a bit of a set."""
    return 4 * (square & 15) + (square >> 4)


def hand_of(a: int, b: int) -> int:
    """The number of the hand of two different cards."""
    high, low = max(a, b), min(a, b)
    return high * (high - 1) // 2 + low


def high_card(hand: int) -> int:
    """The higher card of a hand."""
    high = 1
    step = 32
    while step > 0:  # the largest number whose hands begin at or before this one
        if high + step < CARDS and (high + step) * (high + step - 1) // 2 <= hand:
            high += step
        step >>= 1
    return high


def low_card(hand: int) -> int:
    """The lower card of a hand."""
    high = high_card(hand)
    return hand - high * (high - 1) // 2


def hand_bits(hand: int) -> Bitboard:
    """The set of the two cards of a hand."""
    high = high_card(hand)
    return card_bit(high) | card_bit(hand - high * (high - 1) // 2)


# ---- text
def card_text(card: int) -> str:
    """`Ah`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def hand_text(hand: int) -> str:
    """`AhKd`, the higher rank first."""
    return card_text(high_card(hand)) + card_text(low_card(hand))


def cards_text(cards: Iterable[int]) -> str:
    """`Kc7d2h`."""
    return "".join(map(card_text, cards))


def set_text(cards: Bitboard) -> str:
    """The cards of a set from the highest down."""
    return cards_text(sorted(map(card_at, bits.squares(cards)), reverse=True))


def read_cards(text: str) -> list[int]:
    """The cards that a text names, `Kc7d2h` or `Kc 7d 2h`; `BadInput` for what is none, or is named twice."""
    bare = "".join(text.replace(",", " ").split())
    found: list[int] = []
    for at in range(0, len(bare), 2):
        rank, suit = bare[at : at + 1].upper(), bare[at + 1 : at + 2].lower()
        if not (suit and rank in RANKS and suit in SUITS):
            raise BadInput(
                f"Cards are written as Kc7d2h (a rank of {RANKS} and a suit of {SUITS} each), not '{text}'."
            )
        card = 4 * RANKS.index(rank) + SUITS.index(suit)
        if card in found:
            raise BadInput(f"The card {card_text(card)} is named twice in '{text}'.")
        found.append(card)
    return found


def set_of(cards: Iterable[int]) -> Bitboard:
    """The set of some cards."""
    found = 0
    for card in cards:
        found |= card_bit(card)
    return found
