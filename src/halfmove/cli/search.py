"""Running a search from the command line: a session, its display, and Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from halfmove.cli.options import check_memory
from halfmove.cli.progress import Interruption, Progress
from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.reference import GameReference
from halfmove.search.algorithms import choose
from halfmove.search.session import Session

if TYPE_CHECKING:
    from halfmove.endings.attach import AtHand


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


def search(history: History, request: Request) -> tuple[Analysis | None, bool]:
    """The last analysis there was time for (None if there was none), and whether Ctrl-C ended the search."""
    tables = with_endings(history, request)
    session = session_for(tables.game, request)
    with Progress(f"searching {history.game.title()}") as progress:
        return watched(
            session,
            history,
            request.limit,
            progress.see,
            lines=request.lines,
            only=tables.only(history) if request.lines == 1 else None,
        )


def with_endings(history: History, request: Request) -> AtHand:
    """The databases of endings that are there, as `halfmove.endings.attach` has them: one that cannot be read
    is told of once."""
    from halfmove.endings.attach import attached

    return attached(history.game, history.state, request.endings, tell, request.syzygy)


def tell(sentence: str) -> None:
    """Say on standard error what a command goes on without."""
    print(f"halfmove: {sentence}", file=sys.stderr)


def watched(
    session: Session,
    history: History,
    limit: Limit,
    see: Callable[[Analysis], None],
    *,
    lines: int = 1,
    only: list[Any] | None = None,
) -> tuple[Analysis | None, bool]:
    """The last analysis of a search, of these actions `only` or of all, each shown to `see`, and whether
    Ctrl-C ended it."""
    latest = None
    with Interruption() as interruption:
        try:
            for latest in session.deepen(history, limit, lines=lines, only=only):
                see(latest)
        except KeyboardInterrupt:
            interruption.happened = True
    return latest, interruption.happened


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
