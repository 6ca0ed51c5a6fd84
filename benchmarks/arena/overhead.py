"""The arena: what the runner costs at ten milliseconds a move, two games at once.

A match is played by worker processes, warmed by two games each, at 0.01 s a move. The overhead is the share
of the wall-clock time in which no player was computing a move: 1 - thinking / (wall x games at once). It
includes all work of the runner and its workers: checking the players, openings, legality, records, SQLite,
the next game, and the end, when one game still runs alone. The second figure is the overhead within a game,
from its opening to its record. The players are one that computes for exactly its time and moves at random;
Halfmove's engine, which often moves before its time is over; and Stockfish over UCI. The last is compared
with python-chess's own loop of `play` and `push`, with a Stockfish in each of two threads and no records.
Checked: all games are played, without faults.
"""

from __future__ import annotations

import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.peers import find_program
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.arena.contest import run as play
from halfmove.arena.job import Record
from halfmove.arena.plan import OpeningSource, Plan
from halfmove.arena.store import Store
from halfmove.arena.workers.processes import Processes
from halfmove.games.reference import GameReference

SPENDER = Path(__file__).with_name("spender.py")
AT_ONCE = 2
SECONDS = 0.01
BEYOND = 0.02
"""Seconds more than asked for that a move may take before it shows in the report as late."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    games = 10 if settings.quick else 60
    cases = [
        ("connect4", str(SPENDER), "exactly its time, Connect Four", games),
        ("connect4", "engine", "Halfmove's engine, Connect Four", games),
    ]
    stockfish = find_program("stockfish")
    if stockfish is None:
        section.say("Stockfish is not installed: its rows are left out.")
    else:
        cases.append(("chess", f"uci:{stockfish}", "Stockfish over UCI, chess", games // 2))
    rows = []
    for game, player, title, number in cases:
        for at_once in (1, AT_ONCE):
            found = [match(game, player, number, at_once, seed) for seed in range(settings.runs)]
            rows.append([f"{title}, {at_once} at once", *summary(found)])
    if stockfish is not None:
        for at_once in (1, AT_ONCE):
            bare = [loop(stockfish, at_once, max(games // 20, 1)) for _ in range(settings.runs)]
            rows.append([f"python-chess's loop, {at_once} at once", *spread(bare), "", "", ""])
    section.table(
        [f"{figures.seconds(SECONDS)} a move", "overhead", "range", "within a game", "a move", "late moves"],
        rows,
    )


class Match:
    """What a match took: the wall time of the whole, and its records."""

    def __init__(self, wall: float, records: list[Record], at_once: int) -> None:
        thinking = sum(r.thinking for r in records)
        self.overhead = 1 - thinking / (wall * at_once)
        self.within = 1 - thinking / sum(r.seconds for r in records)
        taken = [m.seconds for r in records for m in r.moves if not m.opening]
        self.move = median(taken)
        self.late = sum(t > SECONDS + BEYOND for t in taken) / len(taken)


def match(game: str, player: str, games: int, at_once: int, seed: int) -> Match:
    """Play it, with workers that have played before and games that end when others begin."""
    plan = Plan(
        game=GameReference(game),
        players=(f"{player}", f"{player}"),
        games=2 * at_once,
        controls=(f"{SECONDS}/move",),
        openings=OpeningSource(plies=4),
        seed=seed,
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "matches.sqlite") as store,
        Processes(at_once) as pool,
    ):
        play(plan, store=store, pool=pool)
        longer = replace(plan, games=games * at_once, seed=seed + 1000)
        began = time.perf_counter()
        results = play(longer, store=store, pool=pool)
        wall = time.perf_counter() - began
    records = list(results.records.values())
    expect("overhead: all games played, none at fault", (len(records), results.faults), (games * at_once, 0))
    return Match(wall, records, at_once)


def loop(stockfish: str, at_once: int, games: int) -> float:
    """The overhead of python-chess alone: what the engines were not asked for, of the whole."""
    import chess
    import chess.engine

    thinking: list[float] = []

    def one() -> None:
        with (
            chess.engine.SimpleEngine.popen_uci(stockfish) as white,
            chess.engine.SimpleEngine.popen_uci(stockfish) as black,
        ):
            ready.wait()
            for _ in range(games):
                board = chess.Board()
                while not board.is_game_over(claim_draw=True):
                    asked = time.perf_counter()
                    engine = white if board.turn else black
                    move = engine.play(board, chess.engine.Limit(time=SECONDS)).move
                    thinking.append(time.perf_counter() - asked)
                    assert move is not None, "the game is not over"
                    board.push(move)
            ready.wait()

    ready = threading.Barrier(at_once + 1)
    threads = [threading.Thread(target=one) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    ready.wait()
    wall = time.perf_counter() - began
    for thread in threads:
        thread.join()
    return 1 - sum(thinking) / (wall * at_once)


def summary(found: list[Match]) -> list[str]:
    """The cells of a row."""
    return [
        *spread([m.overhead for m in found]),
        f"{median(m.within for m in found):.1%}",
        figures.seconds(median(m.move for m in found)),
        f"{median(m.late for m in found):.2%}",
    ]


def spread(values: list[float]) -> list[str]:
    """The median and the range."""
    return [f"{median(values):.1%}", f"{min(values):.1%} to {max(values):.1%}"]
