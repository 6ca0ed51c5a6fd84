"""What a terminal does while something runs: it shows progress and the best so far, and hears Ctrl-C.

Drawn on standard error, gone when the work ends; where standard error is no terminal there is a line now and
then (`core.progress`).
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from contextvars import copy_context
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from halfmove.core.progress import current, telling
from halfmove.core.results import Result

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.spinner import Spinner


class LiveDisplay:
    """In its `with` block a picture is shown on standard error, if that is a terminal, and lines are not."""

    def __init__(self, picture: Callable[[], RenderableType]) -> None:
        self._picture = picture
        self._live: Live | None = None
        self._quiet = ExitStack()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            if (work := current()) is not None:
                self._quiet.enter_context(work.told_by(None))
            self._live = Live(
                console=Console(stderr=True),
                transient=True,
                refresh_per_second=10,
                get_renderable=self._picture,
            )
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()
        self._quiet.close()

    @property
    def live(self) -> bool:
        """Whether anything is shown: whether standard error is a terminal."""
        return self._live is not None

    @property
    def width(self) -> int:
        """Columns that there are."""
        return self._live.console.width if self._live else 80


class Shown:
    """Work that is told of from beginning to end, by a display where a terminal shows one; a context manager
    to be derived from."""

    def __init__(self, doing: str, display: LiveDisplay | None) -> None:
        self._begins, self._display = doing, display
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._level = self._open.enter_context(telling(self._begins))
        if self._display is not None:
            self._open.enter_context(self._display)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def see(self, result: Any) -> None:
        """Show this from now on."""
        raise NotImplementedError

    @property
    def live(self) -> bool:
        """Whether a terminal shows it."""
        return self._display is not None and self._display.live

    @property
    def width(self) -> int:
        """Columns that the display has."""
        return self._display.width if self._display is not None else 80


class Progress(Shown):
    """What is told of one piece of work on one game; a context manager.

    A terminal shows it at once, with the best so far; elsewhere there is a line now and then.
    """

    def __init__(self, doing: str) -> None:
        super().__init__(doing, LiveDisplay(self._picture))
        self._doing = doing
        self._latest: list[tuple[str, str]] | None = None
        self._table: RenderableType | None = None
        self._spinner: Spinner | None = None

    def see(self, result: Result) -> None:
        """Tell of this result from now on."""
        if self.live and (text := result.growing_text(self.width)):
            from rich.text import Text

            self.show(Text(text, no_wrap=True, overflow="ellipsis"))
        if rows := result.progress_rows():
            self._latest = rows
            found = ", ".join(f"{label} {' '.join(text.split())}" for label, text in rows)
            self._level.at(what=f"{self._doing}: {found}")

    def show(self, table: RenderableType) -> None:
        """Show this under what is being done from now on."""
        self._table = table

    def say(self, doing: str) -> None:
        """Tell that this is being done from now on."""
        self._doing = doing
        self._level.at(what=doing)

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.spinner import Spinner
        from rich.table import Table
        from rich.text import Text

        work = self._level.work
        step = work.step()
        doing = step.line if self._latest is None or work.making else self._doing
        spinner = self._spinner = self._spinner or Spinner("dots")
        spinner.update(text=Text(f"{doing}  {step.seconds:.1f} s", style="dim"))
        if self._table is not None:
            return Group(spinner, self._table)
        if self._latest is None:
            return spinner
        table = Table.grid(padding=(0, 2))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(no_wrap=True, overflow="ellipsis")
        for label, text in self._latest:
            table.add_row(label, Text(text))
        return Group(spinner, table)


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

    thread = threading.Thread(target=copy_context().run, args=(run,), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if errors:
        raise errors[0]
    return results[0]
