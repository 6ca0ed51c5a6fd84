"""Games of Othello by our own engine, for tables of patterns to be fitted to.

    python -m benchmarks.othello_games games.txt --games 14000
    python -m benchmarks.othello_patterns games.txt

A game begins with 8 to 26 random moves, drawn again where a search of four plies sees one side more than 20
discs ahead; the engine plays it on, four plies deep with the evaluation by hand, until twelve squares are
empty, and perfectly from there.  A line each: the position after the random moves, the moves, what they
brought Black in discs, and the number of the game, which is its seed: Ctrl-C ends it, and the same command
goes on.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import INFINITY, WIN
from halfmove.games.othello import OneWordOthello
from halfmove.search.alphabeta.memory import MAX_PLY, Memory
from halfmove.search.alphabeta.plain import root
from halfmove.search.alphabeta.threads import Engine


class ByHand(OneWordOthello):
    """The game without the tables, which are to be fitted."""

    by_tables = False


EXACT = 12
"""Empty squares from which on the game is solved."""
DEPTH = 4
FEWEST, MOST = 8, 26
"""Random moves at the beginning."""
FAIR = 20 * WIN
"""What either side may be ahead after them."""


@kernel
def chosen(game: Game, state: Any, depth: int, m: Memory) -> int:
    """The action that a search of `depth` plies finds best."""
    best, found = -INFINITY, -1
    mover = game.to_move(state)
    for action in game.actions(state):
        child = game.result(state, action)
        same = game.to_move(child) == mover
        if same:
            score = root(game, child, best, INFINITY, depth - 1, m)
        else:
            score = -root(game, child, -INFINITY, -best, depth - 1, m)
        if score > best:
            best, found = score, action
    return found


def game_line(game: Any, engine: Engine, seed: int) -> str | None:
    """A game as a line; None where one side is far ahead after the random moves, or the game over."""
    rng = random.Random(seed)
    memory = engine.memories[0]
    state = game.initial()
    for _ in range(rng.randint(FEWEST, MOST)):
        if game.is_terminal(state):
            return None
        state = game.result(state, rng.choice(list(game.actions(state))))
    if game.is_terminal(state) or abs(root(game, state, -INFINITY, INFINITY, DEPTH, memory)) > FAIR:
        return None
    first, moves = state, []
    while not game.is_terminal(state):
        empty = game.squares - (state.own | state.other).bit_count()
        action = chosen(game, state, DEPTH if empty > EXACT else MAX_PLY, memory)
        moves.append(game.action_text(state, action))
        state = game.result(state, action)
    return f"{game.position_text(first)} {''.join(moves)} {game.utility(state, 0)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=14000)
    typed = parser.parse_args()
    game = ByHand(score="discs")
    engine = Engine(game, megabytes=8)
    before = 0
    if typed.file.exists():
        whole = typed.file.read_text().rpartition("\n")[0]
        typed.file.write_text(whole + "\n" if whole else "")  # the last line may have been cut short
        before = int(whole.rsplit(" ", 1)[1]) if whole else 0
    began = time.process_time()
    with typed.file.open("a") as out:
        for seed in range(before + 1, typed.games + 1):
            line = game_line(game, engine, seed)
            if line is not None:
                print(line, seed, file=out, flush=True)
            if seed % 100 == 0:
                print(f"{seed:,} of {typed.games:,} games, {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
