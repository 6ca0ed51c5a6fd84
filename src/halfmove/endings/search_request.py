"""What requests that search a position have in common: the limit, the algorithm, and what it may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from halfmove.core.compile import runs_compiled
from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.numbers import MOST_PLIES, MOST_STEPS
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    OWN_FACES,
    SEARCH,
    Megabytes,
    PositionRequest,
    Request,
    Seconds,
    Settings,
    Text,
    Texts,
    Whole,
    Work,
    field,
)
from halfmove.core.operation.kinds import Kind, Schema

if TYPE_CHECKING:
    from halfmove.endings.attach import AttachedTables
    from halfmove.search.algorithms import Algorithm
    from halfmove.search.session import Session


MOST_SEED = 2**32 - 1


class LimitKind(Kind):
    """A `Limit`, in Python."""

    def from_data(self, value: Any, name: str) -> Limit:
        if not isinstance(value, Limit):
            raise BadInput(f"{name} is a Limit, such as hm.Limit(seconds=2), not {value!r:.60}.")
        return value

    def schema(self) -> Schema:
        return {}


@dataclass(frozen=True, kw_only=True)
class LimitRequest(Request):
    """A request that says how long a search may take."""

    seconds: float | None = field(
        Seconds(),
        "Time to think.",
        default=None,
        usual="1, if no limit is given",
        group=LIMITS,
        example=None,
    )
    depth: int | None = field(Whole(1, MOST_PLIES), "Plies to look ahead.", default=None, group=LIMITS)
    nodes: int | None = field(Whole(1, MOST_STEPS), "Positions to visit.", default=None, group=LIMITS)
    simulations: int | None = field(
        Whole(0, MOST_STEPS),
        "Simulations of Monte Carlo tree search; 0: a network alone.",
        default=None,
        group=LIMITS,
    )

    @property
    def given_limit(self) -> Limit:
        """The limit that the fields give together."""
        return Limit(seconds=self.seconds, depth=self.depth, nodes=self.nodes, simulations=self.simulations)


@dataclass(frozen=True, kw_only=True)
class AlgorithmRequest(Request):
    """A request that says which search there is to be."""

    algorithm: str = field(
        Text(word="NAME"),
        "The search; auto: the strongest that fits.",
        default="auto",
        terminal="See `halfmove algorithms`.",
        group=SEARCH,
    )
    options: Mapping[str, Any] = field(
        Settings(example="formula=rave"),
        "Options of the algorithm, such as formula=rave for mcts.",
        default={},
        options=("--option",),
        terminal="Repeatable.",
        group=SEARCH,
    )
    threads: int = field(
        Whole(1, 256, word="N"), "Processor cores to use.", default=1, faces=OWN_FACES, group=SEARCH
    )
    seed: int = field(Whole(0, MOST_SEED), "The same seed gives the same search.", default=0, group=SEARCH)
    megabytes: int | None = field(
        Megabytes(),
        "Memory for the search's tables.",
        default=None,
        options=("--memory",),
        faces=OWN_FACES,
        group=SEARCH,
    )


@dataclass(frozen=True, kw_only=True)
class EngineRequest(AlgorithmRequest):
    """A request that says which search there is to be, and what it may use."""

    threads: int | None = field(  # type: ignore[assignment]
        Whole(1, 256, word="N"),
        "Processor cores to use.",
        default=None,
        usual="all for engine, mcts and network where time alone bounds the search, else 1",
        faces=OWN_FACES,
        group=SEARCH,
    )
    without: tuple[str, ...] = field(
        Texts(word="F,F,…"),
        "Features of the engine to leave out, such as killers,history.",
        default=(),
        terminal="See `halfmove algorithms`.",
        group=SEARCH,
    )
    network: str | None = field(
        Text(word="FILE"),
        "Search with the network in this file.",
        default=None,
        faces=LOCAL_FACES,
        group=SEARCH,
    )
    endings: str | None = field(
        Text(word="FOLDER"),
        "Databases of endings; none to search without.",
        default=None,
        usual="all that are found",
        faces=LOCAL_FACES,
        group=SEARCH,
    )
    syzygy: str | None = field(
        Text(word="FOLDER"),
        "Syzygy tables of chess endings; none to search without.",
        default=None,
        usual="those of HALFMOVE_SYZYGY",
        faces=LOCAL_FACES,
        group=SEARCH,
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.network is not None:
            if self.algorithm not in ("auto", "network"):
                raise BadInput(
                    f"{name('network')} is for {name('algorithm')} network, not for '{self.algorithm}'."
                )
            if "file" in self.options:
                raise BadInput(
                    f"{name('network')} and {name('options')} file=… both name a network; leave one out."
                )

    @property
    def search_limit(self) -> Limit:
        """The limit of its searches, as far as it says one."""
        return Limit()

    @property
    def is_bounded_by_time(self) -> bool:
        """Whether time alone bounds its searches, so that no seed repeats them exactly."""
        limit = self.search_limit
        return limit.seconds is not None and limit == Limit(seconds=limit.seconds)

    def cores(self, work: Work, game: Game, chosen: Algorithm) -> int:
        """The processor cores to use for searches of a game by an algorithm."""
        if self.threads is not None:
            return work.cores(self.threads)
        gains = chosen.gains_by_threads and runs_compiled(game)
        return work.cores(usable_cores()) if gains and self.is_bounded_by_time else 1

    @property
    def search_options(self) -> dict[str, str]:
        """The settings of the algorithm, the network among them."""
        settings = {key: str(value) for key, value in self.options.items()}
        return settings if self.network is None else {"file": self.network, **settings}

    @property
    def search_algorithm(self) -> str:
        """The algorithm by name, or "auto"."""
        return "network" if self.network is not None else self.algorithm

    def tables(self, work: Work, history: History) -> AttachedTables:
        """The databases of endings that are there; one that cannot be read is noted."""
        from halfmove.endings.attach import attach_tables

        return attach_tables(history.game, history.state, self.endings, work.note, self.syzygy)

    def choose_algorithm(self, game: Game) -> Algorithm:
        """The algorithm; `BadInput` or `Unsuitable` where it does not fit the game or the limit."""
        from halfmove.search.algorithms import check_limit, choose

        chosen = choose(game, self.search_algorithm, self.search_limit)
        check_limit(chosen, self.search_limit)
        return chosen

    def session(self, work: Work, game: Game) -> Session:
        """A session for searches of `game`; `BadInput` or `Unsuitable` for what does not fit together."""
        from halfmove.games.reference import GameReference
        from halfmove.search.session import Session

        chosen = self.choose_algorithm(game)
        work.check_settings(self.search_options)
        if self.without and not chosen.features(game):
            raise BadInput(f"Features of the engine can be left out, but the search is {chosen.name}.")
        if self.search_options and not chosen.settings:
            raise BadInput(f"{chosen.name} has no settings, and some are given.")
        if self.megabytes is not None and chosen.remember is None:
            raise BadInput(f"{chosen.name} keeps nothing from search to search, so it has no memory.")
        return Session(
            game,
            chosen.name,
            threads=self.cores(work, game, chosen),
            seed=self.seed,
            megabytes=self.megabytes,
            without=self.without,
            options=self.search_options,
            reference=GameReference.known(game),
        )


@dataclass(frozen=True, kw_only=True)
class SearchRequest(EngineRequest, LimitRequest, PositionRequest):
    """A request that searches a position."""

    usual_seconds: ClassVar[float] = 1.0
    """Thinking time where no limit is given."""

    limit: Limit | None = field(
        LimitKind(), "How long to search, or how deep.", default=None, place=True, faces=("python",)
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.limit is not None and self.given_limit != Limit():
            raise BadInput("Give a limit, or its parts, and not both.")

    @property
    def search_limit(self) -> Limit:
        """The limit that the request gives."""
        if self.limit is not None:
            return self.limit
        return self.given_limit if self.given_limit != Limit() else Limit(seconds=self.usual_seconds)

    def choose_algorithm(self, game: Game) -> Algorithm:
        chosen = super().choose_algorithm(game)
        for key, bound in vars(self.search_limit).items():
            if self.limit is None and bound is not None and key not in chosen.limits:
                known = ", ".join(chosen.limits)
                raise BadInput(f"{chosen.name} keeps to no limit '{key}'; it has: {known}.")
        return chosen

    def alike(self, **changes: Any) -> SearchRequest:
        """The same request with some fields changed."""
        return replace(self, **changes)
