"""Standard input and output for an engine that another program drives: `halfmove uci`, `halfmove usi`."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys

INTERRUPTED, NO_READER = 130, 141
"""Exit statuses, as in `cli.main`."""


def answer(name: str) -> None:
    """Answer the commands of a protocol until the last."""
    from halfmove.protocols.uci.server.language import LANGUAGES
    from halfmove.protocols.uci.server.server import Server

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):  # a line that it cannot make sense of is repeated
        sys.stdout.reconfigure(errors="backslashreplace")
    server = Server(language=LANGUAGES[name])
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
