"""`halfmove match`: two players, or as many as the game has seats, and many games; or players one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage
from halfmove.cli.contests import options as more

EXAMPLE = "halfmove match engine?depth=5 engine?depth=4 connect4"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove match`."""

    players: Annotated[
        list[str],
        usage.Argument(
            metavar="A B GAME",
            help="The players, one line each, and the game, last or first. A player is an algorithm "
            "(engine?depth=6), random, person, an engine (uci:stockfish, gtp:gnugo) or a file.",
        ),
    ]
    game: more.GameName = None
    settings: options.Parameters = None
    against: Annotated[
        str | None,
        usage.Option(
            metavar="PLAYER",
            help="Judge the players one by one: each has the first seat over the same games, and PLAYER has "
            "all others.",
            rich_help_panel="Games",
        ),
    ] = None
    games: more.Games = None
    seed: more.Seed = "0"
    control: more.Control = None
    grace: more.Grace = None
    patience: more.Patience = None
    openings: more.Openings = None
    plies: more.Plies = None
    margin: more.Margin = None
    shuffle: more.Shuffle = False
    sprt: more.Sprt = None
    alpha: more.Alpha = None
    beta: more.Beta = None
    draw: more.Draw = None
    resign: more.Resign = None
    most_plies: more.MostPlies = None
    on_fault: more.OnFault = "loss"
    at_once: more.AtOnce = None
    ray: more.Ray = None
    file: more.File = "matches.sqlite"
    again: more.Again = False
    aivat: more.Aivat = False
    export: more.Export = None
    plot: more.Plot = None
    view: more.View = None
    json: options.Json = False


@options.takes(Options)
def match(typed: Options) -> None:
    """Play a match: pairs of games from the same opening with the seats exchanged. In a game for one player
    each player is judged by itself, over the same games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a match that was stopped,
    and shows one that is finished. Ctrl-C stops with the result so far (exit status 130).

    Examples: halfmove match engine?depth=5 engine?depth=4 connect4 --games 100

    halfmove match uci:stockfish uci:gnuchess chess --control 10+0.1 --sprt "0 10"

    halfmove match expectiminimax?depth=4 mcts?simulations=1000 pacman --set ghosts=directional
    """
    from halfmove.arena.plan import Format
    from halfmove.cli.contests.request import Asked, game_among, plan_of
    from halfmove.cli.contests.run import Ways, play
    from halfmove.cli.options import whole
    from halfmove.core.errors import BadInput

    few = BadInput(f"A match needs two players and a game: {EXAMPLE}")
    if len(typed.players) < 2:
        raise few
    game, players = game_among(typed.players, typed.game, example=EXAMPLE)
    plan = plan_of(Asked.of(typed, players=players, game=game))
    if len(plan.players) < 2 and plan.format != Format.ALONE:
        raise few
    play(plan, Ways.of(typed, at_once=whole(typed.at_once, "--at-once", most=4096)))
