"""`halfmove analyze`: the best move in a position."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from halfmove.cli import options

_PAPER = "Games on paper (chess, Go)"


def analyze(
    game: options.GameName,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    seconds: options.Seconds = None,
    depth: options.Depth = None,
    nodes: options.Nodes = None,
    simulations: options.Simulations = None,
    algorithm: options.AlgorithmName = "auto",
    threads: options.Threads = "1",
    seed: options.Seed = "0",
    memory: options.Memory = None,
    without: options.Without = None,
    option: options.Settings = None,
    lines: options.Lines = "1",
    pgn: Annotated[
        str | None,
        typer.Option(metavar="FILE.pgn", help="Annotate the games in a file.", rich_help_panel=_PAPER),
    ] = None,
    sgf: Annotated[
        str | None,
        typer.Option(metavar="FILE.sgf", help="The same for Go.", rich_help_panel=_PAPER),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write them here.", rich_help_panel=_PAPER),
    ] = None,
    skip_broken: Annotated[
        bool,
        typer.Option("--skip-broken", help="Leave out games that are broken.", rich_help_panel=_PAPER),
    ] = False,
    json: options.Json = False,
) -> None:
    """Find the best move in a position, what it is worth, and the play expected after it; or annotate games.

    With no limit it thinks for half a second. Ctrl-C ends the search: what it has found is printed, and the
    exit status is 130.

    With --pgn or --sgf every position of the games in a file is looked at, each within the limit; -o writes
    them with evaluations, with marks (?!, ?, ??) for what loses, and with the better line.

    Example: halfmove analyze connect4 --moves "4 4 3" --lines 3
    """
    from halfmove.cli.annotating import annotate, files_of
    from halfmove.cli.limits import limit_of
    from halfmove.cli.numerals import processor_cores, whole
    from halfmove.cli.search import Request, pairs, search
    from halfmove.cli.target import open_target

    request = Request(
        limit=limit_of(seconds, depth, nodes, simulations),
        algorithm=algorithm,
        threads=processor_cores(threads),
        seed=whole(seed, "--seed", least=0, most=2**32 - 1) or 0,
        megabytes=whole(memory, "--memory"),
        without=tuple(name.strip() for name in (without or "").split(",") if name.strip()),
        lines=whole(lines, "--lines") or 1,
        options=pairs(option),
    )
    files = files_of(pgn, sgf, output, skip_broken=skip_broken, json=json)
    if files is not None:
        annotate(game, files, request, [settings, position, moves])
        return
    target = open_target(game, settings, position, moves)
    analysis, interrupted = search(target, request)
    if analysis is None:
        print("halfmove: interrupted before the first ply was searched.", file=sys.stderr)
        raise typer.Exit(130)
    if json:
        from halfmove.cli.jsons import print_json
        from halfmove.faces.analyses import analysis_json

        print_json(analysis_json(analysis))
    else:
        from halfmove.cli.report import print_analysis

        print_analysis(analysis, interrupted=interrupted, history=target.history)
    if interrupted:
        raise typer.Exit(130)
