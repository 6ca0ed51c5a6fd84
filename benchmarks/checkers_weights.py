"""Weights for checkers' evaluation, fitted to games that our own engine has played against itself.

    halfmove match engine engine checkers --control nodes=1000 --games 870 --plies 8 --margin 2 --seed 1 \\
        --most-plies 240 --resign "5 4" --file games.sqlite --export games.pdn
    python -m benchmarks.checkers_weights games.pdn --output weights.toml

What is fitted is the expected score that a search of the position promised, which is more than its static
evaluation knew and far less a matter of luck than who won a hundred moves later: Samuel's idea of 1959.
Which positions are drawn is said in `weight_fitting`.  The fit is a logistic regression by Newton's method,
with a penalty on how far the weights go from where they began (`checkers_by_judgement.toml`);
`--results` fits to who won instead.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.checkers_matches import BY_JUDGEMENT
from benchmarks.weight_fitting import Drawn, write_weights
from halfmove.core.formats import GameRecord
from halfmove.games.checkers import Checkers
from halfmove.games.checkers.weights import TUNABLE
from halfmove.learn.tuning.fit import SCALE, Data, error, expected, fit_steepness
from halfmove.learn.tuning.samples import OPENING, Sample
from halfmove.learn.tuning.tune import fit_slope, make_data

DECIDED = 8.0
"""Men from which on a search's value teaches nothing."""
PENALTY = 100.0
"""Of 10, 100 and 1,000 the errors on games apart differ by 0.0002 bits."""
STEPS = 12
_VALUE = re.compile(r"([+-]\d+\.\d+)/\d+")
"""What the arena writes behind a move: its value to who made it, in men, and the depth."""


def told(game: Checkers, record: GameRecord) -> Iterator[tuple[Any, float]]:
    """The positions of a game with what the search before them said, to Black in men."""
    state = record.first
    for ply, move in enumerate(record.moves):
        mover = game.to_move(state)
        state = game.result(state, move.action)
        found = _VALUE.match(move.comment)
        if ply >= OPENING and found is not None and abs(float(found[1])) <= DECIDED:
            yield state, float(found[1]) if mover == 0 else -float(found[1])


def draw(game: Checkers, path: Path) -> Drawn:
    """The positions of a file's games."""
    found, form = Drawn(game, random.Random(0)), next(iter(game.record_formats()))
    for record in form.read_file(path):
        share = form.share(record)
        if share is not None:
            found.add(Sample(state, share, men) for state, men in told(game, record))
    return found


def fitted(samples: Data, middle: Any, end: Any, k: float) -> tuple[Any, Any]:
    """The weights under which the expected scores are likeliest, with the penalty."""
    counts = samples.counts.astype(float)
    features = np.hstack([counts * samples.middle[:, None], counts * samples.end[:, None]])
    first = np.concatenate([middle, end]).astype(float)
    weights, size = first.copy(), len(middle)
    steep = k * SCALE
    penalty = PENALTY * steep**2 * np.eye(len(first))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-steep * (features @ weights + samples.rest)))
        slope = steep * features.T @ (chance - samples.result) + penalty @ (weights - first)
        curve = np.maximum(chance * (1 - chance), 1e-3) * steep**2
        weights -= np.linalg.solve(features.T @ (features * curve[:, None]) + penalty, slope)
    return weights[:size].astype(np.float32), weights[size:].astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path)
    parser.add_argument("--output", type=Path, default=TUNABLE.file)
    parser.add_argument("--results", action="store_true", help="fit to who won")
    typed = parser.parse_args()
    began = time.process_time()
    game, tunable = Checkers(), TUNABLE
    found = draw(game, typed.games)
    slope, trust = fit_slope(found.learnt), 0.0 if typed.results else 1.0
    old = tunable.read(BY_JUDGEMENT)
    before = tunable.phases(old)
    samples, apart = (make_data(game, some, trust, slope) for some in (found.learnt, found.tested))
    k = fit_steepness(samples, *before)
    after = fitted(samples, *before, k)
    words = tunable.packed(*after)
    print(found)
    for name, (middle, end) in (("by judgement", before), ("fitted", after)):
        off = float(np.sqrt(np.mean((expected(apart, middle, end, k) - apart.result) ** 2)))
        bits = error(apart, middle, end, k)
        print(f"{name:>14}: on games apart {bits:.5f} bits, root mean square {off:.4f} of a point")
    heading = (
        "The weights of the evaluation of Checkers, in thousandths of a man: see weights.py.\n"
        f"Fitted by benchmarks/checkers_weights.py to {found.games:,} games of the engine against itself "
        f"({len(found.learnt):,} positions)."
    )
    write_weights(tunable, old, words, typed.output, heading)
    print(f"{typed.output}, {time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
