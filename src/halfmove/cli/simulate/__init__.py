"""`halfmove simulate`: Monte Carlo tree search iteration by iteration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage

_TREE, _OUTPUT = "Tree", "Output"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove simulate`."""

    game: Annotated[
        str,
        usage.Argument(
            metavar="GAME",
            help="A game's name, a .py file of your own, a tree, or a textbook's figure: aima-5.10.",
        ),
    ]
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    counts: Annotated[
        str | None,
        usage.Option(
            metavar="FILE|TEXT",
            help="Wins and playouts to start from: lines 'move: 27/35', indented by depth.",
            rich_help_panel=_TREE,
        ),
    ] = None
    simulations: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="Iterations (default: 10; of a figure, as many as it shows).",
            rich_help_panel="Search",
        ),
    ] = None
    option: options.Settings = None
    seed: options.Seed = "0"
    depth: Annotated[
        str | None,
        usage.Option(
            metavar="N", help="Plies of the tree to show; the path is always shown.", rich_help_panel=_TREE
        ),
    ] = None
    steps: Annotated[
        bool, usage.Option("--steps", help="Step through it in the terminal.", rich_help_panel=_OUTPUT)
    ] = False
    json: options.Json = False


@options.takes(Options)
def simulate(typed: Options) -> None:
    """Watch Monte Carlo tree search: what it selects and why, expands, plays out and counts.

    Without --steps and --json every step is told in a sentence, with the tree before and after.

    Example: halfmove simulate aima-5.10 --steps

    Example: halfmove simulate tictactoe --simulations 20 --option formula=rave
    """
    from halfmove.cli.simulate.request import Request
    from halfmove.cli.simulate.run import show

    request = Request.read(
        typed.game,
        (typed.settings, typed.position, typed.moves),
        typed.counts,
        typed.simulations,
        typed.option,
        typed.seed,
    )
    show(request, typed.depth, steps=typed.steps, json=typed.json)
