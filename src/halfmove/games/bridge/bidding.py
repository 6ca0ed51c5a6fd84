"""Bidding by a system: what calls mean, and which to choose with a hand.

`Bidder.interpret` says what each seat has shown, as constraints; `Bidder.choose` takes the first rule that
fits.  Where no rule fits, the player passes if he may; else he bids the best fit that he knows of as low as
he can.  With `simulate` calls are compared double dummy there, and where rules of the same priority fit
(`call_simulation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.games.bridge.auction import (
    BIDS,
    DOUBLE,
    FIRST_BID,
    NOBODY,
    PASS,
    REDOUBLE,
    call_text,
    is_closed,
    may_double,
    may_redouble,
    read_call,
    with_call,
)
from halfmove.games.bridge.constraints import (
    ANY,
    ANYTHING,
    SUIT_WORDS,
    Bounds,
    Constraint,
    Figure,
    Quality,
    all_of,
    meet,
    one_of,
)
from halfmove.games.bridge.hands import Hands
from halfmove.games.bridge.system import Rule, System, list_tokens, opponents_called, usual_system
from halfmove.games.tricks.memory import NO_TRUMP, RANKS, SUITS
from halfmove.games.tricks.scoring import VULNERABLE

FIT = 8
Calls = tuple[int, ...]


class Meaning(NamedTuple):
    """What a call says."""

    constraint: Constraint
    says: str
    forcing: bool
    known: bool
    """Whether the system has a rule for it; otherwise it is taken as natural."""

    def words(self) -> str:
        """`a simple raise: 3+ spades, 6–10 points for spades`."""
        text = self.constraint.words()
        if not self.known:
            return f"not in the system, taken as {text}"
        return f"{self.says}: {text}" if self.says and self.constraint != ANYTHING else self.says or text


class Option(NamedTuple):
    """A call with its meaning, and whether the hand fits it."""

    call: int
    meaning: Meaning
    fits: bool


class Choice(NamedTuple):
    """The call that was chosen, with the others that the system has here."""

    call: int
    meaning: Meaning
    options: tuple[Option, ...]
    how: str
    """`rule`, `fallback` where none fits, or `simulation` where that chose and not the first that fits."""


class Bidder:
    """Bids by one system, and remembers what auctions mean; seats count from the dealer, 0."""

    def __init__(self, system: System | None = None) -> None:
        self.system = system or usual_system()
        self._rules: dict[Calls, tuple[Rule, ...]] = {}
        self._shown: dict[Calls, tuple[tuple[Constraint, ...], ...]] = {(): ((), (), (), ())}
        self._last: dict[Calls, tuple[int, int, int]] = {}

    # ---- what calls mean
    def rules(self, calls: Calls) -> tuple[Rule, ...]:
        """The rules for the next call, the first choice first, with what partner has shown put in."""
        found = self._rules.get(calls)
        if found is None:
            found = self._rules[calls] = tuple(self._find_rules(calls))
        return found

    def _find_rules(self, calls: Calls) -> list[Rule]:
        auction, bid = _auction_of(calls)
        partner = self.bounds(calls, (len(calls) + 2) % 4)
        contested, theirs = opponents_called(calls), _suits_bid(calls[-1::-2])
        found: list[Rule] = []
        special = set[int]()  # calls with a rule in this very auction: what holds in any says no more
        for rule in self.system.find_rules(list_tokens(calls)):
            if not _is_legal(auction, bid, rule.call) or (rule.below and bid >= rule.below):
                continue
            if rule.contested not in (None, contested) or (rule.call == PASS and self.is_forced(calls)):
                continue
            if rule.after == ("*",) and (rule.call in special or _strain_of(rule.call) in theirs):
                continue
            when = rule.when.with_partner(partner)
            if when != rule.when and not _has_called(calls[-2::-4]):
                continue  # nothing is known of two hands together
            if rule.stopped:
                when = all_of([when, *(Quality(suit, good=False) for suit in theirs)])
            if not when.bounds().is_empty:
                found.append(rule._replace(when=when))
                special |= {rule.call} if rule.after != ("*",) else set()
        return found

    def is_forced(self, calls: Calls) -> bool:
        """Whether partner's last call asks for one, and the opponents have not called since."""
        if len(calls) < 2 or calls[-1] != PASS or calls[-2] == PASS:
            return False
        return self.meaning(calls[:-2], calls[-2]).forcing

    def meaning(self, calls: Calls, call: int) -> Meaning:
        """What a call after others means."""
        rules = [rule for rule in self.rules(calls) if rule.call == call]
        if rules:
            says = list(dict.fromkeys(rule.says for rule in rules if rule.says))
            when = one_of([rule.when for rule in rules])
            return Meaning(when, " or ".join(says), all(rule.forcing for rule in rules), True)
        natural: Constraint = ANYTHING
        if call > FIRST_BID and (call - FIRST_BID - 1) % 5 != NO_TRUMP:
            natural = Figure(SUIT_WORDS[(call - FIRST_BID - 1) % 5], 4, RANKS)
        return Meaning(natural, "", False, False)

    def _shown_by(self, calls: Calls) -> tuple[tuple[Constraint, ...], ...]:
        found = self._shown.get(calls)
        if found is None:
            before, seat = list(self._shown_by(calls[:-1])), (len(calls) - 1) % 4
            said = self.meaning(calls[:-1], calls[-1])
            if said.known and not all_of([*before[seat], said.constraint]).bounds().is_empty:
                before[seat] = (*before[seat], said.constraint)
            found = self._shown[calls] = tuple(before)
        return found

    def bounds(self, calls: Calls, seat: int) -> Bounds:
        """Lengths and points that a seat has shown, counted from the dealer."""
        found = reduce(meet, (part.bounds() for part in self._shown_by(calls)[seat]), ANY)
        return found.tightened()

    def interpret(self, calls: Sequence[int], dealer: int = 0) -> tuple[Constraint, ...]:
        """What the seats N E S W have shown."""
        shown = self._shown_by(tuple(calls))
        return tuple(all_of(shown[(seat - dealer) % 4]) for seat in range(4))

    # ---- which call to choose
    def choose(
        self,
        hand: int,
        calls: Sequence[int],
        vulnerable: str = "none",
        *,
        dealer: int = 0,
        simulate: bool = False,
        seed: int = 0,
    ) -> Choice:
        """The call of a hand (a set of cards) after the calls since the dealer's first."""
        before, one = tuple(calls), Hands(hand)
        rules = self.rules(before)
        options: dict[int, Option] = {}
        for rule in rules:
            fits = bool(rule.when.test(one))
            old = options.get(rule.call)
            options[rule.call] = Option(
                rule.call, self.meaning(before, rule.call), fits or (old is not None and old.fits)
            )
        fitting = [rule for rule in rules if options[rule.call].fits and rule.when.test(one)]
        alike = list(dict.fromkeys(r.call for r in fitting if r.priority == fitting[0].priority))
        how = "rule" if fitting else "fallback"
        call = alike[0] if alike else PASS
        if simulate and len(alike) != 1:
            from halfmove.games.bridge.call_simulation import CallSimulator

            simulator = CallSimulator(self, hand, before, dealer, VULNERABLE[vulnerable], seed)
            if alike:
                call = simulator.choose(alike)
                how = "simulation" if call != alike[0] else how
            else:
                _, bid = _auction_of(before)
                call, how = simulator.choose_last(bid, not self.is_forced(before)), "simulation"
        elif not fitting:
            call = self._fall_back(one, before)
        found = next((rule for rule in fitting if rule.call == call), None)
        meaning = self.meaning(before, call)
        if found is not None:
            meaning = Meaning(found.when, found.says, found.forcing, True)
        return Choice(call, meaning, tuple(options.values()), how)

    def choose_many(self, hands: Any, calls: Sequence[int]) -> Any:
        """The calls of many hands after the same calls: arrays of shape (n,); -1 where no rule fits."""
        many, found = Hands(hands), np.full(len(hands), -1)
        for rule in self.rules(tuple(calls)):
            found = np.where((found < 0) & rule.when.test(many), rule.call, found)
        return found

    def _fall_back(self, one: Hands, calls: Calls) -> int:
        """Pass, or where that may not be the suit with the best fit as low as possible, else no trump."""
        _, bid = _auction_of(calls)
        if not self.is_forced(calls):
            return PASS
        partner = self.bounds(calls, (len(calls) + 2) % 4)
        theirs = _suits_bid(calls[-1::-2])

        def worth(suit: int) -> tuple[int, int]:
            fit = one.lengths[suit] + partner.lengths[suit][0]
            return (fit if suit not in theirs else 0), suit

        best = max(range(SUITS), key=worth)
        strain = best if worth(best)[0] >= FIT or one.lengths[best] >= 6 else NO_TRUMP
        lowest = _cheapest(bid, strain)
        return FIRST_BID + lowest if lowest <= BIDS else PASS


def read_calls(text: str) -> Calls:
    """Calls with blanks between them, from the dealer's; `BadInput` for one that the laws do not allow."""
    made: list[int] = []
    for word in text.split():
        call = read_call(word)
        auction, bid = _auction_of(made)
        if is_closed(auction, bid):
            raise BadInput(f"The auction '{text}' is over before its last call.")
        if not _is_legal(auction, bid, call):
            raise BadInput(
                f"'{word}' is no legal call after '{' '.join(map(call_text, made)) or 'no call'}'."
            )
        made.append(call)
    auction, bid = _auction_of(made)
    if is_closed(auction, bid):
        raise BadInput(f"The auction '{text}' is over: nobody calls any more.")
    return tuple(made)


def _auction_of(calls: Sequence[int]) -> tuple[tuple[int, int, int], int]:
    """The auction as the game keeps it, and its last bid."""
    auction, bid = NOBODY, 0
    for call in calls:
        auction = with_call(auction, bid, call)
        bid = call - FIRST_BID if call > FIRST_BID else bid
    return auction, bid


def _is_legal(auction: tuple[int, int, int], bid: int, call: int) -> bool:
    if call == DOUBLE:
        return bool(may_double(auction, bid))
    if call == REDOUBLE:
        return bool(may_redouble(auction, bid))
    return call == PASS or call - FIRST_BID > bid


def _has_called(calls: Sequence[int]) -> bool:
    """Whether one of the calls is no pass."""
    return any(call != PASS for call in calls)


def _strain_of(call: int) -> int:
    """The strain of a bid; -1 of other calls."""
    return (call - FIRST_BID - 1) % 5 if call > FIRST_BID else -1


def _suits_bid(calls: Sequence[int]) -> list[int]:
    """The suits among bids, the first named first."""
    strains = [(call - FIRST_BID - 1) % 5 for call in reversed(calls) if call > FIRST_BID]
    return list(dict.fromkeys(strain for strain in strains if strain != NO_TRUMP))


def _cheapest(bid: int, strain: int) -> int:
    """The lowest bid in a strain above another; above `BIDS` there is none."""
    return bid + 1 + (strain - bid) % 5
