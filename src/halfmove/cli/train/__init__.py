"""`halfmove train`: a network trained from the rules of a game alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove train`."""

    game: Annotated[
        str,
        usage.Argument(
            metavar="GAME",
            help="A game's name, a .py file of your own, or the run.toml of a run to repeat.",
        ),
    ]
    output: Annotated[
        str,
        usage.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="The folder of the run; one that holds a run already goes on where it was interrupted.",
        ),
    ]
    recipe: Annotated[
        str | None,
        usage.Option(
            metavar="NAME",
            help="The method: alphazero; alphago-zero, with a gate; alphago; exact, from the solver.",
            show_default="alphazero",
        ),
    ] = None
    minutes: Annotated[
        str | None, usage.Option(metavar="M", help="How long it learns.", show_default="30")
    ] = None
    positions: Annotated[
        str | None,
        usage.Option(
            metavar="N", help="How many positions of self-play it learns from, instead of --minutes."
        ),
    ] = None
    seed: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="The seed of all random choices; with --workers 0 and --positions the run is repeatable.",
        ),
    ] = None
    workers: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="Processes that play; 0: one process plays and learns in turn.",
            show_default="one for each core",
        ),
    ] = None
    network: Annotated[
        str | None,
        usage.Option(
            metavar="NAME",
            help="tiny, small, medium or large.",
            show_default="medium, or tiny on a board of 16 points or fewer",
        ),
    ] = None
    ray: Annotated[
        str | None,
        usage.Option(
            metavar="ADDRESS",
            help="Play on this Ray cluster (auto, HOST:6379, ray://HOST:10001); local starts one here.",
        ),
    ] = None
    parameters: options.Parameters = None
    option: Annotated[
        list[str] | None,
        usage.Option(
            metavar="KEY=VALUE",
            help="A setting of the run, such as simulations=64 (all are in docs/training.md); repeatable.",
        ),
    ] = None
    lesson: Annotated[
        bool,
        usage.Option(
            "--lesson",
            help="Show what each generation thinks of a few positions; one minute by default.",
        ),
    ] = False
    json: Annotated[
        bool, usage.Option("--json", help="Print each report as a line of JSON, and no table.")
    ] = False


@options.takes(Options)
def train(typed: Options) -> None:
    """Train a network by self-play, from the rules alone.

    Processes play games of the network against itself, and the learner fits it to the searches and the
    results of these games. Ctrl-C stops the run cleanly; the same command continues it.

    Example: halfmove train connect4 --minutes 30 -o connect4-run

    Example: halfmove train tictactoe --lesson -o first-run
    """
    from halfmove.cli.train.run import conduct

    conduct(typed)
