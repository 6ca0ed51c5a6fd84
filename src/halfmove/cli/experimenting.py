"""Running an experiment from the command line: its display, its report, its exit status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import typer

from halfmove.cli.live import Progress
from halfmove.core.errors import BadInput


@dataclass(frozen=True)
class Request:
    """What the options ask for."""

    file: str
    again: bool = False
    at_once: int | None = None
    ray: str | None = None
    look: bool = False
    write: str | None = None
    plot: str | None = None
    json: bool = False


def conduct(request: Request) -> None:
    """Run the experiment, or look at it, and report."""
    from halfmove.arena.experiment.description import experiment
    from halfmove.arena.experiment.findings import findings

    if request.look and request.again:
        raise BadInput("--look plays nothing and --again everything: give one of them.")
    _check_targets(request)
    made = experiment(request.file)
    found = findings(made) if request.look else _run(made, request)
    written = [path for path in (request.write, request.plot) if path is not None]
    for path in written:
        found.save(path)
    if request.json:
        from halfmove.cli.jsons import print_json

        print_json(found.to_json())
    else:
        print(found.text())
        if written:
            print(f"\nWrote {' and '.join(written)}.")
    if not found.done and not request.look:
        raise typer.Exit(130)


def _run(made: Any, request: Request) -> Any:
    from halfmove.arena.experiment.running import run
    from halfmove.arena.experiment.telling import elo_words

    with Progress(made.name) as progress:

        def see(number: int, finding: Any, playing: Any) -> None:
            games = f"{finding.games:,} of {finding.match.plan.games:,} games"
            met = finding.meeting
            elo = elo_words(met.elo) if met is not None else "no result yet"
            which = f"{number + 1}/{len(made.matches)} " if len(made.matches) > 1 else ""
            ratio = f", ratio {finding.testing.llr:.2f}" if finding.testing is not None else ""
            progress.say(f"{which}{finding.match.name}: {games}, {elo}{ratio}, {len(playing)} in progress")

        return run(made, again=request.again, at_once=request.at_once, ray=request.ray, see=see)


def _check_targets(request: Request) -> None:
    """`BadInput` for files that could not be written, before games are played for them."""
    from halfmove.arena.experiment import plot, telling

    if request.write is not None:
        telling.check_target(request.write)
    if request.plot is not None:
        plot.check_target(request.plot)
