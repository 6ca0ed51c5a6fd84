"""The engine as a player, and as the one who gives hints."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from halfmove.cli.live import Progress
from halfmove.cli.playing.levels import Level
from halfmove.core.analysis import Analysis
from halfmove.core.game import Game
from halfmove.core.limit import Limit


@dataclass
class Thinker:
    """A search of one game whose memory lasts from move to move."""

    game: Game
    algorithm: str
    threads: int
    seed: int
    memory: Any

    def think(self, state: Any, limit: Limit, doing: str) -> Analysis:
        """The last analysis within the limit; Ctrl-C ends the whole command."""
        from halfmove.search.algorithms import deepen

        latest = None
        with Progress(doing) as progress:
            for latest in deepen(
                self.game,
                state,
                limit,
                algorithm=self.algorithm,
                threads=self.threads,
                seed=self.seed,
                memory=self.memory,
            ):
                progress.see(latest)
        assert latest is not None, "a search yields at least one analysis"
        return latest


class Opponent:
    """The engine at a level."""

    def __init__(self, thinker: Thinker, level: Level) -> None:
        self._thinker = thinker
        self._level = level
        self._random = Random(thinker.seed)

    def choose(self, state: Any, doing: str) -> tuple[Any, Analysis | None]:
        """An action, and the analysis behind it (None for a move at random)."""
        if self._level.slips and self._random.random() < self._level.slips:
            return self._random.choice(list(self._thinker.game.actions(state))), None
        analysis = self._thinker.think(state, self._level.limit, doing)
        return analysis.best, analysis
