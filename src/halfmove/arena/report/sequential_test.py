"""A match under a sequential test: the ratio after every pair, and the verdict.

The test looks at the pairs in the order of the schedule and stops at the first that decides, so that neither
the number of games played at once nor the order in which they finish has a say in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

import numpy as np

from halfmove.arena.job import Record
from halfmove.arena.report.duplicate import compare_board
from halfmove.arena.report.meetings import complete_pairs, count_results, score
from halfmove.arena.results import Results
from halfmove.arena.statistics.counts import Counts
from halfmove.arena.statistics.pairs import pairs
from halfmove.arena.statistics.sprt import POINTS, Sprt, Verdict, test
from halfmove.core.duplicate import Duplicate


@dataclass(frozen=True)
class TestState:
    """How far a test has come."""

    test: Sprt
    path: tuple[float, ...]
    """The log-likelihood ratio after each pair, up to the one that decided."""
    counts: Counts
    """The pairs it has looked at."""
    unit: str = "Elo"
    """What the hypotheses are counted in."""

    @property
    def scale(self) -> str:
        """The unit, with the model where it is Elo of a kind of its own."""
        return self.unit if self.test.model in (POINTS, "logistic") else f"{self.unit} ({self.test.model})"

    @property
    def llr(self) -> float:
        return self.path[-1] if self.path else 0.0

    @property
    def verdict(self) -> Verdict:
        return self.test.verdict(self.llr)


def find_test_state(results: Results) -> TestState | None:
    """The state of the plan's test; None where it has none."""
    if results.plan.stop is None:
        return None
    the_test = test(results.plan.stop)
    paired = list_complete_pairs(results)
    if not paired:
        return TestState(the_test, (), pairs((0,) * 5, (0, 0, 0)))
    unit = "Elo"
    points = np.array([round(2 * (score(a, 0) + score(b, 0))) for a, b in paired])
    frequencies = np.cumsum(points[:, None] == np.arange(5), axis=0)
    single = np.array([count_results(pair, 0) for pair in paired])
    if the_test.model == POINTS:
        how = results.plan.game.open().duplicate()
        unit = "points a game" if how is None else f"{how.unit} a board"
        path = the_test.llrs_of_values([value_of_pair(pair, how) for pair in paired])
    else:
        path = the_test.llrs(frequencies, np.cumsum(single, axis=0))
    beyond = np.flatnonzero((path >= the_test.upper) | (path <= the_test.lower))
    last = int(beyond[0]) if len(beyond) else len(path) - 1
    won, drawn, lost = (int(n) for n in single[: last + 1].sum(axis=0))
    counted = pairs([int(n) for n in frequencies[last]], (won, drawn, lost))
    return TestState(the_test, tuple(float(x) for x in path[: last + 1]), counted, unit)


def value_of_pair(pair: tuple[Record, Record], how: Duplicate | None) -> float:
    """What a pair is worth to the first player: the comparison of its two tables, or else his mean utility.
    A game that somebody lost by a fault has no utility, and is worth nothing here."""
    scored = [one for one in pair if one.utilities]
    if how is not None:
        gains = [how.compare(mine - theirs) for mine, theirs in compare_board(scored, 0)]
    else:
        gains = [one.utilities[one.players.index(0)] for one in scored]
    return fmean(gains) if gains else 0.0


def list_complete_pairs(results: Results) -> list[tuple[Record, Record]]:
    """The pairs from the first on that are complete without a gap."""
    found = []
    for number, pair in enumerate(complete_pairs(results.records)):
        if pair[0].pair != number:
            break
        found.append(pair)
    return found


def find_verdict(results: Results) -> Verdict | None:
    """The verdict of the plan's test, once there is one."""
    found = find_test_state(results)
    return None if found is None or found.verdict is Verdict.GO_ON else found.verdict
