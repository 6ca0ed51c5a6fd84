"""Searching games of dice: backgammon, beside the textbook's searches and GNU Backgammon.

The fifteen opening throws are each searched five plies deep (a play, all throws, the reply, all throws, a
play) with the hand-written evaluation, by the textbook's expectiminimax, Star1, Star2, and the engine for
games of chance, which deepens ply by ply; all must find the same value. Times are processor time. Then come
legal plays: how many sequences of five actions are counted in a second; for positions of random games with
each of the 21 throws, whether GNU Backgammon (PyPI's `gnubg`, which `make bench` does not install because it
is an early version) finds the same number; and how many positions both evaluate in a second without
lookahead.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from benchmarks import figures
from benchmarks.answers import WrongAnswer, expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove import Limit, analyze
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.games.backgammon.learned import Learned
from halfmove.games.registry import game
from halfmove.operations import perft

START = "4HPwATDgc/ABMA"
FIRST = [10 * a + b for a in range(2, 7) for b in range(1, a)]
THROWS = [10 * a + b for a in range(1, 7) for b in range(1, a + 1)]
SEARCHES = ("expectiminimax", "star1", "star2", "chance-engine")
SEQUENCES = {4: 178_306, 5: 3_744_426}
SAME = 1e-4
"""Scores of the engine are whole millionths, rounded at every throw."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    backgammon = game("backgammon", evaluation="hand")
    searches(section, backgammon, 3 if settings.quick else 5)
    counting(section, backgammon, 4 if settings.quick else 5, settings.runs)
    beside_gnubg(section, backgammon, 20 if settings.quick else 100, settings.runs)


def searches(section: Section, backgammon: Game, depth: int) -> None:
    """Nodes and seconds of the three searches, over all first throws."""
    states = [backgammon.result(backgammon.parse(START), dice) for dice in FIRST]
    found: dict[str, tuple[int, float]] = {}
    values: dict[str, list[float]] = {}
    for name in SEARCHES:
        analyze(backgammon, states[0], Limit(depth=2), algorithm=name)
        nodes, seconds, values[name] = 0, 0.0, []
        for state in states:
            begun = time.process_time()  # the engine searches in a thread of its own
            analysis = analyze(backgammon, state, Limit(depth=depth), algorithm=name)
            nodes, seconds = nodes + analysis.nodes, seconds + time.process_time() - begun
            values[name].append(analysis.value)
        found[name] = nodes, seconds
    for name in SEARCHES[1:]:
        worst = max(abs(a - b) for a, b in zip(values[SEARCHES[0]], values[name], strict=True))
        if worst > SAME:
            raise WrongAnswer(f"{name} and {SEARCHES[0]} differ by {worst}.")
    all_nodes, all_seconds = found[SEARCHES[0]]
    rows = [
        [name, figures.count(nodes), figures.seconds(seconds), f"{all_nodes / nodes:.1f} ×",
         figures.ratio(all_seconds, seconds)]
        for name, (nodes, seconds) in found.items()
    ]  # fmt: skip
    section.table(
        [f"15 throws, {depth} plies", "nodes", "time", "fewer nodes", "faster than expectiminimax by"], rows
    )


def counting(section: Section, backgammon: Game, depth: int, runs: int) -> None:
    """Sequences counted in a second."""
    start = backgammon.initial()
    perft(backgammon, start, 3)

    def once() -> float:
        nodes, seconds = on_thread(lambda: perft(backgammon, start, depth))
        expect(f"sequences of {depth}", nodes, SEQUENCES[depth])
        return seconds

    middle = medians(alternate({"Halfmove": once}, runs))["Halfmove"]
    section.table(
        [f"sequences of {depth} actions", "median", "rate"],
        [[figures.count(SEQUENCES[depth]), figures.seconds(middle), figures.rate(SEQUENCES[depth], middle)]],
    )


def positions(backgammon: Any, count: int) -> Iterator[Any]:
    """Positions to throw in, from games at random."""
    rng = random.Random(1)
    while True:
        state = backgammon.initial()
        while not backgammon.is_terminal(state):
            if state.dice == 0 and rng.random() < 0.2:
                yield state
                count -= 1
                if not count:
                    return
            state = backgammon.result(state, rng.choice(list(backgammon.actions(state))))


@kernel
def judged(rules: Game, state: Any, times: int) -> int:
    """The evaluation of a state, so many times."""
    total = 0
    for _ in range(times):
        total += rules.evaluate(state, 0)
    return total


def beside_gnubg(section: Section, backgammon: Any, count: int, runs: int) -> None:
    """The same plays, and how fast positions are judged."""
    gnubg = peer(section, "GNU Backgammon", "gnubg")
    if gnubg is None:
        return
    found = list(positions(backgammon, count))
    boards = [gnubg.position_from_id(backgammon.position_text(s).split(":")[0]) for s in found]
    context, cube = gnubg.evalcontext(0, 0, 1, 0, 0.0), gnubg.cubeinfo()
    for state, board in zip(found, boards, strict=True):
        for dice in THROWS:
            theirs = len(gnubg.find_best_moves(board, cube, context, (dice // 10, dice % 10)))
            ours = sum(1 for _ in backgammon.actions(backgammon.waiting(state, dice, 1, 0)))
            expect(f"plays of {dice}", ours, max(theirs, 1))
    section.say(
        f"The number of plays was the same in {figures.count(count * len(THROWS))} pairs of a position "
        "and a throw."
    )
    times = 2_000
    judged(backgammon, found[0], 1)

    def ours_once() -> float:
        return on_thread(lambda: [judged(backgammon, state, times) for state in found])[1] / times

    learned = Learned()
    judged(learned, found[0], 1)

    def networks_once() -> float:
        return on_thread(lambda: [judged(learned, state, times // 10) for state in found])[1] / (times // 10)

    def theirs_once() -> float:
        return on_thread(lambda: [gnubg.evaluate(board, cube, context) for board in boards])[1]

    contestants: dict[str, Contestant] = {
        "Halfmove": ours_once,
        "networks": networks_once,
        "GNU Backgammon": theirs_once,
    }
    middle = medians(alternate(contestants, runs))
    section.table(
        ["judging a position", "rate", "faster than GNU Backgammon by"],
        [
            ["Halfmove, the evaluation by hand", figures.rate(count, middle["Halfmove"]),
             figures.ratio(middle["GNU Backgammon"], middle["Halfmove"])],
            ["Halfmove, its networks", figures.rate(count, middle["networks"]),
             figures.ratio(middle["GNU Backgammon"], middle["networks"])],
            ["GNU Backgammon, 0-ply, its networks, called from Python",
             figures.rate(count, middle["GNU Backgammon"]), ""],
        ],
    )  # fmt: skip
