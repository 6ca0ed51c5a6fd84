"""How many problems of single dummy play the player of bridge solves, and how fast.

    python -m benchmarks.bridge_problems [--hands] [--seconds 10] [--moves 3]

    python -m benchmarks.bridge_problems --verify [--layouts 400]

    python -m benchmarks.bridge_problems --leads [--layouts 20] [--training]

The problems are `tests/games/bridge_problems.toml`: endings of our own, with the cards that have the best
chance against the best defence, over all layouts (`alpha_mu.exact_chances`).  `--moves 1` is double dummy
play on the same layouts, without plans.  `--hands` takes problems with all thirteen cards instead,
`tests/games/bridge_hands.toml`: there are too many layouts for a proof.  `--verify` holds their accepted
cards against the others, on many layouts that are the same for all cards: the chance double dummy, by the
solver alone, and with plans of four moves (as far as half a minute lets them) on the first 60.

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

import numpy as np

from halfmove.core.limit import Limit
from halfmove.games.bridge.alpha_mu import Planner
from halfmove.games.bridge.choice import CardPlayer
from halfmove.games.bridge.rules_of_thumb import choose_by_rules
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint
from halfmove.games.tricks.deals import card_text
from halfmove.games.tricks.rules import State
from halfmove.games.tricks.solver import TrickSolver

TESTS = Path(__file__).parents[1] / "tests"
CLOSE = 1e-9
PLANNED, PLANNED_MOVES, PLANNING = 60, 4, 30.0
"""Layouts, moves and seconds of plans that verify a card."""
TRAINING = Path(__file__).with_name("bridge_leads_training.toml")


def main() -> None:
    sys.path.insert(0, str(TESTS))
    from bridge_endings import read_problem

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--moves", type=int, default=3)
    parser.add_argument("--hands", action="store_true")
    parser.add_argument("--leads", action="store_true")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--layouts", type=int, default=None)
    parser.add_argument("--training", action="store_true")
    asked = parser.parse_args()
    if asked.leads:
        judge_leads(asked.layouts or 20, TRAINING if asked.training else TESTS / "games/bridge_leads.toml")
        return
    if asked.verify:
        for problem in tomllib.loads((TESTS / "games/bridge_hands.toml").read_text())["problem"]:
            print(
                f"{verify(read_problem(problem), problem, asked.layouts or 400)}: {problem['name']}",
                flush=True,
            )
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


def verify(view: Viewpoint, problem: dict[str, str], layouts: int) -> str:
    """`right` where no other card is better by more than chance explains, `alone` where all others are worse
    by more than that, two standard errors of the difference; with the chances of the best of both."""
    solver, cards = TrickSolver(OPEN), list(view.candidates())
    sample = view.draw(layouts, np.random.default_rng(2026))
    side, need = view.contract.declarer & 1, view.needed
    made = np.array(
        [[float(makes(solver, OPEN.result(s, card), side, need)) for card in cards] for s in sample.states]
    )
    shares = np.array(sample.weights) / sum(sample.weights)
    chances = dict(zip(cards, (shares @ made).tolist(), strict=True))
    names = set(problem["accepted"].split())
    accepted = [card for card, equals in view.candidates().items() if names & set(map(card_text, equals))]
    others = [card for card in cards if card not in accepted]
    one, other = (max(part, key=lambda card: chances[card]) for part in (accepted, others))
    lag = made[:, cards.index(one)] - made[:, cards.index(other)]
    error = (shares @ (lag - shares @ lag) ** 2 / len(lag)) ** 0.5
    planner = Planner(view, solver, need, time.perf_counter() + PLANNING)
    plans = list(planner.deepen(sample.states[:PLANNED], sample.weights[:PLANNED], cards, PLANNED_MOVES))
    best = [max(plans[-1].chances[card] for card in part) for part in (accepted, others)]
    lead = chances[one] - chances[other]
    word = "alone" if lead > 2 * error + CLOSE else "right" if lead >= -2 * error - CLOSE else "WRONG"
    said = f"{chances[one]:.2f} {chances[other]:.2f} ± {2 * error:.2f}"
    return f"{word}  {said}, {plans[-1].moves} moves planned {best[0]:.2f} {best[1]:.2f}"


def makes(solver: TrickSolver, s: State, side: int, need: int) -> bool:
    """Whether a side takes so many tricks in all, double dummy."""
    if side == 0:
        return solver.takes(s, need - s.won)
    return not solver.takes(s, OPEN.tricks_left(s) - (need - s.lost) + 1)


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
