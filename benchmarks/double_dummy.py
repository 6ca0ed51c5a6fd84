"""Double dummy bridge beside DDS (Haglund and Hein), which PyPI's `endplay` brings along.

    pip install --target PEERS endplay
    python -m benchmarks.double_dummy --peers PEERS [--deals 100] [--seed 1] [--kind random] [--tables]
        [--file FILE]

Every result of ours is compared with that of DDS; a difference ends the run.  Both work on the same deals in
turn, on one thread, in processor time, and begin each deal with an empty table.

    one     one strain and one leader (no trump and a suit in turn), of whole deals
    cards   every card's result in the middle of the play: 16 to 19 cards played at random
    tables  all 20 results of a deal, only with `--tables`; also ours on two threads, on the wall, of at most
            100 deals

`--kind flat`: hard deals, in which each hand has 4-3-3-3 and 9 to 11 points of high cards (4-3-2-1).  The
search was tuned on other deals than those of the seeds from 1000 on.  With `--file` each deal's times are
kept at once, and deals that the file has are not solved again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.measure import on_wall
from halfmove.games.tricks.deals import STRAINS, card_text, deal_text
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.rules import State
from halfmove.games.tricks.solver import TrickSolver, all_results

GAME = DoubleDummy()
SEATS = GAME.seat_letters
DDS_STRAINS = "SHDCN"
"""In its order."""

T = TypeVar("T")
Hands = list[int]
Pair = tuple[float, float]
"""The seconds of ours and of DDS."""


def random_deal(drawn: random.Random) -> Hands:
    """Thirteen cards each, every deal as likely as every other."""
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    drawn.shuffle(deck)
    return [sum(1 << card for card in deck[13 * seat : 13 * seat + 13]) for seat in range(4)]


def points(hand: int) -> int:
    """High cards: 4 for an ace to 1 for a jack."""
    return sum((hand >> (16 * suit + 8 + value) & 1) * value for suit in range(4) for value in range(5))


def flat_deal(drawn: random.Random) -> Hands:
    """Each hand 4-3-3-3, with 9 to 11 points."""
    shapes = [[4 if suit == long else 3 for suit in range(4)] for long in drawn.sample(range(4), 4)]
    while True:
        hands = [0] * 4
        for suit in range(4):
            ranks = drawn.sample(range(13), 13)
            for seat, shape in enumerate(shapes):
                for _ in range(shape[suit]):
                    hands[seat] |= 1 << (16 * suit + ranks.pop())
        if all(9 <= points(hand) <= 11 for hand in hands):
            return hands


def list_deals(kind: str, count: int, seed: int) -> Iterator[Hands]:
    """The deals of a seed, the first ones the same for any number."""
    drawn = random.Random(seed)
    for _ in range(count):
        yield random_deal(drawn) if kind == "random" else flat_deal(random.Random(drawn.getrandbits(64)))


class Dds:
    """DDS by endplay, on one thread."""

    def __init__(self) -> None:
        from endplay import _dds
        from endplay.dds import calc_dd_table, solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal, Denom, Player

        _dds.SetMaxThreads(1)
        self.table, self.solve, self.mode = calc_dd_table, solve_board, SolveMode
        self.deal, self.denomination, self.player = Deal, Denom, Player

    def position(self, s: State, hands: Hands) -> Any:
        """A position as endplay has it: the hands before the trick, and then its cards."""
        deal = self.deal(deal_text(hands, SEATS))
        deal.trump = self.denomination.find("NT" if STRAINS[s.trump] == "N" else STRAINS[s.trump])
        deal.first = self.player.find(SEATS[s.leader])
        for place in range(GAME.played(s)):
            deal.play(card_text(GAME.card_played(s, place)))
        return deal

    def tricks(self, position: Any) -> int:
        """What the side to play takes."""
        return max(int(tricks) for _, tricks in self.solve(position, self.mode.OptimalOne))

    def cards(self, position: Any) -> dict[str, int]:
        """What the side to play takes after each card."""
        return {
            DDS_STRAINS[card.suit] + card.rank.abbr: tricks
            for card, tricks in self.solve(position, self.mode.Default)
        }

    def results(self, hands: Hands) -> list[list[int]]:
        """By strain, by declarer, as `all_results`."""
        rows = self.table(self.deal(deal_text(hands, SEATS))).to_list()
        return [rows[DDS_STRAINS.index(strain)] for strain in STRAINS]


def on_processor(work: Callable[[], T]) -> tuple[T, float]:
    """The result, and the processor time of all threads of the process."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def check(ours: object, theirs: object, text: str) -> None:
    if ours != theirs:
        raise SystemExit(f"{text}: ours {ours}, DDS {theirs}")


def one(dds: Dds, number: int, hands: Hands) -> Pair:
    s = GAME.first_state(hands, 4 if number % 2 else number // 2 % 4, number // 8 % 4)
    solver, position = TrickSolver(GAME), dds.position(s, hands)
    first, ours = on_processor(partial(solver.tricks, s))
    tricks, theirs = on_processor(partial(dds.tricks, position))
    check(first if s.leader & 1 == 0 else 13 - first, tricks, GAME.position_text(s))
    return ours, theirs


def cards(dds: Dds, number: int, hands: Hands) -> Pair:
    drawn = random.Random(5000 + number)
    s = GAME.first_state(hands, number % 5, number % 4)
    for played in range(16 + number % 4):
        if played == 16:
            hands = [int(hand) for hand in GAME.hands(s)]
        s = GAME.result(s, drawn.choice(list(GAME.actions(s))))
    if number % 4 == 0:
        hands = [int(hand) for hand in GAME.hands(s)]
    solver, position = TrickSolver(GAME), dds.position(s, hands)
    found, ours = on_processor(partial(solver.cards, s))
    known, theirs = on_processor(partial(dds.cards, position))
    check({card_text(card): n for card, n in found.items()}, known, GAME.position_text(s))
    return ours, theirs


def tables(dds: Dds, number: int, hands: Hands) -> Pair:
    found, ours = on_processor(partial(all_results, GAME, hands))
    known, theirs = on_processor(partial(dds.results, hands))
    check(found, known, deal_text(hands, SEATS))
    return ours, theirs


def tables_on_two_threads(dds: Dds, number: int, hands: Hands) -> Pair:
    return on_wall(partial(all_results, GAME, hands, 2))[1], float("nan")


Measure = Callable[[Dds, int, Hands], Pair]


class Kept:
    """The times that a file has, by what was measured and the deal's number; without a file none at first."""

    def __init__(self, path: Path | None, kind: str) -> None:
        self.path, self.kind = path, kind
        self.rows: dict[tuple[str, int], Pair] = {}
        if path is not None and path.exists():
            for row in map(json.loads, path.read_text().splitlines()):
                if row["kind"] == kind:
                    self.rows[row["name"], row["deal"]] = row["ours"], row["dds"]

    def pair(self, name: str, number: int, measure: Callable[[], Pair]) -> Pair:
        known = self.rows.get((name, number))
        if known is not None:
            return known
        ours, theirs = measure()
        if self.path is not None:
            row = {"kind": self.kind, "name": name, "deal": number, "ours": ours, "dds": theirs}
            with self.path.open("a") as file:
                file.write(json.dumps(row) + "\n")
        return ours, theirs


def report(name: str, pairs: list[Pair]) -> None:
    """Means, medians and what 95 of 100 stay below, in milliseconds, and the ratios of ours to DDS's."""
    ours, theirs = ([1000 * pair[k] for pair in pairs] for k in range(2))
    ratios = [a / b for a, b in pairs]
    mean, middle, high = statistics.mean(ours), statistics.median(ours), sorted(ours)[len(ours) * 95 // 100]
    print(
        f"{name:<24} {len(pairs):>5}  {mean:>8.2f} {middle:>8.2f} {high:>8.2f}"
        f"  {statistics.mean(theirs):>8.2f} {statistics.median(theirs):>8.2f}"
        f"  {sum(ours) / sum(theirs):>6.2f} {statistics.median(ratios):>6.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--peers", help="the folder with endplay, if it is not installed")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--kind", choices=("random", "flat"), default="random")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    if options.peers:
        sys.path.append(options.peers)
    dds = Dds()
    TrickSolver(GAME).tricks(GAME.first_state([1, 2, 4, 8], 4, 0))  # loads the machine code
    print(f"{'ms':<24} deals      mean   median      95%  DDS mean   median   ratio median")
    kinds: dict[str, Measure] = {"one": one, "cards": cards}
    if options.tables:
        kinds = {"tables": tables, "tables, 2 threads": tables_on_two_threads}
    kept = Kept(options.file, f"{options.kind} {options.seed}")
    for name, measure in kinds.items():
        pairs: list[Pair] = []
        count = min(options.deals, 100) if measure is tables_on_two_threads else options.deals
        try:
            for number, hands in enumerate(list_deals(options.kind, count, options.seed)):
                pairs.append(kept.pair(name, number, partial(measure, dds, number, hands)))
                if sys.stderr.isatty():
                    print(f"{name} {len(pairs)}", end="\r", file=sys.stderr)
        except KeyboardInterrupt:
            if not pairs:
                raise
        report(f"{options.kind}: {name}", pairs)


if __name__ == "__main__":
    main()
