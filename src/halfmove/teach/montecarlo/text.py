"""A recorded search as text: the tree before, every step in a sentence, the tree after."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from halfmove.search.montecarlo.plan import FORMULAS
from halfmove.teach.montecarlo.labels import move, root_is_opponents, who
from halfmove.teach.montecarlo.sentences import sentence
from halfmove.teach.montecarlo.sketch import Sketch
from halfmove.teach.montecarlo.tree_text import rows

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace

TITLES = {"ucb1": "UCT (UCB1)", "tuned": "UCT (UCB1-Tuned)", "puct": "PUCT", "rave": "UCT-RAVE"}


def text(trace: SimulationTrace, *, width: int | None, depth: int | None) -> str:
    """See `SimulationTrace.text`."""
    return "\n".join(lines(trace, width=width, depth=depth))


def lines(trace: SimulationTrace, *, width: int | None, depth: int | None) -> Iterator[str]:
    """The text, line by line."""
    yield title(trace)
    yield from _wrapped(legend(trace), "", width)
    yield ""
    yield from tree(trace, trace.after(0), width, depth)
    for step in trace.steps:
        if step.begins:
            yield ""
            yield f"Iteration {step.iteration.number}"
        yield from _wrapped(sentence(trace, step), "  ", width)
    if trace.iterations:
        final = trace.after(len(trace.steps))
        final.way = ()
        yield ""
        yield from tree(trace, final, width, depth)
    if trace.best is not None:
        yield ""
        yield f"best move   {move(trace, trace.state, trace.best)}"


def title(trace: SimulationTrace) -> str:
    """What is searched, and how: `UCT (UCB1) on tictactoe, c = 1`."""
    formula = TITLES[FORMULAS[trace.plan.formula]]
    return f"{formula} on {trace.title}, c = {trace.plan.explore:g}"


def legend(trace: SimulationTrace) -> str:
    """Whose wins the labels count."""
    said = "Wins/playouts, for whoever made the move; a draw is half a win."
    if not root_is_opponents(trace):
        return said
    opponent = who(trace, 1 - trace.game.to_move(trace.state))
    return f"{said} At the root they are {opponent}'s."


def tree(trace: SimulationTrace, sketch: Sketch, width: int | None, depth: int | None) -> Iterator[str]:
    """The lines of the tree at one moment."""
    for row in rows(trace, sketch, depth):
        yield from row.wrapped(width)


def _wrapped(said: str, indent: str, width: int | None) -> list[str]:
    if width is None:
        return [indent + said]
    return textwrap.wrap(said, width, initial_indent=indent, subsequent_indent=indent + "  ")
