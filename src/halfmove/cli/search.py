"""Running a search from the command line: a session, its display, and Ctrl-C."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from halfmove.cli.options import check_memory
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.games.reference import GameReference
from halfmove.search.algorithms import choose
from halfmove.search.session import Session

if TYPE_CHECKING:
    pass


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
    endings: str | None = None
    """The folder of databases of endings; None: the usual one, where it has any; "none": without."""
    syzygy: str | None = None
    """The folder of tables made by others, the same way."""


def with_network(
    algorithm: str, options: tuple[tuple[str, str], ...], file: str | None
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The algorithm, or several, and the settings with what `--network` says, if it is given."""
    if file is None:
        return algorithm, options
    if algorithm != "auto" and "network" not in (name.strip() for name in algorithm.split(",")):
        raise BadInput(f"--network is for --algorithm network, not for '{algorithm}'.")
    if "file" in dict(options):
        raise BadInput("--network and --option file=… both name a network; leave one out.")
    return "network" if algorithm == "auto" else algorithm, (("file", file), *options)


def tell(sentence: str) -> None:
    """Say on standard error what a command goes on without."""
    print(f"halfmove: {sentence}", file=sys.stderr)


def session_for(game: Game, request: Request) -> Session:
    """A session for searches of `game`; what does not fit together is told by the names of the options."""
    check_memory(request.megabytes)
    algorithm = choose(game, request.algorithm, request.limit)
    if request.without and not algorithm.features(game):
        raise BadInput(f"--without leaves features of the engine out, but the search is {algorithm.name}.")
    if request.options and not algorithm.settings:
        raise BadInput(f"--option sets what an algorithm can be told, but {algorithm.name} has no settings.")
    if request.megabytes is not None and algorithm.remember is None:
        raise BadInput(f"--memory bounds what a search keeps, but {algorithm.name} keeps none; leave it out.")
    return Session(
        game,
        algorithm.name,
        threads=request.threads,
        seed=request.seed,
        megabytes=request.megabytes,
        without=request.without,
        options=dict(request.options),
        reference=GameReference.known(game),
    )
