"""Calls compared on deals that fit the auction, where the rules of a system do not say which is best.

Where several rules fit that the system ranks alike, the auction is bid on by the system after each of their
calls, on the same deals, and the contracts are scored double dummy (M. Ginsberg, "GIB: Imperfect information
in a computationally challenging game", *JAIR* 14, 2001, section 4).  The rule that stands first in the file
is followed unless another call gains more than chance explains.  Where no rule fits, there is no system to go
on with: calls are compared as if they were the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.games.bridge.auction import (
    BIDS,
    FIRST_BID,
    NOBODY,
    PASS,
    declarer_of,
    doubled,
    is_closed,
    with_call,
)
from halfmove.games.bridge.bidding import Bidder, Choice
from halfmove.games.bridge.constraints import ANYTHING
from halfmove.games.bridge.hands import Hands
from halfmove.games.bridge.layouts import Hands as DealtHands
from halfmove.games.bridge.layouts import Layouts, Weigh
from halfmove.games.bridge.rules import DECK
from halfmove.games.bridge.viewpoint import OPEN
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.scoring import Contract, duplicate_score, imps
from halfmove.games.tricks.solver import TrickSolver

DEALS = 20
"""On which calls are compared."""
CONVINCED = 2.0
"""Standard errors by which a call must be better than that of the first rule to be preferred."""
DOUBT = 0.001
"""The weight of a layout for each hand that is not as its calls say: they may be wrong, or be read so."""
DOUBLED_AT = 2
"""A contract that fails by so many tricks is taken to be doubled."""
GAMES = (21, 22, 18, 19, 15)
"""The bid of game in each strain: 5♣ 5♦ 4♥ 4♠ 3NT."""


def weigh_by_calls(bidder: Bidder, calls: Sequence[int], dealer: int, seats: Sequence[int]) -> Weigh:
    """How likely hidden hands are by what these seats have shown in the auction."""
    shown = bidder.interpret(calls, dealer)

    def weigh(hands: DealtHands) -> NDArray[np.float64]:
        found = np.ones(len(hands))
        for seat in seats:
            if shown[seat] != ANYTHING:
                found *= np.where(shown[seat].test(Hands(hands[:, seat])), 1.0, DOUBT)
        return found

    return weigh


class Ended(NamedTuple):
    """An auction bid to its end."""

    contract: Contract | None
    calls: tuple[int, ...]
    choices: tuple[Choice, ...]
    """Those that were made here, the last calls."""


def bid_on(
    bidder: Bidder,
    hands: Sequence[int],
    calls: Sequence[int] = (),
    vulnerable: str = "none",
    *,
    dealer: int = 0,
    simulates: Sequence[int] = (),
) -> Ended:
    """The auction where all four seats go on by the system; the sides of `simulates` compare calls by
    simulation where it does not say which is best."""
    auction, bid, made, choices = NOBODY, 0, list[int](), list[Choice]()
    ahead = list(calls)
    while not is_closed(auction, bid):
        if len(made) < len(ahead):
            call = ahead[len(made)]
        else:
            seat = (dealer + len(made)) % 4
            choices.append(
                bidder.choose(hands[seat], made, vulnerable, dealer=dealer, simulate=seat & 1 in simulates)
            )
            call = choices[-1].call
        auction, bid = with_call(auction, bid, call), max(bid, call - FIRST_BID)
        made.append(call)
    contract = None
    if bid:
        declarer = declarer_of(auction, bid, dealer)
        contract = Contract((bid - 1) // 5 + 1, (bid - 1) % 5, declarer, doubled(auction, bid))
    return Ended(contract, tuple(made), tuple(choices))


class CallSimulator:
    """Compares the calls of one hand after an auction."""

    def __init__(
        self,
        bidder: Bidder,
        hand: int,
        calls: Sequence[int],
        dealer: int,
        vulnerable: Sequence[int],
        seed: int,
    ) -> None:
        """`vulnerable`: the sides that are, 0 for North and South."""
        self.bidder, self.calls, self.dealer, self.vulnerable = bidder, tuple(calls), dealer, vulnerable
        self.seat = (dealer + len(calls)) % 4
        self.solver = TrickSolver(OPEN)
        self.hands = self._draw(hand, np.random.default_rng(seed))
        self._tricks: dict[tuple[int, int, int], int] = {}

    def _draw(self, hand: int, random: np.random.Generator) -> list[list[int]]:
        """Deals with the hand, as likely as the calls make them."""
        others = [seat for seat in range(4) if seat != self.seat]
        given = weigh_by_calls(self.bidder, self.calls, self.dealer, others)

        def deal(hidden: DealtHands) -> DealtHands:
            return np.insert(hidden, self.seat, np.uint64(hand), axis=1)

        layouts = Layouts(DECK & ~hand, (RANKS,) * 3)
        drawn = layouts.draw(DEALS, random, lambda hidden: given(deal(hidden)))
        found: list[list[int]] = deal(drawn.hands).tolist()
        return found

    def score(self, number: int, contract: Contract | None) -> int:
        """What a contract scores double dummy on a deal, to the side of the hand."""
        if contract is None:
            return 0
        key = number, contract.strain, contract.declarer
        if key not in self._tricks:
            s = OPEN.first_state(self.hands[number], contract.strain, (contract.declarer + 1) % 4)
            first = self.solver.tricks(s, self.solver.last)
            self._tricks[key] = first if contract.declarer & 1 == 0 else RANKS - first
        taken = self._tricks[key]
        if taken <= contract.level + 6 - DOUBLED_AT and not contract.doubled:
            contract = contract._replace(doubled=1)
        score = duplicate_score(contract, taken, contract.declarer & 1 in self.vulnerable)
        return score if (contract.declarer ^ self.seat) & 1 == 0 else -score

    def choose(self, options: Sequence[int]) -> int:
        """The call that gains most by IMPs against the first one, if it gains more than chance explains."""
        scores = []
        for number, hands in enumerate(self.hands):
            ends = (bid_on(self.bidder, hands, (*self.calls, call), dealer=self.dealer) for call in options)
            scores.append([self.score(number, end.contract) for end in ends])
        gains = np.array([[imps(score - row[0]) for score in row] for row in scores])
        means, errors = gains.mean(axis=0), gains.std(axis=0, ddof=1) / len(gains) ** 0.5
        best = int(means.argmax())
        return options[best if means[best] > CONVINCED * errors[best] else 0]

    def choose_last(self, bid: int, may_pass: bool) -> int:
        """The pass, or the bid in a strain, lowest, in game or slam, that scores best as the last call; `bid`
        is the last one made."""
        best, chosen = -(10**9), PASS
        if may_pass:
            best = 0
            if bid:
                since = next(k for k, call in enumerate(reversed(self.calls)) if call > FIRST_BID)
                by = self.seat + 2 if since % 2 else self.seat - since - 1
                best = self._mean_score(bid, by % 4)
        for strain in range(5):
            lowest = bid + 1 + (strain - bid) % 5
            for option in sorted(
                {max(lowest, level) for level in (0, GAMES[strain], 26 + strain, 31 + strain)}
            ):
                score = self._mean_score(option, self.seat) if option <= BIDS else best
                if score > best:
                    best, chosen = score, FIRST_BID + option
        return chosen

    def _mean_score(self, bid: int, declarer: int) -> int:
        contract = Contract((bid - 1) // 5 + 1, (bid - 1) % 5, declarer)
        return sum(self.score(number, contract) for number in range(len(self.hands))) // len(self.hands)
