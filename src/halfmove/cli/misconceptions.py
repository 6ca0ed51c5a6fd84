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
    json: options.Json = False,
) -> None:
    """List what is often believed of game search, or show one: what really happens, why, and the right rule.

    Everything shown is a run of the real search, or of the wrong one, on a small tree.

    Example: halfmove misconceptions equal-moves

    Example: halfmove misconceptions horizon --output horizon.html
    """
    from halfmove.cli.believing import listing, print_entry, print_listing, written
    from halfmove.cli.jsons import print_json
    from halfmove.core.errors import BadInput
    from halfmove.teach.misconceptions import misconception

    if name is None:
        if output is not None:
            raise BadInput("--output needs the NAME of a misconception; they are listed without it.")
        if json:
            print_json(listing())
        else:
            print_listing()
        return
    entry = misconception(name)
    if output is not None:
        written(entry, output)
    if json:
        print_json(entry.to_json())
    elif output is None:
        print_entry(entry)
    else:
        print(output)
