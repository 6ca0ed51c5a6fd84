"""How good the contracts of the bidding system are: IMPs lost to par on random deals, all four seats bidding.

    python -m benchmarks.bridge_bidding [DEALS] [SEED] [--simulate]

Each deal is bid to the end, and the contract is scored with the tricks that the declarer takes double dummy
(a contract that fails undoubled as it stands); par is that of the deal for this dealer and vulnerability.
The loss is the difference in IMPs, whichever side it favours.  With `--simulate` each deal is bid again, one
side (North and South on even boards) comparing calls by simulation where rules are ranked alike or none fits:
what it gains by IMPs over its rules alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from halfmove.games.bridge.bidding import Bidder
from halfmove.games.bridge.call_simulation import bid_on
from halfmove.games.bridge.deals_operation import mean_interval
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.scoring import Contract, duplicate_score, imps, par
from halfmove.games.tricks.solver import all_results

VULNERABLE = ("none", "NS", "EW", "both")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("deals", nargs="?", type=int, default=200)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--simulate", action="store_true")
    asked = parser.parse_args()
    source, begun = random.Random(asked.seed), time.process_time()
    bidder, game = Bidder(), DoubleDummy()
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    losses, gains, made, calls, without, differ = list[float](), list[float](), 0, 0, 0, 0
    for number in range(asked.deals):
        source.shuffle(deck)
        hands = [sum(1 << card for card in deck[seat::4]) for seat in range(4)]
        vulnerable = VULNERABLE[number % 4]
        end = bid_on(bidder, hands, vulnerable=vulnerable)
        results = all_results(game, hands)
        score = north_south(end.contract, results, vulnerable)
        calls, without = calls + len(end.calls), without + sum(c.how != "rule" for c in end.choices)
        contract = end.contract
        made += contract is not None and results[contract.strain][contract.declarer] >= contract.level + 6
        losses.append(abs(imps(par(results, 0, vulnerable).score - score)))
        if asked.simulate:
            side = number % 2
            other = bid_on(bidder, hands, vulnerable=vulnerable, simulates=(side,))
            gain = imps(north_south(other.contract, results, vulnerable) - score)
            differ += other.calls != end.calls
            gains.append(gain if side == 0 else -gain)
            if sys.stderr.isatty():
                print(number + 1, end="\r", file=sys.stderr)
    low, high = mean_interval(losses)
    print(f"{asked.deals} deals, {time.process_time() - begun:.0f} s of processor time")
    print(f"{calls} calls, {without} by no rule; contracts made: {made}")
    print(f"from par {sum(losses) / len(losses):.2f} IMPs (95 %: {low:.2f} to {high:.2f})")
    if gains:
        low, high = mean_interval(gains)
        print(f"the side that simulates gains {sum(gains) / len(gains):+.2f} IMPs a board", end=" ")
        print(f"(95 %: {low:+.2f} to {high:+.2f}); other auctions in {differ} deals")


def north_south(contract: Contract | None, results: list[list[int]], vulnerable: str) -> int:
    """The score of a contract to North and South with the tricks of double dummy play."""
    if contract is None:
        return 0
    at_risk = vulnerable in ("both", ("NS", "EW")[contract.declarer & 1])
    score = duplicate_score(contract, results[contract.strain][contract.declarer], at_risk)
    return score * (1 - 2 * (contract.declarer & 1))


if __name__ == "__main__":
    main()
