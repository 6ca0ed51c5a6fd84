"""`halfmove solve` by regret minimisation, step by step: told, or written as a page or a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.cli.solve.regret import Request
    from halfmove.core.contract import Game

UNLESS_TOLD = 5
"""Iterations."""


def show_steps(game: Game, asked: Request, *, sentences: bool, output: str | None) -> None:
    """Record the run, and tell it or write it; `BadInput` for what cannot be stepped through."""
    from halfmove.cli.terminal import say
    from halfmove.core.atomic_file import check_writable
    from halfmove.core.errors import BadInput
    from halfmove.imperfect.exact import EXACT
    from halfmove.imperfect.support_enumeration import SUPPORT_ENUMERATION
    from halfmove.teach.regret import record
    from halfmove.teach.regret.trace import WRITTEN
    from halfmove.teach.step_files import check_format

    if asked.algorithm == SUPPORT_ENUMERATION:
        _by_hand(game, sentences=sentences, output=output)
        return
    if asked.algorithm in EXACT:
        words = EXACT[asked.algorithm].words
        raise BadInput(
            f"{words[0].upper()}{words[1:]} is solved to the end; there is nothing to step through."
        )
    if output is not None:
        check_format(output, WRITTEN)
        check_writable(output)
    iterations = UNLESS_TOLD if asked.iterations is None else asked.iterations
    trace = record(game, algorithm=asked.algorithm, iterations=iterations, seed=asked.seed)
    if sentences:
        say(trace.text())
    if output is not None:
        trace.save(output)
        say(f"written           {output}")


def _by_hand(game: Game, *, sentences: bool, output: str | None) -> None:
    """The same of a matrix game: dominated actions struck out, then all supports tried."""
    from halfmove.cli.terminal import say
    from halfmove.core.atomic_file import check_writable
    from halfmove.teach.matrix import record
    from halfmove.teach.matrix.trace import WRITTEN
    from halfmove.teach.step_files import check_format

    if output is not None:
        check_format(output, WRITTEN)
        check_writable(output)
    trace = record(game)
    if sentences:
        say(trace.text())
    if output is not None:
        trace.save(output)
        say(f"written           {output}")
