"""Training, self-play alone: whole games on the device, by pgx and mctx in JAX, beside our processes.

Connect Four and Go 9×9, Gumbel's root, as many simulations a move, networks of as many blocks and filters, of
random parameters.  In JAX rules, search and network are one program; ours are searched on the cores and
evaluated by the ways that a run tries, a server of leaves among them where there is a GPU.  The network's
outputs in JAX are checked against NumPy's.  JAX compiles before it is timed; the seconds are said.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.answers import expect
from benchmarks.pace.runs import QUICK, describe_device, has_gpu, usual_workers
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.extras import is_installed
from halfmove.games.reference import GameReference
from halfmove.learn.runs.play import list_backends
from halfmove.learn.runs.processes import Processes
from halfmove.learn.runs.served import start_processes
from halfmove.learn.runs.worker import Orders
from halfmove.learn.selfplay import Options
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.in_numpy import InNumPy
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

GAMES = {
    "Connect Four": ("connect_four", GameReference("connect4")),
    "Go 9×9": ("go_9x9", GameReference("go", {"width": 9, "height": 9})),
}
NETWORK = "small"
SIMULATIONS = 32
SECONDS = 60.0
"""For which each way plays a game;"""
WARM = 15.0
"""after so many, in which ours begin their games one after the other."""
MANY, FEW = 2048, 64
"""Games at once on a GPU, and without one: of each of our processes, and of JAX in all."""
CLOSE = 0.1
"""Within which bfloat16 and float32 agree."""


class Pace(NamedTuple):
    """What a way to play came to, a second."""

    positions: float
    evaluated: float


def run(section: Section, settings: Settings) -> None:
    """Play each game each way, and report."""
    if not all(map(is_installed, ("jax", "mctx", "pgx"))):
        section.say("pgx, mctx and JAX are not installed, so nothing was measured (pip install pgx mctx).")
        return
    seconds = settings.seconds or (QUICK if settings.quick else SECONDS)
    warm = min(WARM, seconds)
    games = 8 if settings.quick else MANY if has_gpu() else FEW
    options = Options(games=games, simulations=SIMULATIONS)
    section.say(f"Device: {describe_device()}.")
    for title, (name, reference) in list(GAMES.items())[: 1 if settings.quick else None]:
        ours = measure_ours(reference, options, warm, seconds)
        compiled, theirs, versions = measure_jax(name, reference, options, seconds)
        best = max(pace.positions for pace in ours.values())
        rows = [
            [way, f"{pace.positions:,.0f}", f"{pace.evaluated:,.0f}", f"{pace.positions / best:.2f}"]
            for way, pace in {**ours, versions: theirs}.items()
        ]
        head = ["positions a second", "states evaluated a second", "share of our best"]
        section.table([f"{title}, {NETWORK}, {games} games", *head], rows)
        section.say(f"JAX compiled for {compiled:.0f} s.")


def measure_ours(reference: GameReference, options: Options, warm: float, seconds: float) -> dict[str, Pace]:
    """The processes of this machine, by each way to compute the network."""
    game = reference.open()
    network = Network.new(game, NETWORK)
    by_torch, processes, found = is_installed("torch"), usual_workers(), {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "network.safetensors"
        network.save(file)
        for backend in list_backends("auto", [network.architecture], by_torch):
            orders = Orders(reference, options, 1, file, backend)
            source = start_processes(orders, processes, by_torch)
            try:
                found[f"ours, {backend}, {processes} processes"] = count(source, warm, seconds)
            finally:
                source.close()
    return found


def count(source: Processes, warm: float, seconds: float) -> Pace:
    """What processes play, once games have ended and so many seconds are over."""
    while not source.take_games(1.0):
        pass
    positions, evaluated, began = 0, 0, time.monotonic() + warm
    while (now := time.monotonic()) < began + seconds:
        for arrival in source.take_games(min(began + seconds - now, 1.0)):
            if now >= began:
                positions += arrival.done.positions
                evaluated += arrival.done.evaluated
    return Pace(positions / seconds, evaluated / seconds)


def measure_jax(
    name: str, reference: GameReference, options: Options, seconds: float
) -> tuple[float, Pace, str]:
    """pgx and mctx: the seconds that JAX compiled for, the pace, and the versions."""
    from benchmarks.pace import in_jax

    planes, rows, columns = in_jax.observe(name)
    architecture = preset(NETWORK, Encoding(reference.open()))
    architecture = architecture.with_changes(planes=planes, rows=rows, columns=columns)
    parameters = draw_parameters(architecture)
    difference = in_jax.find_difference(architecture, parameters, InNumPy(architecture, parameters))
    expect(f"{name}: outputs that differ by {difference} are close", difference < CLOSE, True)
    evaluate = in_jax.evaluate_of(architecture, parameters)
    play = in_jax.WholeGames(name, evaluate, options)
    began = time.monotonic()
    play.play()
    compiled, times = time.monotonic() - began, list[float]()
    while sum(times) < seconds:
        began = time.monotonic()
        play.play()
        times.append(time.monotonic() - began)
    positions = options.games * in_jax.MOVES / median(times)
    return compiled, Pace(positions, positions * (options.simulations + 1)), in_jax.describe()
