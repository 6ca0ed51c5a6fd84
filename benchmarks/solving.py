"""Solving small games from the empty board.

Each run proves the value of the initial position, with an empty table and with compiled code ready, as
`halfmove solve` does, in one process, on one thread and on two. Times are wall-clock times, including the
line of best play. All four games are draws. OpenSpiel's two Python solvers each run in a process of their own
and are stopped after the time shown. Nodes are positions entered; with one thread their number repeats
exactly.
"""

from __future__ import annotations

from statistics import median
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import alternate, on_wall
from benchmarks.openspiel import solved
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.contract import Game
from halfmove.games.registry import game
from halfmove.search.proof.solver import solve

THREADS = (1, 2)
PEER_SEARCHES = ("alpha-beta", "MinimaxSolver")


class Problem(NamedTuple):
    """A game to be solved, and its name in OpenSpiel."""

    title: str
    game: Game
    peer: str


def problems() -> list[Problem]:
    """The games measured; each is a draw (J. Tromp's table of Connect Four boards; (4,4,4) is folklore)."""
    boards = [(4, 5), (5, 5), (6, 5)]
    return [
        *(
            Problem(
                f"Connect Four {w} wide, {h} high",
                game("connect4", width=w, height=h),
                f"connect_four(rows={h},columns={w})",
            )
            for w, h in boards
        ),
        Problem("(4,4,4)-tic-tac-toe", game("mnk", width=4, height=4, k=4), "mnk(m=4,n=4,k=4)"),
    ]


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    chosen = [problem for problem in problems() if not settings.quick or "6 wide" not in problem.title]
    times: dict[str, float] = {}
    rows = []
    for problem in chosen:
        found, nodes = ours(problem, settings)
        times[problem.title] = found[1]
        row = [problem.title]
        for threads in THREADS:
            row += [figures.seconds(found[threads]), figures.count(nodes[threads])]
        rows.append(row)
    section.table(
        [f"medians of {settings.runs} runs", "1 thread", "its nodes", "2 threads", "their nodes"], rows
    )
    if settings.quick:
        section.say("`--quick` left out the 6 × 5 board and OpenSpiel, which needs minutes.")
    elif peer(section, "OpenSpiel", "pyspiel") is not None:
        section.table(
            ["OpenSpiel from Python", *PEER_SEARCHES, "Halfmove, 1 thread, is faster by"],
            [theirs(problem, times[problem.title], settings) for problem in chosen],
        )


def ours(problem: Problem, settings: Settings) -> tuple[dict[int, float], dict[int, float]]:
    """Median seconds and nodes, by the number of threads."""
    nodes: dict[int, list[int]] = {threads: [] for threads in THREADS}

    def contestant(threads: int) -> Any:
        def once() -> float:
            found, seconds = on_wall(
                lambda: solve(problem.game, threads=threads, megabytes=settings.megabytes)
            )
            expect(f"the value of {problem.title}", (found.value, found.proven), (0, True))
            nodes[threads].append(found.nodes)
            return seconds

        return once

    for threads in THREADS:
        contestant(threads)()  # with this, all machine code is ready
        nodes[threads].clear()
    times = alternate({str(threads): contestant(threads) for threads in THREADS}, settings.runs)
    expect(f"different node counts of {problem.title} on one thread", len(set(nodes[1])), 1)
    return {n: median(times[str(n)]) for n in THREADS}, {n: median(nodes[n]) for n in THREADS}


def theirs(problem: Problem, us: float, settings: Settings) -> list[str]:
    """What OpenSpiel's solvers need; the ratio to the quicker one."""
    limit = settings.peer_limit
    cells, fastest = [], limit
    for search in PEER_SEARCHES:
        found = solved(search, problem.peer, limit)
        if found is None:
            cells.append(f"not done in {limit:.0f} s")
        else:
            value, seconds = found
            expect(f"OpenSpiel's value of {problem.title}", value, 0)
            cells.append(figures.seconds(seconds))
            fastest = min(fastest, seconds)
    more = "" if fastest < limit else "over "
    return [problem.title, *cells, more + figures.ratio(fastest, us)]
