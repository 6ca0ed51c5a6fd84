"""Cards by the rules that beginners learn: fourth best, second hand low, third hand high, cover an honour.

A player of his own in matches, and what chooses among cards that are as good double dummy.  The rules are
those of any primer (W. Root, *The ABCs of Bridge*, 1998): opening leads from sequences, or fourth best;
declarer draws trumps, cashes what is high, and otherwise leads towards honours.
"""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.core import bits
from halfmove.games.bridge.viewpoint import OPEN, SUIT, Viewpoint
from halfmove.games.tricks.memory import LANE, NO_TRUMP

TEN, JACK, ACE = 8, 9, 12


def choose_by_rules(view: Viewpoint, cards: Sequence[int] | None = None) -> int:
    """The card of the rules, among all that are legal or some of them."""
    choice = sorted(view.choice() if cards is None else cards, key=lambda card: (card % LANE, card))
    if len(choice) == 1:
        return choice[0]
    rules = _Rules(view, choice)
    if OPEN.played(view.state) == 0:
        return rules.lead_declarer() if view.declares else rules.lead_defender()
    led = OPEN.card_played(view.state, 0) // LANE
    if choice[0] // LANE == led and all(card // LANE == led for card in view.choice()):
        return rules.follow()
    return rules.discard()


def list_leads(view: Viewpoint) -> list[int]:
    """The opening leads that the rules cannot tell apart, one of each suit at most."""
    choice = sorted(view.choice(), key=lambda card: (card % LANE, card))
    rules = _Rules(view, choice)
    worths = {card: rules.lead_worth(card) for card in choice}
    most = max(worth for worth, _ in worths.values())
    by_suit = {card // LANE: card for card in reversed(choice) if worths[card][0] == most}
    return list(by_suit.values())


class _Rules:
    """The rules for one card; `choice` has the lowest rank first."""

    def __init__(self, view: Viewpoint, choice: list[int]) -> None:
        self.view, self.choice, self.state = view, choice, view.state
        self.hand = int(OPEN.hands(view.state)[view.seat])
        self.trump = view.contract.strain
        partner = int(OPEN.hands(view.state)[(view.seat + 2) % 4])
        self.partner = partner if view.declares else 0
        """Partner's cards as far as they are his to play: of a defender's partner none."""
        self.others = view.unseen() | sum(
            int(hand) for seat, hand in enumerate(OPEN.hands(view.state)) if seat & 1 != view.side
        )
        """The cards that opponents may have; of a defender his partner too."""

    def of(self, cards: int, suit: int) -> int:
        return cards >> LANE * suit & SUIT

    def is_high(self, card: int) -> bool:
        """Whether no card that is out beats it in its suit."""
        return self.of(self.others, card // LANE) >> card % LANE == 0

    def is_touching(self, card: int) -> bool:
        """Whether it is the top of a sequence that begins with an honour."""
        mine = self.of(self.hand, card // LANE)
        rank = card % LANE
        return rank >= TEN and mine >> rank - 1 & 1 == 1 and mine >> rank + 1 & 1 == 0

    # ---- leads
    def lead_defender(self) -> int:
        """The top of a sequence, a short suit to ruff, or fourth best of the longest suit."""
        return max(self.choice, key=self.lead_worth)

    def lead_worth(self, card: int) -> tuple[int, int]:
        """What the rules think of a lead; of equal ones the lower card."""
        suit, rank = divmod(card, LANE)
        mine = self.of(self.hand, suit)
        length, no_trump = bits.count(mine), self.trump == NO_TRUMP
        above = bits.count(mine >> rank + 1)
        worth = 4 * length if no_trump else 2 * length
        if self.is_touching(card):
            worth += 14 if rank == ACE or mine >> rank - 2 & 1 else 8
        elif above == (3 if length >= 4 else length - 1):
            worth += 4  # fourth best, or the lowest of a shorter suit
        if suit == self.trump:
            worth -= 6
        elif not no_trump:
            if length == 1 and self.of(self.hand, self.trump):
                worth += 14
            if mine >> ACE & 1:
                worth += 2 if rank == ACE else -12  # never away from an ace
        if rank >= JACK and not self.is_touching(card):
            worth -= 3 if length <= 2 else 8
        return worth, -rank

    def lead_declarer(self) -> int:
        """Trumps while opponents have some, what is high, otherwise low towards partner's honours."""
        if self.trump != NO_TRUMP and self.of(self.others, self.trump):
            trumps = [card for card in self.choice if card // LANE == self.trump]
            if trumps and (self.is_high(trumps[-1]) or not self.is_high_there(self.trump)):
                return trumps[-1]
            if trumps:
                return trumps[0]
        high = [card for card in self.choice if self.is_high(card) and card // LANE != self.trump]
        if high:
            return min(high, key=lambda card: bits.count(self.of(self.hand, card // LANE)))
        return max(self.choice, key=self._length_worth)

    def is_high_there(self, suit: int) -> bool:
        """Whether partner has a card of the suit that is high."""
        cards = self.of(self.partner, suit)
        return bool(cards) and cards.bit_length() > self.of(self.others, suit).bit_length()

    def _length_worth(self, card: int) -> tuple[int, int]:
        suit = card // LANE
        both = bits.count(self.of(self.hand, suit)) + bits.count(self.of(self.partner, suit))
        honours = self.of(self.partner, suit) >> JACK
        plain = suit != self.trump
        return both + (3 if honours else 0) + (2 if plain else 0), -(card % LANE)

    # ---- following suit
    def follow(self) -> int:
        """Second hand low but cover an honour, third hand high, fourth hand as cheaply as will do."""
        s, place = self.state, OPEN.played(self.state)
        top, winner = OPEN.best(s)
        winning = [card for card in self.choice if OPEN.beats(card, top, s.trump)]
        if not winning or (winner & 1 == self.view.side and (place == 3 or self.is_safe(top))):
            return self.choice[0]
        if place == 3:
            return winning[0]
        if place == 1:
            led = OPEN.card_played(s, 0) % LANE
            cover = led >= TEN and winning[0] % LANE > led
            return winning[0] if cover else self.choice[0]
        return self._lowest_equal(winning[-1])

    def is_safe(self, top: int) -> bool:
        """Whether partner's card stands against the last hand, if that is seen, or against all."""
        if top // LANE != OPEN.card_played(self.state, 0) // LANE:
            return True
        last = int(OPEN.hands(self.state)[(self.view.seat + 1) % 4])
        cards = last if last else self.others
        return self.of(cards, top // LANE) >> top % LANE == 0

    def _lowest_equal(self, card: int) -> int:
        """Of the cards that are as good the lowest."""
        lowest = card
        for other in reversed(self.choice):
            if other < card and not self.of(self.others, card // LANE) >> other % LANE & (
                (1 << card % LANE - other % LANE) - 1
            ):
                lowest = other
        return lowest

    # ---- void in the suit led
    def discard(self) -> int:
        """A trump as low as wins, if an opponent's card would win; otherwise the lowest of a long suit."""
        s = self.state
        top, winner = OPEN.best(s)
        winning = [card for card in self.choice if OPEN.beats(card, top, s.trump)]
        plain = [card for card in self.choice if card // LANE != self.trump]
        if winning and winner & 1 != self.view.side:
            return winning[0]
        if not plain:
            return self.choice[0]
        low = [card for card in plain if not self.is_high(card)] or plain
        return max(low, key=lambda card: (bits.count(self.of(self.hand, card // LANE)), -(card % LANE)))
