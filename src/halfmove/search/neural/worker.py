"""A process that searches with others: `python -m halfmove.search.neural.worker DESCRIPTOR PARENT`.

It is told once what to search with, as `Orders`, and then one `Task` after the other, of which it tells how
far it has come, as `Report`s.  It ends when the search's own process does.
"""

from __future__ import annotations

import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from halfmove.core.errors import HalfmoveError
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.user_file import module_of
from halfmove.search.neural.network import Network
from halfmove.search.neural.processes import READY, REFUSED, SLICE, STOP, Orders, Report, Task, deadline
from halfmove.search.neural.searching import NetworkSearch
from halfmove.search.neural.varied import VariedJudge

LOOK = 5.0
"""Seconds between two looks at whether the parent is there."""


class Branch:
    """The tree of this process, and the game that it follows."""

    def __init__(self, orders: Orders) -> None:
        game = orders.game
        network = Network(game, orders.architecture, orders.parameters, orders.made)
        self.number = orders.number
        self.engine = NetworkSearch(
            game,
            orders.options,
            network=network,
            megabytes=orders.megabytes,
            threads=orders.threads,
            judge=VariedJudge,
        )
        self.history: History | None = None
        self.reseed(orders.seed)
        self.engine.prepare(orders.state)

    def reseed(self, seed: int) -> None:
        """Draw the random numbers of a seed, which are others in each process."""
        self.engine.reseed(seed + self.number)

    def follow(self, start: Any, actions: tuple[Any, ...]) -> History:
        """The game so far; what is known of it is not played again."""
        known = self.history
        if known is None or known.start != start or tuple(known.actions) != actions[: len(known.actions)]:
            known = self.history = History(self.engine.game, start)
        for action in actions[len(known.actions) :]:
            known.play(action)
        return known

    def search(self, task: Task, line: Connection) -> None:
        """Do a task, and tell of it."""
        engine, until = self.engine, deadline(task.limit.seconds)
        if task.seed is not None:
            engine.clear()
            self.reseed(task.seed)
        if task.fresh:
            engine.begin()
        history = self.follow(task.start, task.actions)
        engine.set_root(history.state, history)
        part = task.limit.simulations
        while True:
            left = max(min(SLICE, until - time.perf_counter()), 1e-6)
            engine.grow(Limit(seconds=left, simulations=part))
            told = line.poll() and line.recv() == STOP
            spent = part is not None and engine.simulations >= part
            ended = told or spent or engine.solved or time.perf_counter() >= until
            line.send(self.report(ended=ended))
            if ended:
                return

    def report(self, *, ended: bool) -> Report:
        """What the tree says now."""
        engine = self.engine
        return Report(
            tuple(engine.candidates()),
            engine.simulations,
            engine.depth,
            engine.statistics(),
            engine.solved,
            ended,
        )


def work(line: Connection, parent: int) -> None:
    """Search until nobody asks any more."""
    file = line.recv()
    if file is not None:
        module_of(Path(file), "a game")
    branch = Branch(line.recv())
    line.send((READY, None))
    while os.getppid() == parent:
        if line.poll(LOOK):
            message = line.recv()
            if message != STOP:  # which came when the task was done
                branch.search(message, line)


def main() -> None:
    """Work on the line whose descriptor has been inherited."""
    descriptor, parent = map(int, sys.argv[1:])
    os.set_inheritable(descriptor, False)
    line = Connection(descriptor)
    try:
        work(line, parent)
    except (BrokenPipeError, ConnectionResetError, EOFError):
        return
    except HalfmoveError as error:
        line.send((REFUSED, str(error)))


if __name__ == "__main__":
    main()
