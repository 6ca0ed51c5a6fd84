"""Liar's dice solved: one die of six sides to an exploitability of 0.001, beside OpenSpiel's C++.

Both programs have the same game (24,576 information sets), and must give the same exploitability for uniform
play first. The table shows the time of each algorithm to reach 0.001, tested every 25 iterations, with the
listing of the histories counted separately; and the iterations a second of CFR+ compared with OpenSpiel's
`CFRPlusSolver`, in alternation. Times are processor time.
"""

from __future__ import annotations

from typing import Any

from benchmarks.answers import WrongAnswer
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.layout import GameTable, lay_out
from halfmove.imperfect.solving import METHODS, RegretSolver
from halfmove.imperfect.steps import uniform

ALGORITHMS = ("cfr+", "discounted-cfr", "predictive-cfr+")
AIM, STEP = 1e-3, 25
OURS, THEIRS = 200, 3
"""Iterations of each in a turn."""
SAME = 1e-9


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    table, layout = on_thread(lambda: lay_out(game("liars-dice")))
    rows = [["histories laid out", "", f"{layout:.1f}", ""]]
    for name in ALGORITHMS:
        iterations, seconds, value = solving(table, name)
        rows.append([name, str(iterations), f"{seconds:.2f}", f"{value:.5f}"])
    section.table(["to an exploitability of 0.001", "iterations", "seconds", "value"], rows)
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    if pyspiel is None:
        return
    theirs = pyspiel.load_game("liars_dice")
    agree(table, pyspiel, theirs)
    beside(section, table, pyspiel, theirs, settings.runs)


def solving(table: GameTable, name: str) -> tuple[int, float, float]:
    """The iterations and seconds of an algorithm, and the first player's value then."""
    run = RegretSolver(table, METHODS[name])
    run.prepare()
    seconds = 0.0
    while True:
        seconds += on_thread(lambda: run.step(STEP))[1]
        found = run.solution()
        if found.exploitability < AIM:
            return run.iterations, seconds, found.value


def agree(table: GameTable, pyspiel: Any, theirs: Any) -> None:
    """The same NashConv of uniform play."""
    values, best = judge(table.layout, uniform(table.layout))
    found, right = (
        float(sum(best) - sum(values)),
        pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs)),
    )
    if abs(found - right) > SAME:
        raise WrongAnswer(f"NashConv of uniform play is {found}, but OpenSpiel's is {right}.")


def beside(section: Section, table: GameTable, pyspiel: Any, theirs: Any, runs: int) -> None:
    """Iterations a second of CFR+."""
    ours, solver = RegretSolver(table, METHODS["cfr+"]), pyspiel.CFRPlusSolver(theirs)
    ours.prepare()

    def our_share() -> float:
        return on_thread(lambda: ours.step(OURS))[1] / OURS

    def their_share() -> float:
        return on_thread(lambda: [solver.evaluate_and_update_policy() for _ in range(THEIRS)])[1] / THEIRS

    contestants: dict[str, Contestant] = {"Halfmove": our_share, "OpenSpiel": their_share}
    middle = medians(alternate(contestants, runs))
    section.table(
        ["CFR+, iterations a second", "Halfmove", "OpenSpiel", "ratio"],
        [
            ["one die of six sides", f"{1 / middle['Halfmove']:,.0f}", f"{1 / middle['OpenSpiel']:,.1f}",
             f"{middle['OpenSpiel'] / middle['Halfmove']:.0f}"],
        ],
    )  # fmt: skip
