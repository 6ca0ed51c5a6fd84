"""The numbers of a search, tuned by the moves that settings choose (`choices`) in a design (`screening`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from halfmove.arena.tuning.choices import Chooser, compare, open_oracles, play_stretches
from halfmove.arena.tuning.screening import Effects, design, estimate_effects
from halfmove.arena.tuning.spsa import clip
from halfmove.arena.tuning.trial_file import TrialFile
from halfmove.core.progress import at
from halfmove.games.reference import GameReference
from halfmove.search.alphabeta.selective.parameters import BY_NAME

MARK = "halfmove search screening 1"
FIGURES = ("gain", "error")
"""What the file says of a trial: hundredths of an expected score a move, and the standard error."""
REACH = 2.5
"""How many steps a trial moves each parameter, up or down."""


@dataclass(frozen=True)
class Screening:
    """What is tuned, and how."""

    game: GameReference
    nodes: int
    """For each move."""
    trials: int
    positions: int
    names: tuple[str, ...]
    """The parameters."""
    seed: int
    start: Mapping[str, int]
    """Their values before, with those of all others that are not the usual ones."""
    teacher: str | None
    """The command line of the engine that judges; ours, if none is given."""

    def open_file(self, file: Path | None) -> TrialFile:
        """See `TrialFile`."""
        return TrialFile(file, {"mark": MARK, **asdict(self)}, FIGURES)

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
        gains, errors = ([kept.trials[trial][name] for trial in trials] for name in FIGURES)
        return estimate_effects(self.signs()[trials], gains, errors)
