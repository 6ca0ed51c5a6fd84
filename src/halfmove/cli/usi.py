"""`halfmove usi`: an engine of shogi for whatever speaks the Universal Shogi Interface."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.cli.engine_loop import answer
from halfmove.core.operation import Request, Work, operation


@operation("usi", "Run as an engine of shogi for a program that speaks USI.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Usi(Request):
    """Run as an engine of shogi: read USI commands on standard input, answer on standard output.

    A shogi program starts the engine with this command. By hand: `usi`, `isready`,
    `position startpos moves 7g7f`, `go movetime 1000`, `quit`.
    """


def show(asked: Usi, work: Work) -> None:
    """Answer as `usi` does; nothing can be asked."""
    answer("usi")
