"""Connect Four positions: exact scores, beside BitBully.

The position sets that Pascal Pons published with his solver: L3 positions are near the end of the game, L1
near its beginning; R1 are easy, R3 hard. Each line is a position and its exact score: half the number of
squares left free when the winner wins, plus one, negative for a loss. Halfmove's solver (the general engine
with Connect Four's hooks and a table of 64 MB) and BitBully (a C++ solver for this game alone, from PyPI,
without its opening book) alternate position by position on one thread. Before each position both clear their
tables, which is not timed. Every score is checked. BitBully has several searches; its two fastest run here,
and the ratio is to the faster one on each set. Times are processor time, including the call from Python; a
position's time is its median over the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.score import WIN
from halfmove.games.registry import game
from halfmove.search.proof.solver import Solver

MEGABYTES = 64
EASY_ROUNDS = 3
"""Rounds over the sets whose positions take milliseconds; the others take one."""

TRIVIAL = "776615471263372462113611234677223453"
"""A position with six squares free, in no set."""


class Suite(NamedTuple):
    """A set of positions: how many of it are taken, in full and in quick runs, and how often."""

    name: str
    what: str
    positions: int
    quick: int
    rounds: int
    short: bool
    """Whether most positions take microseconds."""


SUITES = (
    Suite("L3_R1", "end, easy", 200, 20, EASY_ROUNDS, True),
    Suite("L2_R1", "middle, easy", 200, 10, EASY_ROUNDS, True),
    Suite("L2_R2", "middle, medium", 200, 5, EASY_ROUNDS, False),
    Suite("L1_R1", "begin, easy", 200, 5, EASY_ROUNDS, True),
    Suite("L1_R2", "begin, medium", 60, 2, 1, False),
    Suite("L1_R3", "begin, hard", 20, 0, 1, False),
)


class Player(NamedTuple):
    """Somebody who scores positions."""

    name: str
    forget: Callable[[], None]
    prepare: Callable[[str], Any]
    """A position as the player knows it, from columns 1 to 7."""
    score: Callable[[Any], int]
    nodes: Callable[[], int]
    """Positions visited since `forget`."""


class Result(NamedTuple):
    """One player on one set: per position the median seconds, and the nodes."""

    seconds: list[float]
    nodes: list[int]


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    folder = settings.suites / "connect4"
    if not folder.is_dir():
        section.say(
            "The position sets are not here, so that this benchmark was left out; "
            "`--suites FOLDER` or HALFMOVE_SUITES says where they are."
        )
        return
    players = [halfmove()]
    bitbully = peer(section, "BitBully", "bitbully")
    if bitbully is not None:
        players += [bitbully_player(bitbully, search) for search in ("mtdf", "null_window")]
    sets = {suite: read(folder / f"Test_{suite.name}", wanted(suite, settings)) for suite in SUITES}
    compare(section, settings, players, sets, awake=False)
    section.say(
        "Forgetting 64 MB drives the programs' own code out of the processor's caches as well, and on "
        "positions of microseconds that is most of the time. So here are the short sets once more, where "
        "each player, having forgotten, first scores one trivial position that is not timed:"
    )
    compare(section, settings, players, {suite: sets[suite] for suite in SUITES if suite.short}, awake=True)
    section.say("All scores of all programs were right. The ratio says how many times faster Halfmove is.")


def compare(
    section: Section,
    settings: Settings,
    players: list[Player],
    sets: Mapping[Suite, list[tuple[str, int]]],
    *,
    awake: bool,
) -> None:
    """A table of all players on these sets."""
    rows = []
    for suite, positions in sets.items():
        if positions:
            rounds = 1 if settings.quick else suite.rounds
            rows += table_rows(suite, len(positions), race(players, positions, rounds, suite.name, awake))
    section.table(
        ["set", "player", "mean", "median", "mean nodes", "ratio of means", "ratio of medians"], rows
    )


def wanted(suite: Suite, settings: Settings) -> int:
    """How many positions of a set to take."""
    usual = suite.quick if settings.quick else suite.positions
    return settings.positions.get(suite.name, settings.positions.get("", usual))


def read(path: Path, most: int) -> list[tuple[str, int]]:
    """The first `most` positions of a set: moves, score."""
    pairs = (line.split() for line in path.read_text().splitlines()[:most])
    return [(moves, int(score)) for moves, score in pairs]


def race(
    players: list[Player], positions: list[tuple[str, int]], rounds: int, suite: str, awake: bool
) -> dict[str, Result]:
    """Everybody on every position in turn, the first to move changing from one to the next."""
    seconds: dict[str, list[list[float]]] = {player.name: [[] for _ in positions] for player in players}
    nodes: dict[str, list[int]] = {player.name: [0] * len(positions) for player in players}
    for round_number in range(rounds):
        for number, (moves, right) in enumerate(positions):
            first = (number + round_number) % len(players)
            for player in players[first:] + players[:first]:
                state = player.prepare(moves)
                player.forget()
                if awake:
                    player.score(player.prepare(TRIVIAL))
                before = player.nodes()
                score, time = on_thread(lambda p=player, s=state: p.score(s))  # type: ignore[misc]
                expect(f"{player.name}'s score of {moves} in {suite}", score, right)
                seconds[player.name][number].append(time)
                nodes[player.name][number] = player.nodes() - before
    return {name: Result([median(times) for times in seconds[name]], nodes[name]) for name in seconds}


def table_rows(suite: Suite, count: int, results: dict[str, Result]) -> list[list[str]]:
    """A row for each player; the ratio stands with the peer that it is the ratio to."""
    peers = [name for name in results if name != "Halfmove"]
    best = {
        middle: min(peers, key=lambda name: middle(results[name].seconds), default="")
        for middle in (mean, median)
    }
    rows = []
    for name, result in results.items():
        ratios = [
            figures.ratio(middle(result.seconds), middle(results["Halfmove"].seconds))
            if name == best[middle]
            else ""
            for middle in (mean, median)
        ]
        title = f"{suite.name} {suite.what} ({count})" if name == "Halfmove" else ""
        rows.append(
            [
                title,
                name,
                figures.seconds(mean(result.seconds)),
                figures.seconds(median(result.seconds)),
                figures.count(mean(result.nodes)),
                *ratios,
            ]
        )
    return rows


def halfmove() -> Player:
    """Halfmove's solver."""
    connect4 = game("connect4")
    solver = Solver(connect4, megabytes=MEGABYTES)
    engine = solver.engine

    def prepare(moves: str) -> Any:
        state = connect4.initial()
        for column in moves:
            state = connect4.result(state, int(column) - 1)
        return state

    def forget() -> None:
        solver.clear()
        engine.begin()

    solver.score(prepare(TRIVIAL))  # the machine code
    return Player("Halfmove", forget, prepare, lambda s: set_score(s, solver.score(s)), lambda: engine.nodes)


def set_score(state: Any, score: int) -> int:
    """The engine's score as the sets write it: half the squares free at the end, plus one, for the winner."""
    if score == 0:
        return 0
    free = 42 - int(state.mask).bit_count()
    left = (free - (WIN - abs(score))) // 2 + 1
    return left if score > 0 else -left


def bitbully_player(bitbully: Any, search: str) -> Player:
    """BitBully with one of its searches, and no opening book."""
    agent = bitbully.BitBully(opening_book=None)

    def prepare(moves: str) -> Any:
        return bitbully.Board([int(column) - 1 for column in moves])

    def forget() -> None:
        agent.reset_transposition_table()
        agent.reset_node_counter()

    return Player(f"BitBully, {search}", forget, prepare, getattr(agent, search), agent.get_node_counter)
