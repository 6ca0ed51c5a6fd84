"""What a terminal shows while something runs: what is being done, for how long, and the best so far.

Drawn on standard error, gone when the work ends; nothing at all where standard error is no terminal.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from halfmove.core.analysis import Analysis
from halfmove.core.compile import announce_with
from halfmove.faces import words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live


class Progress:
    """The live display of one piece of work on one game; a context manager."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._compiling: tuple[str, float] | None = None
        self._started = time.perf_counter()
        self._latest: Analysis | None = None
        self._live: Live | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live
            from rich.spinner import Spinner

            self._spinner = Spinner("dots")
            self._live = Live(
                console=Console(stderr=True),
                transient=True,
                refresh_per_second=10,
                get_renderable=self._picture,
            )
            self._live.start()
            announce_with(self._announce)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            announce_with(None)
            self._live.stop()

    def see(self, analysis: Analysis) -> None:
        """Show this analysis from now on."""
        self._latest = analysis

    def say(self, doing: str) -> None:
        """Show this as what is being done from now on."""
        self._doing = doing

    def _announce(self, what: str, kernel: str, game: str) -> None:
        whom = f" for {game}" if game else ""
        self._compiling = (f"compiling {kernel}{whom}, the first time only", time.perf_counter())
        if what == "end":
            self._compiling = None

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        doing, since = self._compiling or (self._doing, self._started)
        self._spinner.update(text=Text(f"{doing}  {time.perf_counter() - since:.1f} s", style="dim"))
        if self._latest is None:
            return self._spinner
        table = Table.grid(padding=(0, 2))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(no_wrap=True, overflow="ellipsis")
        for label, text in _rows(self._latest):
            table.add_row(label, Text(text))
        return Group(self._spinner, table)


def _rows(analysis: Analysis) -> list[tuple[str, str]]:
    game, state = analysis.game, analysis.state
    speed = words.speed(analysis.nodes, analysis.seconds)
    return [
        ("depth", f"{analysis.depth or '–'}   {words.count(analysis.nodes)} nodes   {speed}"),
        (
            "value",
            words.worth(analysis),
        ),
        ("line", " ".join(words.move_texts(game, state, analysis.variation))),
    ]
