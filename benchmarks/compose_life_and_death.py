"""Problems of life and death for Go, composed by chance.

The right three columns are White's, with two eyes; in the corner to their left stones stand at random.  White
gets so much komi that only taking all that is Black's wins.  Whoever moves first wins; what is kept has one
action only that proof-number search proves to win, in a proof of some but not too many nodes.

    python -m benchmarks.compose_life_and_death --seconds 600 --seed 1 > problems.txt

writes lines "width height rows mover action", as tests/games/life_and_death.txt has them.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.go import Go
from halfmove.search.proof.prover import Prover, Question

SIZES = ((5, 3), (6, 3), (6, 3), (7, 3), (5, 4))
WALL = 3
"""Columns of White's."""
LIVING = 3.5
"""How many points White lacks to all of them, at which Black has won."""
LEAST, MOST, LIMIT = 20, 3_000, 20_000
"""Nodes of a proof that is kept, and those that a question may take."""


def open_board(width: int, height: int) -> Game:
    """The game of a problem."""
    return Go(width=width, height=height, komi=LIVING - width * height)


def random_rows(rng: random.Random, width: int, height: int) -> str:
    """A position's rows, as Go's notation has them."""
    black, white = rng.uniform(0.3, 0.6), rng.uniform(0.0, 0.15)
    rows = []
    for y in range(height):
        corner = "".join(
            "X" if n < black else "O" if n < black + white else "."
            for n in (rng.random() for _ in range(width - WALL))
        )
        rows.append(corner + ("O.O" if y in (0, height - 1) else "OOO"))
    return "/".join(rows)


def find_single_action(prover: Prover, state: Any) -> Any | None:
    """The one action that is proven to win; None if there are more, or none, or the proof is too small or too
    large."""
    game, mover = prover.game, prover.game.to_move(state)
    question = Question(mover)
    prover.clear()
    before = prover.nodes
    if not prover.prove(state, question, nodes=LIMIT) or not LEAST <= prover.nodes - before <= MOST:
        return None
    good = [
        action
        for action in game.actions(state)
        if not game.is_terminal(child := game.result(state, action))
        and prover.prove(child, question, nodes=LIMIT)
    ]
    return good[0] if len(good) == 1 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, due = random.Random(given.seed), time.monotonic() + given.seconds
    provers = {size: Prover(open_board(*size), megabytes=16) for size in SIZES}
    while time.monotonic() < due:
        size = rng.choice(SIZES)
        game, rows = provers[size].game, random_rows(rng, *size)
        if rows.count("X") < LIVING:
            continue
        try:
            positions = [game.parse(f"{rows} {mover} - 0") for mover in "XO"]
        except BadInput:  # stones without liberties
            continue
        prover = provers[size]
        if not all(prover.prove(s, Question(game.to_move(s)), nodes=LIMIT) for s in positions):
            continue
        for mover, position in zip("XO", positions, strict=True):
            action = find_single_action(prover, position)
            if action is not None:
                print(*size, rows, mover, game.action_text(position, action), flush=True)


if __name__ == "__main__":
    main()
