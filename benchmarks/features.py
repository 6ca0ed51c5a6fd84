"""What each feature of the selective search spares and is worth: nodes, and moves, with and without it.

The positions are the 24 of Bratko and Kopec (1982) for chess, each searched from an empty table. Nodes
include all levels, and both the main search and quiescence search. The figures are geometric means over the
positions; they repeat exactly. A factor above 1 is the cost in nodes of switching the feature off; a factor
below 1 means that the feature spends nodes (an extension), which does not make it bad.

The second table says what it is worth: the engine chooses a move in positions of its own games with 8,000
nodes each, without the feature and with all, and Stockfish, nine plies deep, says what the moves are worth
(`halfmove tune --search --moves` judges settings in the same way). Twice the nodes are the yardstick. Where
no Stockfish is installed, the engine judges with sixteen times the nodes.
"""

from __future__ import annotations

import shutil
from math import exp, log
from typing import Any

from benchmarks import figures
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.arena.tuning.choices import Chooser, Floats, compare, open_oracles, play_stretches
from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.alphabeta.deepening import search
from halfmove.search.alphabeta.features import features
from halfmove.search.alphabeta.threads import Engine

DEPTHS = (2, 4, 6, 8)
FILE = "bratko_kopec.epd"
CHOICE_NODES, POSITIONS, SEED = 8000, 4200, 1


def run(section: Section, settings: Settings) -> None:
    """Count, judge, and report."""
    count_nodes(section, settings)
    judge_choices(section, settings)


def count_nodes(section: Section, settings: Settings) -> None:
    """Nodes by depth."""
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
    for name in features(rules):
        found = nodes(rules, starts, (name,))
        rows.append(
            [f"without {name}", *map(figures.count, map(round, found)), f"{found[-1] / whole[-1]:.2f}"]
        )
    section.table(
        [f"{len(starts)} positions, nodes to depth", *map(str, DEPTHS), f"factor at {DEPTHS[-1]}"], rows
    )


def judge_choices(section: Section, settings: Settings) -> None:
    """What the moves are worth that are chosen without each feature."""
    rules = game("chess")
    teacher = shutil.which("stockfish")
    positions = 60 if settings.quick else POSITIONS
    stretches = play_stretches(rules, CHOICE_NODES, positions, SEED)
    rows = []
    with open_oracles(rules, CHOICE_NODES, teacher, usable_cores()) as oracles:
        chooser = Chooser(rules, stretches, CHOICE_NODES, oracles)
        usual = chooser.expect({})
        rows.append(worth("twice the nodes", usual, chooser.expect({}, nodes=2 * CHOICE_NODES)))
        rows += [worth(f"without {name}", usual, chooser.expect({}, (name,))) for name in features(rules)]
    judge = "Stockfish, 9 plies" if teacher else "the engine, 16 times the nodes"
    head = [
        f"{len(usual)} positions, judged by {judge}",
        "hundredths of an expected score a move",
        "other moves",
    ]
    section.table(head, rows)


def worth(title: str, usual: Floats, found: Floats) -> list[str]:
    """A row of the table."""
    gain, error = compare(usual, found)
    return [title, f"{gain:+.2f} ± {2 * error:.2f}", f"{(usual != found).mean():.0%}"]


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
