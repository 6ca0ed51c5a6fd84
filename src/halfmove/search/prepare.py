"""The operation `prepare`: the machine code of games made before it is needed; the same beside a server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.naming import known_games, known_reference, usual_games
from halfmove.core.operation import (
    LOCAL_FACES,
    Files,
    GameRequest,
    Request,
    Settings,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.progress import at
from halfmove.core.results import Table

if TYPE_CHECKING:
    from halfmove.search.aside import Maker
    from halfmove.search.session import Session

LOOK = 0.1
"""Seconds between two looks at what is being made."""


class MadeData(TypedDict):
    """Machine code that was made for a game."""

    game: Annotated[str, "The game, with its parameters."]
    algorithm: Annotated[str, "The search that it is for."]
    seconds: Annotated[float, "How long it took."]


class PreparedData(TypedDict):
    """The machine code that was made."""

    made: Annotated[list[MadeData], "That of each game which had none."]
    seconds: Annotated[float, "How long all of it took."]


@dataclass(frozen=True)
class Prepared(Table):
    """The machine code that was made so far."""

    made: tuple[MadeData, ...]
    seconds: float
    done: bool

    grows = True

    def to_dict(self) -> PreparedData:
        return {"made": list(self.made), "seconds": round(self.seconds, 3)}

    def to_rows(self) -> list[dict[str, Any]]:
        return [dict(row) for row in self.made]

    def to_text(self) -> str:
        lines = [f"{row['game']}: ready for {row['algorithm']} ({row['seconds']:.1f} s)" for row in self.made]
        if self.done:
            all_of_it = f"{len(self.made)} made in {self.seconds:.0f} s."
            lines.append(all_of_it if self.made else "All is there already.")
        return "\n".join(lines)


@operation(
    "prepare",
    "Compile games before they are needed.",
    doing="preparing",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class Prepare(Request):
    """Compile games now, so that the first search of each starts at once.

    What is compiled already is not compiled again. Ctrl-C keeps what is done.

    Example: halfmove prepare chess connect4
    """

    games: Sequence[str] = field(
        Files(word="GAME …"),
        "Games' names, or .py files of your own.",
        default=(),
        usual="all games",
        place=True,
    )
    parameters: Mapping[str, Any] = field(
        Settings(), "Parameters of the one game.", terminal="Repeatable.", default={}, options=("--set",)
    )
    algorithm: str = field(
        Text(word="NAME"), "The search; auto: the one that answers `halfmove analyze`.", default="auto"
    )
    jobs: int | None = field(
        Whole(1, 1000), "Processes at a time.", default=None, usual="as many as there are cores"
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.parameters and len(self.games) != 1:
            raise BadInput(f"{name('parameters')} needs the one game whose parameter it sets.")

    def run(self, work: Work) -> Iterator[Prepared]:
        """A result for each game whose code is made."""
        from halfmove.core.computer import usable_cores

        sessions = [self._session(work, name) for name in self.games or _fitting(self.algorithm)]
        missing = [session for session in sessions if not _is_ready(session)]
        began, made = time.perf_counter(), list[MadeData]()
        for session, seconds in _make(missing, self.jobs or usable_cores()):
            made.append(
                {
                    "game": session.game.title(),
                    "algorithm": session.algorithm.name,
                    "seconds": round(seconds, 3),
                }
            )
            at(len(made), len(missing), unit="games")
            yield Prepared(tuple(made), time.perf_counter() - began, done=False)
        yield Prepared(tuple(made), time.perf_counter() - began, done=True)

    def _session(self, work: Work, name: str) -> Session:
        from halfmove.search.algorithms import choose
        from halfmove.search.session import Session, least_megabytes

        game = work.open_game(GameRequest(game=name, parameters=self.parameters))
        chosen = choose(game, self.algorithm)
        least = least_megabytes(chosen)
        return Session(game, chosen.name, megabytes=least, reference=known_reference(game))


@contextmanager
def prepare_meanwhile(files: Sequence[str]) -> Iterator[None]:
    """In this block a process of low priority makes what is missing for all games and for these files."""
    from halfmove.core.code.turns import LOW
    from halfmove.core.compile import compiles_aside, jit_enabled

    if not (jit_enabled() and compiles_aside()):
        yield
        return
    process = subprocess.Popen(
        [sys.executable, "-m", "halfmove.cli.main", "prepare", "--jobs", "1", *files, *known_games()],
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


def _fitting(algorithm: str) -> Iterator[str]:
    """All games that a search is for."""
    from halfmove.search.algorithms import choose

    for name, game in usual_games().items():
        with suppress(Unsuitable):
            choose(game, algorithm)
            yield name


def _is_ready(session: Session) -> bool:
    """Whether the machine code is kept for searches of the session's game and for reading its records."""
    from halfmove.core.compile import NotKept, only_kept
    from halfmove.core.formats import record_formats

    with suppress(NotKept), only_kept():
        for form in record_formats(session.game):
            form.prepare()
        return session.ready()
    return False


def _make(sessions: Sequence[Session], at_once: int) -> Iterator[tuple[Session, float]]:
    """Have what is missing made in other processes; each session with the seconds that it took."""
    from halfmove.core.code import times

    waiting, failed = list(sessions), []
    running: dict[Maker, tuple[Session, float]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                session = waiting.pop(0)
                running[session.made_aside(in_turn=at_once == 1)] = session, time.perf_counter()
            time.sleep(LOOK)
            for maker in [maker for maker in running if maker.has_ended]:
                session, since = running.pop(maker)
                if maker.failed:
                    failed.append(session)
                    continue
                seconds = time.perf_counter() - since
                times.keep(session.game.title(), seconds)
                yield session, seconds
    finally:
        for maker in running:
            maker.end()
    for session in failed:
        session.prepare()  # says what is wrong
