"""A contest while it is played, as a terminal shows it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeAlias

from halfmove.arena.description import describe
from halfmove.arena.results import Results
from halfmove.arena.workers.pool import GameInProgress
from halfmove.core.operation import Work
from halfmove.core.results import Result

Playing: TypeAlias = "tuple[GameInProgress, ...]"

PAUSE = 0.5
"""Seconds between two looks at a contest that is being played."""


@dataclass(frozen=True)
class ContestProgress(Result):
    """The results so far, the games in progress, and how many there are at most."""

    results: Results
    playing: Playing
    games: int
    title: str = ""
    """Which of several contests it is."""

    def progress_rows(self) -> list[tuple[str, str]]:
        done = len(self.results.records)
        which = [("match", self.title)] if self.title else []
        if not done:
            return [*which, (f"{len(self.playing)} of {self.games:,} games", "under way, none is over")]
        return [*which, ("games", str(done)), *self.results.report.progress_rows()]

    def growing_text(self, width: int) -> str:
        """The table, and each game in progress with its last moves."""
        done = len(self.results.records)
        table = [self.title] if self.title else []
        table += [self.results.report.growing_text(width), ""] if done else []
        head = f"{done} of at most {self.games} games; Ctrl-C stops, and nothing is lost"
        return "\n".join([*table, head, *map(describe_game, self.playing)])


class ProgressObserver:
    """Whoever looks at the work: a contest is shown to it now and then."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._shown = 0.0

    def show(self, results: Results, playing: Playing, games: int, title: str = "") -> None:
        """Show how it stands, unless that was done a moment ago."""
        if time.monotonic() - self._shown >= PAUSE:
            self._shown = time.monotonic()
            self._work.show(ContestProgress(results, playing, games, title))


def describe_game(playing: GameInProgress) -> str:
    """One game in progress: who plays, and its last moves."""
    sides = " – ".join(describe(text).name for text in playing.job.descriptions)
    last = " ".join(move.text if move.seen is None else move.seen for move in playing.moves[-8:])
    return f"game {playing.job.number + 1}  {sides}  {len(playing.moves)}: {last}"
