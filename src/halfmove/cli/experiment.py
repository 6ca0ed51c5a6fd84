"""`halfmove experiment`: a hypothesis in a file, tested."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options

_RUNNING, _OUTPUT = "Running", "Output"


def experiment(
    file: Annotated[
        str, typer.Argument(metavar="FILE.toml", help="The experiment; see docs/experiments.md.")
    ],
    again: Annotated[
        bool,
        typer.Option("--again", help="Play it all anew; the old games are kept.", rich_help_panel=_RUNNING),
    ] = False,
    at_once: Annotated[
        str | None,
        typer.Option(metavar="N", help="Games at a time; by default one a core.", rich_help_panel=_RUNNING),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on this Ray cluster.", rich_help_panel=_RUNNING),
    ] = None,
    look: Annotated[
        bool,
        typer.Option("--look", help="Play nothing, show what was found so far.", rich_help_panel=_RUNNING),
    ] = False,
    write: Annotated[
        str | None,
        typer.Option(metavar="FILE.md", help="Write the report here too.", rich_help_panel=_OUTPUT),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE.svg", help="Plot the Elo differences.", rich_help_panel=_OUTPUT),
    ] = None,
    json: options.Json = False,
) -> None:
    """Test a hypothesis by games, as a TOML file states it: the sides, the test, and when to stop.

    Run again, it goes on where it stopped; when nothing is left to play, it shows what was found. Ctrl-C ends
    it with the findings so far, and exit status 130.

    Example: halfmove experiment features.toml --write features.md
    """
    from halfmove.cli.experimenting import Request, conduct
    from halfmove.cli.numerals import whole

    conduct(Request(file, again, whole(at_once, "--at-once", most=1024), ray, look, write, plot, json))
