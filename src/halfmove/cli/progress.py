"""What a terminal does while something runs: it shows progress and the best so far, and hears Ctrl-C.

Drawn on standard error, gone when the work ends; nothing at all where standard error is no terminal.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from halfmove.core.analysis import Analysis
from halfmove.core.compile import announce_with
from halfmove.presentation import words

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
        self._table: RenderableType | None = None
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

    @property
    def live(self) -> bool:
        """Whether anything is shown: whether standard error is a terminal."""
        return self._live is not None

    def see(self, analysis: Analysis) -> None:
        """Show this analysis from now on."""
        self._latest = analysis

    def show(self, table: RenderableType) -> None:
        """Show this under what is being done from now on."""
        self._table = table

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
        if self._table is not None:
            return Group(self._spinner, self._table)
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
        ("value", analysis.score.words(game)),
        ("line", " ".join(words.move_texts(game, state, analysis.variation))),
    ]


T = TypeVar("T")


class _CtrlC:
    """In its `with` block Ctrl-C is heard by `_note`, in the main thread."""

    def __enter__(self) -> Self:
        self._mine = threading.current_thread() is threading.main_thread()
        if self._mine:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._mine:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        raise NotImplementedError


class Interruption(_CtrlC):
    """In its `with` block Ctrl-C raises `KeyboardInterrupt` as ever, but is also remembered in `happened`.

    A search may swallow the exception and return what it has; the command still has to know.
    """

    def __init__(self) -> None:
        self.happened = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.happened = True
        raise KeyboardInterrupt


class Stopping(_CtrlC):
    """In its `with` block the first Ctrl-C only sets `asked`, for work that ends in good order when it looks;
    the second raises `KeyboardInterrupt`."""

    def __init__(self) -> None:
        self.asked = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


def in_background(work: Callable[[], T]) -> T:
    """The result of `work()`, run in a thread of its own, so that Ctrl-C is heard while machine code runs.

    A daemon thread: once interrupted, the process ends without waiting for it.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  (handed to the caller's thread)
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if errors:
        raise errors[0]
    return results[0]
