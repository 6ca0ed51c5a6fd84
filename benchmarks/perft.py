"""Counting moves: Connect Four perft against C++ and OpenSpiel.

The number of sequences of exactly ten moves from the empty 7 × 6 board (games that end earlier are not
counted) is 268,031,646. Halfmove counts them with the Python rules of `games/connect4`, compiled. The C++
(`benchmarks/perft.cpp`) is the same algorithm on the same bitboards, with the board's size known to the
compiler, written in five ways and compiled on the spot with `g++ -O3 -march=native`: the textbook's recursion
(`loop`, `unrolled`, `buffer`), the same with the last moves counted but not made (`counted`), and our kernel
and rules translated literally (`bits`). The comparison is with the fastest of the five. The programs
alternate, each is timed inside its own process after a warm-up, and the figures are medians of processor
time. OpenSpiel, and Halfmove without its compiler, are driven from Python and count fewer plies, because they
would take hours otherwise: compare their rates.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from benchmarks import figures, native, openspiel
from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.games.registry import game
from halfmove.operations import perft

COUNTS = (1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646)
"""Sequences of exactly so many moves from the empty 7 × 6 board; the last is issue 2's."""

VARIANTS = ("loop", "unrolled", "buffer", "counted", "bits")


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    connect4 = game("connect4")
    depth = 8 if settings.quick else 10
    rate = against_cpp(section, connect4, depth, settings.runs)
    against_python(section, connect4, rate, 4 if settings.quick else 6, settings.runs)


def against_cpp(section: Section, connect4: Game, depth: int, runs: int) -> float:
    """The race with C++; our sequences a second."""
    with tempfile.TemporaryDirectory() as folder:
        program = native.compiled("perft.cpp", Path(folder))
        contestants = {"Halfmove, compiled": ours(connect4, depth)}
        if program is None:
            section.say("There is no g++ here, so that C++ was left out.")
        else:
            contestants |= {f"C++, {variant}": cpp(program, variant, depth) for variant in VARIANTS}
        times = alternate(contestants, runs)
    middle = medians(times)
    us = middle.pop("Halfmove, compiled")
    rows = [_row("Halfmove, compiled", us, times, depth, "")]
    rows += [_row(name, middle[name], times, depth, figures.ratio(middle[name], us)) for name in middle]
    section.table(
        [f"depth {depth}, {runs} runs each", "median", "range", "sequences", "Halfmove is faster by"], rows
    )
    if middle:
        best = min(middle, key=lambda name: middle[name])
        section.say(
            f"**Ratio to the fastest C++ ({best.removeprefix('C++, ')}): {figures.ratio(middle[best], us)}** "
            f"(all {figures.count(COUNTS[depth])} sequences counted by everyone)."
        )
    return COUNTS[depth] / us


def _row(name: str, time: float, times: dict[str, list[float]], depth: int, ratio: str) -> list[str]:
    rate = figures.rate(COUNTS[depth], time)
    return [name, figures.seconds(time), figures.spread(times[name]), rate, ratio]


def ours(connect4: Game, depth: int) -> Contestant:
    """Halfmove, at whichever speed the game runs."""
    start = connect4.initial()
    perft(connect4, start, min(depth, 6) if connect4.compiled else 1)

    def once() -> float:
        nodes, seconds = on_thread(lambda: perft(connect4, start, depth))
        expect(f"Halfmove's perft to depth {depth}", nodes, COUNTS[depth])
        return seconds

    return once


def cpp(program: Path, variant: str, depth: int) -> Contestant:
    """One way of writing it in C++."""

    def once() -> float:
        command = [str(program), variant, str(depth)]
        found = subprocess.run(command, capture_output=True, text=True, check=True)
        nodes, seconds = found.stdout.split()
        expect(f"C++ perft ({variant}) to depth {depth}", int(nodes), COUNTS[depth])
        return float(seconds)

    return once


def against_python(section: Section, connect4: Game, rate: float, depth: int, runs: int) -> None:
    """Rates of what is driven from Python, beside our compiled rate of the same minute."""
    contestants = {"Halfmove, interpreted": ours(interpreted(connect4), depth)}
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    if pyspiel is not None:
        start = pyspiel.load_game("connect_four").new_initial_state()

        def once() -> float:
            nodes, seconds = on_thread(lambda: openspiel.perft(start, depth))
            expect(f"OpenSpiel's perft to depth {depth}", nodes, COUNTS[depth])
            return seconds

        contestants["OpenSpiel from Python"] = once
    times = alternate(contestants, runs)
    rows = [
        [
            name,
            figures.seconds(time),
            figures.rate(COUNTS[depth], time),
            f"{rate * time / COUNTS[depth]:,.0f} ×",
        ]
        for name, time in medians(times).items()
    ]
    section.table([f"depth {depth}", "median", "sequences", "Halfmove, compiled, is faster by"], rows)
