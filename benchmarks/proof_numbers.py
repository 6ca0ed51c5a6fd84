"""Df-pn beside alpha-beta on tactical positions: how many each proves in a second of the processor.

Four sets: the problems of mate in shogi of up to seven plies (tests/games/mates.txt), asked "does Black mate
in so many plies?"; positions of gomoku after random moves near each other, asked "does the player to move win
in at most nine plies?"; and life and death in Go under superko (tests/games/life_and_death.txt), asked "does
the player to move win?", of alpha-beta in as many plies as df-pn's proof has; and harder corners
(open_corners.txt), asked the same without superko, of alpha-beta in the plies of the quickest win.  In the
first two df-pn looks at checks and threats alone, in as many plies as it likes.

Both searches begin each position with an empty table of 16 MB and one thread; a position costs at most LIMIT
nodes, in the harder corners OPEN_LIMIT, which count as spent.  They take turns, ROUNDS times; the seconds are
medians.

    python -m benchmarks.proof_numbers [mates] [threats] [life] [open]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
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

LIMIT, OPEN_LIMIT = 300_000, 1_000_000
ROUNDS = 3
GOMOKU_PLIES, GOMOKU_POSITIONS = 9, 30
PROBLEMS = Path(__file__).parents[1] / "tests" / "games"
MATES, LIFE, OPEN = (PROBLEMS / f"{name}.txt" for name in ("mates", "life_and_death", "open_corners"))

Problem = tuple[Any, int]
"""A position, and the plies in which it is won."""
Set = tuple[Game, list[Problem]]


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


def go_problems(file: Path) -> Iterator[tuple[tuple[int, int], str, str]]:
    """The problems of a file: the board's size, position, and what else the line says."""
    for line in file.read_text().splitlines():
        if line[0] != "#":
            width, height, rows, mover, rest = line.split()
            yield (int(width), int(height)), f"{rows} {mover} - 0", rest


def life_problems() -> list[Set]:
    """The problems of life and death, by the size of their boards."""
    found: dict[tuple[int, int], Set] = {}
    for size, position, _ in go_problems(LIFE):
        game, problems = found.setdefault(size, (open_board(*size), []))
        state, prover = game.parse(position), Prover(game, megabytes=16)
        question = Question(game.to_move(state))
        assert prover.prove(state, question)
        problems.append((state, prover.plies(state, question) or 1))
    return list(found.values())


def open_problems() -> list[Set]:
    """The harder corners, by the size of their boards."""
    found: dict[tuple[int, int], Set] = {}
    for size, position, plies in go_problems(OPEN):
        game, problems = found.setdefault(size, (open_board(*size, superko=False), []))
        problems.append((game.parse(position), int(plies)))
    return list(found.values())


def measure(problems: list[Problem], prove: Callable[[Any, int], bool]) -> tuple[int, float]:
    """How many are proven, and the seconds of the processor that all took."""
    prove(*problems[0])  # so that its machine code is there
    began = time.thread_time()
    return sum(prove(*problem) for problem in problems), time.thread_time() - began


def by_numbers(game: Game, limit: int, *, checks: bool = True) -> Callable[[Any, int], bool]:
    prover = Prover(game, megabytes=16)

    def prove(state: Any, plies: int) -> bool:
        prover.clear()
        return bool(prover.prove(state, Question(game.to_move(state), checks=checks), nodes=limit))

    return prove


def by_alphabeta(game: Game, limit: int) -> Callable[[Any, int], bool]:
    engine = Engine(game, megabytes=16, selective=False)

    def prove(state: Any, plies: int) -> bool:
        engine.clear()
        engine.begin()
        engine.limit_nodes(limit)
        memory, goal = engine.memories[0], win_in(plies)
        for depth in range(2 - plies % 2, plies + 1, 2):  # deepening, for the table's moves
            if (
                root(engine.subject, state, goal - 1, goal, depth, memory) >= goal
                and not memory.counters[STOP]
            ):
                return True
        return False

    return prove


def compare(name: str, sets: list[Set], *, checks: bool = True, limit: int = LIMIT) -> None:
    """Print what both searches prove of a set, whose problems may be of several games."""
    number = sum(len(some) for _, some in sets)
    searches = {
        "df-pn": [by_numbers(game, limit, checks=checks) for game, _ in sets],
        "alpha-beta": [by_alphabeta(game, limit) for game, _ in sets],
    }
    proven, times = dict.fromkeys(searches, 0), {search: list[float]() for search in searches}
    for _ in range(ROUNDS):
        for search, provers in searches.items():
            results = [measure(some, prove) for (_, some), prove in zip(sets, provers, strict=True)]
            proven[search] = sum(right for right, _ in results)
            times[search].append(sum(took for _, took in results))
    rates = []
    for search in searches:
        seconds = statistics.median(times[search])
        rates.append(proven[search] / seconds)
        print(f"{name}: {search} proves {proven[search]} of {number} in {seconds:.3f} s", flush=True)
    print(f"{name}: {rates[0]:.4g} : {rates[1]:.4g} a second = {rates[0] / rates[1]:.3g}", flush=True)


def main() -> None:
    wanted = sys.argv[1:] or ["mates", "threats", "life", "open"]
    if "mates" in wanted:
        shogi = Shogi()
        compare("mates in shogi", [(shogi, shogi_problems(shogi))])
    if "threats" in wanted:
        gomoku = open_game("gomoku")
        compare("threats in gomoku", [(gomoku, gomoku_problems(gomoku))])
    if "life" in wanted:
        compare("life and death in Go", life_problems(), checks=False)
    if "open" in wanted:
        compare("harder corners in Go", open_problems(), checks=False, limit=OPEN_LIMIT)


if __name__ == "__main__":
    main()
