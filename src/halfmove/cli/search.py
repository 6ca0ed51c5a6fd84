"""Running a search from the command line: its display, its memory, and Ctrl-C."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from halfmove.cli.interrupt import Interruption
from halfmove.cli.live import Progress
from halfmove.cli.target import Target
from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.limit import Limit


@dataclass(frozen=True)
class Request:
    """What the options ask of a search."""

    limit: Limit
    algorithm: str = "auto"
    threads: int = 1
    seed: int = 0
    megabytes: int | None = None
    lines: int = 1
    without: tuple[str, ...] = ()
    """Features that the engine is to leave out."""


def search(target: Target, request: Request) -> tuple[Analysis | None, bool]:
    """The last analysis there was time for (None if there was none), and whether Ctrl-C ended the search."""
    from halfmove.search.algorithms import choose, deepen

    chosen = choose(target.game, request.algorithm)
    size, threads, seed = request.megabytes, request.threads, request.seed
    memory = memory_of(target.game, chosen.name, size, threads=threads, seed=seed, without=request.without)
    latest = None
    with Interruption() as interruption, Progress(f"searching {target.game.title()}") as progress:
        try:
            for latest in deepen(
                target.game,
                target.state,
                request.limit,
                algorithm=chosen.name,
                lines=request.lines,
                seed=seed,
                threads=threads,
                memory=memory,
            ):
                progress.see(latest)
        except KeyboardInterrupt:
            interruption.happened = True
    return latest, interruption.happened


def memory_of(
    game: Game,
    algorithm: str,
    megabytes: int | None,
    *,
    threads: int,
    seed: int,
    without: tuple[str, ...] = (),
) -> Any:
    """What the engine remembers from search to search; None for an algorithm that remembers nothing."""
    check_memory(megabytes)
    if algorithm != "engine":
        if megabytes is not None:
            raise BadInput(f"--memory sizes the engine's table, but {algorithm} keeps none; leave it out.")
        if without:
            raise BadInput(f"--without leaves features of the engine out, but the search is {algorithm}.")
        return None
    from halfmove.search.crew import Engine

    size: dict[str, Any] = {} if megabytes is None else {"megabytes": megabytes}
    return Engine(game, threads=threads, seed=seed, without=without, **size)


def check_memory(megabytes: int | None) -> None:
    """Refuse a table larger than the machine's memory, which would end in the process being killed."""
    available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    if megabytes is not None and megabytes > available:
        raise BadInput(f"--memory {megabytes} is more than this machine's {available} MB; ask for less.")
