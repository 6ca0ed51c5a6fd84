"""Df-pn beside alpha-beta on tactical positions: how many each proves in a second of the processor.

Three sets: the problems of mate in shogi of up to seven plies (tests/games/mates.txt), asked "does Black mate
in so many plies?"; positions of gomoku after random moves near each other, asked "does the player to move win
in at most nine plies?"; and life and death in Go under superko (tests/games/life_and_death.txt), asked "does
the player to move win?", of alpha-beta in as many plies as df-pn's proof has.  In the others df-pn looks at
checks and threats alone, in as many plies as it likes.

Both searches begin each position with an empty table of 16 MB and one thread; a position costs at most LIMIT
nodes, which count as spent.

    python -m benchmarks.proof_numbers
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.compose_life_and_death import open_board
from halfmove.core.contract import Game
from halfmove.core.score import win_in
from halfmove.games.registry import game as open_game
from halfmove.games.shogi import Shogi
from halfmove.search.alphabeta.memory import STOP
from halfmove.search.alphabeta.plain import root
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.proof.prover import Prover, Question

LIMIT = 300_000
GOMOKU_PLIES, GOMOKU_POSITIONS = 9, 30
PROBLEMS = Path(__file__).parents[1] / "tests" / "games"
MATES, LIFE = PROBLEMS / "mates.txt", PROBLEMS / "life_and_death.txt"

Problem = tuple[Any, int]
"""A position, and the plies in which it is won."""


def shogi_problems(game: Game) -> list[Problem]:
    """The shorter mates of the file."""
    lines = [line.split(" ", 1) for line in MATES.read_text().splitlines() if line[0] != "#"]
    return [(game.parse(sfen), int(plies)) for plies, sfen in lines if int(plies) <= 7]


def gomoku_problems(game: Game) -> list[Problem]:
    """Random positions that are won by threats in so many plies and not at a glance."""
    rng, prover = random.Random(1), Prover(game, megabytes=16)
    found: list[Problem] = []
    while len(found) < GOMOKU_POSITIONS:
        state = game.initial()
        for _ in range(rng.randint(8, 20)):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(list(game.plausible(state))))
        if game.is_terminal(state) or game.bounds(state)[0] > 0:
            continue
        if prover.prove(state, Question(game.to_move(state), checks=True, plies=GOMOKU_PLIES), nodes=50_000):
            found.append((state, GOMOKU_PLIES))
    return found


def go_problems() -> dict[tuple[int, int], tuple[Game, list[Problem]]]:
    """The problems of life and death, by the size of their boards."""
    found: dict[tuple[int, int], tuple[Game, list[Problem]]] = {}
    for line in LIFE.read_text().splitlines():
        if line[0] == "#":
            continue
        width, height, rows, mover, _ = line.split()
        size = int(width), int(height)
        game, problems = found.setdefault(size, (open_board(*size), []))
        state, prover = game.parse(f"{rows} {mover} - 0"), Prover(game, megabytes=16)
        question = Question(game.to_move(state))
        assert prover.prove(state, question)
        problems.append((state, prover.plies(state, question) or 1))
    return found


def measure(problems: list[Problem], prove: Callable[[Any, int], bool]) -> tuple[int, float]:
    """How many are proven, and the seconds of the processor that all took."""
    prove(*problems[0])  # so that its machine code is there
    began = time.thread_time()
    return sum(prove(*problem) for problem in problems), time.thread_time() - began


def by_numbers(game: Game, *, checks: bool = True) -> Callable[[Any, int], bool]:
    prover = Prover(game, megabytes=16)

    def prove(state: Any, plies: int) -> bool:
        prover.clear()
        return bool(prover.prove(state, Question(game.to_move(state), checks=checks), nodes=LIMIT))

    return prove


def by_alphabeta(game: Game) -> Callable[[Any, int], bool]:
    engine = Engine(game, megabytes=16, selective=False)

    def prove(state: Any, plies: int) -> bool:
        engine.clear()
        engine.begin()
        engine.limit_nodes(LIMIT)
        memory, goal = engine.memories[0], win_in(plies)
        for depth in range(2 - plies % 2, plies + 1, 2):  # deepening, for the table's moves
            if (
                root(engine.subject, state, goal - 1, goal, depth, memory) >= goal
                and not memory.counters[STOP]
            ):
                return True
        return False

    return prove


def compare(name: str, sets: list[tuple[Game, list[Problem]]], *, checks: bool = True) -> None:
    """Print what both searches prove of a set, whose problems may be of several games."""
    rates = []
    for search in ("df-pn", "alpha-beta"):
        proven, seconds, problems = 0, 0.0, 0
        for game, some in sets:
            prove = by_numbers(game, checks=checks) if search == "df-pn" else by_alphabeta(game)
            right, took = measure(some, prove)
            proven, seconds, problems = proven + right, seconds + took, problems + len(some)
        rates.append(proven / seconds)
        print(f"{name}: {search} proves {proven} of {problems} in {seconds:.2f} s", flush=True)
    print(f"{name}: {rates[0]:.1f} and {rates[1]:.2f} a second", flush=True)


def main() -> None:
    shogi, gomoku = Shogi(), open_game("gomoku")
    compare("mates in shogi", [(shogi, shogi_problems(shogi))])
    compare("threats in gomoku", [(gomoku, gomoku_problems(gomoku))])
    compare("life and death in Go", list(go_problems().values()), checks=False)


if __name__ == "__main__":
    main()
