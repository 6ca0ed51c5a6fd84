"""How far work is, and who says it: lines, a bar, the logger, a function.

A `Teller` says it: `Log` (Python's logger "halfmove", where nothing else is asked for), `Lines` (standard
error, of a command), a bar (`progress=True`), a function (`progress=f`, called with each `Step`).  The
terminal's display is in `cli.progress`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from halfmove.core.errors import BadInput


def read_patience() -> float:
    """The seconds that `HALFMOVE_PATIENCE` gives, 2 without it; `BadInput` for what is no such number."""
    asked = os.environ.get("HALFMOVE_PATIENCE") or "2"
    try:
        seconds = float(asked)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise BadInput(f"HALFMOVE_PATIENCE is a number of seconds, or inf, not '{asked}'.")
    return seconds


PATIENCE = read_patience()
"""Seconds of which nothing is said; `HALFMOVE_PATIENCE=inf` says nothing at all."""
EVERY = 2.0
"""Seconds between two lines; once work has taken `GROWTH` times as long, a `GROWTH`th of its time."""
SELDOM = 60.0
"""Seconds between two lines, at most."""
GROWTH = 60
OFTEN = 0.2
"""Seconds between two calls of a function, or two pictures of a bar."""


class Step(NamedTuple):
    """How far work is."""

    what: str
    """What is being done, such as "solving Leduc"."""
    done: float | None
    """How much of it is done, in `unit`; None where that is not known."""
    total: float | None
    """How much there is; None where that is not known.  1 without a unit: `done` is a part of the whole."""
    seconds: float
    """Since the work began."""
    unit: str = ""
    """What is counted, such as "games"."""

    @property
    def far(self) -> str:
        """How far it is, in words; "" where that is not known."""
        if self.done is None:
            return ""
        if self.total == 1 and not self.unit:
            return f"{self.done:.0%}"
        of = "" if self.total is None else f" of {self.total:,.0f}"
        return f"{self.done:,.0f}{of} {self.unit}".rstrip()

    @property
    def line(self) -> str:
        """What is done and how far it is."""
        return f"{self.what}: {self.far}" if self.far else self.what

    def __str__(self) -> str:
        return f"{self.line}, {self.seconds:.0f} s"


class Teller(Protocol):
    """Says how far work is."""

    @property
    def patience(self) -> float:
        """Seconds before its first word."""
        ...

    def pause(self, seconds: float) -> float:
        """Seconds between two words, of work that has taken so many."""
        ...

    def tell(self, step: Step) -> None:
        """Say it."""
        ...

    def end(self, step: Step) -> None:
        """The work is over."""
        ...


Asked = bool | Callable[[Step], object] | Teller | None
"""What `progress=` takes: None: the logger "halfmove" hears of it; True: a bar; False: nothing; a function:
called with each `Step`, a few times a second, by the thread that works or by another; or a `Teller`."""


class _Now:
    """In good time: after `PATIENCE`, every `EVERY` seconds and more seldom of long work."""

    @property
    def patience(self) -> float:
        return PATIENCE

    def pause(self, seconds: float) -> float:
        return min(max(EVERY, seconds / GROWTH), max(SELDOM, EVERY))

    def end(self, step: Step) -> None:
        """Nothing: what was done says so itself."""


class Log(_Now):
    """Tells the logger "halfmove", at the level INFO."""

    def tell(self, step: Step) -> None:
        import logging

        logging.getLogger("halfmove").info("%s", step)


class Lines(_Now):
    """Tells by lines: on standard error, or as `write` does it."""

    def __init__(self, write: Callable[[str], object] | None = None) -> None:
        self._write = write or _to_standard_error

    def tell(self, step: Step) -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody reads it; the command's answer is what counts
            self._write(str(step))


def _to_standard_error(line: str) -> None:
    print(f"halfmove: {line}", file=sys.stderr, flush=True)


class Call:
    """Tells a function, a few times a second, and at the end."""

    patience = 0.0

    def __init__(self, function: Callable[[Step], object]) -> None:
        self._function = function

    def pause(self, seconds: float) -> float:
        return OFTEN

    def tell(self, step: Step) -> None:
        self._function(step)

    end = tell


WIDTH = 24
"""Signs of a bar."""


class Bar:
    """Draws a bar on standard error, once the work has taken half a second."""

    patience = 0.5

    def __init__(self) -> None:
        self._wide = 0

    def pause(self, seconds: float) -> float:
        return OFTEN

    def tell(self, step: Step) -> None:
        line = text_bar(step)
        print(f"\r{line:<{self._wide}}", end="", file=sys.stderr, flush=True)
        self._wide = len(line)

    def end(self, step: Step) -> None:
        if self._wide:
            self.tell(step)
            print(file=sys.stderr, flush=True)


class NotebookBar:
    """Draws a bar below a notebook's cell, once the work has taken half a second."""

    patience = 0.5

    def __init__(self) -> None:
        self._shown: Any = None

    def pause(self, seconds: float) -> float:
        return OFTEN

    def tell(self, step: Step) -> None:
        content = {"text/plain": text_bar(step), "text/html": html_bar(step)}
        if self._shown is None:
            display: Any = sys.modules["IPython.display"].display
            self._shown = display(content, raw=True, display_id=True)
        else:
            self._shown.update(content, raw=True)

    def end(self, step: Step) -> None:
        if self._shown is not None:
            self.tell(step)


def text_bar(step: Step) -> str:
    """`[######......] solving Leduc: 500 of 1,000 iterations, 3 s`; no bar where no part is known."""
    if step.done is None or not step.total:
        return str(step)
    full = round(WIDTH * min(step.done / step.total, 1.0))
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {step}"


def html_bar(step: Step) -> str:
    """The same for a page."""
    from html import escape

    part = "" if step.done is None or not step.total else f' value="{step.done / step.total:.4f}"'
    return f"<progress{part}></progress> {escape(str(step))}"


def teller_of(progress: Asked) -> Teller | None:
    """Who tells, as `progress=` says."""
    if progress is None:
        return Log()
    if progress is False:
        return None
    if progress is True:
        return NotebookBar() if _in_notebook() else Bar()
    if callable(progress):
        return Call(progress)
    if hasattr(progress, "tell"):
        return progress
    raise TypeError(f"progress= takes True, False, None or a function of a Step, not {progress!r}.")


def _in_notebook() -> bool:
    """Whether a notebook's kernel runs this."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel") and "IPython.display" in sys.modules
