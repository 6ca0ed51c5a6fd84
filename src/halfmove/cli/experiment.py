"""`halfmove experiment`: a hypothesis in a file, tested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from halfmove.cli import options, usage

_RUNNING, _OUTPUT = "Running", "Output"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove experiment`."""

    file: Annotated[str, usage.Argument(metavar="FILE.toml", help="The experiment; see docs/experiments.md.")]
    again: Annotated[
        bool,
        usage.Option(
            "--again", help="Play everything again; the old games are kept.", rich_help_panel=_RUNNING
        ),
    ] = False
    at_once: Annotated[
        str | None,
        usage.Option(metavar="N", help="Games at a time (default: one per core).", rich_help_panel=_RUNNING),
    ] = None
    ray: Annotated[
        str | None,
        usage.Option(metavar="ADDRESS", help="Play on this Ray cluster.", rich_help_panel=_RUNNING),
    ] = None
    look: Annotated[
        bool,
        usage.Option("--look", help="Play nothing, show what was found so far.", rich_help_panel=_RUNNING),
    ] = False
    write: Annotated[
        str | None,
        usage.Option(
            metavar="FILE.md", help="Write the report here too.", writes=True, rich_help_panel=_OUTPUT
        ),
    ] = None
    plot: Annotated[
        str | None,
        usage.Option(
            metavar="FILE.svg", help="Plot the Elo differences.", writes=True, rich_help_panel=_OUTPUT
        ),
    ] = None
    json: options.Json = False


@options.takes(Options)
def experiment(typed: Options) -> None:
    """Test a hypothesis by games, as a TOML file states it: the sides, the test, and when to stop.

    The same command continues where it stopped; when nothing is left to play, it shows what was found.
    Ctrl-C ends it with the findings so far, and exit status 130.

    Example: halfmove experiment features.toml --write features.md
    """
    from halfmove.arena.experiment.description import experiment
    from halfmove.arena.experiment.results import findings
    from halfmove.cli.options import whole
    from halfmove.core.errors import BadInput

    at_once = whole(typed.at_once, "--at-once", most=1024)
    if typed.look and typed.again:
        raise BadInput("--look plays nothing and --again everything: give one of them.")
    _check_targets(typed)
    made = experiment(typed.file)
    found = findings(made) if typed.look else _run(made, at_once, typed)
    written = [path for path in (typed.write, typed.plot) if path is not None]
    for path in written:
        found.save(path)
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json(found.to_dict())
    else:
        print(found.text())
        if written:
            print(f"\nWrote {' and '.join(written)}.")
    if not found.done and not typed.look:
        raise usage.Exit(130)


def _run(made: Any, at_once: int | None, typed: Options) -> Any:
    from halfmove.arena.experiment.report import elo_words
    from halfmove.arena.experiment.run import run
    from halfmove.cli.progress import Progress

    with Progress(made.name) as progress:

        def see(number: int, finding: Any, playing: Any) -> None:
            games = f"{finding.games:,} of {finding.match.plan.games:,} games"
            met = finding.meeting
            elo = elo_words(met.elo) if met is not None else "no result yet"
            which = f"{number + 1}/{len(made.matches)} " if len(made.matches) > 1 else ""
            ratio = f", ratio {finding.testing.llr:.2f}" if finding.testing is not None else ""
            progress.say(f"{which}{finding.match.name}: {games}, {elo}{ratio}, {len(playing)} in progress")

        return run(made, again=typed.again, at_once=at_once, ray=typed.ray, see=see)


def _check_targets(typed: Options) -> None:
    """`BadInput` for files that could not be written, before games are played for them."""
    from halfmove.arena.experiment import plot, report

    if typed.write is not None:
        report.check_target(typed.write)
    if typed.plot is not None:
        plot.check_target(typed.plot)
