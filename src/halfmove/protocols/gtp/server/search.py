"""The search behind the GTP engine: one memory for each board, made ready in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.players.timing import AimFactor, divide_time
from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.progress import telling
from halfmove.core.reporting import Lines
from halfmove.search.algorithms import choose
from halfmove.search.session import Session

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
        self._session: Session | None = None
        self._preparing: threading.Thread | None = None
        self._failed: BaseException | None = None
        self._under_way: threading.Thread | None = None

    # ---- getting ready
    def prepare(self, game: Game) -> None:
        """Begin to make ready for a game; whoever searches waits for it."""
        if self._game is not None and self._game == game:
            return
        self._wait()
        self._game, self._session, self._failed = game, None, None

        def work() -> None:
            try:
                with telling(f"getting {game.title()} ready", Lines()):
                    self._session = self._made(game)
            except BaseException as error:  # noqa: BLE001  told to whoever wants to search
                self._failed = error

        self._preparing = threading.Thread(target=work, name="gtp prepares", daemon=True)
        self._preparing.start()

    def _made(self, game: Game) -> Session:
        asked = self.request
        algorithm = choose(game, asked.algorithm)
        session = Session(
            game,
            algorithm.name,
            threads=asked.threads,
            seed=self.seed,
            megabytes=(asked.megabytes or algorithm.megabytes) if algorithm.remember else None,
            options=asked.options,
        )
        session.prepare()
        return session

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

    def ready(self, game: Game) -> Session:
        """The session for a game, once it is ready; what stands in the way is raised."""
        self.prepare(game)
        self._wait()
        assert self._session is not None
        return self._session

    def clear(self) -> None:
        """A new game: forget what the last one taught."""
        if self._session is not None and self._preparing is None:
            self._session.clear()

    def reseed(self, seed: int) -> None:
        """Draw the random numbers of another seed from now on."""
        self.seed = seed
        self._wait()
        if self._session is not None:
            self._session.reseed(seed)

    # ---- searching
    def choose(
        self, history: History, budget: Budget, see: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """The last analysis there is time for; each on the way is shown to `see`."""
        timed = divide_time(history, budget, OVERHEAD if budget.clocks else None)
        bounds = budget.limit
        limit = Limit(
            seconds=timed.most, depth=bounds.depth, nodes=bounds.nodes, simulations=bounds.simulations
        )
        aim_factor = AimFactor()
        last: Analysis | None = None
        lines = 1 if see is None else len(history.legal())
        with closing(self.ready(history.game).deepen(history, limit, lines=lines)) as analyses:  # type: ignore[type-var]
            for last in analyses:
                if see is not None:
                    see(last)
                if timed.aim is not None and last.seconds >= timed.aim * aim_factor.update(last):
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
        session = self.ready(history.game)
        among = only if session.algorithm.chooses_among else None
        analyses = session.deepen(history, Limit(seconds=1e6), lines=lines, only=among)

        def work() -> None:
            shown = 0.0
            for analysis in analyses:
                if time.monotonic() - shown >= every and not session.stopped:
                    shown = time.monotonic()
                    see(analysis)
            if not session.stopped:
                see(analysis)

        self._under_way = threading.Thread(target=work, name="gtp analyses", daemon=True)
        self._under_way.start()

    def stop(self) -> None:
        """End an analysis."""
        if self._under_way is not None and self._session is not None:
            self._session.stop()
            self._under_way.join()
            self._under_way = None
