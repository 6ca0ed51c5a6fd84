"""Random games held against python-chess at length, by hand: more than a test run has time for.

`python tests/chess_random_games.py --games 10000`: every position's legal moves, check, FEN and end, and the
notation of every move played, as `test_against_python_chess.follow` compares them. Every fourth game is
Chess960. The first difference ends it with the position and the game's seed.
"""

import argparse
import random
import sys

import chess

from halfmove.games.chess import Chess
from tests.games.chess.test_against_python_chess import follow

LONGEST = 1000


def play(seed):
    """One game, from its seed alone."""
    if seed % 4:
        follow(Chess(), chess.Board(), seed, LONGEST)
        return
    number = random.Random(seed).randrange(960)
    follow(Chess(chess960=True, start=number), chess.Board.from_chess960_pos(number), seed, LONGEST)


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=0, help="of the first game")
    asked = asked.parse_args()
    for done, seed in enumerate(range(asked.seed, asked.seed + asked.games)):
        if done % 100 == 0:
            print(f"{done} games equal", file=sys.stderr)
        try:
            play(seed)
        except AssertionError:
            print(f"game of seed {seed}", file=sys.stderr)
            raise
    print(f"{asked.games} games equal")


if __name__ == "__main__":
    main()
