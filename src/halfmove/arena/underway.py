"""A contest while it is played, as a terminal shows it."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.arena.description import describe
from halfmove.arena.results import Results
from halfmove.arena.workers.pool import GameInProgress
from halfmove.core.results import Result


@dataclass(frozen=True)
class Underway(Result):
    """The results so far, the games in progress, and how many there are at most."""

    results: Results
    playing: tuple[GameInProgress, ...]
    games: int

    def progress_rows(self) -> list[tuple[str, str]]:
        done = len(self.results.records)
        if not done:
            return [(f"{len(self.playing)} of {self.games:,} games", "under way, none is over")]
        return [("games", str(done)), *self.results.report.progress_rows()]

    def growing_text(self, width: int) -> str:
        """The table, and each game in progress with its last moves."""
        done = len(self.results.records)
        table = [self.results.report.growing_text(width), ""] if done else []
        head = f"{done} of at most {self.games} games; Ctrl-C stops, and nothing is lost"
        return "\n".join([*table, head, *map(game_line, self.playing)])


def game_line(playing: GameInProgress) -> str:
    """One game in progress: who plays, and its last moves."""
    sides = " – ".join(describe(text).name for text in playing.job.descriptions)
    last = " ".join(move.text if move.seen is None else move.seen for move in playing.moves[-8:])
    return f"game {playing.job.number + 1}  {sides}  {len(playing.moves)}: {last}"
