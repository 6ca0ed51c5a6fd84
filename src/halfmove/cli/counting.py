"""Perft as the command line runs it: compiled before it is timed, and in the background, to hear Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from halfmove.cli.interrupt import in_background
from halfmove.cli.live import Progress
from halfmove.cli.target import Target
from halfmove.faces import words


class Count(NamedTuple):
    """One row: how many sequences, and how long the counting took."""

    label: str
    nodes: int
    seconds: float


def count(target: Target, depth: int, label: str) -> Count:
    """The sequences of exactly `depth` moves."""
    from halfmove.search.perft import perft

    start = time.perf_counter()
    nodes = in_background(lambda: perft(target.game, target.state, depth))
    return Count(label, int(nodes), time.perf_counter() - start)


def counts(target: Target, depths: Iterable[int]) -> Iterator[Count]:
    """A row for each depth."""
    with Progress(f"counting {target.game.title()}") as progress:
        count(target, 0, "")  # compiles
        for depth in depths:
            progress.say(f"counting {target.game.title()} to depth {depth}")
            yield count(target, depth, str(depth))


def divided(target: Target, depth: int) -> Iterator[Count]:
    """A row for each first move."""
    game, state = target.game, target.state
    if game.is_terminal(state):
        return
    for action in list(game.actions(state)):
        child = Target(game, game.result(state, action))
        yield count(child, depth - 1, game.action_text(state, action))


def print_counts(target: Target, depth: int, divide: bool) -> None:
    """Rows for each depth up to `depth`, as they come, then one for each first move where asked."""
    from halfmove.cli.report import console, heading

    out = console()
    for number, row in enumerate(counts(target, range(min(1, depth), depth + 1))):
        if number == 0:
            out.print(heading(target.game), style="bold")
            out.print(f"\n{'depth':>6} {'sequences':>24} {'time':>12} {'speed':>12}", style="dim")
        out.print(_row(row))
    if divide:
        out.print(f"\n{'move':>6} {'sequences':>24} {'time':>12} {'speed':>12}", style="dim")
        for row in divided(target, depth):
            out.print(_row(row))


def _row(row: Count) -> str:
    speed = words.speed(row.nodes, row.seconds) if row.seconds > 0.001 else ""
    nodes, seconds = words.count(row.nodes), words.time_taken(row.seconds)
    return f"{row.label:>6} {nodes:>24} {seconds:>12} {speed:>12}".rstrip()
