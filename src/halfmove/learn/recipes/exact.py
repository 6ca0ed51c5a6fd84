"""Exact teaching: a network learns what the solver proves, as a ceiling to compare the other recipes with.

Positions are drawn from random games, in their last thirty plies, where the solver needs milliseconds;
nothing is learnt of openings.  One process solves and learns in turn.
"""

from __future__ import annotations

from halfmove.learn.runs.play import FinishedGames
from halfmove.learn.runs.run import Run
from halfmove.learn.selfplay import Throughput
from halfmove.learn.solved import Solved

AT_ONCE = 64
"""Positions solved before the learner's turn,"""
SECONDS = 1.0
"""but no longer than this."""


def train(run: Run) -> None:
    """Solve and learn until the run is over."""
    solved = Solved(run.encoding, run.settings.seed + run.positions)
    while not run.is_over():
        while run.may_learn() and not run.is_over():
            run.learn()
            run.look_after()
        samples = solved.make(AT_ONCE, SECONDS)
        run.take(FinishedGames(samples, 0, (0, 0, 0), [], Throughput()))
        if run.generation_is_due():
            run.keep_generation().save(run.folder.best)
        run.look_after()
    run.network().save(run.folder.best)
