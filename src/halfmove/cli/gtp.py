"""`halfmove gtp`: an engine for whatever speaks the Go Text Protocol."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from dataclasses import dataclass, replace

from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.operation import LIMITS, GameRequest, Seconds, Work, field, operation
from halfmove.core.operation.position import GameKind
from halfmove.endings.search_request import AlgorithmRequest, LimitRequest

INTERRUPTED, NO_READER = 130, 141
"""Exit statuses, as in `cli.main`."""


@operation("gtp", "Run as a Go engine for a program that speaks GTP.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Gtp(AlgorithmRequest, LimitRequest, GameRequest):
    """Run as a Go engine: read GTP commands on standard input, answer on standard output.

    A program such as Sabaki or GoGui starts the engine with this command. --seconds is the time for a
    move when no clock is set (5). Other games can be played too, with moves in their own notation.

    By hand: `boardsize 9`, `genmove b`, `showboard`, `quit`.
    """

    game: Game | History | str | None = field(  # type: ignore[assignment]
        GameKind(), "A game's name.", default=None, usual="Go", place=True
    )
    seconds: float | None = field(
        Seconds(), "Time for a move where no clock is set.", default=None, usual="5", group=LIMITS
    )


def show(asked: Gtp, work: Work) -> None:
    """Answer commands until the last; the process ends here."""
    from halfmove.games.registry import usual_game
    from halfmove.protocols.gtp.server.search import Request
    from halfmove.protocols.gtp.server.server import Server
    from halfmove.search.algorithms import check_limit, choose

    opened = work.open_game(replace(asked, game=asked.game or usual_game("gtp")))
    chosen = choose(opened, asked.algorithm)
    options = {key: str(value) for key, value in asked.options.items()}
    if options:
        chosen.check(options)
    check_limit(chosen, asked.given_limit)
    request = Request(
        algorithm=asked.algorithm,
        limit=asked.given_limit if asked.given_limit != Limit() else Limit(seconds=5.0),
        threads=work.cores(asked.threads),
        megabytes=asked.megabytes,
        seed=asked.seed,
        options=options,
    )
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    server = Server(opened, request)
    status = 0

    def interrupted(number: int, frame: object) -> None:
        nonlocal status
        if status:
            raise KeyboardInterrupt
        status = INTERRUPTED
        server.interrupt()

    signal.signal(signal.SIGINT, interrupted)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve(sys.stdin)
    if server.deserted:
        status = NO_READER
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(status)  # at once: a thread may still wait for a line, or make what nobody needs any more
