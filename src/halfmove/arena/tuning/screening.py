"""The numbers of a search, tuned by the moves that settings choose (`choices`) in a design (`design`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from halfmove.arena.tuning.choices import Chooser, compare, open_oracles, play_stretches
from halfmove.arena.tuning.design import Effects, design, estimate_effects
from halfmove.arena.tuning.spsa import clip
from halfmove.arena.tuning.trial_file import TrialFile, TrialPlan
from halfmove.core.progress import at
from halfmove.search.alphabeta.selective.parameters import BY_NAME

REACH = 2.5
"""How many steps a trial moves each parameter, up or down."""


@dataclass(frozen=True)
class Screening(TrialPlan):
    """A tuning by moves; of a trial the file says hundredths of an expected score a move, and the standard
    error."""

    positions: int
    teacher: str | None
    """The command line of the engine that judges; ours, if none is given."""

    mark = "halfmove search screening 1"
    figures = ("gain", "error")

    def signs(self) -> np.ndarray:
        """Whether a trial moves a parameter up or down: (trials, parameters)."""
        return design(self.trials, len(self.names), self.seed)

    def move(self, steps: np.ndarray) -> dict[str, int]:
        """All values, the parameters so many times `REACH` steps from where they started."""
        moved = dict(self.start)
        for name, step in zip(self.names, steps, strict=True):
            parameter = BY_NAME[name]
            moved[name] = clip(parameter, self.start[name] + float(step) * REACH * parameter.step)
        return moved

    def run(self, kept: TrialFile, threads: int) -> None:
        """Carry out the trials that are left; each is kept as soon as it is over."""
        if len(kept.trials) >= self.trials:
            return
        game = self.game.open()
        with open_oracles(game, self.nodes, self.teacher, threads) as oracles:
            stretches = play_stretches(game, self.nodes, self.positions, self.seed)
            chooser = Chooser(game, stretches, self.nodes, oracles)
            before = chooser.expect(self.start)
            for trial, signs in enumerate(self.signs()):
                at(len(kept.trials), self.trials, "tuning", unit="settings")
                if trial not in kept.trials:
                    gain, error = compare(before, chooser.expect(self.move(signs)))
                    kept.add(trial, gain=gain, error=error)

    def effects(self, kept: TrialFile) -> Effects:
        """What the trials so far say."""
        trials = sorted(kept.trials)
        gains, errors = ([kept.trials[trial][name] for trial in trials] for name in self.figures)
        return estimate_effects(self.signs()[trials], gains, errors)
