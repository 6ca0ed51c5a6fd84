"""What each feature of the selective search spares: nodes by depth, with and without it.

The positions are the 24 of Bratko and Kopec (1982) for chess, each searched from an empty table. Nodes
include all levels, and both the main search and quiescence search. The figures are geometric means over the
positions; they repeat exactly. A factor above 1 is the cost in nodes of switching the feature off; a factor
below 1 means that the feature spends nodes (an extension), which does not make it bad: `docs/games/chess.md`
measures the value of each feature in games.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

from benchmarks import figures
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.alphabeta.deepening import search
from halfmove.search.alphabeta.selective.features import SELECTIVE
from halfmove.search.alphabeta.threads import Engine

DEPTHS = (2, 4, 6, 8)
FILE = "bratko_kopec.epd"


def run(section: Section, settings: Settings) -> None:
    """Count, and report."""
    path = settings.suites / "chess" / FILE
    if not path.exists():
        section.say(f"The positions of `{FILE}` are not here: nothing was counted.")
        return
    rules = game("chess")
    lines = [line for line in path.read_text().splitlines() if line.strip()]
    starts = [rules.parse(" ".join(line.split()[:4]) + " 0 1") for line in lines]
    starts = starts[:4] if settings.quick else starts
    whole = nodes(rules, starts, ())
    rows = [["all features", *map(figures.count, map(round, whole)), "1.00"]]
    for name in SELECTIVE:
        found = nodes(rules, starts, (name,))
        rows.append(
            [f"without {name}", *map(figures.count, map(round, found)), f"{found[-1] / whole[-1]:.2f}"]
        )
    section.table(
        [f"{len(starts)} positions, nodes to depth", *map(str, DEPTHS), f"factor at {DEPTHS[-1]}"], rows
    )


def nodes(rules: Game, starts: list[Any], without: tuple[str, ...]) -> list[float]:
    """The mean nodes to each of `DEPTHS`."""
    engine = Engine(rules, megabytes=64, without=without)
    sums = [0.0] * len(DEPTHS)
    for start in starts:
        engine.clear()
        for analysis in search(rules, start, Limit(depth=DEPTHS[-1]), memory=engine):
            if analysis.depth in DEPTHS:
                sums[DEPTHS.index(analysis.depth)] += log(max(analysis.nodes, 1))
    return [exp(s / len(starts)) for s in sums]
