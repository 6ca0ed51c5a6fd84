"""Old positions searched anew by the newest network: MuZero Reanalyse (Schrittwieser et al., 2020).

The policy's target and the search's value take the place of those that an older network's search left in the
replay window; the game's outcome stays.  Only the state is searched: what stood on the board before, for a
rule about repetition, is not known any more.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from halfmove.core.buffer import Buffer
from halfmove.core.errors import Unsuitable
from halfmove.core.words import read_words
from halfmove.learn.runs.play import evaluate_of
from halfmove.learn.runs.run import Run
from halfmove.learn.samples import Samples
from halfmove.learn.selfplay import Evaluate, Options, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of
from halfmove.search.neural.forest import begin, gather


class Reanalysis(SelfPlay):
    """Searches positions, `options.games` at once, each as a game that ends after its first move."""

    def __init__(self, encoding: Encoding, evaluate: Evaluate, options: Options, *, seed: int = 0) -> None:
        alone = replace(options, opening_share=0.0, full_share=1.0, noise=0.0, keep=False, plies=1)
        super().__init__(encoding, evaluate, alone, seed=seed)

    def search(self, words: NDArray[np.int64]) -> Samples:
        """A sample for each state, `words` being positions × words; at most `options.games`."""
        row = Buffer(self.encoding.words)
        for tree in range(self.plan.trees):
            row.array[:] = words[tree % len(words)]
            begin(self.game, read_words(self.start, row, 0), self.forest, self.plan, tree)
        while count := gather(self.game, self.start, self.forest, self.plan, self._planes):
            self.absorb_answers(*self._evaluate(self._read_planes(count)))
        return Samples.concatenate([self._record_game(tree).samples for tree in range(len(words))])


class Reanalyser:
    """Keeps a run's window fresh, as far as its setting `reanalyse` says; in the learner's process."""

    def __init__(self, run: Run) -> None:
        self._run, self._published = run, 0
        self._share = run.settings.learning.reanalyse
        if self._share and values_of(run.game) != 1:
            raise Unsuitable(
                f"{run.game.title()} is not of two players with opposite interests: leave 'reanalyse' out."
            )
        self._search: Reanalysis | None = None

    def step(self) -> None:
        """Search as many positions as are searched at once, where they are due."""
        run, games = self._run, self._run.settings.play.games
        done = run.counters.reanalysed
        if run.counters.steps == 0 or done + games > self._share * run.positions or len(run.window) < games:
            return
        with run.clock.part("reanalysis"):
            numbers = np.unique(run.window.numbers(games, run.random))
            samples = self._newest().search(run.window.read(numbers).words)
            run.window.rewrite(numbers, samples, "places", "shares", "root", "policy_weight")
        run.counters.reanalysed += games

    def _newest(self) -> Reanalysis:
        """What searches with the network that self-play has."""
        run = self._run
        if self._search is None or self._published != run.counters.published:
            evaluate = evaluate_of(run.game, run.folder.current, run.backend)
            if self._search is None:
                seed = run.settings.seed + run.counters.reanalysed
                self._search = Reanalysis(run.encoding, evaluate, run.settings.play, seed=seed)
            self._search.evaluate = evaluate
            self._published = run.counters.published
        return self._search
