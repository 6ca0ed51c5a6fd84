"""The options that `match` and `tournament` share."""

from __future__ import annotations

from typing import Annotated

from halfmove.cli import usage

_GAMES, _TIME, _OPENINGS, _STOP, _RUN, _OUTPUT = (
    "Games",
    "Time",
    "Openings",
    "Scoring and stopping",
    "Where they are played",
    "Output",
)


GameName = Annotated[
    str | None,
    usage.Option(
        "--game", metavar="GAME", help="The game, if it is not among the arguments.", rich_help_panel=_GAMES
    ),
]
Games = Annotated[
    str | None,
    usage.Option(
        "--games",
        "-n",
        metavar="N",
        help="Games of each pairing (100; with --sprt at most 10000).",
        rich_help_panel=_GAMES,
    ),
]
Seed = Annotated[
    str,
    usage.Option(
        metavar="N", help="The seed of openings, chance and random players.", rich_help_panel=_GAMES
    ),
]
Control = Annotated[
    list[str] | None,
    usage.Option(
        "--control",
        "-t",
        metavar="TC",
        help="10+0.1 (a clock), 40/60+0.5, 0.5/move, depth=6, nodes=10000, simulations=1000; once for all, "
        "or once for each player in order. 0.1/move where a player has no bound of its own.",
        rich_help_panel=_TIME,
    ),
]
Grace = Annotated[
    str | None,
    usage.Option(
        metavar="S", help="Seconds by which a player may exceed its time (0.1).", rich_help_panel=_TIME
    ),
]
Patience = Annotated[
    str | None,
    usage.Option(
        metavar="S",
        help="Seconds beyond that after which a player counts as hung (10).",
        rich_help_panel=_TIME,
    ),
]
Openings = Annotated[
    str | None,
    usage.Option(
        metavar="FILE|random",
        help="A file (.pgn, .epd, .fen, .sgf, or moves, one opening a line), or balanced ones made at random "
        "(as where nothing is said); none: the initial position.",
        rich_help_panel=_OPENINGS,
    ),
]
Plies = Annotated[
    str | None,
    usage.Option(metavar="N", help="Plies of an opening (4 at random).", rich_help_panel=_OPENINGS),
]
Margin = Annotated[
    str | None,
    usage.Option(
        metavar="V",
        help="How far ahead a side may be after a random opening (0.25; 1 is a win or a pawn).",
        rich_help_panel=_OPENINGS,
    ),
]
Shuffle = Annotated[
    bool, usage.Option("--shuffle", help="Take the file's openings in any order.", rich_help_panel=_OPENINGS)
]
Sprt = Annotated[
    str | None,
    usage.Option(
        metavar='"ELO0 ELO1 [MODEL]"',
        help="Stop when the games decide between two Elo differences; the model is normalized, logistic or "
        "bayesian.",
        rich_help_panel=_STOP,
    ),
]
Alpha = Annotated[
    str | None,
    usage.Option(metavar="P", help="How often --sprt may accept ELO1 wrongly (0.05).", rich_help_panel=_STOP),
]
Beta = Annotated[
    str | None,
    usage.Option(metavar="P", help="How often --sprt may accept ELO0 wrongly (0.05).", rich_help_panel=_STOP),
]
Draw = Annotated[
    str | None,
    usage.Option(
        metavar='"VALUE MOVES AFTER"',
        help="Score a game drawn once both sides have said at most VALUE for MOVES moves each, after AFTER "
        "plies: 0.1 8 80.",
        rich_help_panel=_STOP,
    ),
]
Resign = Annotated[
    str | None,
    usage.Option(
        metavar='"VALUE MOVES"',
        help="Score it lost once both sides have seen one of them VALUE behind for MOVES moves each: 6 3.",
        rich_help_panel=_STOP,
    ),
]
MostPlies = Annotated[
    str | None, usage.Option(metavar="N", help="Score it drawn after N plies.", rich_help_panel=_STOP)
]
OnFault = Annotated[
    str,
    usage.Option(
        metavar="loss|void",
        help="A crash, a hang, nonsense or an illegal move loses the game, or the game is played again.",
        rich_help_panel=_STOP,
    ),
]
AtOnce = Annotated[
    str | None,
    usage.Option(metavar="N", help="Games at once (as many as the cores allow).", rich_help_panel=_RUN),
]
Ray = Annotated[
    str | None,
    usage.Option(metavar="ADDRESS", help="Play on the Ray cluster at this address.", rich_help_panel=_RUN),
]
File = Annotated[
    str,
    usage.Option("--file", "-f", metavar="FILE", help="Where the games are kept.", rich_help_panel=_RUN),
]
Again = Annotated[
    bool,
    usage.Option(
        "--again", help="Start again instead of continuing what the file has.", rich_help_panel=_RUN
    ),
]
Anchor = Annotated[
    str | None,
    usage.Option(metavar='"NAME=ELO"', help="Fix a player's rating.", rich_help_panel=_OUTPUT),
]
Aivat = Annotated[
    bool,
    usage.Option(
        "--aivat",
        help="Take the luck out of the points per game (AIVAT): the luck of cards and dice, and of players "
        "known to draw their moves (random, strategy?file=…). Same mean, smaller interval.",
        rich_help_panel=_OUTPUT,
    ),
]
Export = Annotated[
    str | None,
    usage.Option(
        metavar="FILE",
        help="Write the games: .pgn (chess), .sgf (Go, backgammon), .txt.",
        writes=True,
        rich_help_panel=_OUTPUT,
    ),
]
Plot = Annotated[
    str | None,
    usage.Option(
        metavar="FILE", help="Draw the result: .svg, .png or .pdf.", writes=True, rich_help_panel=_OUTPUT
    ),
]
View = Annotated[
    str | None,
    usage.Option(
        metavar="VIEW",
        help="What --plot shows: cross, ratings, limit (rating against depth or time), elo or test.",
        rich_help_panel=_OUTPUT,
    ),
]
