"""`halfmove check`: does a game keep the promises that searches rely on?"""

from __future__ import annotations

from typing import Annotated

from halfmove.cli import options, usage


def check(
    game: options.GameName,
    settings: options.Parameters = None,
    seed: options.Seed = "0",
    verbose: Annotated[
        bool,
        usage.Option("--verbose", "-v", help="List the promises, with how often each was put to the test."),
    ] = False,
    json: options.Json = False,
) -> None:
    """Test a game against the contract: random play, round trips, compiled as interpreted, and more.

    The first broken promise is named on standard error, with exit status 2.

    Example: halfmove check mygame.py
    """
    from halfmove.cli.options import whole
    from halfmove.cli.position import open_game
    from halfmove.cli.progress import Progress

    number = whole(seed, "--seed", least=0, most=2**32 - 1) or 0
    chosen = open_game(game, settings)
    with Progress(f"checking {chosen.title()}"):
        from halfmove.core.check import check_game

        report = check_game(chosen, seed=number)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(report.to_dict())
    else:
        print(report if verbose else report.summary)
