"""How many positions a second the generator of Scrabble finds all plays of, on one core.

    python benchmarks/scrabble_plays.py

Positions are from games of the static player, in their middle, with a full rack: of letters only, with one
blank, and with two (a letter of the rack is replaced).  Times are the processor's, the best of five rounds.
"""

from __future__ import annotations

import platform
import random
import time

import numpy

from halfmove import __version__, game
from halfmove.games.scrabble.generator import find_plays
from halfmove.games.scrabble.rules import DRAW
from halfmove.search.algorithms import analyze


def positions(number: int, seed: int) -> list[tuple[bytes, bytes]]:
    """Boards with 25 to 75 tiles, and full racks without blanks."""
    rules, draw = game("scrabble"), random.Random(seed)
    found: list[tuple[bytes, bytes]] = []
    while len(found) < number:
        s = rules.initial()
        while not rules.is_terminal(s) and len(found) < number:
            if s.phase == DRAW:
                tiles, weights = zip(*rules.outcomes(s), strict=True)
                s = rules.result(s, draw.choices(tiles, weights)[0])
                continue
            laid = sum(map(bool, s.board))
            rack = s.racks[s.mover]
            if 25 <= laid <= 75 and len(rack) == 7 and 0 not in rack:
                found.append((s.board, rack))
            s = rules.result(s, analyze(rules, s).lines[0].action)
    return found


def main() -> None:
    """Print the figures."""
    rules = game("scrabble")
    made = rules.generator
    print(f"halfmove {__version__}, Python {platform.python_version()}, NumPy {numpy.__version__}")
    print(f"{platform.processor() or platform.machine()}, {len(rules.words):,} words")
    middle = positions(200, 1)
    for blanks in range(3):
        best, plays = float("inf"), 0
        for _ in range(5):
            spent, plays = 0.0, 0
            for board, rack in middle:
                made.set(board, rack[blanks:] + bytes(blanks))
                start = time.process_time()
                plays += find_plays(made.game, made.desk, made.size, 0)
                spent += time.process_time() - start
            best = min(best, spent)
        rate = len(middle) / best
        print(f"{blanks} blanks: {rate:,.0f} positions a second, {plays / len(middle):,.0f} plays each")


if __name__ == "__main__":
    main()
