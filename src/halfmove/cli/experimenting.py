"""Running an experiment from the command line: its display, its report, its exit status."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
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
    json: bool = False


def conduct(request: Request) -> None:
    """Run the experiment, or look at it, and report."""
    from halfmove.arena.experiment.description import experiment
    from halfmove.arena.experiment.findings import findings

    if request.look and request.again:
        raise BadInput("--look plays nothing and --again everything: give one of them.")
    _check_target(request.write)
    made = experiment(request.file)
    found = findings(made) if request.look else _run(made, request)
    if request.write is not None:
        _write(Path(request.write), found.markdown())
    if request.json:
        from halfmove.cli.jsons import print_json

        print_json(found.to_json())
    else:
        print(found.text())
        if request.write is not None:
            print(f"\nWrote {request.write}.")
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


def _check_target(name: str | None) -> None:
    """`BadInput` for a report that could not be written, before games are played for it."""
    if name is None:
        return
    target = Path(name)
    if target.is_dir():
        raise BadInput(f"'{target}' is a folder; give the name of a file.")
    if target.suffix.lower() != ".md":
        raise BadInput(f"The report is written as Markdown, to a file ending in .md, not '{target.name}'.")
    if not target.parent.is_dir():
        raise BadInput(f"There is no folder '{target.parent}' to write '{target.name}' into.")


def _write(target: Path, content: str) -> None:
    try:
        target.write_text(content)
    except OSError as error:
        raise BadInput(f"The file '{target}' cannot be written: {error.strerror}.") from None
