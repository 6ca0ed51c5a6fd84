"""How long end games of Scrabble take to prove, seven tiles against seven, in processor time on one core.

    python -m benchmarks.scrabble_endings [--positions 60] [--seconds 60] [--file FILE] [--only 3 17]

Positions are from games of static players: the first with an empty bag and two full racks.  A proof that
takes longer than `--seconds` is broken off and counts as longer than all others.  With `--file` each result
is kept at once, and positions that the file has are not solved again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.scrabble_games import rules_of_scrabble, turns_of_game
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.endgame import EndGameDesk
from halfmove.games.scrabble.rules import State
from halfmove.search.expert import EndSearch


def ends() -> Iterator[State]:
    """The first position of each game with an empty bag, where both racks are full then."""
    for seed in count(1):
        for s in turns_of_game(seed):
            if not any(s.bag):
                if all(len(rack) == FULL_RACK for rack in s.racks):
                    yield s
                break


class Deadline(NamedTuple):
    """A time of the processor's clock at which a search ends."""

    at: float

    def is_over(self) -> bool:
        """Whether it has come."""
        return time.process_time() > self.at


def main() -> None:
    """Solve what the file has not, and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time for a proof")
    parser.add_argument("--file", type=Path, help="where results are kept, a line a position")
    parser.add_argument("--only", type=int, nargs="*", help="the numbers of positions, from 0")
    asked = parser.parse_args()
    rules = rules_of_scrabble()
    desk, engine = EndGameDesk(rules.generator), EndSearch()
    known: dict[int, float] = {}
    if asked.file and asked.file.exists():
        known = {row["position"]: row["seconds"] for row in map(json.loads, asked.file.open())}
    for number, s in zip(range(asked.positions), ends(), strict=False):
        if number in known or (asked.only and number not in asked.only):
            continue
        start = desk.set(s.board, (s.racks[s.mover], s.racks[1 - s.mover]), passed=False)
        engine.search(desk.game, start, 0.01, lambda: True)  # machine code
        start = desk.set(s.board, (s.racks[s.mover], s.racks[1 - s.mover]), passed=False)
        began = time.process_time()
        found = engine.search(desk.game, start, None, Deadline(began + asked.seconds).is_over)
        spent = time.process_time() - began if found.proven else float("inf")
        known[number] = spent
        row = {"position": number, "seconds": spent, "value": found.value, "nodes": found.nodes}
        print(f"{rules.show(s)}\n  {row}", flush=True)
        if asked.file:
            with asked.file.open("a") as out:
                out.write(json.dumps(row) + "\n")
    times = sorted(known.values())
    late = times[-(-9 * len(times) // 10) - 1]
    print(f"{len(times)} positions: median {statistics.median(times):.2f} s, 90 % within {late:.2f} s")


if __name__ == "__main__":
    main()
