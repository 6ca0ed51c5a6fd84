"""What networks have learnt: moves of Connect Four that change the result, beside AlphaZero.jl's.

The position sets that Pascal Pons published with his solver (L3: the end of the game, L1: its beginning; R1:
easy, R3: hard). In each position the network moves by its policy alone, and after a search of 600
simulations; once for each position as it is, and once with the mean over the position and its mirror image
(`symmetries=all`). Our exact solver decides whether the move loses a win or a draw. Moves in lost positions
count as right, as in AlphaZero.jl. AlphaZero.jl's figures are from its own documentation, after 15 to 30
hours of training on a GPU: also with 600 simulations, on 1,000 positions of the same sets. The network is the
one that comes with Halfmove, or those of `--network FILE`.
"""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.connect4_sets import SUITES, Suite
from benchmarks.rated import made_by
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.learn.errors import JudgedPosition, Results, error_rate, read_columns
from halfmove.search.neural.network import Network
from halfmove.search.neural.usual import usual

SIMULATIONS = 600
JULIA = {"L3_R1": 0.0, "L2_R1": 0.0, "L2_R2": 2.4, "L1_R1": 0.0, "L1_R2": 2.0, "L1_R3": 7.5}
"""Per cent: AlphaZero.jl's page on training a Connect Four agent."""
QUICK = 20
MEGABYTES = 512.0
"""The solver's table: positions of L1_R3 take millions of nodes."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    folder, rules = settings.suites / "connect4", game("connect4")
    if not folder.is_dir():
        section.say(
            "The position sets are not here, so that this benchmark was left out; "
            "`--suites FOLDER` or HALFMOVE_SUITES says where they are."
        )
        return
    files = settings.networks or [path for path in (usual(rules),) if path]
    if not files:
        section.say("No network comes with Halfmove, and none was named with `--network`; left out.")
        return
    results = Results(rules, megabytes=MEGABYTES)
    sets = {suite: positions_of(folder, suite, settings) for suite in SUITES}
    for file in files:
        measure(section, Network.load(file, rules), results, sets)


def positions_of(folder: Path, suite: Suite, settings: Settings) -> list[JudgedPosition]:
    """The positions of a set that are taken: all that are there, unless told otherwise."""
    known = read_columns(game("connect4"), (folder / f"Test_{suite.name}").read_text())
    wanted = QUICK if settings.quick else len(known)
    return known[: settings.positions.get(suite.name, settings.positions.get("", wanted))]


def measure(
    section: Section, network: Network, results: Results, sets: dict[Suite, list[JudgedPosition]]
) -> None:
    """The table of one network."""
    section.say(f"The network was trained by: {made_by(network)}.")
    rows = []
    for suite, positions in sets.items():
        start = time.process_time()
        rates = [
            per_cent(error_rate(network, results, positions, simulations, symmetries=symmetries))
            for simulations in (0, SIMULATIONS)
            for symmetries in ("one", "all")
        ]
        seconds = (time.process_time() - start) / max(len(positions), 1)
        name = f"{suite.name} ({suite.what})"
        rows.append([name, str(len(positions)), *rates, per_cent(JULIA[suite.name] / 100)])
        print(f"{name}: {' '.join(rates)}, {seconds:.2f} s a position", flush=True)
    both = [
        f"{what}{mirror}"
        for what in ("policy alone", f"{SIMULATIONS} simulations")
        for mirror in ("", ", mirrored too")
    ]
    section.table(["set", "positions", *both, "AlphaZero.jl, 600 simulations"], rows)


def per_cent(share: float) -> str:
    """A share of the positions."""
    return f"{100 * share:.1f} %"
