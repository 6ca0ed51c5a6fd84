"""Draws the pictures of docs/arena.md anew: `python docs/images/draw_arena.py` (about a minute)."""

from pathlib import Path

import halfmove as hm
from halfmove.arena.report.plots import plot

HERE = Path(__file__).parent
PLAYERS = [f"alphabeta?depth={depth}" for depth in (1, 2, 4, 6, 8)] + ["engine?depth=8"]

if __name__ == "__main__":
    report = hm.report(hm.tournament(*PLAYERS, game="connect4", games=100, openings="random"))
    for view in ("limit", "cross"):
        (HERE / f"arena-{view}.svg").write_bytes(plot(report, "svg", view))
