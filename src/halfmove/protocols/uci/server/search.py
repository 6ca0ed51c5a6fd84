"""One `go`: a thread that searches, tells what it finds, and answers exactly once with `bestmove`.

It thinks as long as the clock allows (`arena.players.timing`), or until it is told to stop.  Where the
controller has not yet played the move that is pondered on, and in infinite analysis, the answer waits for
`ponderhit` or `stop`, even if there is nothing left to find out.
"""

from __future__ import annotations

import math
import threading
import time
import traceback
from collections.abc import Callable, Collection
from typing import Any

from halfmove.arena.players.timing import AimFactor
from halfmove.core.analysis import Analysis
from halfmove.core.errors import HalfmoveError
from halfmove.protocols.uci.server.board import Board
from halfmove.protocols.uci.server.limits import Bounds
from halfmove.protocols.uci.server.messages import Go, counted, information
from halfmove.search.session import Session

Say = Callable[[str], None]

EVERY = 1.0
"""Seconds after which a long level shows how far it is."""


class RunningSearch:
    """A search for a `go`; `stop` or `ponderhit` from another thread."""

    def __init__(
        self,
        session: Session,
        board: Board,
        command: Go,
        bounds: Bounds,
        *,
        lines: int,
        threads: int,
        only: Collection[Any] | None,
        say: Say,
    ) -> None:
        self._session, self._command, self._bounds = session, command, bounds
        self._history, self._spoken, self._only, self._say = board.history, board.spoken, only, say
        self._language = board.language
        self._state = self._history.state
        self._analyses = session.deepen(
            self._history, bounds.limit, lines=lines, only=only, threads=threads, past_draws=True
        )
        self._waits = command.infinite or command.ponder
        """Whether the answer must not be given yet."""
        self._released = threading.Event()
        self._under_way = threading.Event()
        self._aim_factor = AimFactor()
        self._factor = 1.0
        """How much of the aim the search deserves."""
        self._deadline = math.inf
        """On `perf_counter`'s clock."""
        self._news = threading.Condition()
        """Guards, and tells the watcher of, `_deadline` and `_over`."""
        self._over = False
        self._told = bounds.began
        """When something was said last."""
        if not self._waits:
            self._released.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    # ---- from outside
    def stop(self) -> None:
        """End the search; its answer is given at once."""
        self._released.set()
        self._session.stop()

    def ponderhit(self) -> None:
        """The move that was pondered on has been played: the clock runs from now on.

        If by then the search has gone on for as long as it would have without pondering, it is answered.
        """
        if self._command.infinite or not self._waits:
            return
        self._waits = False
        self._begin_clock()
        self._released.set()
        if self._late():
            self._session.stop()

    def wait(self) -> None:
        """Until the answer has been given."""
        self._thread.join()

    def __str__(self) -> str:
        """For `debug on`: what the search was given."""
        times = [f"{t:.3f} s" if t is not None else "none" for t in (self._bounds.aim, self._bounds.most)]
        return f"no new level after {times[0]}, an end after {times[1]}; {self._bounds.limit}"

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive()

    # ---- the search
    def _run(self) -> None:
        last: Analysis | None = None
        try:
            for analysis in self._analyses:
                self._tell(analysis)
                if last is None:
                    self._under_way.set()
                    threading.Thread(target=self._watch, daemon=True).start()
                    if not self._waits:
                        self._begin_clock()
                last = analysis
                enough = self._enough(analysis)
                if not self._waits and enough:
                    self._session.stop()
        except HalfmoveError as error:
            self._say(f"info string {error}")
        except Exception as error:  # noqa: BLE001  the controller waits for a move all the same
            self._say(f"info string Halfmove's own error in the search: {type(error).__name__}: {error}")
            traceback.print_exc()
        finally:
            with self._news:
                self._over = True
                self._news.notify()
            self._released.wait()
            self._say(self._answer(last))

    def _text(self, action: Any) -> str:
        return self._spoken.move_text(self._state, action)

    def _tell(self, analysis: Analysis) -> None:
        for line in information(
            self._history.game,
            analysis,
            self._milliseconds(),
            self._text,
            in_plies=self._language.mate_in_plies,
        ):
            self._tell_line(line)

    def _tell_progress(self) -> None:
        """For a person who watches a long level: what is being looked at, and what it has cost so far."""
        engine = self._session.memory
        front = engine.front
        if front is None or front.looking_at is None:
            return
        depth, number, action = front.looking_at
        counts = counted(engine.nodes, engine.table.permille(), self._milliseconds())
        self._tell_line(f"info depth {depth} {counts}")
        self._tell_line(f"info depth {depth} currmove {self._text(action)} currmovenumber {number}")

    def _tell_line(self, line: str) -> None:
        self._told = time.perf_counter()
        self._say(line)

    def _milliseconds(self) -> int:
        return round(1000 * (time.perf_counter() - self._bounds.began))

    def _enough(self, analysis: Analysis) -> bool:
        """Whether no further level need be begun."""
        self._factor = self._aim_factor.update(analysis)
        sought = self._command.numbers.get("mate")
        if sought and analysis.lines:
            found = analysis.lines[0].score.mate
            if found is not None and abs(found) <= abs(sought) and (found > 0) == (sought > 0):
                return True
        return self._late()

    def _late(self) -> bool:
        """Whether the time is over after which no level is begun."""
        return (
            self._bounds.aim is not None
            and time.perf_counter() - self._bounds.began >= self._bounds.aim * self._factor
        )

    # ---- the clock
    def _begin_clock(self) -> None:
        """Have the search end in time; what has passed by now was the engine's own or, pondering, a gift."""
        if self._bounds.most is None or not self._under_way.is_set():
            return
        began = time.perf_counter() if self._command.ponder else self._bounds.began
        with self._news:
            self._deadline = min(self._deadline, began + self._bounds.most)
            self._news.notify()

    def _watch(self) -> None:
        """Stop the search at its deadline, and say every second how far it is."""
        while True:
            with self._news:
                if not self._over:
                    self._news.wait(min(max(self._deadline - time.perf_counter(), 0.0), EVERY))
                if self._over:
                    return
                if time.perf_counter() >= self._deadline:
                    self._session.stop()
                    return
            if time.perf_counter() - self._told >= EVERY:
                self._tell_progress()

    def _answer(self, last: Analysis | None) -> str:
        if last is not None and last.lines:
            moves = [self._text(action) for action in last.lines[0].variation[:2]]
            return f"bestmove {moves[0]}" + (f" ponder {moves[1]}" if len(moves) > 1 else "")
        # also where a rule has drawn the game: whoever asks goes on
        legal = [*self._history.game.actions(self._history.state)]
        if self._only is not None:
            legal = [action for action in legal if action in self._only]
        return f"bestmove {self._text(legal[0])}" if legal else f"bestmove {self._language.no_move}"
