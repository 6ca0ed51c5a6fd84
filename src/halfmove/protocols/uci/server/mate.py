"""USI's `go mate`: proof numbers look for a mate by checks; the answer is `checkmate` with its moves, or why
not."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.errors import HalfmoveError
from halfmove.protocols.uci.server.board import Board
from halfmove.protocols.uci.server.limits import Bounds
from halfmove.protocols.uci.server.messages import counted, information
from halfmove.search.proof.by_numbers import solve
from halfmove.search.proof.prover import Prover

NONE, LATE, FAILED = "nomate", "timeout", "notimplemented"
"""What follows `checkmate` where no mate is told: there is none, nothing is proven in time, or the search
failed."""

SHORTEN_NODES = 50_000
"""Nodes that are spent on a shorter mate than the first that is found: some tenths of a second."""

EVERY = 1.0
"""Seconds after which a search shows how far it is."""


class MateSearch:
    """The search for a `go mate`; `stop` from another thread."""

    def __init__(self, prover: Prover, board: Board, bounds: Bounds, *, say: Callable[[str], None]) -> None:
        self._prover, self._bounds, self._say = prover, bounds, say
        self._history, self._spoken = board.history, board.spoken
        self._lock = threading.Lock()
        """Between a late `stop` and the prover's next search, which it must not end."""
        self._stopped = self._over = False
        self._told = bounds.began
        """When something was said last."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    # ---- from outside
    def stop(self) -> None:
        """End the search; its answer is given at once."""
        with self._lock:
            self._stopped = True
            if not self._over:
                self._prover.stop()

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
            answer = self._answer(self._solve())
        except HalfmoveError as error:
            self._say(f"info string {error}")
        except Exception as error:  # noqa: BLE001  the controller waits for an answer all the same
            self._say(f"info string Halfmove's own error in the search: {type(error).__name__}: {error}")
            traceback.print_exc()
        finally:
            with self._lock:
                self._over = True
            self._say(f"checkmate {answer}")

    def _solve(self) -> Analysis:
        """What is proven until it is stopped or the time is over; making machine code costs none of it."""
        state, most = self._history.state, self._bounds.most
        begin = time.perf_counter()
        self._prover.prepare(state)
        if most is not None:
            most -= begin - self._bounds.began
        return solve(
            self._history.game,
            state,
            checks=True,
            seconds=None if most is None else max(most, 0.0),
            shorten_nodes=SHORTEN_NODES,
            prover=self._prover,
            history=self._history,
            see=self._look_on,
        )

    def _look_on(self, analysis: Analysis) -> None:
        """End the search if it began after `stop`; say every second how far it is."""
        if self._stopped:
            self._prover.stop()
        elif time.perf_counter() - self._told >= EVERY:
            self._told = time.perf_counter()
            self._say(f"info {counted(analysis.nodes, self._prover.permille(), self._milliseconds())}")

    def _answer(self, analysis: Analysis) -> str:
        """What follows `checkmate`; the mate is told in an `info` besides."""
        game, milliseconds = self._history.game, self._milliseconds()
        if not analysis.lines:
            return LATE if analysis.interrupted else NONE
        end = self._history.state
        for action in analysis.lines[0].variation:
            end = game.result(end, action)
        if not game.is_terminal(end):  # the table has lost a part
            return LATE
        for line in information(game, analysis, milliseconds, self._text, in_plies=True):
            self._say(line)
        return " ".join(map(self._text, analysis.lines[0].variation))

    def _milliseconds(self) -> int:
        return round(1000 * (time.perf_counter() - self._bounds.began))

    def _text(self, action: Any) -> str:
        return self._spoken.move_text(self._history.state, action)
