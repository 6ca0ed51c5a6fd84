"""What the declarer gains by restricted choice, in the decisions where it says something.

    python -m benchmarks.bridge_restricted_choice [--deals 200] [--seed 1] [--layouts 20] [--cards]

Random deals in contracts of points and fits are played by rules of thumb, except that defenders follow with
any of equal honours by chance.  Where an opponent has followed with an honour and one that would have been as
good is hidden, the declarer's layouts say how likely the same opponent has that one too: the mean of
(chance - truth)² with weights and without, once for each such honour.  With `--cards` the declarer also
chooses a card with and without at each of his decisions from then on; where the two differ, both are valued
double dummy in the deal as it is.

Seeds 1 and 2 are the training deals; others are held out.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks.bridge_matches import contract_of, deal_cards
from halfmove.core import bits
from halfmove.core.limit import Limit
from halfmove.games.bridge.choice import CardPlayer
from halfmove.games.bridge.restricted_choice import HONOUR, count_equals
from halfmove.games.bridge.rules_of_thumb import choose_by_rules
from halfmove.games.bridge.viewpoint import OPEN, SUIT, Viewpoint, seen_by
from halfmove.games.tricks.memory import LANE, RANKS

DRAWN = 200
"""Layouts for a chance."""


class Decision(NamedTuple):
    """A choice of the declarer after something was told by a card."""

    view: Viewpoint
    deal: list[int]
    number: int
    """Of the deal."""
    pairs: list[tuple[int, int]]
    """Who followed, and a hidden honour that he could have played as well."""


def list_pairs(view: Viewpoint) -> list[tuple[int, int]]:
    """Who followed with an honour, and each hidden one that would have been as good if he holds it."""
    found = []
    for seat, card, in_play in view._played.followed:
        suit = card // LANE
        if seat in view.hidden_seats and card % LANE >= HONOUR:
            equals = count_equals(card, in_play)
            for other in bits.squares(view.unseen() & SUIT << LANE * suit):
                if other % LANE >= HONOUR and equals[1 << card % LANE | 1 << other % LANE] > 1:
                    found.append((seat, other))
    return found


def follow(view: Viewpoint, drawn: random.Random) -> int:
    """A defender's card by rules of thumb; of equal honours any, where he follows."""
    card = choose_by_rules(view)
    if OPEN.played(view.state) == 0 or card % LANE < HONOUR:
        return card
    equals = next(cards for cards in view.candidates().values() if card in cards)
    return drawn.choice([other for other in equals if other % LANE >= HONOUR])


def decisions(seed: int, deals: int) -> Iterator[Decision]:
    """The declarer's decisions that restricted choice has a say in."""
    for number in range(deals):
        drawn = random.Random(f"restricted choice {seed} {number}")
        deal, plays = deal_cards(drawn), list[int]()
        contract = contract_of(deal)
        while len(plays) < 4 * (RANKS - 1):
            seat = seen_by(0, contract, deal, plays).seat
            view = seen_by(seat, contract, deal, plays)
            choice = view.choice()
            if view.declares and len(view.candidates()) > 1 and (pairs := list_pairs(view)):
                yield Decision(view, deal, number, pairs)
            card = choice[0] if len(choice) == 1 else choose_by_rules(view)
            plays.append(card if view.declares or len(choice) == 1 else follow(view, drawn))


def chance(view: Viewpoint, seat: int, card: int) -> float:
    """That a hidden hand has a card, by the layouts that are drawn."""
    sample = view.draw(DRAWN, np.random.default_rng(len(view.plays)))
    held = [int(OPEN.hands(state)[seat]) >> card & 1 for state in sample.states]
    return sum(w * has for w, has in zip(sample.weights, held, strict=True)) / sum(sample.weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layouts", type=int, default=20)
    parser.add_argument("--cards", action="store_true")
    asked = parser.parse_args()
    used, seen = time.process_time(), set[tuple[int, int, int]]()
    losses, gains = list[tuple[float, float]](), list[int]()
    try:
        for decision in decisions(asked.seed, asked.deals):
            for seat, card in decision.pairs:
                if (decision.number, seat, card) not in seen:
                    seen.add((decision.number, seat, card))
                    losses.append(square_losses(decision, seat, card))
            if asked.cards and (gain := gain_of(decision, Limit(simulations=asked.layouts))) is not None:
                gains.append(gain)
    except KeyboardInterrupt:
        print("Interrupted.")
    report(losses, gains)
    print(f"{time.process_time() - used:.0f} s of processor time")


def square_losses(decision: Decision, seat: int, card: int) -> tuple[float, float]:
    """(chance - truth)² of an opponent's having a card, with weights and without."""
    truth = decision.deal[seat] >> card & 1
    views = decision.view, replace(decision.view, reads_choices=False)
    one, other = ((chance(view, seat, card) - truth) ** 2 for view in views)
    return one, other


def gain_of(decision: Decision, limit: Limit) -> int | None:
    """The tricks that the card chosen with weights gains; None where both cards are equal."""
    view, cards, player = decision.view, list[int](), CardPlayer(aim="score", moves=1)
    for reads in (True, False):
        player.reseed(1000 * decision.number + len(view.plays))
        cards.append(player.choose(replace(view, reads_choices=reads), limit).best)
    runs = view.candidates()
    if any(set(cards) <= set(run) for run in runs.values()):
        return None
    played = view._played.cards
    s = view.fill([decision.deal[seat] & ~played[seat] for seat in view.hidden_seats])
    tricks = dict(zip(runs, player.solve(view, s, list(runs)), strict=True))
    one, other = (next(tricks[top] for top, run in runs.items() if card in run) for card in cards)
    return one - other


def report(losses: list[tuple[float, float]], gains: list[int]) -> None:
    """Print the means, with intervals of 95 %."""
    if len(losses) > 1:
        one, other = (statistics.fmean(pair[k] for pair in losses) for k in (0, 1))
        less = [b - a for a, b in losses]
        error = 1.96 * statistics.stdev(less) / len(less) ** 0.5
        print(f"{len(losses)} honours: squared error {one:.4f}, without weights {other:.4f}", end="; ")
        print(f"{statistics.fmean(less):.4f} ± {error:.4f} less")
    if len(gains) > 1:
        error = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
        better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        print(f"{len(gains)} other cards: {statistics.fmean(gains):+.3f} ± {error:.3f} tricks", end="; ")
        print(f"{better} better, {worse} worse, {len(gains) - better - worse} the same")


if __name__ == "__main__":
    main()
