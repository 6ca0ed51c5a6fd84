"""Answer times: whether the time of an answer tells a viewer what is hidden from him.

For pairs of games that the viewer cannot tell apart, one past action of nature or of the other player
changed, the server is asked for a position with its picture, for an analysis that ends at a number of
simulations, and for a move at the first level.  The two games of a pair are asked for in turn, in an order
drawn anew each time, so that what else the machine does hits both.  A rank test (Mann and Whitney, 1947)
compares the times of each pair; of pairs that take the same time one in a hundred has p below 0.01.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import httpx
from scipy.stats import binomtest, mannwhitneyu

import halfmove as hm
from benchmarks.answers import WrongAnswer
from benchmarks.report import Section
from benchmarks.settings import Settings
from benchmarks.slow_clients import start
from halfmove.core.history import History
from halfmove.games.reference import GameReference

HANDS: dict[str, tuple[list[list[str]], int]] = {
    "kuhn": ([["K", "J", "bet"], ["Q", "J", "bet"]], 1),
    "leduc": ([["J", "K"], ["J", "Q"]], 0),
    "holdem": ([["Ah", "Kd", "7c", "7d"], ["Qs", "2h", "7c", "7d"]], 1),
    "phantom-tictactoe": ([["b2", "a1"], ["b2", "c3"]], 0),
    "dark-hex": ([["b2", "a1"], ["b2", "c3"]], 0),
    "dark-chess": ([["e2e3", "b7b6"], ["e2e3", "h7h6"]], 0),
    "rock-paper-scissors": ([["rock"], ["scissors"]], 1),
    "oshi-zumo": ([["1"], ["10"]], 1),
}
"""Of each game two lines of moves that are the same to the player to move, and who that is."""
SIMULATIONS = 200
LOW = 0.01


def check(name: str, lines: list[list[str]], viewer: int) -> None:
    """Refuse a pair that the viewer can tell apart."""
    game = hm.interpreted(GameReference(name, {}).open())
    known = []
    for line in lines:
        history = History(game)
        for text in line:
            history.play(game.parse_action(history.state, text))
        known.append((history.mover, game.information(history.state, viewer)))
    if known[0] != known[1] or known[0][0] != viewer:
        raise WrongAnswer(f"{name}: these lines are no pair for player {viewer}: {lines}")


def timed(client: httpx.Client, path: str, body: dict[str, Any]) -> float:
    """Seconds of an answer."""
    begun = time.perf_counter()
    answer = client.post(path, json=body)
    took = time.perf_counter() - begun
    assert answer.status_code == 200, answer.text[:300]
    return took


def compared(
    ask: Callable[[int], float], number: int, draw: random.Random
) -> tuple[list[float], list[float]]:
    """So many times of each of a pair, taken in turn."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(number):
        for which in draw.sample((0, 1), 2):
            found[which].append(ask(which))
    return found


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    number = 40 if settings.quick else 200
    draw = random.Random(1)
    server, port = start()
    rows, low = [], 0
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=300) as client:
            for name, (lines, viewer) in HANDS.items():
                check(name, lines, viewer)
                place = [{"game": name, "moves": line, "viewer": viewer} for line in lines]
                bound = {"nodes": 10**6} if name == "rock-paper-scissors" else {"simulations": SIMULATIONS}
                for path, more in (
                    ("/api/positions?picture=true", {}),
                    ("/api/analyses", bound),
                    ("/api/moves", {"level": 1}),
                ):

                    def ask(which: int) -> float:
                        return timed(client, path, {**place[which], **more})  # noqa: B023  called at once

                    compared(ask, 3, draw)  # machine code is made
                    one, other = compared(ask, number, draw)
                    p = float(mannwhitneyu(one, other).pvalue)
                    low += p < LOW
                    medians = [f"{1000 * statistics.median(times):.2f}" for times in (one, other)]
                    rows.append([name, path.partition("?")[0], *medians, f"{p:.3f}"])
    finally:
        server.terminate()
        server.wait()
    section.table(["game", "asked", "median, ms", "the other's", "p"], rows)
    chance = binomtest(low, len(rows), LOW, alternative="greater").pvalue
    section.say(
        f"{number} answers of each game of a pair. {low} of {len(rows)} have p < {LOW:g}; by chance as "
        f"many or more come up with a probability of {chance:.2f}."
    )
