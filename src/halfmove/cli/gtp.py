"""`halfmove gtp`: an engine for whatever speaks the Go Text Protocol."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage
from halfmove.core.numbers import MOST_STEPS

INTERRUPTED, NO_READER = 130, 141
"""Exit statuses, as in `cli.main`."""


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove gtp`."""

    game: Annotated[str | None, usage.Argument(metavar="[GAME]", help="A game's name; Go by default.")] = None
    settings: options.Parameters = None
    seconds: options.Seconds = None
    simulations: options.Simulations = None
    algorithm: options.AlgorithmName = "auto"
    threads: options.Threads = "1"
    seed: options.Seed = "0"
    memory: options.Memory = None
    option: options.Settings = None


@options.takes(Options)
def gtp(typed: Options) -> None:
    """Run as a Go engine: read GTP commands on standard input, answer on standard output.

    A program such as Sabaki or GoGui starts the engine with this command. --seconds is the time for a
    move when no clock is set (5). Other games can be played too, with moves in their own notation.

    By hand: `boardsize 9`, `genmove b`, `showboard`, `quit`.
    """
    from halfmove.cli.options import check_memory, duration, pairs, processor_cores, whole
    from halfmove.cli.position import open_game
    from halfmove.core.limit import Limit
    from halfmove.games.registry import usual_game
    from halfmove.protocols.gtp.server.search import Request
    from halfmove.protocols.gtp.server.server import Server
    from halfmove.search.algorithms import choose

    opened = open_game(typed.game or usual_game("gtp"), typed.settings)
    chosen = choose(opened, typed.algorithm)
    asked = dict(pairs(typed.option))
    megabytes = whole(typed.memory, "--memory")
    check_memory(megabytes)
    if asked:
        chosen.check(asked)
    bounds = Limit(
        seconds=duration(typed.seconds, "--seconds"),
        simulations=whole(typed.simulations, "--simulations", most=MOST_STEPS),
    )
    request = Request(
        algorithm=typed.algorithm,
        limit=bounds if bounds != Limit() else Limit(seconds=5.0),
        threads=processor_cores(typed.threads),
        megabytes=megabytes,
        seed=whole(typed.seed, "--seed", least=0, most=2**32 - 1) or 0,
        options=asked,
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
