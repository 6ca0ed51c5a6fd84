"""`halfmove growth`: how the cost of search grows with depth, in uniform trees and in real games."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options

_TREES, _GAME, _BUDGET, _OUTPUT = "Uniform trees", "A game", "Limits (whichever comes first)", "Output"


def growth(
    game: options.OptionalGameName = None,
    branching: Annotated[
        str | None,
        typer.Option("--branching", "-b", metavar="B", help="Actions at every node; 10, as in the lectures."),
    ] = None,
    depth: Annotated[
        str | None,
        typer.Option("--depth", "--max-depth", "-d", metavar="N", help="The last depth; 8 without a game."),
    ] = None,
    count: Annotated[
        str | None,
        typer.Option(metavar="WHAT", help="evaluations (static ones, at the leaves) or nodes."),
    ] = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="The searches to measure. NAME+order: with the game's own ordering; engine-table, "
            "-killers, …: the engine without it (see `halfmove algorithms`).",
        ),
    ] = None,
    best: Annotated[
        bool, typer.Option("--best", help="The best case alone.", rich_help_panel=_TREES)
    ] = False,
    mean: Annotated[
        bool, typer.Option("--mean", help="The mean over random leaves alone.", rich_help_panel=_TREES)
    ] = False,
    worst: Annotated[
        bool, typer.Option("--worst", help="The worst case alone, which is minimax.", rich_help_panel=_TREES)
    ] = False,
    samples: Annotated[
        str | None,
        typer.Option(metavar="N", help="Measure too: so many random trees a depth.", rich_help_panel=_TREES),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="Of the random trees; 0.", rich_help_panel=_TREES)
    ] = None,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    seconds: Annotated[
        str | None, typer.Option(metavar="S", help="For each curve; 2 of a game.", rich_help_panel=_BUDGET)
    ] = None,
    nodes: Annotated[
        str | None, typer.Option(metavar="N", help="For each search or mean.", rich_help_panel=_BUDGET)
    ] = None,
    reach: Annotated[
        bool,
        typer.Option(
            "--reach", help="Turned round: the depth reached with so much effort.", rich_help_panel=_OUTPUT
        ),
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help=".svg, .png, .pdf, .csv or .json.", rich_help_panel=_OUTPUT
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Show how the cost of search grows with depth.

    Without a game: uniform trees by formula (best case, mean over random leaves, worst case), and with
    --samples also as real searches measure them. With a game: what its searches enter at each depth.

    Examples: halfmove growth -b 10 -d 8 --output growth.svg

    halfmove growth -b 3 -d 6 --samples 500

    halfmove growth connect4 --algorithms alphabeta,engine,engine-table --seconds 5
    """
    from halfmove.cli import growing

    asked = growing.Asked(
        branching=branching,
        depth=depth,
        count=count,
        algorithms=algorithms,
        cases=[case for case, wanted in (("worst", worst), ("mean", mean), ("best", best)) if wanted],
        samples=samples,
        seed=seed,
        seconds=seconds,
        nodes=nodes,
    )
    growing.run(asked, game, settings, position, moves, reach=reach, output=output, json=json)
