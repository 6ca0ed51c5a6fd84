"""`halfmove prepare`: the machine code of games made before it is needed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from halfmove.search.aside import Maker
    from halfmove.search.session import Session

_LOOK = 0.1
"""Seconds between two looks at what is being made."""

GameNames = Annotated[
    list[str] | None,
    usage.Argument(metavar="[GAME]...", help="Games' names, or .py files of your own; all games by default."),
]


def prepare(
    games: GameNames = None,
    settings: options.Parameters = None,
    algorithm: Annotated[
        str,
        usage.Option("--algorithm", metavar="NAME", help="Of another search than the one that answers."),
    ] = "auto",
    jobs: Annotated[
        str | None,
        usage.Option(
            "--jobs", metavar="N", help="Processes at a time; as many as there are cores by default."
        ),
    ] = None,
) -> None:
    """Make the machine code of games now, so that the first search of each starts at once.

    What is there already is not made again. Ctrl-C keeps what has been made.

    Example: halfmove prepare chess connect4
    """
    from halfmove.cli.options import whole
    from halfmove.core.computer import usable_cores
    from halfmove.core.errors import BadInput

    if settings and len(games or ()) != 1:
        raise BadInput(
            "--set needs the one game whose parameter it sets, such as: halfmove prepare go --set width=9."
        )
    at_once = whole(jobs, "--jobs", least=1, most=1000) or usable_cores()
    sessions = [_session(name, settings, algorithm) for name in (games or _fitting(algorithm))]
    _make([session for session in sessions if not _is_ready(session)], at_once)


@contextmanager
def prepared_meanwhile(files: Sequence[str]) -> Iterator[None]:
    """In this block a process of low priority makes what is missing for all games and for these files."""
    from halfmove.core.code.turns import LOW
    from halfmove.core.compile import compiles_aside, jit_enabled

    if not (jit_enabled() and compiles_aside()):
        yield
        return
    process = subprocess.Popen(
        [sys.executable, "-m", "halfmove.cli.main", "prepare", "--jobs", "1", *files, *_all()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=None if sys.platform == "win32" else partial(os.nice, LOW),
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _all() -> list[str]:
    from halfmove.games.registry import games

    return list(games())


def _fitting(algorithm: str) -> list[str]:
    """All games that a search is for."""
    from halfmove.core.errors import Unsuitable
    from halfmove.games.registry import game
    from halfmove.search.algorithms import choose

    found = []
    for name in _all():
        with suppress(Unsuitable):
            choose(game(name), algorithm)
            found.append(name)
    return found


def _session(name: str, settings: list[str] | None, algorithm: str) -> Session:
    """A session of a search; "auto" is what `analyze` and the engine's levels take for the game."""
    from halfmove.cli.position import open_game
    from halfmove.games.reference import GameReference
    from halfmove.search.algorithms import choose
    from halfmove.search.session import Session, least_megabytes

    game = open_game(name, settings)
    chosen = choose(game, algorithm)
    least = least_megabytes(chosen)
    return Session(game, chosen.name, megabytes=least, reference=GameReference.known(game))


def _is_ready(session: Session) -> bool:
    """Whether the machine code is kept for searches of the session's game and for reading its records."""
    from halfmove.core.compile import NotKept, only_kept

    with suppress(NotKept), only_kept():
        for form in session.game.record_formats():
            form.prepare()
        return session.ready()
    return False


def _make(sessions: list[Session], at_once: int) -> None:
    """Have what is missing made, and say and keep of each how long it took."""
    from halfmove.core.code import times

    waiting, began = list(sessions), time.perf_counter()
    running: dict[Maker, tuple[Session, float]] = {}
    failed = []
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                session = waiting.pop(0)
                running[session.made_aside(in_turn=at_once == 1)] = session, time.perf_counter()
            time.sleep(_LOOK)
            for maker in [maker for maker in running if maker.has_ended]:
                session, since = running.pop(maker)
                took, title = time.perf_counter() - since, session.game.title()
                if maker.failed:
                    failed.append(session)
                else:
                    times.keep(title, took)
                    print(f"{title}: ready for {session.algorithm.name} ({took:.1f} s)", flush=True)
    finally:
        for maker in running:
            maker.end()
    for session in failed:
        session.prepare()  # tells what is wrong
    if sessions:
        print(f"{len(sessions)} made in {time.perf_counter() - began:.0f} s.", file=sys.stderr)
    else:
        print("All is there already.", file=sys.stderr)
