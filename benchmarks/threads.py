"""What a second thread is worth in chess: the time, and the nodes, to the same depth.

Three tables. The first tells what the machine gives: searches of one thread, each with a table of its own,
first one alone and then two at once. Where both cores are halves of one, or share caches and memory, each
of the two is slower than alone, and no search on two threads can gain more than what is left. The others:
positions (Bratko and Kopec's, and every sixteenth of *Win at Chess*) searched from an empty table to each
depth with one thread and with two, in alternation, by our engine and then by Stockfish, whose depths of as
many seconds are three or four plies more. The time is the clock's; threads meet by chance, so all
searches are repeated, and the medians count; nodes are those of all threads. Of each ratio: the geometric
mean over the positions with its standard error, and the median. A position counts at a depth that all its
searches have reached within the time.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.peers import find_program, peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.alphabeta.deepening import search
from halfmove.search.alphabeta.threads import Engine

SETS = {"bratko_kopec.epd": 1, "wac_1-100.epd": 16}
"""Files of positions, and which of each: every so many."""
DEPTHS = range(14, 19)
"""The depths that are compared."""
PEER_DEPTHS = range(17, 22)
"""Stockfish's that take about as long."""
QUICK_DEPTHS = range(7, 10)
SECONDS = 30.0
"""A search ends here, whatever depth it has reached."""
MEGABYTES = 128
ALONE_NODES = 3_000_000
"""Of a search that is measured alone and beside another."""
ALONE = 6
"""How many positions for that."""
BUSY = 0.5
"""The load at the start above which the clock tells of other processes, too."""


class Reached(NamedTuple):
    """What a depth took from the beginning of the search."""

    seconds: float
    nodes: float


Search = Callable[[int, int], dict[int, Reached]]
"""A search with so many threads to a depth: what each of its levels took."""


def run(section: Section, settings: Settings) -> None:
    """Measure and report."""
    rules = game("chess")
    number = settings.positions.get("threads", settings.positions.get("", 3 if settings.quick else 1000))
    fens = list(list_positions(settings.suites / "chess"))[:number]
    states = [rules.parse(fen) for fen in fens]
    if not states:
        section.say(f"There are no positions in `{settings.suites / 'chess'}`: nothing was measured.")
        return
    cores, load = usable_cores(), os.getloadavg()[0]
    if cores < 2:
        section.say("This process may use one core: two threads share it, and only the nodes mean anything.")
    elif load > BUSY:
        section.say(f"Load {load:.1f} at the start: the times tell of other processes, too.")
    nodes = 50_000 if settings.quick else ALONE_NODES
    alone, beside = measure_machine(rules, states[:ALONE], nodes)
    section.table(
        [
            f"one thread, {len(states[:ALONE])} positions, {figures.count(nodes)} nodes each",
            "nodes a second",
            "of alone",
        ],
        [
            ["alone", figures.digits(alone), ""],
            ["each of two at once", figures.digits(beside), f"{beside / alone:.2f}"],
        ],
    )
    depths = QUICK_DEPTHS if settings.quick else DEPTHS
    engines = {threads: Engine(rules, megabytes=MEGABYTES, threads=threads) for threads in (1, 2)}
    tell(section, "depth", depths, [search_by_ours(engines, state) for state in states], settings.runs)
    program = find_program("stockfish")
    if program is None:
        section.say("Stockfish is not installed: what a second thread is worth to it was not measured.")
        return
    chess = peer(section, "python-chess", "chess")
    if chess is None:
        return
    depths = QUICK_DEPTHS if settings.quick else PEER_DEPTHS
    searches = [search_by_stockfish(program, chess.Board(fen)) for fen in fens]
    tell(section, "depth of Stockfish", depths, searches, settings.runs)


def tell(section: Section, title: str, depths: range, searches: Sequence[Search], runs: int) -> None:
    """Compare one thread with two in every position, and report."""
    found = [compare(search, depths, runs) for search in searches]
    rows = [row for depth in depths if (row := summarise(depth, found))]
    section.table(
        [title, "positions", "time of one", "time of two : one", "median", "nodes of two : one", "median"],
        rows,
    )


def list_positions(folder: Path) -> Iterator[str]:
    """FENs of the sets that are there."""
    for name, every in SETS.items():
        path = folder / name
        lines = path.read_text().splitlines() if path.exists() else []
        for line in lines[::every]:
            yield " ".join(line.split(" bm ")[0].split()[:4]) + " 0 1"


def measure_machine(rules: Game, states: Sequence[Any], nodes: int) -> tuple[float, float]:
    """Nodes a second of a search alone, and of each of two at once that have nothing in common; medians over
    the positions, by the clock."""
    engines = [Engine(rules, megabytes=MEGABYTES) for _ in range(2)]
    for engine in engines:
        list(search(rules, states[0], Limit(depth=4), memory=engine))
    alone, beside = [], []
    for state in states:
        alone.append(speed(engines[0], state, nodes))
        rates = [0.0, 0.0]

        def measure(i: int, state: Any = state, rates: list[float] = rates) -> None:
            rates[i] = speed(engines[i], state, nodes)

        workers = [threading.Thread(target=measure, args=(i,)) for i in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        beside.append(mean(rates))
    return median(alone), median(beside)


def speed(engine: Engine, state: Any, nodes: int) -> float:
    """Nodes a second of a search of so many, by the clock."""
    engine.clear()
    began = time.perf_counter()
    list(search(engine.game, state, Limit(nodes=nodes), memory=engine))
    return engine.nodes / (time.perf_counter() - began)


def compare(search: Search, depths: range, runs: int) -> tuple[dict[int, Reached], dict[int, Reached]]:
    """What each depth takes with one thread and with two: medians of so many searches, in alternation."""
    measured: tuple[list[dict[int, Reached]], ...] = ([], [])
    for _ in range(runs):
        for threads, kept in zip((1, 2), measured, strict=True):
            kept.append(search(threads, depths[-1]))
    one, two = (
        {
            depth: Reached(median(r[depth].seconds for r in kept), median(r[depth].nodes for r in kept))
            for depth in depths
            if all(depth in r for r in kept)
        }
        for kept in measured
    )
    return one, two


def search_by_ours(engines: Mapping[int, Engine], state: Any) -> Search:
    """Searches of a state by the engine for so many threads, each from an empty table."""

    def reach(threads: int, depth: int) -> dict[int, Reached]:
        engine = engines[threads]
        engine.clear()
        limit = Limit(depth=depth, seconds=SECONDS)
        levels = search(engine.game, state, limit, memory=engine, threads=threads)
        return {each.depth: Reached(each.seconds, each.nodes) for each in levels}

    return reach


def search_by_stockfish(program: str, board: Any) -> Search:
    """The same of Stockfish, over UCI; the board is python-chess's."""
    from chess import engine as uci

    def reach(threads: int, depth: int) -> dict[int, Reached]:
        found: dict[int, Reached] = {}
        with uci.SimpleEngine.popen_uci(program) as engine:
            engine.configure({"Threads": threads, "Hash": MEGABYTES})
            engine.ping()
            began = time.perf_counter()
            with engine.analysis(board, uci.Limit(depth=depth, time=SECONDS)) as levels:
                for info in levels:
                    if "pv" in info and "nodes" in info and not {"lowerbound", "upperbound"} & set(info):
                        found[info["depth"]] = Reached(time.perf_counter() - began, info["nodes"])
        return found

    return reach


def summarise(depth: int, found: Sequence[tuple[dict[int, Reached], dict[int, Reached]]]) -> list[str] | None:
    """A row: the ratios of two threads to one, of the positions that both have searched so deep."""
    pairs = [(one[depth], two[depth]) for one, two in found if depth in one and depth in two]
    if not pairs:
        return None
    times = [two.seconds / one.seconds for one, two in pairs]
    nodes = [two.nodes / one.nodes for one, two in pairs]
    usual = figures.seconds(median(one.seconds for one, _ in pairs))
    ratios = [text for each in (times, nodes) for text in (centre(each), f"{median(each):.2f}")]
    return [str(depth), str(len(pairs)), usual, *ratios]


def centre(ratios: Sequence[float]) -> str:
    """The geometric mean, with the standard error that the positions leave."""
    logarithms = [math.log(ratio) for ratio in ratios]
    value = math.exp(mean(logarithms))
    if len(ratios) < 2:
        return f"{value:.2f}"
    return f"{value:.2f} ± {value * stdev(logarithms) / math.sqrt(len(ratios)):.2f}"
