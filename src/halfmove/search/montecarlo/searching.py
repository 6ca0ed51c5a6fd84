"""Monte Carlo tree search as an algorithm that `analyze` can be asked for."""

from __future__ import annotations

import math
import queue
import time
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import CHANCE, Game
from halfmove.core.endless import working
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.scores import Score
from halfmove.search.algorithms import Algorithm, check_memory, register
from halfmove.search.montecarlo.choice import rank_candidates, weights_of
from halfmove.search.montecarlo.ending import ADVANTAGE
from halfmove.search.montecarlo.engine import MEGABYTES, MonteCarlo, turn_of, unfit
from halfmove.search.montecarlo.findings import Candidate
from halfmove.search.montecarlo.plan import Settings, settings_from
from halfmove.search.size import is_within

FIRST_WORD = 0.02
"""Seconds until the first analysis; each later one when half as much again has been spent."""
UNLESS_TOLD = 10_000
"""Simulations where neither time nor number bounds a search that may never end in a proof."""


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: MonteCarlo | None = None,
    history: History | None = None,
    only: Collection[Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Analysis]:
    """Analyses of `state`, each from half as many simulations again as the one before; see
    `algorithms.deepen`.  `memory`: a `MonteCarlo` to use, whose tree is kept; `options`: settings as text."""
    if game.is_terminal(state):
        turn = turn_of(game, state)
        score = Score.proof(game, turn, game.utility(state, turn), 0)
        yield Analysis(game, state, "mcts", (), score, 0, 0, 0.0)
        return
    check_memory(memory, game)
    engine = memory or MonteCarlo(game, settings_from(options, game), threads=threads, seed=seed)
    yield from Growing(engine, state, limit, lines, history, only)


class Growing:
    """One search in progress: a thread that has the tree grown, and the analyses on the way."""

    def __init__(
        self,
        engine: MonteCarlo,
        state: Any,
        limit: Limit,
        lines: int,
        history: History | None = None,
        only: Collection[Any] | None = None,
        name: str = "mcts",
    ) -> None:
        """`name`: the algorithm's."""
        self.name = name
        self.engine, self.state, self.lines, self.only = engine, state, lines, only
        self.history = history
        self.limit = limit
        self.started = time.perf_counter()

    def __iter__(self) -> Iterator[Analysis]:
        engine = self.engine
        engine.prepare(self.state)  # before the clock starts
        self.started = time.perf_counter()
        engine.begin()
        engine.set_root(self.state, self.history)
        said: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        until = math.inf if self.limit.seconds is None else self.started + self.limit.seconds
        pause = FIRST_WORD
        with working(lambda: engine.grow(self._limit_left()), engine.stop, said) as watch:
            while True:
                try:
                    watch.hear(said, pause, is_late=time.perf_counter() > until)
                    break
                except queue.Empty:
                    if engine.simulations:
                        yield self.analysis()
                    pause = min(max((time.perf_counter() - self.started) / 2, FIRST_WORD), 0.5)
        yield self.analysis()

    def _limit_left(self) -> Limit:
        """The limit, less what has been spent on keeping the tree; simulations bound an endless search."""
        limit = self.limit
        if limit.seconds is None and limit.simulations is None:
            endless = not self.engine.plan.solve
            return Limit(simulations=limit.nodes or (UNLESS_TOLD if endless else None))
        seconds = limit.seconds
        if seconds is not None:
            seconds = max(seconds - (time.perf_counter() - self.started), 1e-6)
        return Limit(seconds=seconds, simulations=limit.simulations or limit.nodes)

    def analysis(self) -> Analysis:
        """What the tree says now."""
        engine, game = self.engine, self.engine.game
        found = self.ranked(engine.candidates(self.only))
        lines = tuple(self._line(c) for c in found[: self.lines])
        if engine.game.to_move(self.state) == CHANCE:
            visits = max(sum(c.visits for c in found), 1)
            mean = sum(c.mean * c.visits for c in found) / visits
            score, lines = Score.mean(game, 0, self._value(mean)), ()
        else:
            score = lines[0].score
            if score.proven and not engine.solved:  # another action may be worth more
                score = Score.mean(game, score.player, score.value, raw=score.raw)
        return Analysis(
            game=game,
            state=self.state,
            algorithm=self.name,
            lines=lines,
            score=score,
            depth=engine.depth,
            nodes=engine.simulations,
            seconds=time.perf_counter() - self.started,
            statistics=engine.statistics(),
            weights=self.weights(found) if lines else None,
        )

    def ranked(self, found: list[Candidate]) -> list[Candidate]:
        """The root's actions, best first."""
        return rank_candidates(found, self.engine.settings.choice)

    def weights(self, found: list[Candidate]) -> dict[Any, float]:
        """What they weigh in the policy."""
        return weights_of(found, solve=bool(self.engine.plan.solve))

    def _value(self, mean: float) -> float:
        return (2 * mean - 1) * self.engine.plan.most / WIN

    def _score(self, mean: float) -> int:
        """A mean as the evaluation that `phases.reward` would give it."""
        advantage = math.atanh(min(max(2 * mean - 1, -0.999_999), 0.999_999)) / ADVANTAGE
        return round(min(max(advantage * self.engine.plan.unit, 1 - ESTIMATE), ESTIMATE - 1))

    def _line(self, c: Candidate) -> Line:
        game, turn = self.engine.game, self.engine.game.to_move(self.state)
        limit = self.engine.plan.most / WIN
        half = limit * 2 * c.margin
        if self.engine.plan.solve and c.proven:
            score, half = Score.read(game, turn, c.low, proven=True), 0
        else:
            score = Score.mean(game, turn, self._value(c.mean), raw=self._score(c.mean))
        return Line(
            action=c.action,
            score=score,
            variation=self.engine.line(c.action),
            visits=c.visits,
            interval=(max(score.value - half, -limit), min(score.value + half, limit)),
        )


SMALL = 50_000
"""Histories of a game of chance that a search to the end is fit for."""


def suits(game: Game) -> bool:
    """Whether "auto" may take it: where nature's outcomes are only drawn, or are listed, but nothing judges
    the horizon of a game too large to be searched to its end."""
    blind = type(game).evaluate is Game.evaluate
    return game.sampled or (game.has_chance and blind and not is_within(game, SMALL))


def remember(
    game: Game,
    *,
    megabytes: float | None,
    threads: int,
    seed: int,
    without: Collection[str] = (),
    options: Mapping[str, str] | None = None,
) -> MonteCarlo:
    """A memory for searches of `game`; there are no features to do without."""
    return MonteCarlo(
        game,
        settings_from(options, game),
        megabytes=megabytes or MEGABYTES,
        threads=threads,
        seed=seed,
    )


register(
    Algorithm(
        name="mcts",
        summary="Monte Carlo tree search: selection by UCT, expansion, playouts, back-propagation; proofs "
        "where there are any",
        source="Coulom 2006; Kocsis and Szepesvari 2006; Winands, Bjornsson and Saito 2008",
        unfit=unfit,
        search=search,
        strength=40,
        limits=("seconds", "simulations", "nodes"),
        chooses_among=True,
        looks_back=True,
        gains_by_threads=True,
        settings=Settings.known(),
        check=settings_from,
        remember=remember,
        megabytes=MEGABYTES,
        suits=suits,
    )
)
