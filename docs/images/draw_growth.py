"""Draws the curves of docs/growth.md anew: `python docs/images/draw_growth.py` (about two minutes)."""

from dataclasses import replace
from pathlib import Path

import halfmove as hm

HERE = Path(__file__).parent

ENGINES = ["engine", "engine-table", "engine-bounds", "engine-order", "engine-symmetry", "engine-history"]


def lectures() -> None:
    """`halfmove growth --samples 100 --output …`: the b = 10 curve, and alpha-beta as measured."""
    curves = hm.growth.uniform_curves(10, 8)
    measured = hm.growth.measured_curve("alphabeta", 10, 8, samples=100)
    replace(curves, series=(*curves.series, measured)).save(HERE / "growth.svg")


def reach() -> None:
    """`halfmove growth --reach --output …`."""
    curves = hm.growth.uniform_curves(10, 30)
    budgets = [10**k for k in range(1, 13)]
    hm.growth.depth_reached(curves, budgets).save(HERE / "growth-reach.svg")


def connect4() -> None:
    """`halfmove growth connect4 --nodes 1000000 --output …`, then the engine without each feature."""
    game = hm.game("connect4")
    searches = ["minimax", "alphabeta", "alphabeta+order", "negascout", "mtdf", "engine"]
    whole = hm.growth.game_curves(game, algorithms=searches, nodes=1_000_000, seconds=None)
    whole.save(HERE / "growth-connect4.svg")
    print(whole)
    engines = hm.growth.game_curves(game, algorithms=ENGINES, nodes=1_000_000, seconds=None)
    engines.save(HERE / "growth-engine.svg")
    print(engines)


if __name__ == "__main__":
    lectures()
    reach()
    connect4()
