"""Self-play with a network: beside OpenSpiel's AlphaZero, what computes the network, what the search costs.

Connect Four, a random network of 5 blocks of 64 filters, PUCT with the same constants and noise for all; two
processes of one thread each, each on a core of its own, for the same time. OpenSpiel's wheel contains its
AlphaZero in Python. Its network is in JAX and Flax, which the wheel does not include, and evaluates one state
at a time; a cache keeps the outputs for 65,536 states. The work of its actors, search and evaluator, is
measured twice: unchanged, if JAX and Flax are installed; and modified, with our network in ONNX Runtime
instead of its own, also one state at a time and with the same cache. Its learner does not run meanwhile.
Halfmove plays 64 games at once in each process, and keeps as many answers, but where the row says otherwise;
where the tree is kept (`keep`), the visits of the node that becomes the root count as simulations of the next
move.

Moves are counted, including those of unfinished games, and divided by processor time, because other programs
share the cores; games an hour are the moves of two cores in an hour divided by the mean length of OpenSpiel's
games. Checked: every game of ours against the rules, the visits of every root of OpenSpiel's, and that all
backends of our network agree with NumPy. The last table uses random numbers instead of a network: it shows
the cost of gathering the states, writing their planes and backing up the outputs in 64 games at once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from statistics import median

import numpy as np

from benchmarks import figures
from benchmarks.answers import WrongAnswer
from benchmarks.processes import Failed, with_bytecode
from benchmarks.report import Section
from benchmarks.selfplay.player import FRESH, KEPT, Count, evaluators, installed, plain
from benchmarks.settings import ROOT, Settings
from halfmove.games.registry import game
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of
from halfmove.search.neural.backends import Evaluate
from halfmove.search.neural.folding import Floats
from halfmove.search.neural.network import Network

SECONDS = {32: 15.0, 100: 40.0}
"""Of each contestant, by simulations a move: long enough for whole games."""
CORES = 2
TITLES = {
    "torch-bfloat16": "Halfmove, PyTorch in bfloat16",
    "onnx": "Halfmove, ONNX Runtime",
    "onnx-int8": "Halfmove, ONNX Runtime in eight bits",
    "onnx-int8" + FRESH: "Halfmove, eight bits, no answers kept",
    "onnx-int8" + KEPT: "Halfmove, eight bits, the tree kept",
    "openspiel-onnx": "OpenSpiel, mended (ONNX Runtime)",
    "openspiel": "OpenSpiel as it is (JAX)",
}
OWN = {"numpy": "NumPy", "onnx": "ONNX Runtime", "onnx-int8": "ONNX Runtime, eight bits"} | {
    "torch-float32": "PyTorch, float32",
    "torch-bfloat16": "PyTorch, bfloat16",
}
TOLERANCE = {"onnx": 1e-3, "torch-float32": 1e-3, "torch-bfloat16": 0.25, "onnx-int8": 0.5}
"""How far a logit may lie from NumPy's."""
BATCHES = (1, 8, 64, 256)
GAMES: list[tuple[str, dict[str, str]]] = [("connect4", {}), ("go", {"size": "9"}), ("chess", {})]


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    throughput(section, settings)
    outputs(section, settings)
    search(section, settings)


# ---- beside OpenSpiel


def throughput(section: Section, settings: Settings) -> None:
    """Moves a second and games an hour."""
    names = [name for name in TITLES if plain(name) in evaluators()]
    names += ["openspiel-onnx"] if installed("pyspiel") and installed("onnxruntime") else []
    names += ["openspiel"] if installed("pyspiel") and installed("jax") and installed("flax") else []
    if left_out := [TITLES[name] for name in TITLES if name not in names]:
        section.say(f"Left out, as something is not installed: {'; '.join(left_out)}.")
    for simulations, seconds in SECONDS.items():
        counts: dict[str, list[Count]] = defaultdict(list)
        for turn in range(1 if settings.quick else min(settings.runs, 2)):
            for name in names:
                counts[name] += together(name, simulations, seconds / (5 if settings.quick else 1), turn)
        rates = {name: sum(c.moves for c in of) / sum(c.processor for c in of) for name, of in counts.items()}
        peers = [c for of in counts.values() for c in of if c.games]
        length = sum(c.lengths for c in peers) / max(sum(c.games for c in peers), 1)
        rows = []
        for name, of in counts.items():
            row = [TITLES[name], figures.digits(rates[name])]
            row.append(figures.count(rates[name] * CORES * 3600 / length) if length else "–")
            for peer in ("openspiel-onnx", "openspiel"):
                row.append(f"{figures.digits(rates[name] / rates[peer])} ×" if peer in rates else "–")
            row.append(figures.digits(sum(c.evaluated for c in of) / sum(c.moves for c in of)))
            row.append(f"{sum(c.in_network for c in of) / sum(c.wall for c in of):.0%}")
            rows.append(row)
        section.table(
            [
                f"{simulations} simulations a move",
                "moves/s and core",
                "games/h, 2 cores",
                ": OpenSpiel, mended",
                ": as it is",
                "states judged a move",
                "in the network",
            ],
            rows,
        )
        if length:
            section.say(f"A game has {length:.1f} moves.")


def together(name: str, simulations: int, seconds: float, turn: int) -> list[Count]:
    """A contestant's processes, each pinned to a core, begun at once."""
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    jax = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu"}
    cores = sorted(os.sched_getaffinity(0))[:CORES] if hasattr(os, "sched_getaffinity") else []
    children = []
    for core in range(CORES):
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.selfplay.player"]
        child = subprocess.Popen(
            [*command, name, str(simulations), str(seconds), str(10 * turn + core + 1)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**with_bytecode(), **threads, **jax},
        )
        if cores:
            os.sched_setaffinity(child.pid, {cores[core % len(cores)]})
        children.append(child)
    for child in children:
        assert child.stdout is not None
        if child.stdout.readline() != "ready\n":
            raise Failed(f"{TITLES[name]} did not start.")
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    told = [child.communicate()[0] for child in children]
    if any(child.returncode for child in children):
        raise Failed(f"{TITLES[name]} did not come to its end.")
    return [Count(**json.loads(text)) for text in told]


# ---- what computes the network


def outputs(section: Section, settings: Settings) -> None:
    """Positions a second and core, by the size of the batch."""
    rules = game("connect4")
    network = Network.new(rules, "medium", seed=1)
    makers = evaluators()
    ready = {name: makers[name](network) for name in OWN if name in makers}
    planes = positions_of(network.encoding, max(BATCHES))
    right, _ = ready["numpy"](planes)
    for name, within in TOLERANCE.items():
        if name in ready:
            far = float(np.abs(ready[name](planes)[0] - right).max())
            if not far <= within:
                raise WrongAnswer(f"{OWN[name]}: a logit is {far:.3g} from NumPy's.")
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    for _ in range(2 if settings.quick else max(settings.runs, 5)):
        for name, evaluate in ready.items():
            for batch in BATCHES:
                some, repeats = planes[:batch], max(256 // batch, 1)
                evaluate(some)
                start = time.process_time()
                for _ in range(repeats):
                    evaluate(some)
                times[name, batch].append((time.process_time() - start) / (repeats * batch))
    rows = [
        [OWN[name], *(figures.count(1 / median(times[name, batch])) for batch in BATCHES)] for name in ready
    ]
    section.table(["positions/s of processor time, by batch", *map(str, BATCHES)], rows)


def positions_of(encoding: Encoding, count: int) -> np.typing.NDArray[np.int8]:
    """The planes of states that self-play asks about."""
    kept: list[np.typing.NDArray[np.int8]] = []
    evaluate: Evaluate = without_network(encoding)

    def keep(planes: np.typing.NDArray[np.int8]) -> tuple[Floats, Floats]:
        kept.append(planes)
        return evaluate(planes)

    play = SelfPlay(encoding, keep, Options(games=16, simulations=16), seed=1)
    while sum(map(len, kept)) < count * 4:
        play.step()
    return np.concatenate(kept)[-count:]


# ---- what the search costs


def search(section: Section, settings: Settings) -> None:
    """Processor time of a simulation with nothing in the network's place."""
    rows = []
    for name, parameters in GAMES:
        rules = game(name, **parameters)
        encoding = Encoding(rules)
        row = [" ".join([name, *(f"{key} {value}" for key, value in parameters.items())])]
        for selection in ("gumbel", "puct"):
            for simulations in SECONDS:
                options = Options(games=64, simulations=simulations, selection=selection, answers=0)
                play = SelfPlay(encoding, without_network(encoding), options, seed=1)
                play.step()
                found = []
                for _ in range(2 if settings.quick else max(settings.runs, 5)):
                    before, start = play.done.evaluated, time.thread_time()
                    inside = play.done.network_seconds
                    for _ in range(simulations):
                        play.step()
                    used = time.thread_time() - start - (play.done.network_seconds - inside)
                    found.append(used / (play.done.evaluated - before))
                row.append(figures.seconds(median(found)))
        rows.append(row)
    head = [f"{s}, {n}" for s in ("Gumbel", "PUCT") for n in SECONDS]
    section.table(["search and planes, a state judged", *head], rows)


def without_network(encoding: Encoding):  # type: ignore[no-untyped-def]
    """Random numbers in place of a network's, drawn once."""
    rng = np.random.default_rng(1)
    logits = rng.normal(size=(256, encoding.policy)).astype(np.float32)
    values = rng.uniform(-1, 1, size=(256, values_of(encoding.game))).astype(np.float32)
    turn = 0

    def evaluate(planes: np.typing.NDArray[np.int8]) -> tuple[np.ndarray, np.ndarray]:
        nonlocal turn
        turn = (turn + 1) % (256 - len(planes) + 1)
        return logits[turn : turn + len(planes)], values[turn : turn + len(planes)]

    return evaluate
