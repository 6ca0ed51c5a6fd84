"""Deals as text: hands as PBN writes them, `N:AKQ.JT9.. … … …`, the suits ♠ ♥ ♦ ♣ parted by dots.

PBN: *Portable Bridge Notation*, version 2.1, section 3.4.11.  The letter says whose hand comes first; the
others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.tricks.memory import LANE, NO_TRUMP, RANKS

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
STRAINS = SUIT_LETTERS + "N"
"""The suits from the lowest, then no trump: a strain's number is its place."""


def card_text(card: int) -> str:
    """`SA`, `H7`."""
    return SUIT_LETTERS[card // LANE] + RANK_LETTERS[card % LANE]


def read_card(text: str) -> int:
    """A card: its suit and its rank, in either order; 10 is T."""
    word = text.strip().upper().replace("10", "T")
    for pair in (word, word[::-1]):
        if len(pair) == 2 and pair[0] in SUIT_LETTERS and pair[1] in RANK_LETTERS:
            return LANE * SUIT_LETTERS.index(pair[0]) + RANK_LETTERS.index(pair[1])
    raise BadInput(f"'{text}' is not a card; a card is a suit and a rank, such as SA or H7.")


def read_strain(text: str) -> int:
    """The number of a strain; `NT` is N."""
    word = text.strip().upper()
    word = "N" if word == "NT" else word
    if len(word) != 1 or word not in STRAINS:
        raise BadInput(f"'{text}' is no strain; the strains are C, D, H, S and N for no trump.")
    return STRAINS.index(word)


def hand_text(hand: int) -> str:
    """`AKQ.JT9..`: spades first."""
    suits = []
    for suit in reversed(range(len(SUIT_LETTERS))):
        lane = hand >> (LANE * suit)
        suits.append("".join(RANK_LETTERS[r] for r in reversed(range(RANKS)) if lane >> r & 1))
    return ".".join(suits)


def deal_text(hands: Sequence[int], seats: str) -> str:
    """The deal in PBN, from the first seat on."""
    return f"{seats[0]}:{' '.join(hand_text(hand) for hand in hands)}"


def read_hand(text: str) -> int:
    """A hand as a set of cards (`memory`)."""
    suits = text.split(".")
    if len(suits) != 4:
        raise BadInput(
            f"A hand is four suits with dots between them, such as AKQ.JT9.8765.432, not '{text}'."
        )
    hand = 0
    for suit, ranks in zip(reversed(range(4)), suits, strict=True):
        for letter in ranks.upper().replace("10", "T").replace("-", ""):
            if letter not in RANK_LETTERS:
                raise BadInput(f"'{letter}' in '{text}' is no rank; ranks are A, K, Q, J, T, 9 to 2.")
            card = 1 << (LANE * suit + RANK_LETTERS.index(letter))
            if hand & card:
                raise BadInput(f"The hand '{text}' has a card twice: {SUIT_LETTERS[suit]}{letter}.")
            hand |= card
    return hand


def read_deal(text: str, seats: str) -> list[int]:
    """The hands, the first seat's first: no card twice, and none of more than thirteen."""
    words = text.split()
    first, mark, rest = words[0].partition(":") if words else ("", "", "")
    first = first.upper()
    if not mark or len(first) != 1 or first not in seats:
        begin = " or ".join(f"{seat}:" for seat in seats)
        raise BadInput(f"A deal begins with {begin}, whose hand comes first, not '{text}'.")
    words = [rest, *words[1:]] if rest else words[1:]
    if len(words) != len(seats):
        raise BadInput(f"A deal has {len(seats)} hands with blanks between them, and this one {len(words)}.")
    hands, seen = [0] * len(seats), 0
    for place, word in enumerate(words):
        hand = read_hand(word)
        twice = list(bits.squares(hand & seen))
        if twice:
            raise BadInput(f"Two hands of the deal have the same card, {card_text(twice[0])}.")
        if bits.count(hand) > RANKS:
            raise BadInput(f"A hand has at most 13 cards, and '{word}' has {bits.count(hand)}.")
        seen |= hand
        hands[(seats.index(first) + place) % len(seats)] = hand
    return hands


def read_whole_deal(text: str, seats: str) -> list[int]:
    """The hands, each of as many cards, one at least."""
    hands = read_deal(text, seats)
    sizes = [bits.count(hand) for hand in hands]
    if len(set(sizes)) > 1 or not sizes[0]:
        said = ", ".join(f"{seat} {size}" for seat, size in zip(seats, sizes, strict=True))
        raise BadInput(f"Every hand of a deal has the same number of cards, and here they have {said}.")
    return hands


def revoke_text(player: str, led: int, card: int) -> str:
    """What is said of a card that does not follow suit: `East has a heart and must follow suit, …`."""
    suit = strain_name(led).removesuffix("s")
    return f"{player} has a {suit} and must follow suit, so {card_text(card)} is a revoke."


def strain_name(strain: int) -> str:
    """In words."""
    return "no trump" if strain == NO_TRUMP else ("clubs", "diamonds", "hearts", "spades")[strain]
