"""How many problems of single dummy play the player of bridge solves, and how fast.

    python -m benchmarks.bridge_problems [--seconds 10] [--moves 3]

The problems are `tests/games/bridge_problems.toml`: endings of our own, with the cards that have the best
chance against the best defence, over all layouts (`alpha_mu.exact_chances`).  `--moves 1` is double dummy play
on the same layouts, without plans.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from halfmove.core.limit import Limit
from halfmove.games.bridge.choice import CardPlayer
from halfmove.games.tricks.deals import card_text

TESTS = Path(__file__).parents[1] / "tests"


def main() -> None:
    sys.path.insert(0, str(TESTS))
    from bridge_endings import read_problem

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--moves", type=int, default=3)
    asked = parser.parse_args()
    solved, asked_of, slowest = Counter[str](), Counter[str](), 0.0
    for problem in tomllib.loads((TESTS / "games/bridge_problems.toml").read_text())["problem"]:
        player = CardPlayer(seed=1, moves=asked.moves)
        began = time.perf_counter()
        choice = player.choose(read_problem(problem), Limit(seconds=asked.seconds))
        slowest = max(slowest, time.perf_counter() - began)
        right = card_text(choice.best) in problem["accepted"].split()
        solved[problem["theme"]] += right
        asked_of[problem["theme"]] += 1
        if not right:
            print(f"{problem['name']}: {card_text(choice.best)}, not {problem['accepted']}")
    for theme, number in asked_of.items():
        print(f"{theme:<12}{solved[theme]:>4} of {number}")
    print(f"{solved.total()} of {asked_of.total()}; the longest took {slowest:.1f} s")


if __name__ == "__main__":
    main()
