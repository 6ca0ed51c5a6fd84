"""Matches of Scrabble's engine against the static player, at so much processor time a move.

    python -m benchmarks.scrabble_matches [--games 200] [--seconds 1] [--file FILE] [--seed 1]

Games come in pairs: in both the tiles lie in the bag in the same order, and each player moves first once.
The clock of the searches is the processor's, so that other programs take no time from a player.  With
`--file` each game's result is kept at once, and games that the file has are not played again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from benchmarks.scrabble_games import rules_of_scrabble
from halfmove.core.limit import Limit
from halfmove.games.scrabble.engine import ScrabbleExpert
from halfmove.games.scrabble.plays import is_exchange, tiles_of
from halfmove.games.scrabble.rules import DRAW, State
from halfmove.search.expert import EndSearch


class Table:
    """The engine and the static player, and the rules that they play by."""

    def __init__(self, seconds: float) -> None:
        rules = rules_of_scrabble()
        self.rules, self.limit = rules, Limit(seconds=seconds)
        self.engine, self.static = ScrabbleExpert(rules), ScrabbleExpert(rules)
        self.engine.use_engine(EndSearch().search)
        self.engine.prepare()

    def choose(self, s: State) -> int:
        """What the engine plays."""
        *_, last = self.engine.judge(s, self.limit, lambda: False)
        action: int = last.actions[0].action
        return action

    def play(self, number: int, seed: int) -> tuple[int, float]:
        """The points by which the engine wins a game, and the processor time that it took, in seconds."""
        rules, pair, first = self.rules, number // 2, number % 2
        self.engine.reseed(1000 * seed + number)
        draw = random.Random(f"{seed}/{pair}")
        order = [tile for tile, count in enumerate(rules.tile_set.counts) for _ in range(count)]
        draw.shuffle(order)
        s, spent = rules.initial(), 0.0
        while not rules.is_terminal(s):
            if s.phase == DRAW:
                s = rules.result(s, order.pop())
            elif rules.to_move(s) == first:
                began = time.process_time()
                action = self.choose(s)
                spent += time.process_time() - began
                s = rules.result(s, action)
                order = put_back(order, action, draw)
            else:
                action = self.static.candidates(s, 1)[0].action
                s = rules.result(s, action)
                order = put_back(order, action, draw)
        return int(rules.utility(s, first)), spent


def put_back(order: list[int], action: int, draw: random.Random) -> list[int]:
    """The order of the bag after an action: tiles that are exchanged lie at its end, mixed, as new ones are
    drawn before they come back."""
    if not is_exchange(action):
        return order
    back = list(tiles_of(action))
    rest = order[: len(order) - len(back)]
    mixed = [*rest, *back]
    draw.shuffle(mixed)
    return [*mixed, *order[len(order) - len(back) :]]


def report(leads: list[int], spent: float, seconds: float) -> None:
    """Print what the engine has won, with the interval of 95 % over games."""
    shares = [float(lead > 0) + 0.5 * (lead == 0) for lead in leads]
    error = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5
    points = 1.96 * statistics.stdev(leads) / len(leads) ** 0.5
    print(
        f"{len(leads)} games at {seconds:g} s a move: {statistics.fmean(shares):.1%} ± {error:.1%}, "
        f"{statistics.fmean(leads):+.1f} ± {points:.1f} points; {spent / len(leads):.1f} s a game",
        flush=True,
    )


def main() -> None:
    """Play what the file has not, and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for a move")
    parser.add_argument("--file", type=Path, help="where results are kept, a line a game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    time.perf_counter = time.process_time  # the clock of the searches
    known: dict[int, tuple[int, float]] = {}
    if asked.file and asked.file.exists():
        for line in asked.file.read_text().splitlines():
            row = json.loads(line)
            if (row["seed"], row["seconds"]) == (asked.seed, asked.seconds):
                known[row["game"]] = row["lead"], row["spent"]
    table = Table(asked.seconds)
    for number in range(asked.games):
        if number not in known:
            known[number] = lead, spent = table.play(number, asked.seed)
            row = {"game": number, "seed": asked.seed, "seconds": asked.seconds, "lead": lead, "spent": spent}
            if asked.file:
                with asked.file.open("a") as out:
                    out.write(json.dumps(row) + "\n")
        if len(known) > 1 and (number % 10 == 9 or number == asked.games - 1):
            report(
                [lead for lead, _ in known.values()], sum(used for _, used in known.values()), asked.seconds
            )


if __name__ == "__main__":
    main()
