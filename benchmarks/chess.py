"""Counting moves in chess: beside Stockfish and python-chess, and every shared position.

The programs count sequences of legal moves of an exact number of plies; all three count the last moves
without making them. Halfmove uses the Python rules of `games/chess`, compiled; Stockfish runs `go perft`;
python-chess counts fewer plies, because it would take hours otherwise: compare the rates. All times are
processor time, Stockfish's as the system reports it. Then come all positions of the sets `chess/perft*.epd`,
including Chess960, each to the full depth of its counts, or with `--quick` up to a million sequences.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import find_program, peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.contract import Game
from halfmove.games.registry import game
from halfmove.operations import perft

COUNTED = {
    "initial position": (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        (1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324),
    ),
    "Kiwipete": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (1, 48, 2_039, 97_862, 4_085_603, 193_690_690),
    ),
    "an endgame": (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        (1, 14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661),
    ),
}
"""Positions and their published counts by depth (chessprogramming.org, Perft Results)."""

SHALLOW = 4
"""How deep python-chess counts."""
MILLION = 1_000_000


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    rules = game("chess", draws="none")  # the counts know nothing of draws by rule
    rows = []
    for title, (fen, counts) in COUNTED.items():
        rows.append(_row(section, settings, rules, title, fen, counts))
    section.table(
        [
            f"{settings.runs} runs each",
            "depth",
            "sequences",
            "Halfmove",
            "Stockfish",
            "python-chess",
            "Halfmove : Stockfish",
            "Halfmove : python-chess",
        ],
        rows,
    )
    for path in sorted((settings.suites / "chess").glob("perft*.epd")):
        whole_set(section, settings, path)


def _row(
    section: Section, settings: Settings, rules: Game, title: str, fen: str, counts: tuple[int, ...]
) -> list[str]:
    depth = len(counts) - (2 if settings.quick else 1)
    shallow = min(SHALLOW, depth)
    contestants = {"Halfmove": ours(rules, fen, depth, counts[depth])}
    stockfish = find_program("stockfish")
    if stockfish:
        contestants["Stockfish"] = engine(stockfish, fen, depth, counts[depth])
    chess = peer(section, "python-chess", "chess")
    if chess is not None:
        contestants["python-chess"] = library(chess, fen, shallow, counts[shallow])
    time = medians(alternate(contestants, settings.runs))
    rate = {name: counts[depth] / time[name] for name in time}
    if chess is not None:
        rate["python-chess"] = counts[shallow] / time["python-chess"]
    shown = [figures.rate(rate[name], 1) if name in rate else "–" for name in ("Halfmove", "Stockfish")]
    shown += [figures.rate(rate["python-chess"], 1) if "python-chess" in rate else "–"]
    ratios = [f"{rate['Halfmove'] / rate[n]:.2f}" if n in rate else "–" for n in ("Stockfish",)]
    ratios += [f"{rate['Halfmove'] / rate['python-chess']:,.0f}" if "python-chess" in rate else "–"]
    return [title, str(depth), figures.count(counts[depth]), *shown, *ratios]


def ours(rules: Game, fen: str, depth: int, count: int) -> Contestant:
    """Halfmove."""
    start = rules.parse(fen)
    perft(rules, start, 2)

    def once() -> float:
        nodes, seconds = on_thread(lambda: perft(rules, start, depth))
        expect(f"Halfmove's perft of {fen} to depth {depth}", nodes, count)
        return seconds

    return once


def engine(program: str, fen: str, depth: int, count: int) -> Contestant:
    """Stockfish, one process a run; what it needs to start is not counted."""

    def once() -> float:
        with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"position fen {fen}\nisready\n")
            process.stdin.flush()
            while process.stdout.readline().strip() != "readyok":
                pass
            before = spent(process.pid)
            process.stdin.write(f"go perft {depth}\n")
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith("Nodes searched:"):
                    break
            seconds = spent(process.pid) - before
            process.stdin.write("quit\n")
            process.stdin.flush()
            process.stdout.read()
        expect(f"Stockfish's perft of {fen} to depth {depth}", int(line.split(":")[1]), count)
        return seconds

    return once


def spent(pid: int) -> float:
    """The processor time of all threads of a process; the clock's where the system does not tell."""
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except OSError:
        return perf_counter()


def library(chess: Any, fen: str, depth: int, count: int) -> Contestant:
    """python-chess."""

    def counted(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += counted(board, depth - 1)
            board.pop()
        return nodes

    def once() -> float:
        nodes, seconds = on_thread(lambda: counted(chess.Board(fen), depth))
        expect(f"python-chess's perft of {fen} to depth {depth}", nodes, count)
        return seconds

    return once


def whole_set(section: Section, settings: Settings, path: Path) -> None:
    """All positions of a file; a wrong count ends the run."""
    rules = game("chess", draws="none", chess960="960" in path.name)
    sequences, seconds, positions = 0, 0.0, 0
    for fen, counts in known(path):
        most = MILLION if settings.quick else counts[-1]
        depth = max(d for d, n in enumerate(counts, 1) if n <= most)
        nodes, time = on_thread(partial(perft, rules, rules.parse(fen), depth))
        expect(f"perft of {fen} to depth {depth}", nodes, counts[depth - 1])
        sequences, seconds, positions = sequences + nodes, seconds + time, positions + 1
    section.say(
        f"`{path.name}`: all {positions} positions counted right, {figures.count(sequences)} sequences in "
        f"{figures.seconds(seconds)}, {figures.rate(sequences, seconds)}."
    )


def known(path: Path) -> Iterator[tuple[str, list[int]]]:
    """The positions of a file and their counts by depth."""
    for line in path.read_text().splitlines():
        fen, *counts = line.split(";")
        yield fen.strip(), [int(count.split()[1]) for count in counts]
