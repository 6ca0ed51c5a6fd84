"""The options that several verbs share.  All are read as text and checked by `numerals`, in our own words."""

from __future__ import annotations

from typing import Annotated

import typer

_POSITION, _LIMITS, _SEARCH, _OUTPUT = "Position", "Limits (whichever comes first)", "Search", "Output"

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name (see `halfmove games`), a .py file of your own, or a tree: a .tree or .json "
        "file, its text, or - for standard input.",
    ),
]
OptionalGameName = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="A game's name, a .py file of your own, or a tree: a .tree or .json file, or text.",
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a parameter of the game (of a tree: root=min, who moves first); repeatable.",
        rich_help_panel=_POSITION,
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="The position, in the game's notation; chess: also the end of a game, FILE.pgn#N.",
        rich_help_panel=_POSITION,
    ),
]
Moves = Annotated[
    str | None,
    typer.Option(
        metavar='"M M …"', help="Moves to play first, in the game's notation.", rich_help_panel=_POSITION
    ),
]
AlgorithmName = Annotated[
    str,
    typer.Option(metavar="NAME", help="See `halfmove algorithms`.", rich_help_panel=_SEARCH),
]
Seconds = Annotated[str | None, typer.Option(metavar="S", help="Time to think.", rich_help_panel=_LIMITS)]
Depth = Annotated[str | None, typer.Option(metavar="N", help="Plies to look ahead.", rich_help_panel=_LIMITS)]
Nodes = Annotated[str | None, typer.Option(metavar="N", help="Positions to visit.", rich_help_panel=_LIMITS)]
Simulations = Annotated[
    str | None,
    typer.Option(metavar="N", help="Simulations of Monte Carlo tree search.", rich_help_panel=_LIMITS),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="A setting of the algorithm's own, such as formula=rave for mcts; repeatable.",
        rich_help_panel=_SEARCH,
    ),
]
Threads = Annotated[str, typer.Option(metavar="N", help="Processor cores to use.", rich_help_panel=_SEARCH)]
Seed = Annotated[
    str, typer.Option(metavar="N", help="The same seed gives the same search.", rich_help_panel=_SEARCH)
]
Memory = Annotated[
    str | None,
    typer.Option(metavar="MB", help="Memory for what the search remembers.", rich_help_panel=_SEARCH),
]
Without = Annotated[
    str | None,
    typer.Option(
        metavar="F,F,…",
        help="Leave features of the engine out, such as killers,history: see `halfmove algorithms`.",
        rich_help_panel=_SEARCH,
    ),
]
Lines = Annotated[str, typer.Option(metavar="N", help="Show the N best moves.", rich_help_panel=_OUTPUT)]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object and nothing else.", rich_help_panel=_OUTPUT)
]
