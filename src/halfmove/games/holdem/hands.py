"""What a hand of poker is worth: by definition from sets of ranks, and fast from tables.

A *value* is a whole number, higher for the better hand and equal for hands that share the pot: the category
(0 high card … 8 straight flush) times 4096, plus the place among the different hands of that category.  The
7,462 different hands of five cards have 7,462 values; six or seven cards are worth their best five.

`rank_code` and `strength` say it without any table.  The tables are made from them in half a second and
kept in the cache.  A card is a `word`, and the words of up to seven cards are added:

    bit  51 …  36    34 …  20                 16 …   0
         s h d c     ranks 9 … A, base 5      ranks 2 … 8, base 5

A suit's four bits start at 3, so that the fifth card of a suit sets the highest of them: a flush, which is
looked up by its ranks.  Otherwise only the ranks count, and how often each comes.  The two numbers in base 5
say that; each is an index of a small table, and the sum of what stands there is the place of the hand among
all that have as many cards, with no gaps: 49,205 of seven cards.  Three reads a hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted, kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.kept_arrays import kept_arrays
from halfmove.games.holdem.cards import CARDS, card_bit

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
CATEGORY = 12
"""Bits of a value below its category."""
ROYAL_FLUSH = STRAIGHT_FLUSH << CATEGORY | 9
_CODE = 26
"""Bits of a code below its category."""
RANK_BITS = 0x1FFF
_WHEEL = 0x100F
"""Ace, five, four, three and two."""


# ---- by definition
def top(ranks: int, n: int) -> int:
    """The `n` highest of a set of ranks."""
    while bits.count(bits.board(ranks)) > n:
        ranks &= ranks - 1
    return ranks


def straight(ranks: int) -> int:
    """The highest rank of a straight plus one, 4 for that of the ace to five; 0 for none."""
    for high in range(12, 3, -1):
        run = 0x1F << (high - 4)
        if ranks & run == run:
            return high + 1
    return 4 if ranks & 0x100F == 0x100F else 0


def rank_code(one: int, two: int, three: int, four: int) -> int:
    """A code that orders hands by the ranks that come at least once, twice, three and four times."""
    high = straight(one)
    if four != 0:
        return (7 << 26) | (four << 13) | top(one & ~four, 1)
    if three != 0:
        best = top(three, 1)
        pair = top(two & ~best, 1)
        if pair != 0:
            return (6 << 26) | (best << 13) | pair
        if high > 0:
            return (4 << 26) | high
        return (3 << 26) | (best << 13) | top(one & ~best, 2)
    if high > 0:
        return (4 << 26) | high
    if two != 0:
        pairs = top(two, 2)
        if pairs & (pairs - 1) != 0:
            return (2 << 26) | (pairs << 13) | top(one & ~pairs, 1)
        return (1 << 26) | (pairs << 13) | top(one & ~pairs, 3)
    return top(one, 5)


def flush_code(ranks: int) -> int:
    """The code of five or more cards of one suit."""
    high = straight(ranks)
    return (8 << 26) | high if high > 0 else (5 << 26) | top(ranks, 5)


def strength(cards: Bitboard) -> int:
    """A code that orders hands of five to seven cards as their values do; without tables, for rules."""
    word = bits.number(cards)
    a, b, c, d = word & 0x1FFF, (word >> 16) & 0x1FFF, (word >> 32) & 0x1FFF, (word >> 48) & 0x1FFF
    best = rank_code(
        a | b | c | d,
        (a & b) | (c & d) | ((a | b) & (c | d)),
        (a & b & (c | d)) | (c & d & (a | b)),
        a & b & c & d,
    )
    for suit in range(4):
        ranks = (word >> (16 * suit)) & 0x1FFF
        if bits.count(bits.board(ranks)) >= 5:
            best = max(best, flush_code(ranks))
    return best


# ---- by tables
LOW_RANKS = 7
LOW_SIZE = 5**LOW_RANKS
_HIGH, _SUIT = 20, 36
DIGITS, HIGH_DIGITS = (1 << 20) - 1, (1 << 16) - 1
FLUSHES = 0x8888 << _SUIT
START = 0x3333 << _SUIT
"""The word of no card at all."""


class HandTables(NamedTuple):
    """What hands are looked up in: bare memory, as an array that is read behind a branch costs two atomic
    steps, five times what the reading costs."""

    low: Buffer
    """[3, 5**7]: for 5, 6 and 7 cards, by the digits of the ranks 2 to 8."""
    high: Buffer
    """[5**6]: by the digits of the ranks 9 to ace."""
    value: Buffer
    """The value at the sum of these; no flushes."""
    flush: Buffer
    """[8192]: the value of a flush by its set of ranks."""
    word: Buffer
    """[52]: the word of each card."""
    mask: Buffer
    """[52], unsigned: its bit in a set of cards."""


class Deck(Game):
    """The game that kernels on cards alone are made for."""

    name = "deck of cards"


DECK = Deck()


def deck(compiled: bool = True) -> Game:
    """What kernels on cards are given as their game, to run compiled or interpreted."""
    return DECK if compiled and runs_compiled(DECK) else interpreted(DECK)


def card_word(card: int) -> int:
    """What a card adds to the word of a hand."""
    rank, suit = card >> 2, card & 3
    digit: int = 5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << _HIGH
    return digit | 1 << (_SUIT + 4 * suit)


def value_of(t: HandTables, cards: int, word: int, mask: Bitboard) -> int:
    """The value of a hand of 5 to 7 `cards`: its `word`, `START` among it, and its set."""
    if word & FLUSHES != 0:
        suit = (bits.lowest(bits.board(word & FLUSHES)) - _SUIT - 3) >> 2
        return t.flush[bits.number(bits.right(mask, 16 * suit) & bits.board(RANK_BITS))]
    return t.value[t.low[(cards - 5) * LOW_SIZE + (word & DIGITS)] + t.high[(word >> _HIGH) & HIGH_DIGITS]]


@cache
def hand_tables() -> HandTables:
    """The tables; made and kept where they are not there yet."""
    kept = kept_arrays("holdem-hands", (sys.modules[__name__],), _make)
    word = np.array([card_word(card) for card in range(CARDS)], dtype=np.int64)
    mask = np.array([card_bit(card) for card in range(CARDS)], dtype=np.uint64)
    low, high, value, flush = (_buffer(kept[name]) for name in ("low", "high", "value", "flush"))
    return HandTables(low, high, value, flush, _buffer(word), _buffer(mask))


def _buffer(numbers: Any) -> Buffer:
    """Whole numbers as bare memory."""
    made = Buffer(numbers.size, unsigned=numbers.dtype == np.uint64)
    made.array[:] = numbers.ravel()
    return made


def _make() -> Mapping[str, Any]:
    """Count through all multisets of ranks."""
    lows, highs = _multisets(LOW_RANKS), _multisets(13 - LOW_RANKS)
    low = np.zeros((3, LOW_SIZE), dtype=np.int32)
    high = np.zeros(5 ** (13 - LOW_RANKS), dtype=np.uint16)
    for some in highs:
        for place, (index, _) in enumerate(some):
            high[index] = place
    found: list[int] = []
    for row, cards in enumerate((5, 6, 7)):
        for taken in range(cards + 1):
            for index, below in lows[taken]:
                low[row, index] = len(found)
                for _, above in highs[cards - taken]:
                    found.append(rank_code(*(a | b << LOW_RANKS for a, b in zip(below, above, strict=True))))
    flushes = {r: flush_code(r) for r in range(1 << 13) if r.bit_count() >= 5}
    values = _values({*found, *flushes.values()})
    value = np.array([values[code] for code in found], dtype=np.uint16)
    flush = np.zeros(1 << 13, dtype=np.uint16)
    for ranks, code in flushes.items():
        flush[ranks] = values[code]
    return {"low": low, "high": high, "value": value, "flush": flush}


def _multisets(ranks: int) -> list[list[tuple[int, tuple[int, ...]]]]:
    """By their number of cards, 0 to 7: the index of each multiset of the ranks, and the ranks that come at
    least once, twice, three and four times."""
    found: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(8)]
    for digits in product(range(5), repeat=ranks):
        if (taken := sum(digits)) <= 7:
            index = sum(digit * 5**rank for rank, digit in enumerate(digits))
            sets = tuple(sum(1 << r for r, d in enumerate(digits) if d >= least) for least in (1, 2, 3, 4))
            found[taken].append((index, sets))
    return found


def _values(codes: set[int]) -> dict[int, int]:
    """The value of each code."""
    values: dict[int, int] = {}
    places = [0] * len(CATEGORIES)
    for code in sorted(codes):
        category = code >> _CODE
        values[code] = category << CATEGORY | places[category]
        places[category] += 1
    return values


# ---- all hands
@kernel
def count_seven(game: Game, t: HandTables, first: int, last: int, counts: Buffer) -> int:
    """Add to `counts` (ten words) how many hands of seven cards, the highest from `first` to `last`, have
    each category; the tenth are royal flushes among straight flushes.  How many hands that were."""
    hands = 0
    for a in range(first, last):
        for b in range(a):
            wb = t.word[a] + t.word[b] + START
            mb = t.mask[a] | t.mask[b]
            for c in range(b):
                wc, mc = wb + t.word[c], mb | t.mask[c]
                for d in range(c):
                    wd, md = wc + t.word[d], mc | t.mask[d]
                    for e in range(d):
                        we, me = wd + t.word[e], md | t.mask[e]
                        for f in range(e):
                            wf, mf = we + t.word[f], me | t.mask[f]
                            for g in range(f):
                                value = value_of(t, 7, wf + t.word[g], mf | t.mask[g])
                                counts[value >> 12] += 1
                                counts[9] += 1 if value == ROYAL_FLUSH else 0
                            hands += f
    return hands


@kernel
def count_five(game: Game, t: HandTables, first: int, last: int, counts: Buffer) -> int:
    """The same of hands of five cards."""
    hands = 0
    for a in range(first, last):
        for b in range(a):
            for c in range(b):
                wc = t.word[a] + t.word[b] + t.word[c] + START
                mc = t.mask[a] | t.mask[b] | t.mask[c]
                for d in range(c):
                    wd, md = wc + t.word[d], mc | t.mask[d]
                    for e in range(d):
                        value = value_of(t, 5, wd + t.word[e], md | t.mask[e])
                        counts[value >> 12] += 1
                        counts[9] += 1 if value == ROYAL_FLUSH else 0
                    hands += d
    return hands


def value(cards: Sequence[int]) -> int:
    """The value of five to seven cards; `BadInput` for another number of them."""
    if not 5 <= len(cards) <= 7:
        raise BadInput(f"A hand of poker is valued with 5 to 7 cards, not {len(cards)}.")
    t = hand_tables()
    word, mask = START, 0
    for card in cards:
        word, mask = word + t.word[card], mask | t.mask[card]
    return value_of(t, len(cards), word, mask)


def values_of_seven(word: Any, mask: Any) -> Any:
    """The values of many hands of seven cards at once: int64[n], from int64[n] and uint64[n]."""
    t = hand_tables()
    at = t.low.array[2 * LOW_SIZE + (word & DIGITS)] + t.high.array[(word >> _HIGH) & HIGH_DIGITS]
    found = t.value.array[at]
    for suit in range(4):
        five = word & (8 << (_SUIT + 4 * suit)) != 0
        found[five] = t.flush.array[(mask[five] >> np.uint64(16 * suit)) & np.uint64(RANK_BITS)]
    return found


def category_text(value: int) -> str:
    """What a value is called: `full house`; the highest straight flush is a royal flush."""
    return "royal flush" if value == ROYAL_FLUSH else CATEGORIES[value >> CATEGORY]
