"""A game of ours beside OpenSpiel's own: both played through together, all histories or random games.

What is compared, `tests/beside/open_spiel.py` says.  Tests that ask for it are skipped where OpenSpiel is not
installed.
"""

from __future__ import annotations

import random

import pytest

from tests.beside import open_spiel
from tests.beside.open_spiel import Histories


def load(text):
    """OpenSpiel's game, moves made at once in turn; the test is skipped where OpenSpiel is not installed."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    return open_spiel.load(text)


class Beside(Histories):
    """The comparison, and how many histories were compared."""

    def __init__(self, game, text, theirs=None, *, sets=True, scale=1):
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
        super().__init__(game, text, theirs, sets=sets, scale=scale)
        self.histories = 0

    def all(self):
        """Every history."""
        waiting = [self.initial()]
        while waiting:
            s, t, options = self.step(*waiting.pop())
            waiting += [(self.game.result(s, a), t.child(number)) for number, a in options.items()]
        return self

    def some(self, games, seed=1):
        """Random games."""
        draw = random.Random(seed)
        for _ in range(games):
            s, t, options = self.step(*self.initial())
            while options:
                number = draw.choice(list(options))
                s, t, options = self.step(self.game.result(s, options[number]), t.child(number))
        return self

    def step(self, s, t):
        """Compare one history."""
        self.histories += 1
        return self.compared(s, t)
