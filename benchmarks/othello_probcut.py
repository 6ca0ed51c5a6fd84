"""What ProbCut spares in Othello: nodes and time at equal depth, and games at equal time, with it and
without.

    python -m benchmarks.othello_probcut nodes [--depth 12] [--positions 12]
    python -m benchmarks.othello_probcut games [--pairs 60] [--seconds 0.1] [--tenths 15]

The positions come from 10 to 30 random moves.  Nodes are geometric means, each search from an empty table;
the difference of the scores is in discs.  In games, each pair begins with the same eight random moves, each
player once with each colour, one thread; the interval of 95 % is that of the pairs' results.  `--tenths` is
how many tenths of a standard deviation have to lie between a foretold score and the window.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from typing import Any

from benchmarks.othello_matches import after_random_moves
from halfmove import Engine, Limit, analyze
from halfmove.games.othello import OneWordOthello
from halfmove.search.alphabeta.deepening import search

FEATURE = "probcut"


def game_with(tenths: int) -> Any:
    """The game with so many tenths of a standard deviation."""
    usual = OneWordOthello
    changed = type("Othello", (usual,), {"probcut_tenths": tenths})
    return (usual if tenths == usual.probcut_tenths else changed)(score="discs")


def by_depth(
    game: Any, state: Any, depth: int, without: tuple[str, ...]
) -> dict[int, tuple[int, float, float]]:
    """Nodes, processor seconds and score in discs of a search, level by level."""
    engine = Engine(game, megabytes=64, without=without)
    engine.prepare(state)
    began, found = time.process_time(), {}
    for analysis in search(game, state, Limit(depth=depth), memory=engine):
        found[analysis.depth] = analysis.nodes, time.process_time() - began, analysis.raw / game.unit
    return found


def nodes(game: Any, depth: int, positions: int) -> None:
    """A line for each depth."""
    rng = random.Random(2)
    whole, cut = [], []
    for _ in range(positions):
        state = game.initial()
        for _ in range(rng.randint(10, 30)):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(list(game.actions(state))))
        whole.append(by_depth(game, state, depth, (FEATURE,)))
        cut.append(by_depth(game, state, depth, ()))
    print("depth  nodes without  with  ratio  seconds without  with  ratio  mean difference in discs")
    for level in range(2, depth + 1, 2):
        pairs = [(a[level], b[level]) for a, b in zip(whole, cut, strict=True) if level in a and level in b]
        if not pairs:
            continue
        mean = [math.exp(statistics.fmean(math.log(p[side][0]) for p in pairs)) for side in (0, 1)]
        seconds = [sum(p[side][1] for p in pairs) for side in (0, 1)]
        difference = statistics.fmean(abs(a[2] - b[2]) for a, b in pairs)
        print(
            f"{level:5d} {mean[0]:13,.0f} {mean[1]:9,.0f} {mean[0] / mean[1]:6.2f} {seconds[0]:9.2f} "
            f"{seconds[1]:9.2f} {seconds[0] / seconds[1]:6.2f} {difference:6.2f}",
            flush=True,
        )


def games(game: Any, pairs: int, limit: Limit) -> None:
    """A line for each pair."""
    rng = random.Random(1)
    points: list[float] = []
    discs: list[float] = []
    for number in range(1, pairs + 1):
        start = after_random_moves(game, rng)
        results = [result_of(game, start, limit, side) for side in (0, 1)]
        points.append(sum((r > 0) + 0.5 * (r == 0) for r in results) / 2)
        discs.append(sum(results) / 2)
        if number >= 2:
            error = 1.96 * statistics.stdev(points) / number**0.5
            print(
                f"{2 * number} games: {statistics.fmean(points):.1%} ± {error:.1%}, "
                f"{statistics.fmean(discs):+.1f} discs a game",
                flush=True,
            )


def result_of(game: Any, state: Any, limit: Limit, side: int) -> int:
    """What a game brings the player with ProbCut, who has this colour, in discs."""
    engines = [Engine(game, megabytes=64, without=() if player == side else (FEATURE,)) for player in (0, 1)]
    while not game.is_terminal(state):
        state = game.result(state, analyze(game, state, limit, memory=engines[game.to_move(state)]).best)
    return int(game.utility(state, side))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("nodes", "games"))
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--tenths", type=int, default=OneWordOthello.probcut_tenths)
    typed = parser.parse_args()
    game = game_with(typed.tenths)
    if typed.what == "nodes":
        nodes(game, typed.depth, typed.positions)
    else:
        games(game, typed.pairs, Limit(seconds=typed.seconds))


if __name__ == "__main__":
    main()
