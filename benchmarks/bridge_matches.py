"""Matches of bridge's card play: IMPs a board, each board played twice with the sides exchanged.

    python -m benchmarks.bridge_matches rules [--boards 1000] [--layouts 8] [--moves 2] [--auction]
        [--defence] [--file FILE]

The opponents: `one` takes the card that is best double dummy in one layout that it draws, `rules` plays by
rules of thumb, `random` any legal card; `unplanned` is the player itself without plans (`alpha_mu`).  The
contract of a deal is that of points and fits (below), the same at both tables, and so is the opening lead, by
rules of thumb; nobody draws conclusions from either: what is measured is the play alone.  Vulnerability goes
round as in a match.

With `--auction` all four seats bid by the system of the package, and the players lead as they like: ours
reads the calls and weighs layouts by them, as the engine does; the others draw no conclusions.  The dealer
goes round, and the calls are the same at both tables, as all bid alike.

With `--defence` the declarer is ours at both tables, the defenders are ours at one and the opponents at the
other: the defence alone.

With `--file` each board's result is kept at once, and boards that the file has are not played again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from halfmove.core import bits
from halfmove.core.limit import Limit
from halfmove.games.bridge.bidding import Bidder
from halfmove.games.bridge.call_simulation import bid_on, weigh_by_calls
from halfmove.games.bridge.choice import CardPlayer
from halfmove.games.bridge.rules_of_thumb import choose_by_rules
from halfmove.games.bridge.viewpoint import SUIT, Viewpoint, seen_by
from halfmove.games.tricks.memory import LANE, NO_TRUMP, RANKS, SUITS
from halfmove.games.tricks.scoring import VULNERABLE, Contract, duplicate_score, imps

OPPONENTS = ("one", "rules", "random", "unplanned")
Choose = Callable[[Viewpoint], int]


def deal_cards(random_: random.Random) -> list[int]:
    """Four hands."""
    deck = [LANE * suit + rank for suit in range(SUITS) for rank in range(RANKS)]
    random_.shuffle(deck)
    return [sum(1 << card for card in deck[RANKS * seat : RANKS * seat + RANKS]) for seat in range(4)]


def points(hand: int) -> int:
    """High-card points."""
    return sum(
        value * (hand >> LANE * suit + rank & 1)
        for suit in range(SUITS)
        for rank, value in ((12, 4), (11, 3), (10, 2), (9, 1))
    )


def length(hand: int, suit: int) -> int:
    return bits.count(hand >> LANE * suit & SUIT)


def contract_of(deal: list[int]) -> Contract:
    """The side with more points plays its best fit: a major suit of eight cards, a minor of nine unless there
    are points for 3NT, otherwise no trump; as high as the points say."""
    totals = [points(deal[side]) + points(deal[side + 2]) for side in (0, 1)]
    side = int(totals[1] > totals[0])
    both, total = (deal[side], deal[side + 2]), totals[side]
    fits = [sum(length(hand, suit) for hand in both) for suit in range(SUITS)]
    major = max((3, 2), key=lambda suit: fits[suit])
    minor = max((1, 0), key=lambda suit: fits[suit])
    if fits[major] >= 8:
        strain, worth = major, total + fits[major] - 8
        level = 7 if worth >= 37 else 6 if worth >= 33 else 4 if worth >= 25 else 3 if worth >= 23 else 2
    elif fits[minor] >= 9 and total < 25:
        strain, level = minor, 3 if total >= 22 else 2
    else:
        strain = NO_TRUMP
        level = 7 if total >= 37 else 6 if total >= 33 else 3 if total >= 25 else 2 if total >= 23 else 1
    suit = strain if strain < NO_TRUMP else 3
    longer = length(both[1], suit) > length(both[0], suit)
    declarer = side + 2 * int(longer if strain < NO_TRUMP else points(both[1]) > points(both[0]))
    return Contract(level, strain, declarer)


def play(
    deal: list[int],
    contract: Contract,
    vulnerable: bool,
    sides: tuple[Choose, Choose],
    *,
    free_lead: bool = False,
) -> int:
    """The score to North and South; the opening lead is by rules of thumb unless it is the players'."""
    plays: list[int] = []
    seat, tricks = (contract.declarer + 1) % 4, 0
    while len(plays) < 4 * RANKS:
        view = seen_by(seat, contract, deal, plays, vulnerable=vulnerable)
        choice = view.choice()
        choose = sides[seat & 1] if plays or free_lead else choose_by_rules
        plays.append(choice[0] if len(choice) == 1 else choose(view))
        after = view.with_card(plays[-1])
        seat, state = after.seat, after.state
        tricks = (state.won, state.lost)[contract.declarer & 1]
    score = duplicate_score(contract, tricks, vulnerable)
    return score if contract.declarer & 1 == 0 else -score


class Table:
    """The two players of a match; `board` plays one deal twice."""

    def __init__(
        self, against: str, layouts: int, moves: int, auction: bool = False, defence: bool = False
    ) -> None:
        self.against, self.limit, self.one = against, Limit(simulations=layouts), Limit(simulations=1)
        self.player, self.other = CardPlayer(moves=moves), CardPlayer(moves=1)
        self.random, self.auction, self.defence = random.Random(0), auction, defence
        self.bidder, self.calls, self.dealer = Bidder(), list[int](), 0

    def ours(self, view: Viewpoint) -> int:
        if self.auction:
            weigh = weigh_by_calls(self.bidder, self.calls, self.dealer, view.hidden_seats)
            view = replace(view, weigh=weigh)
        return self.player.choose(view, self.limit).best

    def theirs(self, view: Viewpoint) -> int:
        if self.against == "rules":
            return choose_by_rules(view)
        if self.against == "random":
            return self.random.choice(view.choice())
        view = replace(view, reads_choices=False)
        return self.other.choose(view, self.one if self.against == "one" else self.limit).best

    def board(self, number: int, seed: int) -> int:
        """Our IMPs on a board: ours are North and South first, then East and West, or the defenders."""
        self.random.seed(f"{seed} {number}")
        self.player.reseed(2 * number)
        self.other.reseed(2 * number + 1)
        deal = deal_cards(random.Random(f"deal {seed} {number}"))
        if self.auction:
            self.dealer = number % 4
            word = tuple(VULNERABLE)[(number + number // 4) % 4]
            end = bid_on(self.bidder, deal, vulnerable=word, dealer=self.dealer)
            contract, self.calls = end.contract, list(end.calls)
        else:
            contract = contract_of(deal)
        if contract is None:
            return 0
        vulnerable = bool((number + number // 4) >> (contract.declarer & 1) & 1)
        tables = (self.ours, self.theirs), (self.theirs, self.ours)
        declares = contract.declarer & 1
        if self.defence:
            tables = tables[declares], (self.ours, self.ours)
        first, second = (
            play(deal, contract, vulnerable, pair, free_lead=self.auction or self.defence) for pair in tables
        )
        gained = imps(first - second)
        return -gained if self.defence and declares else gained


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("against", choices=OPPONENTS)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--layouts", type=int, default=8)
    parser.add_argument("--moves", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--auction", action="store_true")
    parser.add_argument("--defence", action="store_true")
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args()
    known: dict[int, int] = {}
    if asked.file and asked.file.exists():
        known = {row["board"]: row["imps"] for row in map(json.loads, asked.file.read_text().splitlines())}
    table = Table(asked.against, asked.layouts, asked.moves, asked.auction, asked.defence)
    began, used = time.perf_counter(), time.process_time()
    try:
        for number in range(asked.boards):
            if number not in known:
                known[number] = table.board(number, asked.seed)
                if asked.file:
                    with asked.file.open("a") as file:
                        file.write(json.dumps({"board": number, "imps": known[number]}) + "\n")
    except KeyboardInterrupt:
        print("Interrupted.")
    report(known, asked.against, time.perf_counter() - began, time.process_time() - used)


def report(found: dict[int, int], against: str, seconds: float, used: float) -> None:
    """Print the mean with its interval."""
    if len(found) < 2:
        return
    mean, error = statistics.fmean(found.values()), statistics.stdev(found.values()) / len(found) ** 0.5
    print(
        f"against {against}: {mean:+.2f} ± {1.96 * error:.2f} IMPs a board (95 %), {len(found)} boards; "
        f"{seconds:.0f} s, {used:.0f} s of processor time"
    )


if __name__ == "__main__":
    main()
