"""Regret minimisation on Leduc hold'em, beside OpenSpiel's C++.

Iterations a second of CFR, CFR+ and external-sampling MCCFR, and the time of one exact exploitability, each
on the same game: chance deals ranks, and there are 288 information sets (OpenSpiel's
`leduc_poker(suit_isomorphism=True)`). Times are processor time, without listing the histories and without
compilation. Both must reach the same exploitability after a hundred iterations of CFR and CFR+.
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

THEIRS = {
    "cfr": ("CFRSolver", 100, 2_000),
    "cfr+": ("CFRPlusSolver", 100, 2_000),
    "external-mccfr": ("ExternalSamplingMCCFRSolver", 2_000, 20_000),
}
"""OpenSpiel's solver, its iterations, and ours."""
SAME = 1e-9


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    if pyspiel is None:
        return
    table, theirs = lay_out(game("leduc")), pyspiel.load_game("leduc_poker(suit_isomorphism=True)")
    agree(table, pyspiel, theirs)
    rows = []
    for name, (solver, their_number, our_number) in THEIRS.items():
        rates = {}
        for who, seconds in iterating(table, pyspiel, theirs, name, settings.runs).items():
            rates[who] = (our_number if who == "Halfmove" else their_number) / seconds
        ratio = rates["Halfmove"] / rates["OpenSpiel"]
        rows.append([name, solver, f"{rates['Halfmove']:,.0f}", f"{rates['OpenSpiel']:,.0f}", f"{ratio:.1f}"])
    section.table(["iterations a second", "OpenSpiel's", "Halfmove", "OpenSpiel", "ratio"], rows)
    exploiting(section, table, pyspiel, theirs, settings.runs)


def stepper(pyspiel: Any, theirs: Any, solver: str) -> tuple[Any, Any]:
    """One of OpenSpiel's solvers, and what makes an iteration of it."""
    made = getattr(pyspiel, solver)(theirs, 1) if "MCCFR" in solver else getattr(pyspiel, solver)(theirs)
    return made, made.run_iteration if "MCCFR" in solver else made.evaluate_and_update_policy


def agree(table: GameTable, pyspiel: Any, theirs: Any) -> None:
    """The same exploitability after a hundred iterations."""
    for name in ("cfr", "cfr+"):
        made, step = stepper(pyspiel, theirs, THEIRS[name][0])
        for _ in range(100):
            step()
        ours = RegretSolver(table, METHODS[name])
        ours.step(100)
        found, right = ours.solution().exploitability, pyspiel.exploitability(theirs, made.average_policy())
        if abs(found - right) > SAME:
            raise WrongAnswer(f"{name}: the exploitability is {found}, but OpenSpiel's is {right}.")


def iterating(table: GameTable, pyspiel: Any, theirs: Any, name: str, runs: int) -> dict[str, float]:
    """The seconds of so many iterations of both."""
    solver, their_number, our_number = THEIRS[name]
    ours = RegretSolver(table, METHODS[name], 1)
    ours.prepare()
    _, step = stepper(pyspiel, theirs, solver)

    def our_share() -> float:
        return on_thread(lambda: ours.step(our_number))[1]

    def their_share() -> float:
        return on_thread(lambda: [step() for _ in range(their_number)])[1]

    contestants: dict[str, Contestant] = {"Halfmove": our_share, "OpenSpiel": their_share}
    return medians(alternate(contestants, runs))


def exploiting(section: Section, table: GameTable, pyspiel: Any, theirs: Any, runs: int) -> None:
    """How long one exact exploitability takes."""
    made, step = stepper(pyspiel, theirs, "CFRSolver")
    ours = RegretSolver(table, METHODS["cfr"])
    for _ in range(10):
        step()
        ours.step(1)
    policy, average = ours.strategy().policy, made.average_policy()
    judge(table.layout, policy)

    def our_answer() -> float:
        return on_thread(lambda: [judge(table.layout, policy) for _ in range(100)])[1] / 100

    def their_answer() -> float:
        return on_thread(lambda: pyspiel.exploitability(theirs, average))[1]

    middle = medians(alternate({"Halfmove": our_answer, "OpenSpiel": their_answer}, runs))
    section.table(
        ["exploitability, milliseconds", "Halfmove", "OpenSpiel", "ratio"],
        [
            ["Leduc hold'em", f"{1000 * middle['Halfmove']:.2f}", f"{1000 * middle['OpenSpiel']:.1f}",
             f"{middle['OpenSpiel'] / middle['Halfmove']:.0f}"],
        ],
    )  # fmt: skip
