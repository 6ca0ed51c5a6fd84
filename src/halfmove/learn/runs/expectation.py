"""What a run is expected to come to, from a short measurement: games, positions and steps, or minutes.

Two speeds are measured, the network's in self-play and a step's; the rest is arithmetic.  Positions come in
only as games end, and all games of a process are begun at once, so the first of them come late.  From then on
the learner reads each position `reuse` times in the mean, and games wait for it where it is slower than that
by a quarter (`runs.run.LAGGING`).  It is right within a factor of two or three: how many answers are kept,
how long games become, and who else uses the machine, nobody knows before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.learn.batch import Batch, Owners, Reply
from halfmove.learn.lengths import RandomGames
from halfmove.learn.runs.learners import make_learner
from halfmove.learn.runs.memory import Machine
from halfmove.learn.runs.play import SERVER, find_own_backend
from halfmove.learn.runs.run import LAGGING
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.backends import Evaluate
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

JUDGED = 64
"""States that are judged to measure it;"""
LEARNT = 16
"""and positions that are learnt from."""
ASKED = 0.7
"""The part of the simulations in which the network is asked: from 0.4 (Connect Four) to 1 (Go), measured with
networks that have learnt nothing; the others meet an end, or a state whose answer is kept."""
TREE = 4e-6
"""Seconds that a simulation takes beside the network; 1 to 10 millionths from tic-tac-toe to backgammon."""
EIGHT_BITS = 0.5
"""What whole numbers of eight bits take, where single precision takes 1; from 0.4 to 0.65 where measured."""
BESIDE = 1.1
"""Times a step: what the learner does beside it, which is mostly to settle the norms of a network that is
played with: four batches in sixteen steps, each a third of a step (`runs.run.SETTLED`)."""
FEW = 50
"""Steps below which a network has learnt next to nothing."""
ENOUGH = 300
"""Steps after which it plays better than at random."""


class Speeds(NamedTuple):
    """What was measured."""

    position: float
    """Seconds of one core for a position of self-play, in which a move is searched."""
    step: float
    """Seconds for a step of the learner; 0 where another processor makes it."""


class Expectation(NamedTuple):
    """What a run comes to."""

    seconds: float
    games: float
    positions: float
    steps: float


def forecast(settings: RunSettings, sampled: RandomGames, speeds: Speeds, machine: Machine) -> Expectation:
    """What comes of a run on the machine, whose games are as long as `sampled` ones."""
    first, rate, delay = _estimate_pace(settings, sampled, speeds, machine)
    learning = settings.learning
    per_position = learning.reuse / learning.batch
    if settings.positions:
        fresh = float(max(settings.positions - learning.first, 0))
        seconds = delay + min(learning.first, settings.positions) / first + fresh / rate
        positions = float(settings.positions)
        if settings.minutes and seconds > 60 * settings.minutes:
            return forecast(_by_minutes(settings), sampled, speeds, machine)
    else:
        seconds = 60.0 * settings.minutes
        begins = delay + learning.first / first
        if seconds <= begins:
            positions = max(seconds - delay, 0.0) * first
            return Expectation(seconds, positions / count_searched(settings, sampled), positions, 0.0)
        fresh = (seconds - begins) * rate
        positions = learning.first + fresh
    steps = positions * per_position
    if speeds.step:
        steps = min(steps, machine.share(1) * fresh / rate / speeds.step)
    return Expectation(seconds, positions / count_searched(settings, sampled), positions, steps)


def estimate_minutes(
    steps: int, settings: RunSettings, sampled: RandomGames, speeds: Speeds, machine: Machine
) -> float:
    """The minutes in which a run comes to so many steps."""
    first, rate, delay = _estimate_pace(settings, sampled, speeds, machine)
    learning = settings.learning
    by_positions = steps * learning.batch / learning.reuse / rate
    return (delay + learning.first / first + max(by_positions, steps * speeds.step / machine.share(1))) / 60


def count_searched(settings: RunSettings, sampled: RandomGames) -> float:
    """The positions of a game, without the random moves that it begins with."""
    play = settings.play
    return max(sampled.plies - play.opening_share * (1 + play.opening_plies) / 2, 1.0)


def _estimate_pace(
    settings: RunSettings, sampled: RandomGames, speeds: Speeds, machine: Machine
) -> tuple[float, float, float]:
    """Positions a second before the learner begins and while it learns, and the seconds until games end."""
    learning, workers = settings.learning, settings.workers
    first = machine.share(max(workers, 1)) / speeds.position
    learns = learning.reuse / learning.batch * speeds.step
    if not workers:
        rate = machine.share(1) / (speeds.position + learns)
    else:
        rate = min(first, machine.share(workers + 1) / (speeds.position + learns))
        if learns:
            rate = min(rate, machine.share(1) / (LAGGING * learns))
    # half of what is under way at any time belongs to games that have not ended
    delay = settings.play.games * max(workers, 1) * count_searched(settings, sampled) / 2 / first
    return first, rate, delay


def _by_minutes(settings: RunSettings) -> RunSettings:
    return replace(settings, positions=0)


# ---- measurements


def measure_speeds(settings: RunSettings, machine: Machine) -> Speeds:
    """The speeds here and now, in a second or so."""
    backend = settings.learning.backend
    if backend in ("auto", SERVER):
        backend = find_own_backend(settings.network, machine.torch)
    a = settings.network
    network = Network(settings.game.open(), a, draw_parameters(a, settings.seed), {})
    judged = _time_evaluation(network, a, backend)
    position = settings.play.simulations * (ASKED * judged + TREE)
    return Speeds(position, 0.0 if machine.gpu else _time_learning(settings, machine.torch))


def _time_evaluation(network: Network, a: Architecture, backend: str) -> float:
    """For one state."""
    evaluate: Evaluate
    if backend == "torch":
        from halfmove.learn.learner.evaluating import TorchEvaluate

        evaluate, part = TorchEvaluate(a, network.parameters), 1.0
    else:
        # making a graph of eight bits takes longer than the measurement may
        part = EIGHT_BITS if backend == "int8" else 1.0
        evaluate = network.evaluate("onnx" if backend == "int8" else backend)
    planes = _planes(a, JUDGED)
    return part * _time_work(lambda: evaluate(planes)) / JUDGED


def _time_work(work: Callable[[], object]) -> float:
    """What it takes when done again: by the clock, or of the processor where others hold it up."""
    work()
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return min(time.perf_counter() - clock, time.process_time() - processor)


def _time_learning(settings: RunSettings, torch: bool) -> float:
    """For a step."""
    kind = "alphago-policy" if settings.network.kind == "alphago" else ""
    learner, batch = make_learner(settings, torch, kind), _batch(settings.network)

    def step() -> None:
        learner.step(batch, 1e-6)
        learner.read_losses()

    seconds = _time_work(step)
    return BESIDE * seconds * settings.learning.batch / LEARNT


def _planes(a: Architecture, count: int) -> NDArray[np.int8]:
    random = np.random.default_rng(0)
    return 100 * random.integers(0, 2, (count, a.planes, a.rows, a.columns), dtype=np.int8)


def _batch(a: Architecture) -> Batch:
    """Positions that no game has, as large as those of a game."""
    actions = min(a.policy, 32)
    places = np.tile(np.arange(actions), (LEARNT, 1))
    shares = np.full((LEARNT, actions), 1 / actions, np.float32)
    return Batch(
        planes=_planes(a, LEARNT),
        places=places,
        legal=np.ones_like(places, bool),
        shares=shares,
        policy_weight=np.ones(LEARNT, np.float32),
        values=np.zeros((LEARNT, a.values), np.float32),
        plies_left=np.ones(LEARNT, np.float32),
        reply=Reply(places, shares, np.ones(LEARNT, np.float32)) if "reply" in a.auxiliary else None,
        owners=Owners(np.zeros((LEARNT, a.points), np.float32), np.ones(LEARNT, np.float32)),
    )
