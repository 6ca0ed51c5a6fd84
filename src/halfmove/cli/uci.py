"""`halfmove uci`: a chess engine for whatever speaks the Universal Chess Interface."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.cli.engine_loop import answer
from halfmove.core.operation import Request, Work, operation


@operation("uci", "Run as a chess engine for a program that speaks UCI.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Uci(Request):
    """Run as a chess engine: read UCI commands on standard input, answer on standard output.

    A chess program starts the engine with this command. By hand: `uci`, `isready`,
    `position startpos moves e2e4`, `go movetime 1000`, `quit`.
    """


def show(asked: Uci, work: Work) -> None:
    """Answer as `uci` does; nothing can be asked."""
    answer("uci")
