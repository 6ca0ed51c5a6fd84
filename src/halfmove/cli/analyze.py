"""`halfmove analyze`: the best move in a position."""

from __future__ import annotations

import sys

import typer

from halfmove.cli import options


def analyze(
    game: options.GameName,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    seconds: options.Seconds = None,
    depth: options.Depth = None,
    nodes: options.Nodes = None,
    algorithm: options.AlgorithmName = "auto",
    threads: options.Threads = "1",
    seed: options.Seed = "0",
    memory: options.Memory = None,
    without: options.Without = None,
    lines: options.Lines = "1",
    json: options.Json = False,
) -> None:
    """Find the best move in a position, what it is worth, and the play expected after it.

    With no limit it thinks for half a second. Ctrl-C ends the search: what it has found is printed, and the
    exit status is 130.

    Example: halfmove analyze connect4 --moves "4 4 3" --lines 3
    """
    from halfmove.cli.limits import limit_of
    from halfmove.cli.numerals import whole
    from halfmove.cli.search import Request, search
    from halfmove.cli.target import open_target

    request = Request(
        limit=limit_of(seconds, depth, nodes),
        algorithm=algorithm,
        threads=whole(threads, "--threads", most=256) or 1,
        seed=whole(seed, "--seed", least=0, most=2**32 - 1) or 0,
        megabytes=whole(memory, "--memory"),
        without=tuple(name.strip() for name in (without or "").split(",") if name.strip()),
        lines=whole(lines, "--lines") or 1,
    )
    target = open_target(game, settings, position, moves)
    analysis, interrupted = search(target, request)
    if analysis is None:
        print("halfmove: interrupted before the first ply was searched.", file=sys.stderr)
        raise typer.Exit(130)
    if json:
        from halfmove.cli.jsons import analysis_json, print_json

        print_json(analysis_json(analysis))
    else:
        from halfmove.cli.report import print_analysis

        print_analysis(analysis, interrupted=interrupted)
    if interrupted:
        raise typer.Exit(130)
