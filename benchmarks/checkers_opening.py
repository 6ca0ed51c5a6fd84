"""The classical test of a program for checkers: what it says of the opening position, depth by depth.

    python -m benchmarks.checkers_opening [--depth 21]

Schaeffer and others proved it drawn (*Checkers Is Solved*, Science 317, 2007), so that the value should come
near nought.  A line for each depth: the value to Black in men, the move, the nodes, seconds on the wall.
"""

from __future__ import annotations

import argparse

from halfmove import Limit
from halfmove.core.score import WIN
from halfmove.games.checkers import Checkers
from halfmove.search.alphabeta.deepening import search


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=21)
    typed = parser.parse_args()
    game = Checkers()
    state = game.initial()
    for found in search(game, state, Limit(depth=typed.depth), threads=1):
        men = found.value * WIN / game.unit
        text = game.action_text(state, found.best)
        print(
            f"{found.depth:>3} {men:+.2f} {text:>6} {found.nodes:>14,} {found.seconds:>8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
