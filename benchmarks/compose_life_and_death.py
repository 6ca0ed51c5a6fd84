"""Problems of life and death for Go, composed by chance.

The right three columns are White's, with two eyes; in the corner to their left stones stand at random.  White
gets so much komi that only taking all that is Black's wins.  Whoever moves first wins; what is kept has one
action only that proof-number search proves to win, in a proof of some but not too many nodes.

    python -m benchmarks.compose_life_and_death --seconds 600 --seed 1 > problems.txt

writes lines "width height rows mover action", as tests/games/life_and_death.txt has them.

With --open SOLVER the corners are harder: 8 to 14 points of them are empty, and White's wall has gaps, so
that there are liberties outside. None of the searches compared on them chooses them: what is kept is what
the plain solver benchmarks/life_and_death.cpp, compiled as SOLVER, proves to be won by the player to move.
The lines are "width height rows mover plies", those of the quickest win.

    g++ -O3 -march=native -o life_and_death benchmarks/life_and_death.cpp
    python -m benchmarks.compose_life_and_death --open ./life_and_death --number 40 --seed 1
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from collections.abc import Iterator
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


OPEN_SIZES = ((6, 3), (7, 3), (6, 4))
OPEN_WALL = 2
EMPTY_POINTS = range(8, 15)
GAPS = 0.25
"""Of the points of a wall."""
PLAIN_LIMITS = ("24", "5000000")
"""Plies and nodes of the plain solver."""


def open_board(width: int, height: int, *, superko: bool = True) -> Game:
    """The game of a problem."""
    game = Go(width=width, height=height, komi=LIVING - width * height)
    if not superko:
        game.repetition = "none"
    return game


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


def random_open_rows(rng: random.Random, width: int, height: int) -> str | None:
    """A harder position's rows; None where too few points are empty, or too many."""
    black, white = rng.uniform(0.15, 0.5), rng.uniform(0.0, 0.12)
    gaps = [rng.random() < GAPS for _ in range(height)]
    rows, corners = [], ""
    for y in range(height):
        corner = "".join(
            "X" if n < black else "O" if n < black + white else "."
            for n in (rng.random() for _ in range(width - OPEN_WALL))
        )
        corners += corner
        rows.append(corner + ("." if gaps[y] else "O") + ("." if y in (0, height - 1) else "O"))
    fits = corners.count(".") in EMPTY_POINTS and corners.count("X") >= LIVING - 1
    return "/".join(rows) if fits else None


def solve_plainly(solver: str, lines: list[str]) -> Iterator[tuple[str, int]]:
    """Positions, "width height rows mover", with the plies of the quickest win; those without one are left
    out."""
    done = subprocess.run(
        [solver, *PLAIN_LIMITS], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    for line in done.stdout.splitlines():
        position, plies = line.rsplit(" ", 1)
        if int(plies) > 0:
            yield position, int(plies)


def compose_open(rng: random.Random, solver: str, number: int) -> None:
    """Print so many harder problems."""
    boards = {size: open_board(*size) for size in OPEN_SIZES}
    while number > 0:
        size = rng.choice(OPEN_SIZES)
        rows = random_open_rows(rng, *size)
        if rows is None:
            continue
        try:
            boards[size].parse(f"{rows} X - 0")
        except BadInput:  # stones without liberties
            continue
        line = f"{size[0]} {size[1]} {rows} {rng.choice('XO')}"
        for position, plies in solve_plainly(solver, [line]):
            print(position, plies, flush=True)
            number -= 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--open", metavar="SOLVER", help="harder corners, chosen by the plain solver")
    parser.add_argument("--number", type=int, default=40, help="of harder corners")
    given = parser.parse_args()
    if given.open:
        return compose_open(random.Random(given.seed), given.open, given.number)
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
