"""Running a search from the command line: its display, its memory, and Ctrl-C."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from halfmove.cli.interrupt import Interruption
from halfmove.cli.live import Progress
from halfmove.cli.target import Target
from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.limit import Limit

if TYPE_CHECKING:
    from halfmove.search.algorithms import Algorithm


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
    options: tuple[tuple[str, str], ...] = ()
    """Settings of the algorithm's own."""


def search(target: Target, request: Request) -> tuple[Analysis | None, bool]:
    """The last analysis there was time for (None if there was none), and whether Ctrl-C ended the search."""
    from halfmove.search.algorithms import choose, deepen

    chosen = choose(target.game, request.algorithm)
    size, threads, seed = request.megabytes, request.threads, request.seed
    memory = memory_of(
        target.game,
        chosen,
        size,
        threads=threads,
        seed=seed,
        without=request.without,
        options=dict(request.options),
    )
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
                history=target.history,
            ):
                progress.see(latest)
        except KeyboardInterrupt:
            interruption.happened = True
    return latest, interruption.happened


def pairs(settings: list[str] | None) -> tuple[tuple[str, str], ...]:
    """What `--option KEY=VALUE`, given any number of times, says."""
    found = []
    for setting in settings or []:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (key and equals):
            raise BadInput(f"--option takes KEY=VALUE, such as formula=rave, not '{setting}'.")
        found.append((key, value))
    return tuple(found)


def memory_of(
    game: Game,
    algorithm: Algorithm,
    megabytes: int | None,
    *,
    threads: int,
    seed: int,
    without: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
) -> Any:
    """What an algorithm remembers from search to search; None for one that remembers nothing."""
    check_memory(megabytes)
    if without and not algorithm.features(game):
        raise BadInput(f"--without leaves features of the engine out, but the search is {algorithm.name}.")
    if options and not algorithm.settings:
        raise BadInput(f"--option sets what an algorithm can be told, but {algorithm.name} has no settings.")
    if algorithm.remember is None:
        if megabytes is not None:
            raise BadInput(
                f"--memory bounds what a search keeps, but {algorithm.name} keeps none; leave it out."
            )
        return None
    return algorithm.remember(
        game, megabytes=megabytes, threads=threads, seed=seed, without=without, options=options
    )


def check_memory(megabytes: int | None) -> None:
    """Refuse a table larger than the machine's memory, which would end in the process being killed."""
    available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    if megabytes is not None and megabytes > available:
        raise BadInput(f"--memory {megabytes} is more than this machine's {available} MB; ask for less.")
