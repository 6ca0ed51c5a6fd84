"""Weights for shogi's evaluation, fitted to games that our own engine plays against itself.

    python -m benchmarks.shogi_weights [--seconds 600] [--nodes 1000] [--output weights.toml]

Each game begins with eight random moves and is played at so many nodes a move.  What is fitted is the
expected score that a search of a position promised, as for checkers: of each game forty positions at rest are
drawn, a fifth of the games is kept apart, and the tuner's logistic regression (`halfmove tune`) begins with
those by judgement (`shogi_by_judgement.toml`; others: `--weights`).
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import halfmove as hm
from benchmarks.weight_fitting import Drawn, write_weights
from halfmove.games.shogi import Shogi
from halfmove.games.shogi.weights import TUNABLE
from halfmove.learn.tuning.fit import fit
from halfmove.learn.tuning.samples import Sample
from halfmove.learn.tuning.tune import fit_slope, make_data
from halfmove.search.alphabeta.threads import Engine

BY_JUDGEMENT = Path(__file__).with_name("shogi_by_judgement.toml")
OPENING = 8
"""Random moves."""
LONGEST = 250
"""Plies after which a game is a draw."""
DECIDED = 15.0
"""Pawns from which on a search's value teaches nothing."""


def played(game: Shogi, engine: Engine, nodes: int, rng: random.Random) -> list[Sample]:
    """The positions of one game with its result and what their searches said, to Black in pawns."""
    history = hm.History(game)
    for _ in range(OPENING):
        history.play(rng.choice(list(game.actions(history.state))))
    told: list[tuple[Any, float]] = []
    engine.clear()
    while not history.over and len(history.actions) < LONGEST:
        state = history.state
        found = hm.analyze(game, state, hm.Limit(nodes=nodes), memory=engine, history=history, threads=1)
        assert found.score.raw is not None, "an engine's score has a number"
        pawns = found.score.raw / game.unit * (1 if game.to_move(state) == 0 else -1)
        if abs(pawns) <= DECIDED:  # not so near a mate
            told.append((state, pawns))
        history.play(found.best)
    result = 0.5
    if history.over:
        result = (1 + history.utility(0)) / 2
    return [Sample(state, result, pawns) for state, pawns in told]


def draw(seconds: float, nodes: int, seed: int) -> Drawn:
    """Games for so many seconds of processor time, and positions at rest of them."""
    game, rng = Shogi(), random.Random(seed)
    engine, found = Engine(game, megabytes=16), Drawn(game, rng)
    end = time.process_time() + seconds
    while time.process_time() < end:
        found.add(played(game, engine, nodes, rng))
        if found.games % 20 == 0:
            print(found, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=BY_JUDGEMENT, help="where the fit begins")
    parser.add_argument("--output", type=Path, default=TUNABLE.file)
    typed = parser.parse_args()
    game, tunable = Shogi(), TUNABLE
    found = draw(typed.seconds, typed.nodes, typed.seed)
    slope = fit_slope(found.learnt)
    old = tunable.read(typed.weights)
    fitted = fit(
        make_data(game, found.learnt, 1.0, slope),
        make_data(game, found.tested, 1.0, slope),
        *tunable.phases(old),
        steps=400,
    )
    words = tunable.packed(fitted.middle, fitted.end)
    errors = f"{fitted.before:.5f} bits before, {fitted.after:.5f} after"
    print(found)
    print(f"on games apart {errors}; {fitted.steps} steps, k = {fitted.k:.3f}")
    heading = (
        "The weights of the evaluation of shogi, in thousandths of a pawn: see weights.py.\n"
        f"Fitted by benchmarks/shogi_weights.py to {found.games:,} games of the engine against itself\n"
        f"({len(found.learnt):,} positions): on games apart {errors}."
    )
    write_weights(tunable, old, words, typed.output, heading)


if __name__ == "__main__":
    main()
