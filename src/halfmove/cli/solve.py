"""`halfmove solve`: the proven value of a position."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli import options

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis
    from halfmove.core.history import History


def solve(
    game: options.GameName,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    weak: Annotated[
        bool,
        typer.Option(
            "--weak", help="Win, draw or loss only, not how far away: quicker.", rich_help_panel="Search"
        ),
    ] = False,
    threads: options.Threads = "1",
    memory: options.Memory = None,
    json: options.Json = False,
) -> None:
    """Prove what a position is worth with best play, and in how many plies the game then ends.

    Takes as long as it takes; Ctrl-C prints what is known so far and ends with exit status 130.

    Example: halfmove solve connect4 --set width=5 --set height=4
    """
    from halfmove.cli.options import processor_cores, whole
    from halfmove.cli.position import open_history

    cores, megabytes = processor_cores(threads), whole(memory, "--memory")
    target = open_history(game, settings, position, moves)
    analysis, interrupted = prove(target, distance=not weak, threads=cores, megabytes=megabytes)
    if analysis is None:
        print("halfmove: interrupted before anything was known.", file=sys.stderr)
        raise typer.Exit(130)
    if json:
        from halfmove.cli.terminal import print_json
        from halfmove.presentation.analyses import analysis_json

        print_json(analysis_json(analysis, distance=True))
    else:
        from halfmove.cli.report import print_analysis

        print_analysis(analysis, interrupted=interrupted)
    if interrupted:
        raise typer.Exit(130)


def prove(
    target: History, *, distance: bool, threads: int, megabytes: int | None
) -> tuple[Analysis | None, bool]:
    """The proven analysis, or the latest progress report if Ctrl-C came first; and whether it did."""
    from halfmove.cli.options import check_memory
    from halfmove.cli.progress import Interruption, Progress
    from halfmove.search.proof.solver import solve

    check_memory(megabytes)
    size: dict[str, Any] = {} if megabytes is None else {"megabytes": megabytes}
    latest: Analysis | None = None
    with Interruption() as interruption, Progress(f"solving {target.game.title()}") as progress:

        def report(analysis: Analysis) -> None:
            nonlocal latest
            latest = analysis
            progress.see(analysis)

        try:
            latest = solve(
                target.game, target.state, distance=distance, threads=threads, progress=report, **size
            )
        except KeyboardInterrupt:
            interruption.happened = True
    return latest, interruption.happened
