"""`halfmove tournament`: many players, one table, ratings with intervals."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options
from halfmove.cli.contests import options as more


def tournament(
    game: options.GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="A B C …", help="The players; see `halfmove match --help`.")
    ],
    format: Annotated[
        str, typer.Option(metavar="FORMAT", help="round-robin, gauntlet (the first against all) or swiss.")
    ] = "round-robin",
    rounds: Annotated[str | None, typer.Option(metavar="N", help="Of a Swiss tournament.")] = None,
    settings: options.Parameters = None,
    games: more.Games = None,
    seed: more.Seed = "0",
    control: more.Control = None,
    grace: more.Grace = None,
    patience: more.Patience = None,
    openings: more.Openings = None,
    plies: more.Plies = None,
    margin: more.Margin = None,
    shuffle: more.Shuffle = False,
    draw: more.Draw = None,
    resign: more.Resign = None,
    most_plies: more.MostPlies = None,
    on_fault: more.OnFault = "loss",
    at_once: more.AtOnce = None,
    ray: more.Ray = None,
    file: more.File = "matches.sqlite",
    again: more.Again = False,
    anchor: more.Anchor = None,
    export: more.Export = None,
    plot: more.Plot = None,
    view: more.View = None,
    json: options.Json = False,
) -> None:
    """Play a tournament, and rate the players by all its games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a tournament that was
    stopped. Ctrl-C stops with the table so far (exit status 130).

    Example: halfmove tournament connect4 engine?depth=2 engine?depth=4 engine?depth=6 random --games 20
    """
    from halfmove.cli.contests.asking import Asked, anchors_of, plan_of
    from halfmove.cli.contests.running import Ways, play
    from halfmove.cli.numerals import whole

    asked = Asked(
        players=players,
        game=game,
        settings=settings,
        format=format,
        games=games or "20",
        rounds=rounds,
        seed=seed,
        control=control,
        grace=grace,
        patience=patience,
        openings=openings,
        plies=plies,
        margin=margin,
        shuffle=shuffle,
        draw=draw,
        resign=resign,
        most_plies=most_plies,
        on_fault=on_fault,
    )
    play(
        plan_of(asked),
        Ways(
            file=file,
            again=again,
            at_once=whole(at_once, "--at-once", most=4096),
            ray=ray,
            anchors=anchors_of(anchor),
            export=export,
            plot=plot,
            view=view,
            json=json,
        ),
    )
