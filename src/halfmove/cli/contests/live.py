"""The live table of a contest: score, test, games in progress; a line now and then where nobody watches."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from halfmove.arena.description import describe
from halfmove.arena.report.summary import Report, report
from halfmove.arena.standing import Standing
from halfmove.cli.contests.tables import meeting_lines, players_table, progress_line, test_lines
from halfmove.faces import words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from halfmove.arena.workers.crew import Playing

EVERY = 30.0
"""Seconds between lines where standard error is no terminal."""


class LiveTable:
    """A context manager; `see` is what `contest.run` calls."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._live: Live | None = None
        self._known = -1
        self._report: Report | None = None
        self._playing: tuple[Playing, ...] = ()
        self._said = time.monotonic()
        self._began = time.monotonic()

    def __enter__(self) -> LiveTable:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(
                console=Console(stderr=True),
                transient=True,
                refresh_per_second=4,
                get_renderable=self._picture,
            )
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def see(self, standing: Standing, playing: tuple[Playing, ...]) -> None:
        """Show this from now on."""
        self._playing = playing
        if self._live is None and time.monotonic() - self._said < EVERY:
            return
        if len(standing.records) != self._known:
            self._known = len(standing.records)
            self._report = report(standing)
        if self._live is None and self._report is not None:
            self._said = time.monotonic()
            print(f"halfmove: {progress_line(self._report)}", file=sys.stderr, flush=True)

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        shown: list[RenderableType] = []
        if self._report is not None and self._report.standing.records:
            shown.append(players_table(self._report, self._width()))
            if len(self._report.standing.plan.players) == 2 and self._report.meetings:
                called = [row.name for row in sorted(self._report.rows, key=lambda r: r.player)]
                told = [*meeting_lines(self._report.meetings[0], called), *test_lines(self._report.testing)]
                shown.append(Text("\n".join(told)))
        shown.append(Text(self._head(), style="dim"))
        shown += [Text(_game(game), style="dim", no_wrap=True, overflow="ellipsis") for game in self._playing]
        return Group(*shown)

    def _width(self) -> int:
        return self._live.console.width if self._live else 80

    def _head(self) -> str:
        done = max(self._known, 0)
        elapsed = words.time_taken(time.monotonic() - self._began)
        return f"\n{done} of at most {self._games} games, {elapsed}; Ctrl-C stops, and nothing is lost"


def _game(playing: Playing) -> str:
    """One game in progress: who plays, and its last moves."""
    sides = " – ".join(describe(text).name for text in playing.job.descriptions)
    last = " ".join(move.text for move in playing.moves[-8:])
    return f"game {playing.job.number + 1}  {sides}  {len(playing.moves)}: {last}"
