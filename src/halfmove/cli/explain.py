"""`halfmove explain`: why a move is the best, and what refutes each of the others."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from halfmove.cli import options


def explain(
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
    lines: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Explain the N best moves; all of them, by default.",
            rich_help_panel="Output",
        ),
    ] = None,
    why_not: Annotated[
        str | None,
        typer.Option(
            metavar="MOVE", help="Of the other moves explain only this one.", rich_help_panel="Output"
        ),
    ] = None,
    boards: Annotated[
        bool, typer.Option(help="Show the positions that decide.", rich_help_panel="Output")
    ] = True,
    evaluation: Annotated[
        bool,
        typer.Option(
            "--evaluation",
            help="Instead of moves explain the estimate of the position, term by term.",
            rich_help_panel="Output",
        ),
    ] = False,
    json: options.Json = False,
) -> None:
    """Explain why a move is the best: its line, and for every other move what the search found against it.

    With no limit it thinks for half a second. Ctrl-C ends the search: what it has found is explained, and the
    exit status is 130.

    Example: halfmove explain tictactoe --moves "a1 b2"

    Example: halfmove explain connect4 --moves "1 2 1 2 1" --why-not 4

    Example: halfmove explain chess --moves "e4 e5 Nf3" --evaluation
    """
    from halfmove.cli.limits import limit_of
    from halfmove.cli.numerals import processor_cores, whole
    from halfmove.cli.search import Request, search
    from halfmove.cli.target import open_target

    limit = limit_of(seconds, depth, nodes)
    wanted = whole(lines, "--lines")
    cores = processor_cores(threads)
    number = whole(seed, "--seed", least=0, most=2**32 - 1) or 0
    megabytes = whole(memory, "--memory")
    target = open_target(game, settings, position, moves)
    if evaluation:
        from halfmove.cli.estimating import explain_estimate

        explain_estimate(target.game, target.state, json=json)
        return
    asked = None if why_not is None else target.game.parse_action(target.state, why_not)

    from halfmove.teach.why import explained
    from halfmove.teach.why.lines import count_actions

    every = max(count_actions(target.game, target.state), 1)
    request = Request(limit, algorithm, cores, number, megabytes, wanted or every)
    analysis, interrupted = search(target, request)
    if analysis is None:
        print("halfmove: interrupted before the first ply was searched.", file=sys.stderr)
        raise typer.Exit(130)
    explanation = explained(analysis)
    if why_not is not None:
        explanation = explanation.why_not(asked)
    if json:
        from halfmove.cli.jsons import print_json

        print_json(explanation.as_json())
    else:
        from halfmove.cli.explaining import print_explanation

        print_explanation(explanation, boards=boards, interrupted=interrupted, history=target.history)
    if interrupted:
        raise typer.Exit(130)
