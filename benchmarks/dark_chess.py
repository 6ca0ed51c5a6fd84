"""Dark chess: random games with what both players see after every ply, beside OpenSpiel's C++ through Python.

    python benchmarks/dark_chess.py [--games 400]

Ours is one kernel (draw a move, play it, name what both know); OpenSpiel's rules run in C++, asked ply by ply
for the legal actions and both observations as text.  Both are checked first: perft to depth 2 is 20 and 400.
Processor time; the ratio is of plies a second in this run.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import halfmove as hm
from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.randomness import below, stream


@kernel
def random_plies(game: hm.Game, games: int, random: Buffer, out: Buffer) -> int:
    """Plies of so many random games; a digest of all that was known goes to `out`."""
    plies = 0
    known: Bitboard = bits.board(0)
    for _ in range(games):
        s = game.initial()
        while not game.is_terminal(s):
            count = 0
            for _ in game.actions(s):
                count += 1
            chosen = below(random, count)
            action = 0
            for a in game.actions(s):
                if chosen == 0:
                    action = a
                chosen -= 1
            s = game.result(s, action)
            known ^= game.information(s, 0) ^ game.information(s, 1)
            plies += 1
    out[0] = known
    return plies


def ours(games: int) -> float:
    """Plies a second."""
    game: Any = hm.game("dark-chess")
    assert [int(hm.perft(game, game.initial(), depth)) for depth in (1, 2)] == [20, 400]
    out = Buffer(1, unsigned=True)
    random_plies(game, 1, stream(1), out)
    began = time.process_time()
    plies = random_plies(game, games, stream(2), out)
    return plies / (time.process_time() - began)


def theirs(games: int) -> float | None:
    """OpenSpiel's; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("dark_chess")
    start = game.new_initial_state()
    children = [start.child(a) for a in start.legal_actions()]
    assert [len(children), sum(len(child.legal_actions()) for child in children)] == [20, 400]
    draw, plies = random.Random(2), 0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            for player in (0, 1):
                state.observation_string(player)
            plies += 1
    return plies / (time.process_time() - began)


def main() -> None:
    """Print both and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    mine, other = ours(games), theirs(max(games // 20, 1))
    print(f"Halfmove {hm.__version__}: {mine:,.0f} plies a second")
    if other is None:
        print("OpenSpiel is not installed.")
    else:
        print(f"OpenSpiel through Python: {other:,.0f} plies a second; ratio {mine / other:,.1f}")


if __name__ == "__main__":
    main()
