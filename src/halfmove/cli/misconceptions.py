"""`halfmove misconceptions`: what classrooms believe of game search, and what really happens."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options


def misconceptions(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Which one; without a name, the list.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="A page with pictures: .html.",
            rich_help_panel="Output",
        ),
    ] = None,
    steps: Annotated[
        str | None,
        typer.Option(metavar="N", help="Step through run (N), the wrong one too.", rich_help_panel="Output"),
    ] = None,
    json: options.Json = False,
) -> None:
    """List what is often believed of game search, or show one: what really happens, why, and the right rule.

    Everything shown is a run of the real search, or of the wrong one, on a small tree.

    Example: halfmove misconceptions equal-moves

    Example: halfmove misconceptions which-window --steps 1

    Example: halfmove misconceptions horizon --output horizon.html
    """
    from halfmove.cli import believing

    if name is None:
        believing.show_list(output=output, steps=steps, json=json)
    else:
        believing.show_one(name, output=output, steps=steps, json=json)
