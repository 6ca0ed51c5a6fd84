"""One `go`: a thread that searches, tells what it finds, and answers exactly once with `bestmove`.

It thinks as long as the clock allows (`arena.players.timing`), or until it is told to stop.  Where the
controller has not yet played the move that is pondered on, and in infinite analysis, the answer waits for
`ponderhit` or `stop`, even if there is nothing left to find out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.errors import HalfmoveError
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.protocols.uci.server.wording import Go, information, mate_in
from halfmove.search.crew import Engine
from halfmove.search.engine import search

Say = Callable[[str], None]


class Times:
    """When to stop: `aim` seconds after the beginning no new level is begun, after `most` none goes on; None:
    no bound."""

    def __init__(self, aim: float | None, most: float | None) -> None:
        self.aim, self.most = aim, most


class Thinking:
    """A search for a `go`; `stop` or `ponderhit` from another thread."""

    def __init__(
        self,
        engine: Engine,
        history: History,
        command: Go,
        times: Times,
        *,
        limit: Limit,
        lines: int,
        threads: int,
        only: Collection[Any] | None,
        text: Callable[[Any], str],
        say: Say,
        began: float,
    ) -> None:
        self._engine, self._history, self._command, self._times = engine, history, command, times
        self._limit, self._lines, self._threads, self._only = limit, lines, threads, only
        self._text, self._say = text, say
        self._began = began
        self._waits = command.infinite or command.ponder
        """Whether the answer must not be given yet."""
        self._released = threading.Event()
        self._stopped = threading.Event()
        self._under_way = threading.Event()
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()
        self._over = False
        if not self._waits:
            self._released.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    # ---- from outside
    def stop(self) -> None:
        """End the search; its answer is given at once."""
        self._stopped.set()
        self._released.set()
        self._brake()

    def ponderhit(self) -> None:
        """The move that was pondered on has been played: the clock runs from now on."""
        if self._command.infinite:
            return
        self._waits = False
        self._begin_clock()
        self._released.set()

    def wait(self) -> None:
        """Until the answer has been given."""
        self._thread.join()

    @property
    def thinking(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive()

    # ---- the search
    def _run(self) -> None:
        last: Analysis | None = None
        try:
            for analysis in search(
                self._history.game,
                self._history.state,
                self._limit,
                lines=self._lines,
                threads=self._threads,
                memory=self._engine,
                history=self._history,
                only=self._only,
            ):
                self._tell(analysis)
                if last is None:
                    self._under_way.set()
                    if not self._waits:
                        self._begin_clock()
                last = analysis
                if self._stopped.is_set() or (not self._waits and self._enough(analysis)):
                    self._engine.stop()
        except HalfmoveError as error:
            self._say(f"info string {error}")
        finally:
            with self._lock:
                self._over = True
                if self._timer is not None:
                    self._timer.cancel()
            self._released.wait()
            self._say(self._answer(last))

    def _tell(self, analysis: Analysis) -> None:
        milliseconds = round(1000 * (time.perf_counter() - self._began))
        for line in information(self._history.game, analysis, milliseconds, self._text):
            self._say(line)

    def _enough(self, analysis: Analysis) -> bool:
        """Whether no further level need be begun."""
        sought = self._command.numbers.get("mate")
        if sought is not None and analysis.lines:
            found = mate_in(analysis.lines[0])
            if found is not None and abs(found) <= sought:
                return True
        return self._times.aim is not None and time.perf_counter() - self._began >= self._times.aim

    def _begin_clock(self) -> None:
        """Have the search end in time; what has passed by now was the engine's own or, pondering, a gift."""
        if self._times.most is None or not self._under_way.is_set():
            return
        passed = 0.0 if self._command.ponder else time.perf_counter() - self._began
        with self._lock:
            if self._over or self._timer is not None:
                return
            self._timer = threading.Timer(max(self._times.most - passed, 0.0), self._brake)
            self._timer.daemon = True
            self._timer.start()

    def _brake(self) -> None:
        """Stop the engine, once there is something to answer with, and while it is this search that runs."""
        with self._lock:
            if self._under_way.is_set() and not self._over:
                self._engine.stop()

    def _answer(self, last: Analysis | None) -> str:
        if last is not None and last.lines:
            moves = [self._text(action) for action in last.lines[0].variation[:2]]
            return f"bestmove {moves[0]}" + (f" ponder {moves[1]}" if len(moves) > 1 else "")
        # also where a rule has drawn the game: whoever asks goes on
        legal = [*self._history.game.actions(self._history.state)]
        if self._only is not None:
            legal = [action for action in legal if action in self._only]
        return f"bestmove {self._text(legal[0])}" if legal else "bestmove (none)"
