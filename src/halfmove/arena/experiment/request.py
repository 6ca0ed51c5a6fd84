"""The operation `experiment`: a hypothesis in a file, tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from halfmove.arena.experiment import plot, report
from halfmove.arena.experiment.description import Experiment
from halfmove.arena.experiment.description import load_experiment as described
from halfmove.arena.experiment.results import Finding, Findings, load_findings
from halfmove.arena.experiment.run import run
from halfmove.arena.underway import Playing, ProgressObserver
from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    File,
    Object,
    OutputFile,
    Request,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)

if TYPE_CHECKING:
    from halfmove.arena.experiment.run import SeeExperiment
    from halfmove.arena.workers.pool import Pool

RUNNING = "Running"


class ExperimentFile(File):
    """A file that states an experiment; in Python also the `Experiment`."""

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, Experiment) else super().from_data(value, name)


@operation(
    "experiment",
    "Test a hypothesis by games, as a TOML file states it.",
    doing="playing an experiment",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class ExperimentRequest(Request):
    """Test a hypothesis by games, as a TOML file states it: the sides, the test, and when to stop.

    The same command continues where it stopped; when nothing is left to play, it shows what was found.
    Ctrl-C ends it with the findings so far, and exit status 130.

    Example: halfmove experiment features.toml --write features.md
    """

    file: Experiment | str = field(
        ExperimentFile("FILE.toml"),
        "The experiment; see docs/experiments.md.",
        place=True,
        old=("experiment",),
    )
    again: bool = field(
        Switch(), "Play everything again; the old games are kept.", default=False, group=RUNNING
    )
    at_once: int | None = field(
        Whole(1, 1024), "Games at a time.", default=None, usual="one a core", group=RUNNING
    )
    ray: str | None = field(Text("ADDRESS"), "Play on this Ray cluster.", default=None, group=RUNNING)
    look: bool = field(Switch(), "Play nothing, show what was found so far.", default=False, group=RUNNING)
    write: str | None = field(OutputFile("FILE.md"), "Write the report here too.", default=None, group=OUTPUT)
    plot: str | None = field(OutputFile("FILE.svg"), "Plot the Elo differences.", default=None, group=OUTPUT)
    pool: Pool | None = field(
        Object(), "What plays the games (`arena.workers.pool`).", default=None, faces=("python",)
    )
    see: SeeExperiment | None = field(
        Object(),
        "Called with a match's number, its finding and the games in progress, after each game and a few "
        "times a second.",
        default=None,
        faces=("python",),
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.look and self.again:
            raise BadInput(f"{name('look')} plays nothing and {name('again')} everything: give one of them.")
        if self.write is not None:
            report.check_target(self.write)
        if self.plot is not None:
            plot.check_target(self.plot)

    def run(self, work: Work) -> Iterator[Findings]:
        """The findings, once all is played, or after Ctrl-C."""
        made = self.file if isinstance(self.file, Experiment) else described(self.file)
        found = load_findings(made) if self.look else self._play(made, work)
        written = [path for path in (self.write, self.plot) if path is not None]
        for path in written:
            found.save(path)
        if not found.done and not self.look:
            work.stopped("stopped with the findings so far; the same command goes on from there.")
        yield replace(found, written=tuple(written))

    def _play(self, made: Experiment, work: Work) -> Findings:
        onlooker = ProgressObserver(work)

        def see(number: int, finding: Finding, playing: Playing) -> None:
            if self.see is not None:
                self.see(number, finding, playing)
            which = f"{number + 1}/{len(made.matches)} " if len(made.matches) > 1 else ""
            title = f"{which}{finding.match.name}"
            onlooker.show(finding.results, playing, finding.match.plan.games, title)

        return run(made, again=self.again, at_once=self.at_once, ray=self.ray, pool=self.pool, see=see)
