"""The arena: Bradley-Terry ratings against choix, and whether intervals hold the truth.

The input is 100,000 games between twenty players of random strengths, as a list of `(first, second, score)`;
the time includes summing up the list. [choix](https://github.com/lucasmaystre/choix) fits the same model by
another method (iterative Luce spectral ranking); it has no draws and no intervals, and takes the winner and
the loser of each game. The answer is checked: both agree to a hundredth of an Elo.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import choix
import numpy as np

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.arena.statistics.bradley_terry import Ratings, ratings
from halfmove.arena.statistics.comparisons import comparisons
from halfmove.arena.statistics.counts import Counts
from halfmove.arena.statistics.elo import SCALE, Interval, elo, normalized_elo
from halfmove.arena.statistics.simulation import ResultModel

PLAYERS, GAMES = 20, 100_000

Result = tuple[int, int, float]


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    speed(section, settings)
    coverage(section, settings)


def speed(section: Section, settings: Settings) -> None:
    """The fits beside each other."""
    random = np.random.default_rng(0)
    results = tournament(random, random.normal(0, 150, PLAYERS), GAMES)
    wins = [(a, b) if score else (b, a) for a, b, score in results]
    ours: Callable[[], Ratings] = lambda: ratings(comparisons(results, PLAYERS))  # noqa: E731
    theirs: Callable[[], Any] = lambda: choix.ilsr_pairwise(PLAYERS, wins)  # noqa: E731
    times: dict[str, list[float]] = {"ours": [], "seats": [], "choix": []}
    for _ in range(settings.runs):
        found = timed(ours, times["ours"])
        timed(lambda: ratings(comparisons(results, PLAYERS), advantage=True), times["seats"])
        peer = timed(theirs, times["choix"])
    peer = SCALE * (peer - peer.mean())
    gaps = [abs(float(r.elo.value) - e) for r, e in zip(found.players, peer, strict=True) if r.elo]
    expect(
        "Bradley-Terry: ratings within 0.01 Elo of choix's", len(gaps) == PLAYERS and max(gaps) < 0.01, True
    )
    base = median(times["ours"])
    names = {
        "ours": "Halfmove, with intervals and LOS",
        "seats": "Halfmove, and the first seat's advantage",
        "choix": "choix",
    }
    section.table(
        [f"{PLAYERS} players, {GAMES:,} games", "median", "range", "to Halfmove"],
        [
            [names[key], figures.seconds(median(t)), figures.spread(t), figures.ratio(median(t), base)]
            for key, t in times.items()
        ],
    )
    section.say(f"The largest difference between the two fits is {max(gaps):.1e} Elo.")


def tournament(random: np.random.Generator, strengths: Any, games: int, draws: float = 0.0) -> list[Result]:
    """Games of everyone against everyone by the model; `draws`: that share of the luck there is."""
    first = random.integers(0, len(strengths), games)
    second = (first + random.integers(1, len(strengths), games)) % len(strengths)
    chance = 1 / (1 + np.exp((strengths[second] - strengths[first]) / SCALE))
    drawn = 2 * draws * np.minimum(chance, 1 - chance)
    roll = random.random(games)
    score = np.where(roll < chance - drawn / 2, 1.0, np.where(roll < chance + drawn / 2, 0.5, 0.0))
    return list(zip(first.tolist(), second.tolist(), score.tolist(), strict=True))


def timed(call: Callable[[], Any], times: list[float]) -> Any:
    """The answer; the processor time is noted."""
    start = time.process_time()
    answer = call()
    times.append(time.process_time() - start)
    return answer


def coverage(section: Section, settings: Settings) -> None:
    """How often the intervals hold the truth."""
    number = 500 if settings.quick else 10_000
    rows = [
        pairs_cover(win, games, number)
        for win, games in ((0.25, 100), (0.25, 1000), (0.35, 100), (0.35, 1000), (0.45, 100), (0.45, 1000))
    ]
    section.table(
        ["matches of pairs, 95 % intervals hold the truth", "true Elo", "Elo", "true nElo", "normalised Elo"],
        rows,
    )
    section.say(
        f"There are {number:,} matches each, with half the games from quiet openings drawn and a quarter of "
        "the openings sharp; one standard error is "
        f"{(0.95 * 0.05 / number) ** 0.5:.2%} if the interval is right."
    )
    number //= 10
    rows = [ratings_cover(games, draws, number) for games in (200, 2000) for draws in (0.0, 0.5)]
    section.table(
        ["ratings of 8 players, one the anchor", "draws", "Fisher information", "with `spread`"], rows
    )
    section.say(
        f"There are {number:,} tournaments each; the seven intervals of one tournament are correlated."
    )


def pairs_cover(win: float, games: int, number: int) -> list[str]:
    """The intervals of matches in pairs."""
    real = ResultModel(win, 0.5, 0.25)
    random = np.random.default_rng([round(100 * win), games])
    found = [Counts(tuple(map(int, row))) for row in random.multinomial(games // 2, real.chances(2), number)]
    at = (real.elo(2), real.normalized_elo(2))
    shares = [held([f(c) for c in found], t) for f, t in zip((elo, normalized_elo), at, strict=True)]
    return [f"{games:,} games", f"{at[0]:.1f}", f"{shares[0]:.1%}", f"{at[1]:.1f}", f"{shares[1]:.1%}"]


def held(intervals: list[Interval | None], value: float) -> float:
    """The share that holds the value."""
    return sum(i is not None and i.low <= value <= i.high for i in intervals) / len(intervals)


def ratings_cover(games: int, draws: float, number: int) -> list[str]:
    """The intervals of tournaments."""
    strengths = np.array([0.0, -250, -150, -60, 30, 90, 170, 260])
    random = np.random.default_rng([games, round(100 * draws)])
    inside = {False: 0, True: 0}
    drawn = 0
    for _ in range(number):
        results = tournament(random, strengths, games, draws)
        drawn += sum(score == 0.5 for _, _, score in results)
        for spread in inside:
            players = ratings(comparisons(results, 8), (0, 0.0), spread=spread).players[1:]
            inside[spread] += sum(
                r.elo is not None and r.elo.low <= s <= r.elo.high
                for r, s in zip(players, strengths[1:], strict=True)
            )
    share = drawn / (number * games)
    return [f"{games:,} games", f"{share:.0%}", *(f"{inside[s] / (7 * number):.1%}" for s in (False, True))]
