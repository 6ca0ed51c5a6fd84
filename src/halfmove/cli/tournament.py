"""`halfmove tournament`: many players, one table, ratings with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage
from halfmove.cli.contests import options as more

EXAMPLE = "halfmove tournament connect4 engine?depth=2 engine?depth=4 engine?depth=6 random"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove tournament`."""

    players: Annotated[
        list[str],
        usage.Argument(
            metavar="GAME A B C …",
            help="The game, first or last, and the players; see `halfmove match --help`.",
        ),
    ]
    game: more.GameName = None
    format: Annotated[
        str, usage.Option(metavar="FORMAT", help="round-robin, gauntlet (the first against all) or swiss.")
    ] = "round-robin"
    rounds: Annotated[str | None, usage.Option(metavar="N", help="Rounds of a Swiss tournament.")] = None
    settings: options.Parameters = None
    games: more.Games = None
    seed: more.Seed = "0"
    control: more.Control = None
    grace: more.Grace = None
    patience: more.Patience = None
    openings: more.Openings = None
    plies: more.Plies = None
    margin: more.Margin = None
    shuffle: more.Shuffle = False
    draw: more.Draw = None
    resign: more.Resign = None
    most_plies: more.MostPlies = None
    on_fault: more.OnFault = "loss"
    at_once: more.AtOnce = None
    ray: more.Ray = None
    file: more.File = "matches.sqlite"
    again: more.Again = False
    anchor: more.Anchor = None
    aivat: more.Aivat = False
    export: more.Export = None
    plot: more.Plot = None
    view: more.View = None
    json: options.Json = False


@options.takes(Options)
def tournament(typed: Options) -> None:
    """Play a tournament, and rate the players by all its games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a tournament that was
    stopped. Ctrl-C stops with the table so far (exit status 130).

    Example: halfmove tournament connect4 engine?depth=2 engine?depth=4 engine?depth=6 random --games 20
    """
    from halfmove.cli.contests.request import Asked, anchors_of, game_among, plan_of
    from halfmove.cli.contests.run import Ways, play
    from halfmove.cli.options import whole

    game, players = game_among(typed.players, typed.game, example=EXAMPLE)
    asked = Asked.of(typed, players=players, game=game, games="20" if typed.games is None else typed.games)
    at_once = whole(typed.at_once, "--at-once", most=4096)
    play(plan_of(asked), Ways.of(typed, at_once=at_once, anchors=anchors_of(typed.anchor)))
