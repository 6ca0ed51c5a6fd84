"""`halfmove perft`: counting move sequences, the standard check of a game's rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from halfmove.cli import options


def perft(
    game: options.GameName,
    depth: Annotated[str, typer.Option(metavar="N", help="Count the sequences of exactly N moves.")],
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    divide: Annotated[
        bool,
        typer.Option(
            "--divide", help="Also count behind each first move, to find a fault.", rich_help_panel="Output"
        ),
    ] = False,
    json: options.Json = False,
) -> None:
    """Count the sequences of exactly N legal moves from a position.

    A game that ends earlier counts nothing. Compare with published counts to check the rules of a game.

    Example: halfmove perft connect4 --depth 8
    """
    from halfmove.cli.counting import counts, divided
    from halfmove.cli.jsons import print_json
    from halfmove.cli.numerals import whole
    from halfmove.cli.target import open_target

    plies = whole(depth, "--depth", least=0, most=1000) or 0
    if divide and not plies:
        from halfmove.core.errors import BadInput

        raise BadInput("--divide needs a --depth of 1 or more.")
    target = open_target(game, settings, position, moves)
    if json:
        [count] = counts(target, [plies])
        content: dict[str, Any] = {"nodes": count.nodes, "seconds": round(count.seconds, 6)}
        if divide:
            content["divide"] = {row.label: row.nodes for row in divided(target, plies)}
        print_json(content)
    else:
        from halfmove.cli.counting import print_counts

        print_counts(target, plies, divide)
