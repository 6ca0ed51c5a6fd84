"""Running the solver from the command line."""

from __future__ import annotations

from typing import Any

from halfmove.cli.interrupt import Interruption
from halfmove.cli.live import Progress
from halfmove.cli.search import check_memory
from halfmove.cli.target import Target
from halfmove.core.analysis import Analysis


def prove(
    target: Target, *, distance: bool, threads: int, megabytes: int | None
) -> tuple[Analysis | None, bool]:
    """The proven analysis, or the latest progress report if Ctrl-C came first; and whether it did."""
    from halfmove.search.solver import solve

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
