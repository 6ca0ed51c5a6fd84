"""Deals drawn at random from all that fit constraints on the hands, each as likely as another.

Random deals are drawn by the ten thousand and those that fit are kept (rejection).  Where few do and many
are wanted, the two seats that ask the most get their hands from `suit_sampling`, which draws exactly within
the bounds of lengths and high-card points that follow from the constraints; rejection is left with what
bounds do not say and with the other two hands.  Both draw from the same distribution, without approximation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.games.bridge.constraint_text import DealConstraints
from halfmove.games.bridge.constraints import AllOf, Constraint, Exactly
from halfmove.games.bridge.hands import Hands
from halfmove.games.bridge.suit_sampling import PairSampler
from halfmove.games.tricks.deals import card_text
from halfmove.games.tricks.memory import LANE, RANKS, SUITS
from halfmove.games.tricks.scoring import SEATS

Array = np.ndarray[Any, np.dtype[Any]]
DECK = sum(((1 << RANKS) - 1) << (LANE * suit) for suit in range(SUITS))
BATCH = 10_000
"""Deals drawn at once."""
SMALLEST_BATCH = 500
"""The first by suits: they cost less the more are drawn at once, and a few may be all that are wanted."""
RARE, MANY = 40, 500_000
"""Random deals for one that fits, and random deals still to be drawn, above which two hands are drawn by
suits: the tables for it take as long as the second, a draw as long as the first."""
MOST_TRIES = 20_000_000
"""Deals tried without one that fits, after which it is said that there is none."""


class Partners:
    """The figures of two hands together."""

    def __init__(self, one: Hands, other: Hands) -> None:
        self.cards = one.cards
        self.lengths = tuple(a + b for a, b in zip(one.lengths, other.lengths, strict=True))
        self._hands = one, other

    def __getattr__(self, figure: str) -> Any:
        one, other = self._hands
        return getattr(one, figure) + getattr(other, figure)


class Dealer:
    """Draws deals that fit; the same seed draws the same deals."""

    def __init__(self, wanted: DealConstraints, seed: int | None = None) -> None:
        self.wanted = wanted
        self.random = np.random.default_rng(seed)
        self.fixed = [_fixed_hand(part) for part in wanted.hands]
        self._check_fixed()
        self.tried = self.kept = 0
        """Deals drawn, and those of them that fit."""
        self.sampler: PairSampler | None = None
        """What draws two hands where random deals seldom fit."""
        self._pair: tuple[int, int] = (0, 0)
        self._size = BATCH

    def _check_fixed(self) -> None:
        seen = 0
        for seat, hand in enumerate(self.fixed):
            for card in range(LANE * SUITS):
                if hand and seen & hand & (1 << card):
                    raise BadInput(
                        f"Two hands have the same card, {card_text(card)}; one of them is {SEATS[seat]}'s."
                    )
            seen |= hand or 0
        self.deck = DECK & ~seen

    def iter_deals(
        self, count: int, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[int, ...]]:
        """Yield deals, each the four hands as sets of cards, until there are so many, or `stopped()`.

        `BadInput` where no deal fits, or none of `MOST_TRIES` did.
        """
        made = 0
        while made < count and not stopped():
            for deal in self._batch(count - made)[: count - made].tolist():
                made += 1
                yield tuple(deal)

    @property
    def chance(self) -> float:
        """The share of random deals that fit, as far as it is known from those tried."""
        share = self.kept / self.tried if self.tried else 0.0
        if self.sampler is None:
            return share
        cards = self.deck.bit_count()
        return share * self.sampler.total / (comb(cards, RANKS) * comb(cards - RANKS, RANKS))

    def _batch(self, wanted: int) -> Array:
        """The deals of one batch that fit; `wanted`: how many are still needed."""
        size = self._size
        deals = self._random_deals(size)
        deals = deals[self.fits(deals)]
        self.tried += size
        self.kept += len(deals)
        if self.sampler is not None:
            self._size = min(2 * size, BATCH)
        elif self.kept * RARE < self.tried and wanted * self.tried > MANY * self.kept:
            self._choose_sampler()
        if not self.kept and self.tried >= MOST_TRIES // (1 if self.sampler is None else 20):
            raise BadInput(f"No deal of {self.tried:,} fits: {self.wanted.words()}.")
        return deals

    def fits(self, deals: Array) -> Array:
        """Which of the deals fit: of shape (n, 4), and (n,)."""
        hands = [Hands(deals[:, seat]) for seat in range(4)]
        found = np.ones(len(deals), dtype=bool)
        for part, hand in zip(self.wanted.hands, hands, strict=True):
            found &= part.test(hand)
        for side, part in enumerate(self.wanted.sides):
            if part != AllOf():
                both: Any = Partners(hands[side], hands[side + 2])
                found &= part.test(both)
        return found

    def _random_deals(self, size: int) -> Array:
        """Deals of the cards that are left to the seats whose hands are not given."""
        deals = np.zeros((size, 4), dtype=np.uint64)
        for seat, hand in enumerate(self.fixed):
            deals[:, seat] = hand or 0
        free = [seat for seat, hand in enumerate(self.fixed) if hand is None]
        if self.sampler is None:
            shuffled = self.random.permuted(np.tile(_cards_of(self.deck), (size, 1)), axis=1)
        else:
            deals[:, list(self._pair)] = self.sampler.draw(size, self.random)
            free = [seat for seat in free if seat not in self._pair]
            shuffled = self._shuffled_rest(deals)
        for place, seat in enumerate(free):
            deals[:, seat] = np.bitwise_or.reduce(shuffled[:, place * RANKS : (place + 1) * RANKS], axis=1)
        return deals

    def _shuffled_rest(self, deals: Array) -> Array:
        """The cards that nobody has yet, of every deal, shuffled."""
        left, ones = np.uint64(DECK) & ~np.bitwise_or.reduce(deals, axis=1), _cards_of(DECK)
        _, cards = np.nonzero(left[:, None] & ones)
        return self.random.permuted(ones[cards].reshape(len(deals), -1), axis=1)

    def _choose_sampler(self) -> None:
        """Prepare the draw by suits for the two seats that ask the most."""
        free = [seat for seat, hand in enumerate(self.fixed) if hand is None]
        if len(free) < 2:
            return
        trial = Hands(self._random_deals(BATCH)[:, free].ravel())
        rows = {}
        for place, seat in enumerate(free):
            fit = np.asarray(self.wanted.hands[seat].test(trial)).reshape(-1, len(free))
            rows[seat] = int(fit[:, place].sum())
        first, second = sorted(sorted(free, key=lambda seat: rows[seat])[:2])
        self._pair = first, second
        bounds = tuple(self.wanted.hands[seat].bounds() for seat in self._pair)
        sampler = PairSampler(self.deck, (bounds[0], bounds[1]))
        if sampler.total == 0:
            raise BadInput(f"No deal fits: {self.wanted.words()}.")
        self.sampler, self.tried, self.kept, self._size = sampler, 0, 0, SMALLEST_BATCH


def _cards_of(cards: int) -> Array:
    """The cards of a set, each as a set of its own."""
    return np.array([1 << card for card in range(LANE * SUITS) if cards >> card & 1], dtype=np.uint64)


def _fixed_hand(part: Constraint) -> int | None:
    """The hand that a constraint gives card by card."""
    for one in part.parts if isinstance(part, AllOf) else (part,):
        if isinstance(one, Exactly):
            return one.hand
    return None


def draw_deals(wanted: DealConstraints, count: int, seed: int | None = None) -> list[tuple[int, ...]]:
    """So many deals that fit (`Dealer.iter_deals`)."""
    return list(Dealer(wanted, seed).iter_deals(count))


def hold_deals(deals: Sequence[Sequence[int]]) -> Array:
    """Deals as an array of shape (n, 4)."""
    return np.array(deals, dtype=np.uint64).reshape(-1, 4)
