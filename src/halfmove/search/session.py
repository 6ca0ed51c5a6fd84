"""A session: one game, one algorithm and what it remembers, for one search after the other.

Keep one to search more than once.  It chooses the algorithm, makes its memory (an `Engine`'s
table, a `MonteCarlo`'s tree; the textbook searches have none) and hands it from search to search, and it ends
the running search when any thread asks for that.

    with Session(game, threads=2) as session:
        for analysis in session.deepen(history, Limit(seconds=5)):
            print(analysis.best)
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from halfmove.core.analysis import Analysis
from halfmove.core.compile import (
    NotKept,
    announce,
    compiles_aside,
    interpreted,
    only_kept,
    runs_compiled,
)
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, CompileError
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.naming import open_game, open_state
from halfmove.search.algorithms import Algorithm, Brake, check_options, choose, deepen

if TYPE_CHECKING:
    from halfmove.search.aside import Maker, Reference

LEAST = 0.05
"""Seconds of a search whose time is over before it has said anything."""
SMALL = 4.0
"""Megabytes of memory for a search that is interpreted, or that is only prepared."""


def least_megabytes(algorithm: Algorithm) -> float | None:
    """The memory of a session that only prepares or is interpreted; None where the algorithm has none."""
    return SMALL if algorithm.remember is not None else None


class Session:
    """Searches of `game` by one algorithm, one at a time.

    `megabytes` bounds the memory (None: what the algorithm takes by itself); `without` names features of the
    engine to leave out, `options` are settings of the algorithm's own.  With a `reference`, by which another
    process opens the game, machine code that is not kept yet is made there, while this session already
    searches, interpreted; without, it is made before the search.  `BadInput` or `Unsuitable` says what does
    not go together.
    """

    def __init__(
        self,
        game: Game | str,
        algorithm: str = "auto",
        *,
        threads: int = 1,
        seed: int = 0,
        megabytes: float | None = None,
        without: Collection[str] = (),
        options: Mapping[str, str] | None = None,
        reference: Reference | None = None,
    ) -> None:
        game = open_game(game)
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
        self._reference = reference if compiles_aside() else None
        self._maker: Maker | None = None
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
        if not self.ready(history.state):
            return self._meanwhile(history, limit or Limit(seconds=2), threads, brake, how)
        return self._deepen(history, limit, threads, brake, how)

    def _deepen(
        self, history: History, limit: Limit | None, threads: int | None, brake: Brake, how: dict[str, Any]
    ) -> Iterator[Analysis]:
        if self.memory is None:
            how = how | {"without": self.without, "options": self.options}
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
        return self._run_until_stopped(analyses, brake)

    def _meanwhile(
        self, history: History, limit: Limit, threads: int | None, brake: Brake, how: dict[str, Any]
    ) -> Iterator[Analysis]:
        """The analyses of the same search, interpreted, until the machine code is there; then the search
        proper, for the seconds that are left: it tells nothing again."""
        begun = time.perf_counter()
        title = self.game.title()
        maker = self.made_aside(history.state)
        announce("start", "the search", title)
        told = -1
        try:
            with self._open_interpreted() as twin:
                analyses = twin.deepen(history, limit, **how)
                brake.attach(twin.stop)
                maker.when_done(twin.stop)
                for analysis in analyses:
                    told = analysis.depth
                    yield analysis
                brake.detach()
                enough = not twin.stopped  # a proof, or what bounds it was given
        finally:
            announce("end", "the search", title)
        if enough or brake.pulled:
            return
        if maker.complaint:
            raise CompileError(maker.complaint)
        if limit.seconds is not None:
            left = limit.seconds - (time.perf_counter() - begun)
            if left <= 0 and told >= 0:
                return
            limit = replace(limit, seconds=max(left, LEAST))
        last = None
        for last in self._deepen(history, limit, threads, brake, how):
            if last.depth > told:
                told = -1
                yield last
        if last is not None and told >= 0:
            yield last

    def _open_interpreted(self) -> Session:
        """A session for the same searches, interpreted."""
        return Session(
            interpreted(self.game),
            self.algorithm.name,
            seed=self.seed,
            megabytes=least_megabytes(self.algorithm),
            without=self.without,
            options=self.options,
        )

    def _run_until_stopped(self, analyses: Iterator[Analysis], brake: Brake) -> Iterator[Analysis]:
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
        state = open_state(self.game, state)
        if self.memory is not None:
            self.memory.prepare(state)
        elif not self.game.is_terminal(state):
            how: dict[str, Any] = {"without": self.without, "options": self.options}
            for _ in deepen(self.game, state, Limit(depth=1), algorithm=self.algorithm.name, **how):
                return

    def ready(self, state: Any = None) -> bool:
        """Whether a search from a state (the initial one) starts at full speed at once: its machine code is
        kept, or is made before, as the session has no `reference`, or the game runs interpreted anyway."""
        if self._reference is None or not runs_compiled(self.game):
            return True
        try:
            with only_kept():
                self.prepare(state)
        except NotKept as missing:
            if not missing.why:  # otherwise another process would make it in vain
                return False
        self._reference = self._maker = None  # from now on there is nothing to be made
        return True

    def made_aside(self, state: Any = None, *, in_turn: bool = True) -> Maker:
        """The process that makes the machine code (`aside.Maker`); a new one where the last has ended without
        it."""
        state = open_state(self.game, state)
        assert self._reference is not None
        if self._maker is None or not self._maker.running:
            from halfmove.search.aside import Maker

            settings = {
                "without": self.without,
                "options": self.options,
                "megabytes": least_megabytes(self.algorithm),
            }
            self._maker = Maker(self._reference, state, self.algorithm.name, settings, in_turn=in_turn)
        return self._maker

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
