"""`halfmove sample`: positions where searches end, to fit weights to."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options


def sample(
    game: Annotated[str, typer.Argument(metavar="GAME", help="chess, which has weights to tune.")],
    output: Annotated[str, typer.Argument(metavar="FILE.epd", help="Written on where it exists.")],
    judge: Annotated[
        str, typer.Option(metavar="PLAYER", help="Who says what a position is worth, such as uci:stockfish.")
    ],
    nodes: Annotated[str, typer.Option(metavar="N", help="Nodes for each of its judgements.")] = "1200",
    opponent: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who has one side in two games of three, at 3,000 nodes a move."),
    ] = None,
    positions: Annotated[str, typer.Option(metavar="N", help="End when the file has so many.")] = "10000",
    seed: Annotated[str, typer.Option(metavar="N", help="Of openings and lines.")] = "0",
    json: options.Json = False,
) -> None:
    """Sample positions where the engine's searches end, in games it plays, each with what a judge says of it.

    An engine errs most about the positions that its own search seeks out; weights fitted to games alone do
    not learn that. What is sampled is written at once, Ctrl-C ends it, and the same command goes on.
    Then: `halfmove tune chess games.pgn ends.epd`.

    Example: halfmove sample chess ends.epd --judge uci:stockfish --positions 100000
    """
    from halfmove.cli.numerals import whole
    from halfmove.cli.sampling import Request, conduct

    conduct(
        Request(
            game,
            output,
            judge,
            whole(nodes, "--nodes") or 1200,
            opponent,
            whole(positions, "--positions") or 10_000,
            whole(seed, "--seed", least=0) or 0,
            json,
        )
    )
