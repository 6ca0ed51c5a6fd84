"""An explanation of a move on the screen: the position, the paragraphs, and the boards in their colours."""

from __future__ import annotations

import textwrap

from rich.text import Text

from halfmove.cli.report import coloured, console, effort, print_position
from halfmove.core.history import History
from halfmove.teach.why import Explanation
from halfmove.teach.why.boards import paragraphs, side_by_side

MOST = 12
"""Groups of moves that are told; what is worse than those teaches little."""


def print_explanation(
    explanation: Explanation, *, boards: bool, interrupted: bool = False, history: History | None = None
) -> None:
    """The position, and all that there is to say about its moves."""
    game = explanation.game
    out = console()
    print_position(out, game, explanation.state, history)
    if explanation.legal == 0 or not explanation.analysis.lines:
        return
    for number, paragraph in enumerate(paragraphs(explanation, MOST)):
        if number:
            out.print()
        told = textwrap.fill(" ".join(paragraph.sentences), out.width)
        out.print(Text(told, style="bold" if number == 0 else ""))
        if boards and paragraph.boards:
            rows = side_by_side(game, paragraph.boards, out.width)
            out.print()
            out.print(coloured(game, rows), no_wrap=True, crop=False)
    out.print()
    searched = effort(explanation.analysis) + (", interrupted" if interrupted else "")
    out.print(Text(f"Searched: {searched}."), style="dim")
