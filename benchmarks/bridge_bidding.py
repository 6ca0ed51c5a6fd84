"""How good the contracts of the bidding system are: IMPs lost to par on random deals, all four seats bidding.

    python -m benchmarks.bridge_bidding [DEALS] [SEED]

Each deal is bid to the end, and the contract is scored with the tricks that the declarer takes double dummy
(a contract that fails undoubled as it stands); par is that of the deal for this dealer and vulnerability.
The loss is the difference in IMPs, whichever side it favours.
"""

from __future__ import annotations

import random
import sys
import time
from typing import NamedTuple

from halfmove.games.bridge.auction import FIRST_BID, NOBODY, declarer_of, doubled, is_closed, with_call
from halfmove.games.bridge.bidding import Bidder
from halfmove.games.bridge.deals_operation import mean_interval
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.scoring import Contract, duplicate_score, imps, par
from halfmove.games.tricks.solver import all_results

VULNERABLE = ("none", "NS", "EW", "both")


class Auction(NamedTuple):
    """An auction that all four seats bid by the system."""

    contract: Contract | None
    calls: list[int]
    without: int
    """How many of the calls were by no rule."""


def bid_deal(bidder: Bidder, hands: list[int], vulnerable: str, dealer: int = 0) -> Auction:
    """The auction of a deal."""
    auction, bid, calls, without = NOBODY, 0, list[int](), 0
    while not is_closed(auction, bid):
        hand = hands[(dealer + len(calls)) % 4]
        choice = bidder.choose(hand, calls, vulnerable, dealer=dealer)
        without += choice.how != "rule"
        auction = with_call(auction, bid, choice.call)
        bid = choice.call - FIRST_BID if choice.call > FIRST_BID else bid
        calls.append(choice.call)
    contract = None
    if bid:
        declarer = declarer_of(auction, bid, dealer)
        contract = Contract((bid - 1) // 5 + 1, (bid - 1) % 5, declarer, doubled(auction, bid))
    return Auction(contract, calls, without)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    source = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    bidder, game, begun = Bidder(), DoubleDummy(), time.perf_counter()
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    losses, made, calls, without = list[float](), 0, 0, 0
    for number in range(count):
        source.shuffle(deck)
        hands = [sum(1 << card for card in deck[seat::4]) for seat in range(4)]
        vulnerable = VULNERABLE[number % 4]
        contract, made_calls, missing = bid_deal(bidder, hands, vulnerable)
        calls, without = calls + len(made_calls), without + missing
        results = all_results(game, hands)
        score = 0
        if contract is not None:
            tricks = results[contract.strain][contract.declarer]
            at_risk = vulnerable in ("both", ("NS", "EW")[contract.declarer & 1])
            score = duplicate_score(contract, tricks, at_risk) * (1 - 2 * (contract.declarer & 1))
            made += tricks >= contract.level + 6
        losses.append(abs(imps(par(results, 0, vulnerable).score - score)))
    low, high = mean_interval(losses)
    print(f"{count} deals in {time.perf_counter() - begun:.0f} s; {calls} calls, {without} by no rule")
    print(f"contracts made: {made}; from par {sum(losses) / count:.2f} IMPs (95 %: {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
