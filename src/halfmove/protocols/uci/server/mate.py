"""USI's `go mate`: a forced mate is looked for, and the answer is `checkmate` with its moves, or why not."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from halfmove.core.analysis import Analysis
from halfmove.core.errors import HalfmoveError
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.protocols.uci.server.board import Board
from halfmove.protocols.uci.server.limits import LONGEST_DEPTH, Bounds
from halfmove.protocols.uci.server.messages import information
from halfmove.search.session import Session

NONE, LATE, FAILED = "nomate", "timeout", "notimplemented"
"""What follows `checkmate` where no mate is told: there is none, nothing is proven in time, or the search
failed."""


class Found(NamedTuple):
    """What a search for a mate has found: its moves, empty for none; and whether that is proven."""

    moves: tuple[Any, ...]
    proven: bool


def find_mate(search: Callable[[History], Iterator[Analysis]], history: History) -> Found:
    """The mate of the player to move, by a search deeper and deeper, which yields nothing once it is stopped.

    Where its table cuts the line of a mate short, it is looked for again from there.
    """
    line = History(history.game, history.start)
    for action in history.actions:
        line.append(action)
    begun = len(line.actions)
    while True:
        found = _first_proof(search(line), len(line.actions) == begun)
        if not found.moves:
            return found if len(line.actions) == begun else Found((), False)
        for action in found.moves:
            line.append(action)
        if line.game.is_terminal(line.state):
            return Found(tuple(line.actions[begun:]), True)


def _first_proof(analyses: Iterator[Analysis], attacking: bool) -> Found:
    """The moves to the first mate that analyses tell: of the player to move, where it is he who attacks."""
    for analysis in analyses:
        if not analysis.lines:
            return Found((), True)
        mate = analysis.lines[0].score.mate
        if mate:
            moves = tuple(analysis.lines[0].variation)
            return Found(moves if mate > 0 or not attacking else (), True)
    return Found((), False)


class MateSearch:
    """The search for a `go mate`; `stop` from another thread."""

    def __init__(
        self, session: Session, board: Board, bounds: Bounds, *, threads: int, say: Callable[[str], None]
    ) -> None:
        self._session, self._bounds, self._threads, self._say = session, bounds, threads, say
        self._history, self._spoken = board.history, board.spoken
        self._lock = threading.Lock()
        """Between `stop` and the begin of the next search, which would not hear of it."""
        self._stopped = self._over = False
        self._timer: threading.Timer | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        if bounds.most is not None:
            left = bounds.began + bounds.most - time.perf_counter()
            self._timer = threading.Timer(max(left, 0.0), self.stop)
            self._timer.daemon = True
            self._timer.start()
        self._thread.start()

    # ---- from outside
    def stop(self) -> None:
        """End the search; its answer is given at once."""
        with self._lock:
            self._stopped = True
            if not self._over:  # a late timer must not end the search after this one
                self._session.stop()

    def ponderhit(self) -> None:
        """A mate is not pondered on."""

    def wait(self) -> None:
        """Until the answer has been given."""
        self._thread.join()

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive()

    def __str__(self) -> str:
        """For `debug on`: what the search was given."""
        most = self._bounds.most
        return "a mate, without a limit" if most is None else f"a mate, within {most:.3f} s"

    # ---- the search
    def _run(self) -> None:
        answer = FAILED
        try:
            found = find_mate(self._search, self._history)
            answer = " ".join(map(self._text, found.moves)) or (NONE if found.proven else LATE)
        except HalfmoveError as error:
            self._say(f"info string {error}")
        except Exception as error:  # noqa: BLE001  the controller waits for an answer all the same
            self._say(f"info string Halfmove's own error in the search: {type(error).__name__}: {error}")
            traceback.print_exc()
        finally:
            with self._lock:
                self._over = True
            if self._timer is not None:
                self._timer.cancel()
            self._say(f"checkmate {answer}")

    def _text(self, action: Any) -> str:
        return self._spoken.move_text(self._history.state, action)

    def _search(self, history: History) -> Iterator[Analysis]:
        """The analyses of a position, each told; nothing once the search is stopped."""
        with self._lock:
            if self._stopped:
                return
            analyses = self._session.deepen(
                history, Limit(depth=LONGEST_DEPTH), threads=self._threads, past_draws=True
            )
        told = len(history.actions) == len(self._history.actions)
        for analysis in analyses:
            if told:
                milliseconds = round(1000 * (time.perf_counter() - self._bounds.began))
                for line in information(history.game, analysis, milliseconds, self._text, in_plies=True):
                    self._say(line)
            yield analysis
