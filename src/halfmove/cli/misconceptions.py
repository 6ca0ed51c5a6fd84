"""How a terminal shows the gallery of misconceptions: verdicts in colour, or a run step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.core.operation import Work
    from halfmove.teach.misconceptions import Misconception, Run
    from halfmove.teach.misconceptions.operation import MisconceptionsRequest

WIDEST = 110
"""Sentences wider than this are hard to read."""

COLOURS = {"WRONG": "bold red", "RIGHT": "bold green"}


def show(request: MisconceptionsRequest, work: Work) -> None:
    """Show the list, an entry, or one of its runs step by step; or say which page was written."""
    from halfmove.cli.steps.players import step_through_trace
    from halfmove.cli.terminal import print_text
    from halfmove.teach.misconceptions import misconception
    from halfmove.teach.tree_text import Show

    if request.steps is not None:
        run = run_of(misconception(str(request.name)), request.steps)
        step_through_trace(run.trace, Show(truth=True))
        return
    for found in request.run(work):
        if request.output is not None:
            print(f"Wrote {request.output}.")
        elif found.entry is not None:
            print_entry(found.entry)
        else:
            print_text(found)


def run_of(entry: Misconception, number: int) -> Run:
    """The run that has this number in the text; `BadInput` if none has."""
    from halfmove.core.errors import BadInput
    from halfmove.teach.misconceptions import Run

    parts = entry.exhibit.parts
    runs = {place: part for place, part in enumerate(parts, 1) if isinstance(part, Run)}
    if number not in runs:
        known = ", ".join(map(str, runs)) or "none"
        raise BadInput(f"The runs of {entry.name} have the numbers {known}, not {number}.")
    return runs[number]


def print_entry(entry: Misconception) -> None:
    """Print one entry, its verdicts in colour."""
    from rich.text import Text

    from halfmove.cli.terminal import console

    out = console()
    for line in entry.text(width=min(out.width, WIDEST)).splitlines():
        text = Text(line)
        for word, style in COLOURS.items():
            text.highlight_regex(rf"^\(\d+\) {word}\b.*", style)
        text.highlight_regex(r"^(The belief|But|What happens|Why|The right rule|Read on)(?=\s)", "bold")
        out.print(text, soft_wrap=True)  # what is still too wide the terminal wraps; nothing is cut off
