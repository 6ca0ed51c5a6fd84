"""How a terminal shows a search of a tree: in colours, each step as it happens, or a step at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.cli.terminal import writable
from halfmove.teach.summary import summary
from halfmove.teach.tree_text import Row, Show, branches, legend, own_legends, rows

if TYPE_CHECKING:
    from rich.text import Text

    from halfmove.core.operation import Work
    from halfmove.teach.trace import Trace
    from halfmove.teach.tree import TreeRequest

STYLES = {"open": "bold", "done": "", "never": "dim", "unseen": "dim"}


def show(request: TreeRequest, work: Work) -> None:
    """Show the search in the form that is asked for."""
    search = request.search(work)
    if request.trace or request.sentences or request.events:
        from halfmove.cli.terminal import line_width, say

        search.tell(request, say, line_width())
    elif request.steps:
        from halfmove.cli.steps.players import step_through_trace

        step_through_trace(search.trace(), request.show)
    else:
        print_tree(search.trace(), request.show, blank=request.blank)


def print_tree(trace: Trace, show: Show, *, blank: bool) -> None:
    """The tree, and unless it is `blank` what came of the search."""
    from halfmove.cli.terminal import console

    out = console()
    if not out.is_terminal:
        lines = branches(trace, None, show, width=out.width)
        print(writable("\n".join(lines if blank else [*lines, "", *summary(trace, width=out.width)])))
        return
    drawn = rows(trace, None, show)
    for row in drawn:
        for line in styled(row, out.width):
            out.print(line, soft_wrap=True)
    if not blank:
        below = [
            "",
            *legend(drawn, show, out.width, own_legends(trace) if show.values else ()),
            "",
            *summary(trace, width=out.width),
        ]
        out.print(writable("\n".join(below)), soft_wrap=True)


def styled(row: Row, width: int) -> list[Text]:
    """A node's lines: dim where the search never was, the line of best play in colour."""
    from rich.text import Text

    found = []
    for line in row.wrapped(width):
        text = Text(writable(line))
        best = "★" in row.text or "*" in writable(row.text)[len(row.text) :]
        text.stylize("bold green" if "★" in row.text or best else STYLES[row.standing])
        text.stylize("dim not bold", 0, len(row.first))
        found.append(text)
    return found
