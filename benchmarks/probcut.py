"""How well shallow searches foretell deep ones: the parameters of ProbCut, fitted to our own searches.

    python -m benchmarks.probcut othello --set score=discs --depth 9 --games 120 scores.txt
    python -m benchmarks.probcut othello --fit scores.txt [--output TABLE.txt]

The engine plays games with itself, two plies deep after random moves; a part of their positions is searched
to every depth up to the last, whole windows, without ProbCut.  A line of the file each: plies played, then
the scores by depth in the game's unit.  Ctrl-C ends it, and the same command goes on: the number of a game
is its seed.  `--fit` makes of it, for each stage of the game and pair of depths of one parity, the straight
line of deep on shallow scores by least squares and the standard deviation of what is left over (M. Buro,
*ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm*, ICCA Journal 18(2), 1995;
*Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello*, 1997), on nine
tenths of the games; the tenth is told how often the foretold interval of 1.5 standard deviations held
there.  Any game that the plain engine searches will do.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.othello_games import chosen
from halfmove.core.score import ESTIMATE, INFINITY, WIN
from halfmove.games.registry import game as registered
from halfmove.search.alphabeta.features import features
from halfmove.search.alphabeta.plain import root
from halfmove.search.alphabeta.threads import Engine

FEWEST, MOST = 6, 16
"""Random moves at the beginning of a game."""
EVERY = 4
"""Of so many positions one is searched: neighbours tell little new."""
STAGE_PLIES = 10
TOLD = 1.5
"""Standard deviations of the interval that is tried on games apart."""


def game_scores(engine: Engine, seed: int, depth: int) -> Iterator[str]:
    """A line for each position of a game that is searched."""
    game: Any = engine.subject
    memory = engine.memories[0]
    rng = random.Random(seed)
    state, plies, first = game.initial(), 0, rng.randint(FEWEST, MOST)
    most = (game.utility_limit - 1) * WIN + ESTIMATE
    while not game.is_terminal(state):
        if plies >= first and rng.randrange(EVERY) == 0:
            engine.clear()
            scores = [root(game, state, -INFINITY, INFINITY, d, memory) for d in range(1, depth + 1)]
            if max(map(abs, scores)) < most and game.plies_left(state) > 2 * depth:
                words = (f"{score / game.unit:.3f}" for score in scores)
                yield f"{seed} {plies} {' '.join(words)}"
        if plies < first:
            action = rng.choice(list(game.actions(state)))
        else:
            action = chosen(game, state, 2, memory)
        state, plies = game.result(state, action), plies + 1


def collect(engine: Engine, file: Path, games: int, depth: int) -> None:
    """Play and search up to game number `games`; what is there of a game cut short is done again."""
    before = 0
    if file.exists():
        lines = file.read_text().splitlines()
        before = max((int(line.split()[0]) for line in lines), default=1) - 1
        kept = [line for line in lines if int(line.split()[0]) <= before]
        file.write_text("".join(f"{line}\n" for line in kept))
    began = time.process_time()
    with file.open("a") as out:
        for seed in range(before + 1, games + 1):
            for line in game_scores(engine, seed, depth):
                print(line, file=out, flush=True)
            if seed % 10 == 0:
                print(f"{seed:,} of {games:,} games, {time.process_time() - began:.0f} s", flush=True)


def rows_of(file: Path) -> Iterator[tuple[str, float]]:
    """The table's rows, and how often the interval held on games apart."""
    data = np.array([list(map(float, line.split())) for line in file.read_text().splitlines()])
    stages = data[:, 1] // STAGE_PLIES
    apart = data[:, 0] % 10 == 0
    scores = data[:, 2:]
    for stage in np.unique(stages):
        here, there = (stages == stage) & ~apart, (stages == stage) & apart
        if here.sum() < 50:
            continue
        for deep in range(3, scores.shape[1] + 1):
            for shallow in range(deep - 2, 0, -2):
                x, y = scores[here, shallow - 1], scores[here, deep - 1]
                slope, offset = np.polyfit(x, y, 1)
                sigma = np.std(y - slope * x - offset, ddof=2)
                left = scores[there, deep - 1] - slope * scores[there, shallow - 1] - offset
                held = float(np.mean(np.abs(left) < TOLD * sigma)) if there.any() else float("nan")
                yield f"{stage:.0f} {shallow} {deep} {slope:.3f} {offset:.3f} {sigma:.3f}", held


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("scores", type=Path)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--output", type=Path)
    typed = parser.parse_args()
    if not typed.fit:
        game = registered(typed.game, **dict(pair.split("=", 1) for pair in typed.set))
        without = [name for name in ("probcut",) if name in features(game)]
        collect(Engine(game, megabytes=16, without=without), typed.scores, typed.games, typed.depth)
        return
    rows = list(rows_of(typed.scores))
    print("stage shallow deep slope offset sigma; held apart")
    for row, held in rows:
        print(f"{row}  {held:.0%}")
    if typed.output:
        typed.output.write_text("".join(f"{row}\n" for row, _ in rows))


if __name__ == "__main__":
    main()
