"""Searches with hidden information against an equilibrium, and what a best response would win from them.

    python benchmarks/hidden.py [kuhn leduc goofspiel] [--seeds 20] [--simulations 1000]

A search with a seed is a strategy: it is asked once at every information set (where it answers with a mixture
it plays that), and what it then earns against the equilibrium, in both seats, is exact.  The mean is over
seeds, with its 95 % interval by Student's t.  Exploitability is that of all seeds mixed, where each is drawn
anew at every information set.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np

import halfmove as hm
from halfmove.core.in_turn import in_turn
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.layout import GameTable, lay_out
from halfmove.imperfect.steps import uniform
from halfmove.search.session import Session

CARDS = ("so-ismcts", "mo-ismcts", "determinized", "pimc", "alpha-mu", "oos")
AT_ONCE = ("sm-mcts", "sm-mcts?selection=decoupled-uct", "mo-ismcts", "determinized", "backward-induction")
GAMES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "kuhn": ({}, CARDS),
    "leduc": ({}, CARDS),
    "goofspiel": ({"cards": 4, "prizes": "descending"}, AT_ONCE),
}
"""The games, with their parameters and the searches asked."""
SOLVING = ("pimc", "alpha-mu", "backward-induction")
"""Those that are not told how many simulations to make."""
STUDENT = {5: 2.776, 10: 2.262, 20: 2.093, 40: 2.023}
"""Student's t for a two-sided interval of 95 %, by the number of seeds."""


def limit_of(name: str, simulations: int) -> hm.Limit:
    """What bounds a decision: those that solve the states they draw do so."""
    return hm.Limit() if name in SOLVING else hm.Limit(simulations=simulations)


def answers(game: hm.Game, table: GameTable, name: str, simulations: int, seed: int) -> Any:
    """The search as a strategy: what it plays at each information set, or how it mixes there."""
    policy = uniform(table.layout)
    name, _, given = name.partition("?")
    session = Session(
        game, name, seed=seed, options=dict(part.split("=") for part in given.split("&") if part)
    )
    for i in range(table.sets):
        if name == "oos":  # what it has learnt would serve the next information set
            session.new_game()
        found = session.analyze(table.example(i), limit_of(name, simulations))
        shares = (found.policy or {}) if found.mixed else {found.best: 1.0}
        first = table.layout.first[i]
        for k, action in enumerate(table.actions[i]):
            policy[first + k] = shares.get(action, 0.0)
    session.close()
    return policy


def seated(table: GameTable, mine: Any, theirs: Any, seat: int) -> Any:
    """`mine` at the information sets of one player, `theirs` at the others'."""
    mixed = np.array(theirs)
    layout = table.layout
    first, last = layout.first[layout.sets[seat]], layout.first[layout.sets[seat + 1]]
    mixed[first:last] = mine[first:last]
    return mixed


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--seeds", type=int, default=20, choices=STUDENT)
    parser.add_argument("--simulations", type=int, default=1000)
    given = parser.parse_args()
    print(f"halfmove {hm.__version__}, {given.seeds} seeds, {given.simulations} simulations a decision")
    for name in given.games or GAMES:
        parameters, searches = GAMES[name]
        game = in_turn(hm.game(name, **parameters))
        table = lay_out(game)
        nash = hm.regret(game, iterations=20_000).strategy.policy
        for search in ("uniform", *searches):
            begun = time.perf_counter()
            alone = search == "uniform"
            seeds = [0] if alone else range(1, given.seeds + 1)
            played = [
                uniform(table.layout) if alone else answers(game, table, search, given.simulations, seed)
                for seed in seeds
            ]
            took = time.perf_counter() - begun
            earned = [
                sum(
                    judge(table.layout, seated(table, p, nash, seat), compiled=True)[0][seat]
                    for seat in (0, 1)
                )
                / 2
                for p in played
            ]
            values, best = judge(table.layout, np.mean(played, axis=0), compiled=True)
            spread = 0.0 if alone else np.std(earned, ddof=1) / math.sqrt(len(earned)) * STUDENT[given.seeds]
            print(
                f"{name:9} {search:31} {np.mean(earned):+.4f} ± {spread:.4f} a game against equilibrium; "
                f"exploitability {float(sum(best) - sum(values)) / 2:.4f}; {took:.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
