"""What fitting an evaluation's weights to the engine's own games has in common, whatever the game.

Of each game `OF_EACH` positions at rest are drawn; a share of the games is kept apart, for testing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from halfmove.core.contract import Game
from halfmove.learn.tuning.quiet import is_quiet
from halfmove.learn.tuning.samples import Sample
from halfmove.learn.tuning.tune import list_changes
from halfmove.search.alphabeta.threads import Engine

OF_EACH = 40
"""Positions of a game."""
APART = 0.2
"""The share of the games that is kept apart."""


class Drawn:
    """Positions of games, those to learn from and those to test on."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game, self._rng = game, rng
        self._judge = Engine(game, megabytes=1)
        self.games = 0
        self.learnt: list[Sample] = []
        self.tested: list[Sample] = []

    def add(self, samples: Iterable[Sample]) -> None:
        """Draw from the positions of one more game."""
        self.games += 1
        into = self.tested if self._rng.random() < APART else self.learnt
        into += self._at_rest(list(samples))

    def _at_rest(self, samples: list[Sample]) -> Iterator[Sample]:
        self._rng.shuffle(samples)
        left = OF_EACH
        for sample in samples:
            if left and is_quiet(self.game, sample.state, self._judge):
                left -= 1
                yield sample

    def __str__(self) -> str:
        learnt, tested = len(self.learnt), len(self.tested)
        return f"{self.games:,} games, {learnt:,} positions learnt from, {tested:,} apart"


def write_weights(tunable: Any, old: Any, words: Any, output: Path, heading: str) -> None:
    """Say what has changed, in hundredths of the largest unit, and write the weights with a heading."""
    for change in list_changes(tunable, old, words):
        print(f"{change.name:<16}{change.cases:>4}{change.largest:>+6d}{change.mean:>7.1f}   in 1/100")
    output.write_text(tunable.written(words, heading))
