"""How the cost grows: time, nodes and memory against depth, board, simulations, threads and number of games.

Times are processor time of one thread, except in the table of threads, which has wall-clock times. The cost y
as a function of the size x is modelled by a power law, y = c · x^k, or for a depth x by y = c · f^x; k and f
are fitted to all points by least squares on logarithms. *Bends* gives the point at which the slopes before
and after differ most, with both slopes, if they differ by at least a quarter of the fitted one; *straight* is
a curve without such a point in the measured range. The alpha-beta engine's table has a fixed size, so its
memory does not grow with depth. A time below ten milliseconds may include loading of machine code (as for
Connect Four at six plies) and should be ignored.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.arena import records
from benchmarks.report import Section
from benchmarks.settings import ROOT, Settings
from halfmove.arena.export import format_games
from halfmove.arena.plan import Plan
from halfmove.core.contract import Game
from halfmove.core.extras import is_installed
from halfmove.core.limit import Limit
from halfmove.games.reference import GameReference
from halfmove.games.registry import game
from halfmove.search.alphabeta.deepening import search
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.memory import NODES_USED, count_words

PICTURE = ROOT / "docs" / "images" / "scaling.svg"
BEND = 0.25
"""The change of slope, as a share of the fitted one, from which on a curve is said to bend."""
SECONDS = 12.0
"""A curve ends with the first point that took so long."""
MEGABYTES = 128
BUSY = 1.5
"""The load, ours included, above which other processes take the second thread's core."""
OTHERS_RUN = (
    "Threads are left out of this run: other processes kept the cores busy, so the clock would tell of those."
)

DEPTHS = [("connect4", 4, 2), ("othello", 2, 1), ("chess", 3, 1), ("gomoku", 1, 1)]
"""Games, the first depth and the step to the next."""
SOLVED = {(4, 4): 0, (5, 4): 0, (5, 5): 0, (6, 5): 0}
"""Boards of Connect Four, and what their values are (John Tromp's table: all drawn)."""
SIZES = [5, 7, 9, 13, 19, 25]
"""Of Go."""
SIMULATIONS = [10**k for k in range(2, 7)]
GAMES = [10, 40, 160, 640]


class Point(NamedTuple):
    """A size and what it costs."""

    x: float
    seconds: float
    amount: float
    """Nodes, bytes or characters, as the curve has it."""


class Curve(NamedTuple):
    """One engine's cost against one size."""

    title: str
    points: list[Point]
    by_ply: bool = False
    """Whether the law is f^x rather than x^k."""


def run(section: Section, settings: Settings) -> None:
    """Measure, fit, draw, and report."""
    limit = 0.2 if settings.quick else SECONDS
    depth = [
        Curve(game(name).title(), list(deeper(name, first, step, limit)), True)
        for name, first, step in DEPTHS
    ]
    reported(section, "looking further ahead", "nodes", depth, "depth")
    solved = [Curve("Connect Four solved", list(solving(limit)))]
    reported(section, "a larger board, by its squares", "nodes", solved, "squares")
    boards = [Curve("Go, 2,000 simulations", list(larger(20 if settings.quick else 2000)))]
    reported(section, "a larger board, by its points", "bytes a node", boards, "points")
    numbers = [n for n in SIMULATIONS if not settings.quick or n <= 1000]
    grown = [
        Curve(f"{rules.title()}, Monte Carlo", list(longer(rules, numbers, limit)))
        for rules in (game("connect4"), game("chess"), game("go", size=9))
    ]
    reported(section, "more simulations", "bytes of the tree", grown, "simulations")
    if os.getloadavg()[0] > BUSY:
        section.say(OTHERS_RUN)
    else:
        rows = list(threaded(settings))
        section.table(["two threads : one, by the clock", "simulations or nodes a second"], rows)
    number = GAMES[:2] if settings.quick else GAMES
    kept = [Curve("chess, PGN written", []), Curve("chess, PGN read", [])]
    for n in number:
        for curve, point in zip(kept, games(n), strict=True):
            curve.points.append(point)
    reported(section, "more games", "characters", kept, "games")
    if not settings.quick and is_installed("matplotlib"):
        draw(
            PICTURE,
            [
                ("depth", depth),
                ("squares or points", solved + boards),
                ("simulations", grown),
                ("games", kept),
            ],
        )
        section.say("![time against each size, both axes logarithmic but the depth's](images/scaling.svg)")


# ---- what is measured


def deeper(name: str, first: int, step: int, limit: float) -> Iterator[Point]:
    """The engine from an empty table, ply by ply further."""
    rules = game(name)
    engine = Engine(rules, megabytes=MEGABYTES)
    list(search(rules, rules.initial(), Limit(depth=first), memory=engine))
    depth, taken = first, 0.0
    while taken < limit / 3:
        engine.clear()
        began = time.process_time()
        *_, last = search(rules, rules.initial(), Limit(depth=depth), memory=engine)
        taken = time.process_time() - began
        yield Point(depth, taken, last.nodes)
        depth += step


def solving(limit: float) -> Iterator[Point]:
    """Small boards of Connect Four, to the proof."""
    for (width, height), value in SOLVED.items():
        rules = game("connect4", width=width, height=height)
        engine = Engine(rules, megabytes=MEGABYTES)
        list(search(rules, rules.initial(), Limit(depth=2), memory=engine))
        engine.clear()
        began = time.process_time()
        *_, last = search(rules, rules.initial(), Limit(depth=width * height), memory=engine)
        taken = time.process_time() - began
        expect(rules.title(), (last.score.proven, last.value), (True, value))
        yield Point(width * height, taken, last.nodes)
        if taken > limit:
            return


def larger(simulations: int) -> Iterator[Point]:
    """Go as it is played, on larger and larger boards: a simulation's time, and a node's bytes."""
    for size in SIZES:
        taken, engine = simulated(game("go", size=size), simulations)
        yield Point(size * size, taken / simulations, stored(engine) / engine.trees[0].counters[NODES_USED])


def longer(rules: Game, numbers: Sequence[int], limit: float) -> Iterator[Point]:
    """A tree that grows from the initial position."""
    for number in numbers:
        taken, engine = simulated(rules, number)
        yield Point(number, taken, stored(engine))
        if taken > limit / 3:
            return


def simulated(rules: Game, number: int, threads: int = 1, wall: bool = False) -> tuple[float, MonteCarlo]:
    """Seconds of so many simulations from the initial position, and the engine with its tree."""
    engine = MonteCarlo(rules, seed=1, threads=threads)
    engine.prepare(rules.initial())
    engine.set_root(rules.initial())
    engine.begin()
    clock: Callable[[], float] = time.perf_counter if wall else time.process_time
    began = clock()
    engine.grow(Limit(simulations=number))
    return clock() - began, engine


def stored(engine: MonteCarlo) -> int:
    """The bytes of its tree."""
    return 8 * count_words(engine.trees[0])


def threaded(settings: Settings) -> Iterator[list[str]]:
    """What a second thread brings."""
    number = 100 if settings.quick else 4000
    for name, times, parameters in (("connect4", 50, {}), ("chess", 5, {}), ("go", 1, {"size": 19})):
        rules = game(name, **parameters)
        one, two = (simulated(rules, number * times, n, wall=True)[0] for n in (1, 2))
        yield [f"{rules.title()}, Monte Carlo", f"{one / two:.2f}"]
    rules = game("chess")
    rates = []
    for threads in (1, 2):
        engine = Engine(rules, megabytes=MEGABYTES, threads=threads)
        list(search(rules, rules.initial(), Limit(depth=3), memory=engine, threads=threads))
        engine.clear()
        began = time.perf_counter()
        limit = Limit(seconds=0.2 if settings.quick else 3.0)
        list(search(rules, rules.initial(), limit, memory=engine, threads=threads))
        rates.append(engine.nodes / (time.perf_counter() - began))
    yield [f"{rules.title()}, alpha-beta on one table", f"{rates[1] / rates[0]:.2f}"]


def games(number: int) -> Iterator[Point]:
    """Random games of chess, written and read."""
    played = [records.random_game(seed) for seed in range(number)]
    plan = Plan(game=GameReference("chess"), players=("random?name=Ann", "random?name=Bob"))
    [form] = (form for form in game("chess").record_formats() if form.name == "PGN")
    kept = list(map(records.record, range(number), played))
    text = ""
    for _ in range(2):  # the first writes and reads what is loaded once
        began = time.process_time()
        text = "".join(format_games(plan, kept, ".pgn"))
        written = time.process_time() - began
        began = time.process_time()
        again = list(form.read(text))
        taken = time.process_time() - began
    expect("moves read", [[move.text for move in each.moves] for each in again], played)
    yield Point(number, written, len(text))
    yield Point(number, taken, len(text))


# ---- what is made of it


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the straight line that fits best."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    across = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / across


def law(curve: Curve, cost: Callable[[Point], float]) -> tuple[str, str]:
    """The exponent, or what a ply multiplies by; and where the curve bends."""
    flat = [(p.x if curve.by_ply else math.log(p.x), math.log(max(cost(p), 1e-9))) for p in curve.points]
    if len(flat) < 2:
        return "–", "–"

    def told(value: float) -> str:
        return f"× {math.exp(value):.2f} a ply" if curve.by_ply else f"x^{value:.2f}"

    whole = slope(flat)
    bend = ""
    most = BEND * max(abs(whole), 0.4)
    for i in range(1, len(flat) - 1):
        before, after = slope(flat[: i + 1]), slope(flat[i:])
        if abs(after - before) > most:
            most = abs(after - before)
            bend = f"at {figures.count(curve.points[i].x)}: {told(before)}, then {told(after)}"
    return told(whole), bend or "straight"


def reported(section: Section, title: str, amount: str, curves: Sequence[Curve], size: str) -> None:
    """The points of every curve, then its laws."""
    rows = [
        [curve.title, figures.count(p.x), figures.seconds(p.seconds), figures.count(p.amount)]
        for curve in curves
        for p in curve.points
    ]
    section.table([title, size, "time", amount], rows)
    laws = []
    for curve in curves:
        laws.append([curve.title, *law(curve, lambda p: p.seconds), *law(curve, lambda p: p.amount)])
    section.table([f"{title}: laws", "time", "bends", amount, "bends "], laws)


def draw(path: Path, panels: Sequence[tuple[str, Sequence[Curve]]]) -> None:
    """Time against each size, a panel each."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter

    settings: Any = {"svg.hashsalt": "halfmove", "font.family": "DejaVu Sans", "font.size": 9}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(9, 6.6))
        for place, (size, curves) in enumerate(panels, 1):
            axes = figure.add_subplot(2, 2, place)
            for curve, marker in zip(curves, "os^D", strict=False):
                axes.plot(
                    [p.x for p in curve.points],
                    [p.seconds for p in curve.points],
                    marker=marker,
                    label=curve.title,
                )
            axes.set_yscale("log")
            if not all(curve.by_ply for curve in curves):
                axes.set_xscale("log")
                axes.xaxis.set_minor_formatter(NullFormatter())  # less than a decade would have them overlap
            axes.set_xlabel(size)
            axes.set_ylabel("seconds")
            axes.grid(alpha=0.3)
            axes.legend(fontsize=7.5)
        figure.tight_layout()
        figure.savefig(path, format="svg", metadata={"Date": None})
