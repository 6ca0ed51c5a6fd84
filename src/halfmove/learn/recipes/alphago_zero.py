"""AlphaGo Zero: the best network plays itself, the learner's challenges it, and a gate decides.

Silver et al., *Mastering the game of Go without human knowledge*, Nature 550, 2017.  Each generation plays
400 games against the best network, which plays all games of self-play, and takes its place with 55 % of the
points (`learn.gate`).  Who has learnt less than the first positions since the last challenge does not
challenge: in a short run the match would take all of it, for a network after one step.  The search is that of
the settings: `selection=puct` for the paper's own.
"""

from __future__ import annotations

import time

from halfmove.core.errors import Unsuitable
from halfmove.learn.gate import Gate
from halfmove.learn.reanalysis import Reanalyser
from halfmove.learn.recipes.alphazero import WAIT, advance
from halfmove.learn.runs.play import GameSource, evaluate_of
from halfmove.learn.runs.run import Run
from halfmove.search.neural.architecture import values_of

TURN = 0.01
"""Seconds of a match between two steps of the learner, at least; else as long as the step took."""


def train(run: Run) -> None:
    """Play and learn until the run is over; the best network is there all the time."""
    if values_of(run.game) != 1:
        raise Unsuitable(f"{run.game.title()} has no gate: its players are not two with opposite interests.")
    if not run.folder.best.exists():
        run.network().save(run.folder.best)
    reanalyser = Reanalyser(run)
    play = run.play(run.folder.best)
    challenged = 0  # positions learnt from when the last challenger was made
    least = run.settings.learning.reuse * run.settings.learning.first
    try:
        while not run.is_over():
            advance(run, play, WAIT)
            reanalyser.step()
            if run.generation_is_due() and run.counters.learnt - challenged >= least:
                challenged = run.counters.learnt
                challenge(run, play)
            run.look_after()
    finally:
        play.close()


def challenge(run: Run, play: GameSource) -> None:
    """Let the learner's network play the best one, while self-play and learning go on, as in the paper: a
    match takes minutes, in which the games would run away from the learner.  Match and learner have half of
    the time each: a step of the learner takes as long as a hundred of the match."""
    run.keep_generation()
    number, learning = run.counters.generation, run.settings.learning
    file = run.folder.network_of(number)
    challenger, best = (evaluate_of(run.game, path, run.backend) for path in (file, run.folder.best))
    gate = Gate(
        run.encoding,
        challenger,
        best,
        run.settings.play,
        games=learning.gate_games,
        share=learning.gate_share,
        seed=run.settings.seed + number,
    )
    while not gate.decided and not run.is_stopped():
        began = time.monotonic()
        advance(run, play, 0.0)
        now = time.monotonic()
        turn = now + max(now - began, TURN)
        with run.clock.part("matches"):
            while not gate.decided and time.monotonic() < turn:
                gate.step()
    if gate.passed:
        run.network_file(file).save(run.folder.best)
        run.publish(run.folder.best)
        play.publish()
    run.report(gate=f"generation {number}: {gate}" if gate.decided else "")
