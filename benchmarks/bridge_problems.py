"""How many problems of single dummy play the player of bridge solves, and how fast.

    python -m benchmarks.bridge_problems [--hands] [--seconds 10] [--moves 3]

    python -m benchmarks.bridge_problems --leads [--layouts 20] [--training]

The problems are `tests/games/bridge_problems.toml`: endings of our own, with the cards that have the best
chance against the best defence, over all layouts (`alpha_mu.exact_chances`).  `--moves 1` is double dummy
play on the same layouts, without plans.  `--hands` takes problems with all thirteen cards instead,
`tests/games/bridge_hands.toml`, whose cards are judged, not proved.

The leads are `tests/games/bridge_leads.toml`: opinions, not proofs; an equal card counts as right.
`--training` takes those on which the choice of a lead was settled, in
`benchmarks/bridge_leads_training.toml`.
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
from halfmove.games.bridge.rules_of_thumb import choose_by_rules
from halfmove.games.tricks.deals import card_text

TESTS = Path(__file__).parents[1] / "tests"
TRAINING = Path(__file__).with_name("bridge_leads_training.toml")


def main() -> None:
    sys.path.insert(0, str(TESTS))
    from bridge_endings import read_problem

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--moves", type=int, default=3)
    parser.add_argument("--hands", action="store_true")
    parser.add_argument("--leads", action="store_true")
    parser.add_argument("--layouts", type=int, default=20)
    parser.add_argument("--training", action="store_true")
    asked = parser.parse_args()
    if asked.leads:
        judge_leads(asked.layouts, TRAINING if asked.training else TESTS / "games/bridge_leads.toml")
        return
    solved, asked_of, slowest = Counter[str](), Counter[str](), 0.0
    file = TESTS / "games" / ("bridge_hands.toml" if asked.hands else "bridge_problems.toml")
    for problem in tomllib.loads(file.read_text())["problem"]:
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


def judge_leads(layouts: int, file: Path) -> None:
    """Print how many opening leads are those that were judged right, by the engine and by rules of thumb."""
    from bridge_endings import read_view

    leads = tomllib.loads(file.read_text())["lead"]
    right, by_rules = 0, 0
    for number, lead in enumerate(leads):
        view = read_view(f"- - - {lead['hand']}", "", lead["contract"], "W")
        choice = CardPlayer(seed=number).choose(view, Limit(simulations=layouts))
        equals = next(report.equals for report in choice.reports if choice.best in report.equals)
        accepted = lead["accepted"].split()
        is_right = any(card_text(card) in accepted for card in equals)
        right += is_right
        by_rules += card_text(choose_by_rules(view)) in accepted
        if not is_right:
            print(f"{lead['contract']}, {lead['hand']}: {card_text(choice.best)}, not {lead['accepted']}")
    print(f"{right} of {len(leads)} leads on {layouts} layouts; by rules of thumb {by_rules}")


if __name__ == "__main__":
    main()
