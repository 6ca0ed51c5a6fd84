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
    from halfmove.core.errors import BadInput
    from halfmove.imperfect.bimatrix import SUPPORT_ENUMERATION
    from halfmove.imperfect.exact import EXACT
    from halfmove.teach import matrix, regret

    by_hand = asked.algorithm == SUPPORT_ENUMERATION
    if asked.algorithm in EXACT and not by_hand:
        words = EXACT[asked.algorithm].words
        raise BadInput(
            f"{words[0].upper()}{words[1:]} is solved to the end; there is nothing to step through."
        )
    if output is not None:
        (matrix.MatrixTrace if by_hand else regret.RegretTrace).check_format(output)
    trace: matrix.MatrixTrace | regret.RegretTrace
    if by_hand:
        trace = matrix.record(game)
    else:
        iterations = UNLESS_TOLD if asked.iterations is None else asked.iterations
        trace = regret.record(game, algorithm=asked.algorithm, iterations=iterations, seed=asked.seed)
    if sentences:
        say(trace.text())
    if output is not None:
        trace.save(output)
        say(f"written           {output}")
