"""Tables of patterns for Othello's evaluation, fitted to games by our own engine.

    python -m benchmarks.othello_patterns games.txt [--output FILE.xz]

Each position of a game after its random moves is worth what the game brought the player to move there, played
perfectly from the twelfth last square on (`benchmarks/othello_games.py`).  For each stage the entries are
those of least squared error, with a penalty on their squares (ridge regression) so that a content seldom
seen stays near nothing; by the conjugate gradient method, on entries that are one where the board's
symmetries make them one.  A tenth of the games is kept apart, to tell the error.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.othello_games import ByHand
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.games.othello import patterns

OVERLAP = 3
"""Discs by which the stages learn from their neighbours' positions."""
RIDGE = 100.0
"""The penalty: of 20, 100, 400 and 1,600 it did best on the games apart, by 0.0 to 0.1 discs of the next."""
STEPS = 20


@kernel
def write_places(game: Game, state: Any, out: Buffer) -> int:
    """The places of a position's patterns."""
    i = 0
    for place in game.pattern_places(state.own, state.other):  # type: ignore[attr-defined]
        out[i] = place
        i += 1
    return i


@kernel
def judged(game: Game, state: Any) -> int:
    """The evaluation that is built in."""
    return game.evaluate(state, game.to_move(state))


def reversed_number(number: int, digits: int) -> int:
    """The content of a line read from its other end."""
    back = 0
    for _ in range(digits):
        back = 3 * back + number % 3
        number //= 3
    return back


def turned_corner(number: int) -> int:
    """The content of a corner with rows and columns exchanged."""
    digits = [number // 3**n % 3 for n in range(9)]
    return sum(digits[3 * (n % 3) + n // 3] * 3**n for n in range(9))


def representatives() -> Any:
    """For each entry the least of those that are one with it."""
    ones = np.arange(patterns.ENTRIES)
    at = 0
    for digits in (8, 8, 8, 8, 8, 7, 6, 5, 4):
        for n in range(3**digits):
            ones[at + n] = at + min(n, reversed_number(n, digits))
        at += 3**digits
    assert at == patterns.CORNERS
    for n in range(3**9):
        ones[at + n] = at + min(n, turned_corner(n))
    return ones


def samples(file: Path) -> tuple[Any, Any, Any, Any, Any]:
    """Of each position: its patterns' places, empty squares, worth in discs, its game, the old estimate."""
    game = ByHand(score="discs")
    out = Buffer(64)
    places, empties, worth, games, old = [], [], [], [], []
    for number, line in enumerate(file.read_text().splitlines()):
        first, mover, moves, score, _ = line.split()
        state = game.parse(f"{first} {mover}")
        while not game.is_terminal(state):
            size = write_places(game, state, out)
            places.append(out.array[:size].astype(np.int32))
            empties.append(64 - (state.own | state.other).bit_count())
            worth.append(int(score) if state.mover == 0 else -int(score))
            games.append(number)
            old.append(judged(game, state) / game.unit)
            text, moves = (moves[:4], moves[4:]) if moves.startswith("pass") else (moves[:2], moves[2:])
            state = game.result(state, game.parse_action(state, text))
    return tuple(np.array(column) for column in (places, empties, worth, games, old))  # type: ignore[return-value]


def fitted(places: Any, worth: Any, size: int) -> Any:
    """The entries of least squared error, with the penalty."""

    def product(vector: Any) -> Any:
        sums = vector[places].sum(axis=1)
        back = np.bincount(places.ravel(), np.repeat(sums, places.shape[1]), size)
        return back + RIDGE * vector

    x = np.zeros(size)
    r: Any = np.bincount(places.ravel(), np.repeat(worth.astype(float), places.shape[1]), size)
    p, square = r.copy(), r @ r
    for _ in range(STEPS):
        q = product(p)
        length = square / (p @ q)
        x += length * p
        r -= length * q
        square, before = r @ r, square
        p = r + square / before * p
    return x


def root_mean_square(error: Any) -> float:
    return float(np.sqrt(np.mean(np.square(error))))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path)
    parser.add_argument("--output", type=Path, default=patterns.FILE)
    typed = parser.parse_args()
    began = time.process_time()
    places, empties, worth, games, old = samples(typed.games)
    ones = representatives()
    places = ones[places]
    apart = games % 10 == 0
    print(
        f"{games.max() + 1:,} games, {len(worth):,} positions, {time.process_time() - began:.0f} s",
        flush=True,
    )
    entries = np.zeros((patterns.STAGES, patterns.ENTRIES))
    for stage in range(patterns.STAGES):
        most = 60 - patterns.PLIES * stage
        least = 60 - patterns.PLIES * (stage + 1) + 1 if stage < patterns.STAGES - 1 else 0
        near = (empties <= most + OVERLAP) & (empties >= least - OVERLAP) & ~apart
        if near.sum() < 1000:
            print(f"stage {stage}: too few positions")
            continue
        entries[stage] = fitted(places[near], worth[near], patterns.ENTRIES)[ones]
        inside = (empties <= most) & (empties >= least) & apart
        here = entries[stage][places[inside]].sum(axis=1)
        slope = old[inside] @ worth[inside] / (old[inside] @ old[inside])
        print(
            f"{most:2d} to {least:2d} empty: {near.sum():8,} positions; error on games apart "
            f"{root_mean_square(here - worth[inside]):.2f} discs, of the old evaluation "
            f"{root_mean_square(old[inside] - worth[inside]):.2f}, scaled by {slope:.2f} "
            f"{root_mean_square(slope * old[inside] - worth[inside]):.2f}, "
            f"of 0 {root_mean_square(worth[inside]):.2f}",
            flush=True,
        )
    words = np.clip(np.round(entries * patterns.HUNDREDTHS), -32768, 32767).astype("<i2")
    patterns.write(words, typed.output)
    print(f"{typed.output}: {typed.output.stat().st_size:,} bytes, {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
