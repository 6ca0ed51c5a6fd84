"""`halfmove uci`: a chess engine for whatever speaks the Universal Chess Interface."""

from __future__ import annotations

import contextlib
import io
import os
import sys


def uci() -> None:
    """Be a chess engine: lines in UCI come on standard input, lines go out on standard output.

    A chess program starts it by this command. By hand: `uci`, `isready`, `position startpos moves e2e4`,
    `go movetime 1000`, `quit`.
    """
    from halfmove.protocols.uci.server.serving import Server

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    server = Server()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        server.serve(sys.stdin)
    if server.preparing:  # nobody waits for machine code that nobody needs any more
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.flush()
        os._exit(0)
