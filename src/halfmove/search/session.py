"""A session: one game, one algorithm and what it remembers, for one search after the other.

Keep one to search more than once.  It chooses the algorithm, makes its memory (an `Engine`'s
table, a `MonteCarlo`'s tree; the textbook searches have none) and hands it from search to search, and it ends
the running search when any thread asks for that.

    with Session(game, threads=2) as session:
        for analysis in session.deepen(history, Limit(seconds=5)):
            print(analysis.best)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from types import TracebackType
from typing import Any, Self

from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.search.algorithms import Brake, check_options, choose, deepen


class Session:
    """Searches of `game` by one algorithm, one at a time.

    `megabytes` bounds the memory (None: what the algorithm takes by itself); `without` names features of the
    engine to leave out, `options` are settings of the algorithm's own.  `BadInput` or `Unsuitable` says what
    does not go together.
    """

    def __init__(
        self,
        game: Game,
        algorithm: str = "auto",
        *,
        threads: int = 1,
        seed: int = 0,
        megabytes: float | None = None,
        without: Collection[str] = (),
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.algorithm = choose(game, algorithm)
        self.threads = threads
        self.seed = seed
        self.without = tuple(without)
        self.options = dict(options or {})
        self.memory: Any = None
        """What the algorithm remembers: see `Algorithm.remember`; None where it keeps nothing."""
        self.history: History | None = None
        """The game that was searched last, as far as it had come."""
        self._brake = Brake()
        check_options(self.algorithm, game, self.without, self.options)
        if self.algorithm.remember is not None:
            self.memory = self.algorithm.remember(
                game,
                megabytes=megabytes,
                threads=threads,
                seed=seed,
                without=self.without,
                options=self.options,
            )
        elif megabytes is not None:
            raise BadInput(f"{self.algorithm.name} keeps nothing from search to search, so it has no memory.")

    # ---- searching
    def deepen(
        self,
        start: History | Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        only: Collection[Any] | None = None,
        threads: int | None = None,
        past_draws: bool = False,
    ) -> Iterator[Analysis]:
        """Analyses of a game in progress, one for each level completed (see `algorithms.deepen`), until the
        limit, a proof, or `stop`; two seconds if no limit is given.

        `start` is a history, or a state without a past (by default the initial one).  `threads` may be fewer
        than the session's.
        """
        history = start if isinstance(start, History) else History(self.game, start)
        if history.game != self.game:
            raise BadInput(f"This session is of {self.game!r}; a search of {history.game!r} needs its own.")
        self._brake = brake = Brake()
        self.history = history  # by which another thread sees that there is a search to stop
        how: dict[str, Any] = {"lines": lines, "only": only, "past_draws": past_draws}
        if self.memory is None:
            how |= {"without": self.without, "options": self.options}
        analyses = deepen(
            self.game,
            history.state,
            limit,
            algorithm=self.algorithm.name,
            seed=self.seed,
            threads=threads or self.threads,
            memory=self.memory,
            history=history,
            brake=brake,
            **how,
        )
        return self._until_stopped(analyses, brake)

    def _until_stopped(self, analyses: Iterator[Analysis], brake: Brake) -> Iterator[Analysis]:
        """The analyses.  A search that takes no brake is ended by its memory once there is an analysis, so
        that there is always an answer; one that has no memory either ends after the next."""
        memory = None if self.algorithm.takes_brake else self.memory
        between = memory is None and not self.algorithm.takes_brake
        under_way = False
        with closing(analyses):  # type: ignore[type-var]
            try:
                for analysis in analyses:
                    if not under_way and memory is not None:
                        brake.attach(memory.stop)
                    under_way = True
                    yield analysis
                    if brake.pulled and between:
                        return
            finally:
                if memory is not None:
                    brake.detach()

    def analyze(
        self,
        start: History | Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        only: Collection[Any] | None = None,
        threads: int | None = None,
    ) -> Analysis:
        """The last of `deepen`.  Ctrl-C ends the search and returns what there is, if there is anything."""
        last = None
        try:
            for analysis in self.deepen(start, limit, lines=lines, only=only, threads=threads):
                last = analysis
        except KeyboardInterrupt:
            if last is None:
                raise
        assert last is not None, "a search yields at least one analysis"
        return last

    def stop(self) -> None:
        """End the running search, from any thread: what it has found is still yielded, and at least one
        analysis.  A search that `deepen` was called for but that is not iterated yet ends after its first;
        where none is running, nothing happens."""
        self._brake.pull()

    @property
    def stopped(self) -> bool:
        """Whether the last search was told to stop."""
        return self._brake.pulled

    # ---- what lasts
    def prepare(self, state: Any = None) -> None:
        """Make the machine code for searches from a state (the initial one), before a clock starts."""
        if self.memory is not None:
            self.memory.prepare(self.game.initial() if state is None else state)

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self.history = None
        if self.memory is not None:
            self.memory.clear()

    def reseed(self, seed: int) -> None:
        """Draw the random numbers of another seed from now on."""
        self.seed = seed
        if self.memory is not None:
            self.memory.reseed(seed)

    def new_game(self, seed: int | None = None) -> None:
        """Another game begins: forget the last one; what is random follows the seed, if one is given."""
        self.clear()
        self.reseed(self.seed if seed is None else seed)

    def close(self) -> None:
        """End the running search and let go of the memory; there is no search afterwards."""
        self.stop()
        self.memory = self.history = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
