"""Othello's tables of patterns against the evaluation by hand, at equal time a move.

    python -m benchmarks.othello_matches [--pairs 60] [--seconds 0.02]

Each pair of games begins with the same eight random moves, each player once with each colour; both search
on one thread.  The points of the tables, a draw half a point, with the interval of 95 % that the pairs'
results give, and what they win by in discs.
"""

from __future__ import annotations

import argparse
import random
import statistics
from typing import Any

from benchmarks.othello_games import ByHand
from halfmove import Limit, analyze
from halfmove.core.evaluation_network import TERMS
from halfmove.games.othello import Othello

OPENING = 8
"""Random moves."""
BY_ITSELF = {"evaluation": TERMS}
"""Neither player has the network that the game has by now."""


def after_random_moves(game: Any, rng: random.Random) -> Any:
    """A position after `OPENING` random moves."""
    state = game.initial()
    for _ in range(OPENING):
        state = game.result(state, rng.choice(list(game.actions(state))))
    return state


def played(state: Any, players: tuple[Any, Any], limit: Limit) -> int:
    """What a game from a position brings player 0, in discs."""
    game = players[0]
    while not game.is_terminal(state):
        player = players[game.to_move(state)]
        state = game.result(state, analyze(player, state, limit, threads=1, options=BY_ITSELF).best)
    return int(game.utility(state, 0))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--depth", type=int, help="plies, in place of seconds")
    typed = parser.parse_args()
    tables, by_hand = Othello(score="discs"), ByHand(score="discs")
    limit = Limit(depth=typed.depth) if typed.depth else Limit(seconds=typed.seconds)
    rng = random.Random(1)
    points, discs = [], []
    for number in range(1, typed.pairs + 1):
        start = after_random_moves(tables, rng)
        results = (played(start, (tables, by_hand), limit), -played(start, (by_hand, tables), limit))
        points.append(sum((result > 0) + 0.5 * (result == 0) for result in results) / 2)
        discs.append(sum(results) / 2)
        if number >= 2:
            error = 1.96 * statistics.stdev(points) / number**0.5
            print(
                f"{2 * number} games: {statistics.fmean(points):.1%} ± {error:.1%}, "
                f"{statistics.fmean(discs):+.1f} discs a game",
                flush=True,
            )


if __name__ == "__main__":
    main()
