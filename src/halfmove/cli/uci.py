"""`halfmove uci`: a chess engine for whatever speaks the Universal Chess Interface."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from dataclasses import dataclass

from halfmove.core.operation import Request, Work, operation

INTERRUPTED, NO_READER = 130, 141
"""Exit statuses, as in `cli.main`."""


@operation("uci", "Run as a chess engine for a program that speaks UCI.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Uci(Request):
    """Run as a chess engine: read UCI commands on standard input, answer on standard output.

    A chess program starts the engine with this command. By hand: `uci`, `isready`,
    `position startpos moves e2e4`, `go movetime 1000`, `quit`.
    """


def show(asked: Uci, work: Work) -> None:
    """Answer as `uci` does; nothing can be asked."""
    uci()


def uci() -> None:
    """Answer commands until the last."""
    from halfmove.protocols.uci.server.server import Server

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):  # a line that it cannot make sense of is repeated
        sys.stdout.reconfigure(errors="backslashreplace")
    server = Server()
    status = 0

    def interrupted(number: int, frame: object) -> None:
        nonlocal status
        status = INTERRUPTED
        if not server.interrupt():  # a second time, or before it has begun
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupted)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve(sys.stdin)
    if server.deserted:
        status = NO_READER
    if status or server.preparing:
        # at once: nobody needs what is still being made, and a thread may still wait for a line
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(status)
