"""`halfmove misconceptions`: what classrooms believe of game search, and what really happens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from halfmove.teach.misconceptions import Misconception, Run


def misconceptions(
    name: Annotated[
        str | None, usage.Argument(metavar="[NAME]", help="Which one; without a name, the list.")
    ] = None,
    output: Annotated[
        str | None,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="A page with pictures: .html.",
            writes=True,
            rich_help_panel="Output",
        ),
    ] = None,
    steps: Annotated[
        str | None,
        usage.Option(metavar="N", help="Step through run (N), the wrong one too.", rich_help_panel="Output"),
    ] = None,
    json: options.Json = False,
) -> None:
    """List what is often believed of game search, or show one: what really happens, why, and the right rule.

    Everything shown is a run of the real search, or of the wrong one, on a small tree.

    Example: halfmove misconceptions equal-moves

    Example: halfmove misconceptions which-window --steps 1

    Example: halfmove misconceptions horizon --output horizon.html
    """
    if name is None:
        show_list(output=output, steps=steps, json=json)
    else:
        show_one(name, output=output, steps=steps, json=json)


WIDEST = 110
"""Sentences wider than this are hard to read."""

COLOURS = {"WRONG": "bold red", "RIGHT": "bold green"}


def show_list(*, output: str | None, steps: str | None, json: bool) -> None:
    """The list; `BadInput` where an option is about a single entry."""
    from halfmove.cli.terminal import print_json
    from halfmove.core.errors import BadInput

    for option, given in (("--output", output), ("--steps", steps)):
        if given is not None:
            raise BadInput(f"{option} needs the NAME of a misconception; they are listed without it.")
    if json:
        print_json(listing())
    else:
        print_listing()


def show_one(name: str, *, output: str | None, steps: str | None, json: bool) -> None:
    """One entry: on the screen, as JSON, as a page, or one of its runs step by step."""
    from halfmove.cli.steps.players import step_through_trace
    from halfmove.cli.terminal import print_json
    from halfmove.core.errors import BadInput
    from halfmove.teach.misconceptions import misconception
    from halfmove.teach.tree_text import Show

    entry = misconception(name)
    if steps is not None:
        if json or output is not None:
            raise BadInput("--steps is for a terminal; it goes with neither --json nor --output.")
        step_through_trace(run_of(entry, steps).trace, Show(truth=True))
        return
    if output is not None:
        write_page(entry, output)
    if json:
        print_json(entry.to_dict())
    elif output is None:
        print_entry(entry)
    else:
        print(f"Wrote {output}.")


def run_of(entry: Misconception, steps: str) -> Run:
    """The run that has this number in the text; `BadInput` if none has."""
    from halfmove.cli.options import whole
    from halfmove.core.errors import BadInput
    from halfmove.teach.misconceptions import Run

    parts = entry.exhibit.parts
    runs = {number: part for number, part in enumerate(parts, 1) if isinstance(part, Run)}
    number = whole(steps, "--steps")
    if number not in runs:
        known = ", ".join(map(str, runs)) or "none"
        raise BadInput(f"The runs of {entry.name} have the numbers {known}, not {number}.")
    return runs[number]


def listing() -> dict[str, Any]:
    """The list as data."""
    from halfmove.teach.misconceptions import misconceptions
    from halfmove.teach.misconceptions.report import summary_json

    return {"misconceptions": [summary_json(entry) for entry in misconceptions().values()]}


def print_listing() -> None:
    """The list: a topic a paragraph, name and belief a row."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from halfmove.cli.terminal import console, print_table
    from halfmove.teach.misconceptions import misconceptions

    out = console()
    gallery = misconceptions()
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column("name", style="bold", no_wrap=True)
    rows.add_column("what is believed")
    for topic, found in gallery.topics().items():
        rows.add_row(Text(topic, style="cyan"), "")
        for entry in found:
            rows.add_row(f"  {entry.name}", entry.belief)
        rows.add_row("", "")
    print_table(out, rows)
    out.print("Look at one:  halfmove misconceptions equal-moves", style="dim")


def print_entry(entry: Misconception) -> None:
    """One entry, its verdicts in colour."""
    from rich.text import Text

    from halfmove.cli.terminal import console

    out = console()
    for line in entry.text(width=min(out.width, WIDEST)).splitlines():
        text = Text(line)
        for word, style in COLOURS.items():
            text.highlight_regex(rf"^\(\d+\) {word}\b.*", style)
        text.highlight_regex(r"^(The belief|But|What happens|Why|The right rule|Read on)(?=\s)", "bold")
        out.print(text, soft_wrap=True)  # what is still too wide the terminal wraps; nothing is cut off


def write_page(entry: Misconception, name: str) -> None:
    """The page in a file, whole or not at all."""
    from halfmove.core.atomic_file import whole_file
    from halfmove.core.errors import BadInput
    from halfmove.teach.misconceptions.report import document

    target = Path(name)
    if target.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"The pictures go to a page, a file that ends in .html, not '{target.name}'.")
    content = document(entry)
    with whole_file(target) as out:
        out.write(content)
