"""`halfmove tune`: the weights of an evaluation fitted to the results of games."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="chess, which has weights to tune.")],
    games: Annotated[
        list[str], typer.Argument(metavar="GAMES.pgn …", help="Finished games, one file or more.")
    ],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE.toml", help="Write the new weights here.")
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(metavar="FILE.toml", help="Begin with these weights, not with the built-in ones."),
    ] = None,
    of_each: Annotated[str, typer.Option(metavar="N", help="Positions drawn of each game, at most.")] = "10",
    trust: Annotated[
        str,
        typer.Option(
            metavar="SHARE",
            help="How much the evaluations that the games tell, [%eval …], count beside the results, 0 to 1.",
        ),
    ] = "0",
    steps: Annotated[str, typer.Option(metavar="N", help="Steps of the fit, at most.")] = "400",
    seed: Annotated[str, typer.Option(metavar="N", help="Of what is drawn.")] = "0",
    json: options.Json = False,
) -> None:
    """Fit the weights of an evaluation to the results of games, by logistic regression.

    A fifth of the games is kept apart: the weights are those that predict their results best, and the report
    says by how much. Where there are no games, play some:
    `halfmove match engine engine chess --export games.pgn`. What the engines thought of each position stands
    in them too, and teaches more than the result alone: `--trust 0.8`.

    Example: halfmove tune chess games.pgn --output weights.toml
    """
    from halfmove.cli.numerals import fraction, whole
    from halfmove.cli.tuning import Request, conduct

    assert of_each is not None
    conduct(
        Request(
            game,
            games,
            output,
            weights,
            whole(of_each, "--of-each", most=1000) or 10,
            fraction(trust, "--trust"),
            whole(steps, "--steps", most=100_000) or 400,
            whole(seed, "--seed", least=0) or 0,
            json,
        )
    )
