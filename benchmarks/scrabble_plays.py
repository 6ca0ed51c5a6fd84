"""How many positions a second the generator of Scrabble finds all plays of, and the best one, on one core.

    python -m benchmarks.scrabble_plays

Positions are from games of the static player, in their middle, with a full rack: of letters only, with one
blank, and with two (a letter of the rack is replaced).  Times are the processor's, the best of five rounds.
The best play is that by score and leave, which players in simulations look for: bounds spare
much of the work.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from itertools import count

import numpy

from benchmarks.scrabble_games import rules_of_scrabble, turns_of_game
from halfmove import __version__
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.engine import ScrabbleExpert
from halfmove.games.scrabble.generator import find_plays
from halfmove.games.scrabble.simulation import find_worth

Position = tuple[bytes, bytes]
ROUNDS = 5
IN_BAG = 30
"""Tiles in the bag, as leaves are valued."""


def positions(number: int) -> list[Position]:
    """Boards with 25 to 75 tiles, and full racks without blanks."""
    found: list[Position] = []
    for seed in count(1):
        for s in turns_of_game(seed):
            rack = s.racks[s.mover]
            if 25 <= sum(map(bool, s.board)) <= 75 and len(rack) == FULL_RACK and 0 not in rack:
                found.append((s.board, rack))
            if len(found) == number:
                return found
    raise AssertionError("there is no last game")


def measure(middle: list[Position], blanks: int, work: Callable[[], object], rounds: int) -> float:
    """Positions a second of some work, with so many blanks on the rack."""
    made, best = rules_of_scrabble().generator, float("inf")
    for _ in range(rounds):
        spent = 0.0
        for board, rack in middle:
            made.set(board, rack[blanks:] + bytes(blanks))
            start = time.process_time()
            work()
            spent += time.process_time() - start
        best = min(best, spent)
    return len(middle) / best


def main() -> None:
    """Print the figures."""
    rules = rules_of_scrabble()
    made, match = rules.generator, ScrabbleExpert(rules).simulator.match
    print(f"halfmove {__version__}, Python {platform.python_version()}, NumPy {numpy.__version__}")
    print(f"{platform.processor() or platform.machine()}, {len(rules.words):,} words")
    middle = positions(200)
    for blanks in range(3):
        some = middle if blanks == 0 else middle[:: 4 * blanks]
        every = measure(some, blanks, lambda: find_plays(made.game, made.desk, made.size, 0), ROUNDS)
        best = measure(
            some, blanks, lambda: find_worth(made.game, made.desk, match, made.size, IN_BAG), ROUNDS
        )
        print(
            f"{blanks} blanks: {every:,.0f} positions a second, {best:,.0f} where the best play is asked for"
        )


if __name__ == "__main__":
    main()
