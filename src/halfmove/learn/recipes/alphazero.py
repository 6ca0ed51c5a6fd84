"""AlphaZero: one network, always the newest, plays itself and learns from its games.

Silver et al., *A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play*, Science 362, 2018.  There is no gate: each new network plays at once.  The search at the root is
Gumbel's with completed values, unless the setting `selection` is `puct` (`learn.selfplay`).
"""

from __future__ import annotations

from collections.abc import Callable

from halfmove.learn.reanalysis import Reanalyser
from halfmove.learn.runs.play import GameSource
from halfmove.learn.runs.run import Run

WAIT = 0.1
"""Seconds to wait for games when there is nothing to learn from."""


def train(run: Run) -> None:
    """Play and learn until the run is over."""
    reanalyser, play = Reanalyser(run), run.play()

    def hand_over() -> None:
        reanalyser.step()
        if run.publish_is_due():
            run.publish()
            play.publish()

    learn_from(run, play, hand_over)


def learn_from(run: Run, play: GameSource, each: Callable[[], None]) -> None:
    """Learn from games until the run is over, and keep its best network; `each` is done between steps."""
    try:
        while not run.is_over():
            advance(run, play, WAIT)
            each()
            if run.generation_is_due():
                run.keep_generation().save(run.folder.best)
            run.look_after()
    finally:
        play.close()
    run.network().save(run.folder.best)


def advance(run: Run, play: GameSource, wait: float) -> None:
    """Take the games that have ended, unless the learner is far behind, and learn one step; where there is
    nothing to learn from, wait so many seconds for games."""
    for arrival in run.receive(play, wait):
        run.take(arrival)
    if run.may_learn():
        run.learn()
