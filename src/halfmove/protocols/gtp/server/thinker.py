"""The search behind the GTP engine: one memory for each board, made ready in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.players.timing import Patience, share
from halfmove.core.analysis import Analysis
from halfmove.core.game import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.search.algorithms import Algorithm, choose, deepen

OVERHEAD = 0.05
"""Seconds of a clock kept back for the way from here to it."""


@dataclass(frozen=True)
class Request:
    """How the engine is to search."""

    algorithm: str = "auto"
    limit: Limit = field(default_factory=lambda: Limit(seconds=5.0))
    """Of a move, where no clock runs."""
    threads: int = 1
    megabytes: int | None = None
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)


class Thinker:
    """Searches of one game after the other."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.seed = request.seed
        self._game: Game | None = None
        self._algorithm: Algorithm | None = None
        self._memory: Any = None
        self._preparing: threading.Thread | None = None
        self._failed: BaseException | None = None
        self._stop = threading.Event()
        self._under_way: threading.Thread | None = None

    # ---- getting ready
    def prepare(self, game: Game) -> None:
        """Begin to make ready for a game; whoever searches waits for it."""
        if self._game is not None and self._game == game:
            return
        self._wait()
        self._game, self._failed = game, None

        def work() -> None:
            try:
                self._make(game)
            except BaseException as error:  # noqa: BLE001  told to whoever wants to search
                self._failed = error

        self._preparing = threading.Thread(target=work, name="gtp prepares", daemon=True)
        self._preparing.start()

    def _make(self, game: Game) -> None:
        asked = self.request
        self._algorithm = choose(game, asked.algorithm)
        self._memory = None
        if self._algorithm.remember is not None:
            self._memory = self._algorithm.remember(
                game,
                megabytes=asked.megabytes or self._algorithm.megabytes,
                threads=asked.threads,
                seed=self.seed,
                options=asked.options,
            )
            self._memory.prepare(game.initial())

    def get_ready(self) -> None:
        """Wait until the game can be searched, so that no clock pays for it; what stands in the way is told
        to whoever wants to search."""
        if self._preparing is not None:
            self._preparing.join()

    def _wait(self) -> None:
        if self._preparing is not None:
            self._preparing.join()
            self._preparing = None
        if self._failed is not None:
            raise self._failed

    def clear(self) -> None:
        """A new game: forget what the last one taught."""
        if self._memory is not None and self._preparing is None:
            self._memory.clear()

    def reseed(self, seed: int) -> None:
        """Draw the random numbers of another seed from now on."""
        self.seed = seed
        self._wait()
        if self._memory is not None:
            self._memory.reseed(seed)

    # ---- searching
    def _analyses(
        self, history: History, limit: Limit, lines: int, only: Collection[Any] | None = None
    ) -> Any:
        self.prepare(history.game)
        self._wait()
        assert self._algorithm is not None
        return deepen(
            history.game,
            history.state,
            limit,
            algorithm=self._algorithm.name,
            lines=lines,
            seed=self.seed,
            threads=self.request.threads,
            memory=self._memory,
            history=history,
            only=only if self._algorithm.chooses_among else None,
        )

    def choose(
        self, history: History, budget: Budget, see: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """The last analysis there is time for; each on the way is shown to `see`."""
        timed = share(history, budget, OVERHEAD if budget.clocks else None)
        bounds = budget.limit
        limit = Limit(
            seconds=timed.most, depth=bounds.depth, nodes=bounds.nodes, simulations=bounds.simulations
        )
        patience = Patience()
        last: Analysis | None = None
        lines = 1 if see is None else len(history.legal())
        with closing(self._analyses(history, limit, lines)) as analyses:
            for last in analyses:
                if see is not None:
                    see(last)
                if timed.aim is not None and last.seconds >= timed.aim * patience.factor(last):
                    break
        assert last is not None, "a search yields at least one analysis"
        return last

    def analyse(
        self,
        history: History,
        see: Callable[[Analysis], None],
        every: float,
        lines: int,
        only: Collection[Any] | None,
    ) -> None:
        """Show an analysis about every so many seconds until `stop`, from a thread of its own."""
        self._stop.clear()

        def work() -> None:
            shown = 0.0
            with closing(self._analyses(history, Limit(seconds=1e6), lines, only)) as analyses:
                for analysis in analyses:
                    if self._stop.is_set():
                        return
                    if time.monotonic() - shown >= every:
                        shown = time.monotonic()
                        see(analysis)
            see(analysis)

        self._under_way = threading.Thread(target=work, name="gtp analyses", daemon=True)
        self._under_way.start()

    def stop(self) -> None:
        """End an analysis."""
        if self._under_way is None:
            return
        self._stop.set()
        while self._under_way.is_alive():
            if self._memory is not None:
                self._memory.stop()  # again and again: it may not have begun
            self._under_way.join(0.01)
        self._under_way = None
