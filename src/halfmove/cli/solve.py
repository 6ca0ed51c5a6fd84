"""`halfmove solve`: the proven value of a position."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from halfmove.cli import options


def solve(
    game: options.GameName,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    weak: Annotated[
        bool,
        typer.Option(
            "--weak", help="Win, draw or loss only, not how far away: quicker.", rich_help_panel="Search"
        ),
    ] = False,
    threads: options.Threads = "1",
    memory: options.Memory = None,
    json: options.Json = False,
) -> None:
    """Prove what a position is worth with best play, and in how many plies the game then ends.

    Takes as long as it takes; Ctrl-C prints what is known so far and ends with exit status 130.

    Example: halfmove solve connect4 --set width=5 --set height=4
    """
    from halfmove.cli.numerals import processor_cores, whole
    from halfmove.cli.proof import prove
    from halfmove.cli.target import open_target

    cores, megabytes = processor_cores(threads), whole(memory, "--memory")
    target = open_target(game, settings, position, moves)
    analysis, interrupted = prove(target, distance=not weak, threads=cores, megabytes=megabytes)
    if analysis is None:
        print("halfmove: interrupted before anything was known.", file=sys.stderr)
        raise typer.Exit(130)
    if json:
        from halfmove.cli.jsons import print_json
        from halfmove.faces.analyses import analysis_json

        print_json(analysis_json(analysis, distance=True))
    else:
        from halfmove.cli.report import print_analysis

        print_analysis(analysis, interrupted=interrupted)
    if interrupted:
        raise typer.Exit(130)
