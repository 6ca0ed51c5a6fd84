"""Whether a run's network plays better with playouts before it is asked: tried by games at the run's end.

The network plays itself, with AlphaGo's mixture (`search.neural.mixture`) against its value alone, each with
as many simulations as it makes in the same time.  Where the mixture is better beyond doubt, the network's
file says so from then on.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from halfmove.core.analysis import Analysis
from halfmove.core.computer import usable_cores
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import below, stream
from halfmove.games.reference import GameReference
from halfmove.learn.lengths import sample_games
from halfmove.learn.runs.matches import may_meet
from halfmove.learn.runs.processes import LOSSES, TURN, WorkerProcess, receive
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.selfplay import LONGEST_GAME
from halfmove.search.encoding import Encoding
from halfmove.search.neural.algorithm import search, unfit
from halfmove.search.neural.mixture import PURE, Mixture
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import Options
from halfmove.search.neural.searching import NetworkSearch

if TYPE_CHECKING:
    from halfmove.learn.runs.run import Run

CANDIDATE = Mixture(rollouts=0.5, threshold=4)
"""What was best in Go (docs/decisions/0132)."""
MOVE_SECONDS = 0.02, 0.1
"""For which either side searches a move: at least, and at most."""
LEAST_SECONDS = 20.0
"""Of a trial: a shorter one shows nothing."""
LEAST_PAIRS, WANTED_PAIRS, MOST_PAIRS = 10, 16, 400
"""Pairs of games that say something; that a move's time is to leave room for; after which a trial ends."""
BOUND = 1.96
"""Standard errors that the mean has to be above one half: 95 % confidence."""
LEAST_DEVIATION = 0.25
"""Of a pair's points, which few pairs may all have alike."""
PROBES = 3, 12
"""Positions by which the pace is measured, and from how many they are found."""
LEAST_SIMULATIONS = 16
"""Of a move, of the slower side; and of the first search by which the pace is measured."""
MEGABYTES = 64


class MixtureTrial(NamedTuple):
    """What came of a trial."""

    games: int
    share: float
    """Of the points, the mixture's."""
    is_better: bool
    """Whether the mixture is better, beyond doubt."""

    @property
    def says_something(self) -> bool:
        """Whether there were games enough."""
        return self.games >= 2 * LEAST_PAIRS

    @property
    def mixture(self) -> Mixture:
        """What to play with, if there were games enough."""
        return CANDIDATE if self.is_better else PURE

    @property
    def note(self) -> str:
        """What a network's file says of it (`Network.made`)."""
        return f"{self.share:.1%} of {self.games} games with playouts"


def judge_pairs(points: Sequence[float]) -> MixtureTrial:
    """What pairs of games say, of each of which the mixture had so much of the points."""
    if not points:
        return MixtureTrial(0, 0.5, False)
    mean = statistics.fmean(points)
    if len(points) < LEAST_PAIRS:
        return MixtureTrial(2 * len(points), mean, False)
    deviation = max(statistics.stdev(points), LEAST_DEVIATION)
    return MixtureTrial(2 * len(points), mean, mean - BOUND * deviation / math.sqrt(len(points)) > 0.5)


class MixtureMatch:
    """Games of a network with a mixture against its value alone."""

    def __init__(
        self, network: Network, *, seed: int, opening_plies: int, longest: int, move_seconds: float
    ) -> None:
        """Games begin with up to `opening_plies` random moves, and are drawn after `longest` plies.
        `BadInput` where it cannot be measured how fast the sides are."""
        self._game, self._seed = network.game, seed
        self._opening_plies, self._longest = opening_plies, longest
        self._sides = [
            NetworkSearch(
                network.game,
                Options(rollouts=mixture.rollouts, threshold=mixture.threshold),
                network=network,
                megabytes=MEGABYTES,
                seed=seed,
            )
            for mixture in (CANDIDATE, PURE)
        ]
        counts = [move_seconds * rate for rate in self._measure_rates(move_seconds)]
        longer = max(1.0, LEAST_SIMULATIONS / min(counts))
        self.simulations = [round(longer * count) for count in counts]
        """Of a move, of the mixture and of the value alone: as many as they make in the same time."""

    def play_pair(self, number: int, stop: Callable[[], bool]) -> float | None:
        """A pair of games from the same opening with sides exchanged: the mixture's share of the points; None
        where it was to stop before their end."""
        random = stream(self._seed + number)
        for side in self._sides:
            side.reseed(self._seed + number)
        opening = self._draw_opening(random)
        points = 0.0
        for first in (0, 1):
            found = self._play(History(self._game, None, opening), first, random, stop)
            if found is None:
                return None
            points += found / 2
        return points

    def _play(self, history: History, first: int, random: Any, stop: Callable[[], bool]) -> float | None:
        """A game in which the mixture is that player: its points."""
        game = self._game
        for side in self._sides:
            side.clear()
        while not history.over and len(history.actions) < self._longest:
            if stop():
                return None
            state = history.state
            if game.to_move(state) == CHANCE:
                history.play(draw_outcome(game, state, random))
                continue
            at = 0 if game.to_move(state) == first else 1
            limit = Limit(simulations=self.simulations[at])
            *_, analysis = search(game, state, limit, memory=self._sides[at], history=history)
            history.play(analysis.best)
        return (1 + float(np.sign(history.utility(first)))) / 2 if history.over else 0.5

    def _draw_opening(self, random: Any) -> list[Any]:
        """Random moves that do not end the game."""
        history = History(self._game)
        for _ in range(below(random, self._opening_plies + 1)):
            state = history.state
            if self._game.to_move(state) == CHANCE:
                action = draw_outcome(self._game, state, random)
            else:
                legal = history.legal()
                action = legal[below(random, len(legal))]
            history.play(action)
            if history.over:
                history.undo()
                break
        return list(history.actions)

    def _measure_rates(self, seconds: float) -> list[float]:
        """The simulations a second of each side: the median of some positions, each searched so long."""
        game, random = self._game, stream(self._seed)
        rates: list[list[float]] = [[] for _ in self._sides]
        for _ in range(PROBES[1]):
            history = History(game, None, self._draw_opening(random))
            while not history.over and game.to_move(history.state) == CHANCE:
                history.play(draw_outcome(game, history.state, random))
            if history.over:
                continue
            found = [self._search_for(side, history, seconds) for side in self._sides]
            if not any(last.proven for last in found):
                for known, last in zip(rates, found, strict=True):
                    known.append(last.nodes / max(last.seconds, 1e-9))
            if len(rates[0]) == PROBES[0]:
                return [statistics.median(known) for known in rates]
        raise BadInput(
            "Playouts were not tried: nearly every position is proven before it can be measured how fast the "
            "network plays."
        )

    def _search_for(self, side: NetworkSearch, history: History, seconds: float) -> Analysis:
        """A search of at least so many seconds, or to a proof; of as many simulations as that takes, since
        one that the clock ends may have made none."""
        for doubled in range(20):
            side.clear()
            limit = Limit(simulations=LEAST_SIMULATIONS << doubled)
            *_, last = search(self._game, history.state, limit, memory=side, history=history)
            if last.proven or last.seconds >= seconds:
                break
        return last


@dataclass(frozen=True)
class MixtureOrders:
    """What a worker is to play (`runs.worker`)."""

    game: GameReference
    file: Path
    seed: int
    opening_plies: int
    longest: int
    move_seconds: float

    def open(self) -> MixtureMatch:
        """The match."""
        return MixtureMatch(
            Network.load(self.file, self.game.open()),
            seed=self.seed,
            opening_plies=self.opening_plies,
            longest=self.longest,
            move_seconds=self.move_seconds,
        )

    def work(self, line: Connection, parent: int) -> None:
        """Say that all is ready; then play each pair that is asked for."""
        match = self.open()
        line.send(("ready", None))
        while True:
            number: int = line.recv()
            line.send(("pair", match.play_pair(number, lambda: os.getppid() != parent)))


def may_mix(game: Game, network: Network) -> bool:
    """Whether a trial makes sense: of a game of two with opposite interests that Monte Carlo tree search
    can play, and a network that has a policy and a value."""
    architecture = network.architecture
    both = architecture.has_policy and architecture.has_value
    return both and may_meet(Encoding(game)) and unfit(game) is None


def find_seconds(settings: RunSettings, seconds: float) -> float:
    """How long the trial of a run of so many seconds may take; 0: there is none."""
    if settings.workers == 0 or settings.recipe == "exact":  # its seed repeats a run of one process
        return 0.0
    share = settings.learning.mixture_share * seconds
    return share if share >= LEAST_SECONDS else 0.0


def try_playouts(run: Run, tell: Callable[[str], None] | None) -> None:
    """Have games say, after a run, whether its network plays better with playouts; unless they have."""
    tell = tell or (lambda _: None)
    seconds, file = find_seconds(run.settings, run.seconds), run.folder.best
    if run.counters.mixed or not seconds or not may_mix(run.game, run.network_file(file)):
        return
    tell(f"Trying the network with and without playouts, for {seconds:.0f} seconds.")
    try:
        trial = try_mixture(run.settings, file, seconds, run.is_stopped)
    except (HalfmoveError, OSError) as error:  # the run has its network all the same
        tell(str(error))
        return
    if trial is None:
        tell("The trial was cut short: the same command tries again.")
        return
    mixture = trial.mixture if trial.says_something else run.mixture
    network = run.network_file(file)
    network.mixture, network.made["mixture"] = mixture, trial.note
    network.save(file)
    run.note_mixture(mixture, trial.note)
    tell(describe_mixture(trial))


def try_mixture(
    settings: RunSettings, file: Path, seconds: float, stop: Callable[[], bool]
) -> MixtureTrial | None:
    """Play a run's network for so many seconds, in as many processes as the run has and this machine has
    cores; None where `stop()` came before there were games enough.  Compiling is not counted."""
    count, longest = min(settings.workers, usable_cores()), settings.play.plies or LONGEST_GAME
    plies = sample_games(settings.game.open(), longest).plies
    least, most = MOVE_SECONDS
    orders = MixtureOrders(
        settings.game,
        file,
        settings.seed,
        max(settings.play.opening_plies, 1),
        longest,
        min(max(seconds * count / (2 * WANTED_PAIRS * plies), least), most),
    )
    trial = judge_pairs(play_pairs(orders, count, seconds, stop))
    return trial if trial.says_something or not stop() else None


def play_pairs(
    orders: MixtureOrders, count: int, seconds: float, stop: Callable[[], bool], most: int = MOST_PAIRS
) -> list[float]:
    """The mixture's points of each pair that so many processes begin in time, `most` at most; of those that
    are over, where `stop()`."""
    lost, number, end = 0, 0, math.inf
    workers, busy, points = list[WorkerProcess](), set[WorkerProcess](), list[float]()

    def replace(worker: WorkerProcess) -> None:
        nonlocal lost
        lost += 1
        words = worker.last_words()
        worker.close()
        workers.remove(worker)
        busy.discard(worker)
        if lost > LOSSES:
            raise BadInput(f"The processes that try playouts end before they have played: {words}")
        workers.append(WorkerProcess(orders))

    try:
        workers += [WorkerProcess(orders) for _ in range(count)]
        while not stop():
            for worker, told in receive(workers, TURN, replace):
                busy.discard(worker)
                end = min(end, time.monotonic() + seconds)
                if told is not None:
                    points.append(told)
                if time.monotonic() >= end or number == most:
                    continue
                try:
                    worker.line.send(number)
                except OSError:
                    replace(worker)
                    continue
                busy.add(worker)
                number += 1
            if not busy and (time.monotonic() >= end or number == most):
                break
        return points
    finally:
        for worker in workers:
            worker.close()


def describe_mixture(trial: MixtureTrial) -> str:
    """What was tried and taken, in a sentence.

    >>> describe_mixture(MixtureTrial(40, 0.775, True))
    'With playouts (rollouts=0.5, threshold=4) it scored 78% of 40 games against itself without: its file says so.'
    """  # noqa: E501
    options = f"rollouts={CANDIDATE.rollouts:g}, threshold={CANDIDATE.threshold}"
    if not trial.says_something:
        return (
            f"Only {trial.games} games with and without playouts were over in the time, too few to say "
            "something: give mixture_share more."
        )
    taken = "its file says so" if trial.is_better else "it plays without"
    return (
        f"With playouts ({options}) it scored {100 * trial.share:.0f}% of {trial.games} games against itself "
        f"without: {taken}."
    )
